"""What changed between two cards of one puzzle, in lines for people."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Any

Card = Mapping[str, Any]


def diff_cards(old: Card, new: Card, steps: int = 12) -> list[str]:
    """Lines that say what changed and by how much; empty when the cards are equal.

    Parameters
    ----------
    old, new : mapping
        Stored and present card.
    steps : int
        At most this many changed steps are shown.
    """
    lines = [_value_line(key, old.get(key), new.get(key)) for key in _keys(old, new) if key not in _LISTS]
    for key in _LISTS:
        if key != "steps":
            lines += _list_lines(key, _items(key, old), _items(key, new))
    lines += _step_lines(old.get("steps") or [], new.get("steps") or [], steps)
    return [line for line in lines if line]


_LISTS = ("contains", "notes", "symmetry", "steps")


def _keys(old: Card, new: Card) -> list[str]:
    return list(dict.fromkeys([*new, *old]))


def _value_line(key: str, old: object, new: object) -> str:
    if old == new:
        return ""
    change = ""
    if isinstance(old, int | float) and isinstance(new, int | float):
        change = f" ({new - old:+.1f}" + (f", {(new / old - 1) * 100:+.0f} %)" if old else ")")
    return f"{key}: {_show(old)} → {_show(new)}{change}"


def _show(value: object) -> str:
    return "nothing" if value is None else str(value)


def _items(key: str, card: Card) -> list[str]:
    entries = card.get(key) or []
    if key == "contains":
        return [f"{entry['chip']} {entry['name']}" + _uses(entry) for entry in entries]
    if key == "notes":
        return [f"{entry['code']} ({entry['severity']}): {entry['text']}" for entry in entries]
    return [" ".join(str(value) for value in entry.values()) for entry in entries]


def _uses(entry: Card) -> str:
    return f" x{entry['uses']}" if "uses" in entry else ""


def _list_lines(key: str, old: list[str], new: list[str]) -> list[str]:
    gone = [f"{key}: − {item}" for item in old if item not in new]
    come = [f"{key}: + {item}" for item in new if item not in old]
    order = [f"{key}: same entries in another order"] if not (gone or come) and old != new else []
    return gone + come + order


def _step_lines(old: list[Card], new: list[Card], limit: int) -> list[str]:
    before, after = [_step(step) for step in old], [_step(step) for step in new]
    if old == new:
        return []
    if before == after:
        return ["steps: same moves, other details"]
    lines = [f"steps: {len(before)} → {len(after)}"]
    changes = []
    for kind, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            changes += [f"  step {n + 1}: − {before[n]}" for n in range(i, j)]
            changes += [f"  step {n + 1}: + {after[n]}" for n in range(k, m)]
    more = [f"  … and {len(changes) - limit} more"] if len(changes) > limit else []
    return lines + changes[:limit] + more


def _step(step: Card) -> str:
    done = step.get("placement") or " ".join(step.get("eliminations", ()))
    return f"{step['name']} ⇒ {done}"
