"""``python -m pencilmark``: the command line."""

from .cli import main

main()
