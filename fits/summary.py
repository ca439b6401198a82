"""A table with a head and warnings that prints in a terminal and shows itself in a notebook."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd


@dataclass(frozen=True)
class Summary:
    """Printable result of a step.

    Attributes
    ----------
    title : str
        First line.
    head : Mapping of str to str
        Facts shown in two columns above the table.
    frame : DataFrame
        The table itself, for further work.
    warnings : tuple of str
        Sentences that change the reading, printed below the table.
    """

    title: str
    head: Mapping[str, str]
    frame: pd.DataFrame
    warnings: tuple[str, ...] = ()

    def __str__(self) -> str:
        facts = [f"{key}: {value}" for key, value in self.head.items()]
        half = (len(facts) + 1) // 2
        width = max((len(fact) for fact in facts[:half]), default=0) + 4
        right = [*facts[half:], ""]
        lines = [self.title, "=" * len(self.title)]
        lines += [f"{fact:<{width}}{right[i]}".rstrip() for i, fact in enumerate(facts[:half])]
        if len(self.frame):
            lines += ["", self.frame.to_string(float_format=lambda v: f"{v:.4g}")]
        lines += [f"! {text}" for text in self.warnings]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        facts = "".join(
            f"<tr><th>{html.escape(key)}</th><td>{html.escape(value)}</td></tr>" for key, value in self.head.items()
        )
        notes = "".join(f"<p><b>Note.</b> {html.escape(text)}</p>" for text in self.warnings)
        table = self.frame.to_html(float_format=lambda v: f"{v:.4g}") if len(self.frame) else ""
        return f"<h4>{html.escape(self.title)}</h4><table>{facts}</table>{table}{notes}"
