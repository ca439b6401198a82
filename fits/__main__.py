"""Entry point of `python -m fits`."""

from __future__ import annotations

from . import cli_model  # noqa: F401  adds its commands
from .cli import main

if __name__ == "__main__":
    main()
