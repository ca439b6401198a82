"""Inputs that once went wrong; each says in one line what happened."""
