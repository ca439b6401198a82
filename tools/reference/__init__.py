"""The pages of docs/reference, made from docstrings and tables: one module per page."""
