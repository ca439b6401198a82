"""Clues of the project's own variants that lie on random king's walks: lines, arrows, equal sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from .variant_boards import Filled, Hopeless, Place, RuleDoc, names

Test = Callable[[Sequence[int]], bool]
TRIES = 3000


def walks(filled: Filled, length: int, prefix: Test) -> Iterator[list[Place]]:
    """Random king's walks over unused cells whose digits pass ``prefix`` at every step."""
    starts = filled.free()
    for attempt in range(TRIES if starts else 0):
        walk = [starts[attempt % len(starts)]]
        while len(walk) < length:
            steps = [cell for cell in filled.near(walk[-1]) if cell not in walk and cell not in filled.used]
            steps = [cell for cell in steps if prefix(filled.digits([*walk, cell]))]
            if not steps:
                break
            walk.append(filled.rng.choice(steps))
        if len(walk) == length:
            yield walk


def anything(digits: Sequence[int]) -> bool:
    """No condition on the way."""
    return True


def line(
    kind: str, lengths: Sequence[int], prefix: Test, whole: Test, filled: Filled, number: int, **extra: Any
) -> list[RuleDoc]:
    """Lines of one kind whose digits satisfy ``whole``."""
    rules: list[RuleDoc] = []
    for _ in range(number):
        length = filled.rng.choice(lengths)
        found = next((walk for walk in walks(filled, length, prefix) if whole(filled.digits(walk))), None)
        if found:
            filled.used.update(found)
            rules.append({"type": "line", "kind": kind, **extra, "cells": names(found)})
    if not rules:
        raise Hopeless(f"no {kind} line in this grid")
    return rules


def _steps(test: Callable[[int, int], bool]) -> Test:
    return lambda digits: all(map(test, digits, digits[1:]))


def _triples(group: Callable[[int], int]) -> Test:
    def differ(digits: Sequence[int]) -> bool:
        windows = [digits[at : at + 3] for at in range(max(1, len(digits) - 2))]
        return all(len({group(digit) for digit in window}) == len(window) for window in windows)

    return differ


def thermo(filled: Filled, number: int) -> list[RuleDoc]:
    """Thermometers."""
    rising = _steps(lambda a, b: a < b)
    return line("thermo", _lengths(filled, 3, 5), rising, anything, filled, number)


def slow_thermo(filled: Filled, number: int) -> list[RuleDoc]:
    """Slow thermometers, each with two equal digits in a row if the grid has such."""
    rising = _steps(lambda a, b: a <= b)
    return line("slow_thermo", [4], rising, lambda d: len(set(d)) < len(d), filled, number)


def whisper(filled: Filled, number: int) -> list[RuleDoc]:
    """Whisper lines with the widest usual difference for the number of digits."""
    gap = {4: 2, 6: 3, 9: 5}.get(filled.frame.digits, filled.frame.digits // 2)
    far = _steps(lambda a, b: abs(a - b) >= gap)
    return line("whisper", _lengths(filled, 3, 5), far, anything, filled, number, value=gap)


def dutch_whisper(filled: Filled, number: int) -> list[RuleDoc]:
    """Whisper lines with difference 4."""
    return line("whisper", [4, 5], _steps(lambda a, b: abs(a - b) >= 4), anything, filled, number, value=4)


def plain_whisper(filled: Filled, number: int) -> list[RuleDoc]:
    """Whisper lines on nine digits that leave the difference out."""
    return line("whisper", [4, 5], _steps(lambda a, b: abs(a - b) >= 5), anything, filled, number)


def closed_whisper(filled: Filled, number: int) -> list[RuleDoc]:
    """Closed whisper lines."""
    gap = max(2, filled.frame.digits // 3)
    far = _steps(lambda a, b: abs(a - b) >= gap)
    return _closed("whisper", far, filled, number, value=gap)


def renban(filled: Filled, number: int) -> list[RuleDoc]:
    """Lines of consecutive digits."""

    def close(digits: Sequence[int]) -> bool:
        return len(set(digits)) == len(digits) and max(digits) - min(digits) < 4

    return line("renban", [3, 4], close, lambda d: max(d) - min(d) == len(d) - 1, filled, number)


def closed_renban(filled: Filled, number: int) -> list[RuleDoc]:
    """Closed lines of consecutive digits."""
    return _closed("renban", lambda d: len(set(d)) == len(d), filled, number, lambda d: max(d) - min(d) == len(d) - 1)


def palindrome(filled: Filled, number: int) -> list[RuleDoc]:
    """Palindromes of at least four cells."""
    return line("palindrome", [4, 5, 6], anything, lambda d: list(d) == list(d[::-1]), filled, number)


def entropic(filled: Filled, number: int) -> list[RuleDoc]:
    """Lines of one low, one middle and one high digit in any three cells."""
    digits = filled.frame.digits
    size = digits // 3 if digits % 3 == 0 else 3
    groups = [list(range(low, min(low + size, digits + 1))) for low in range(1, digits + 1, size)]
    extra = {} if digits == 9 else {"groups": groups}
    return line("entropic", [4, 5], _triples(lambda d: (d - 1) // size), anything, filled, number, **extra)


def modular(filled: Filled, number: int) -> list[RuleDoc]:
    """Lines of three remainders in any three cells."""
    extra = {} if filled.frame.digits == 9 else {"value": 3}
    return line("modular", [4, 5], _triples(lambda d: d % 3), anything, filled, number, **extra)


def parity(filled: Filled, number: int) -> list[RuleDoc]:
    """Lines of odd and even digits in turn."""
    return line("parity", _lengths(filled, 4, 6), _steps(lambda a, b: (a + b) % 2 == 1), anything, filled, number)


def closed_parity(filled: Filled, number: int) -> list[RuleDoc]:
    """Closed lines of odd and even digits in turn."""
    return _closed("parity", _steps(lambda a, b: (a + b) % 2 == 1), filled, number)


def zipper(filled: Filled, number: int) -> list[RuleDoc]:
    """Zipper lines of four or five cells."""

    def fits(digits: Sequence[int]) -> bool:
        half = len(digits) // 2
        sums = {digits[i] + digits[-1 - i] for i in range(half)} | set(digits[half : half + len(digits) % 2])
        return len(sums) == 1

    return line("zipper", [4, 5], anything, fits, filled, number)


def between(filled: Filled, number: int) -> list[RuleDoc]:
    """Lines whose inner digits lie between the ends."""

    def fits(digits: Sequence[int]) -> bool:
        low, high = sorted((digits[0], digits[-1]))
        return all(low < digit < high for digit in digits[1:-1])

    return line("between", _lengths(filled, 3, 5), anything, fits, filled, number)


def lockout(filled: Filled, number: int) -> list[RuleDoc]:
    """Lines whose inner digits lie outside the ends."""
    gap = 4 if filled.frame.digits == 9 else max(1, filled.frame.digits // 2 - 1)

    def fits(digits: Sequence[int]) -> bool:
        low, high = sorted((digits[0], digits[-1]))
        return high - low >= gap and all(digit < low or digit > high for digit in digits[1:-1])

    return line("lockout", [3, 4], anything, fits, filled, number, value=gap)


def double_arrow(filled: Filled, number: int) -> list[RuleDoc]:
    """Lines whose ends add up to the digits between."""
    return line("double_arrow", [4, 5], anything, lambda d: d[0] + d[-1] == sum(d[1:-1]), filled, number)


def region_sum(filled: Filled, number: int) -> list[RuleDoc]:
    """Lines with equal sums in the boxes they cross."""
    box_of = _boxes(filled)
    rules: list[RuleDoc] = []
    for _ in range(number):
        for walk in walks(filled, filled.rng.choice([4, 5, 6]), anything):
            pieces: list[list[Place]] = []
            for cell in walk:
                if not pieces or box_of[pieces[-1][-1]] != box_of[cell]:
                    pieces.append([])
                pieces[-1].append(cell)
            if len(pieces) > 1 and len({sum(filled.digits(piece)) for piece in pieces}) == 1:
                filled.used.update(walk)
                rules.append({"type": "line", "kind": "region_sum", "cells": names(walk)})
                break
    if not rules:
        raise Hopeless("no region sum line in this grid")
    return rules


def _boxes(filled: Filled) -> dict[Place, int]:
    """Which box of a board of one grid each cell lies in."""
    frame = filled.frame
    place = dict(zip(names(frame.cells), frame.cells, strict=True))
    boxes = [house["cells"] for house in frame.houses if house["type"] == "box"]
    if boxes:
        return {place[name]: number for number, cells in enumerate(boxes) for name in cells}
    height, width = frame.houses[0]["box"]
    return {(r, c): r // height * frame.digits + c // width for r, c in frame.cells}


def _lengths(filled: Filled, least: int, most: int) -> list[int]:
    return list(range(least, min(most, filled.frame.digits) + 1))


def _closed(
    kind: str, prefix: Test, filled: Filled, number: int, whole: Test = anything, **extra: Any
) -> list[RuleDoc]:
    """Closed lines of four cells around a corner."""
    rules: list[RuleDoc] = []
    for walk in walks(filled, 4, prefix):
        ends = filled.digits([walk[-1], walk[0]])
        if len(rules) == number:
            break
        if walk[0] in filled.near(walk[-1]) and whole(filled.digits(walk)) and prefix(ends):
            if not filled.used.isdisjoint(walk):
                continue
            filled.used.update(walk)
            rules.append({"type": "line", "kind": kind, **extra, "closed": True, "cells": names(walk)})
    if not rules:
        raise Hopeless(f"no closed {kind} line in this grid")
    return rules


def arrow(filled: Filled, number: int, bulb: int = 1, shafts: int = 1) -> list[RuleDoc]:
    """Arrows with ``bulb`` circled cells and ``shafts`` shafts."""
    rules: list[RuleDoc] = []
    for _ in range(number):
        found = _arrow(filled, bulb, shafts)
        if found:
            rules.append(found)
    if not rules:
        raise Hopeless("no arrow in this grid")
    return rules


def _arrow(filled: Filled, bulb: int, shafts: int) -> RuleDoc | None:
    for head in walks(filled, bulb, anything):
        total = int("".join(map(str, filled.digits(head))))
        cells, found = set(head), []
        if bulb > 1 and (total > 3 * filled.frame.digits or filled.frame.digits > 9):
            continue
        for _ in range(shafts):
            shaft = _shaft(filled, head, cells, total)
            if shaft:
                cells.update(shaft)
                found.append(shaft)
        if len(found) == shafts:
            filled.used |= cells
            return {"type": "arrow", "bulb": names(head), "lines": [names(shaft) for shaft in found]}
    return None


def _shaft(filled: Filled, head: list[Place], taken: set[Place], total: int) -> list[Place] | None:
    """A walk of two cells or more from the bulb with the right sum."""
    for _ in range(30):
        walk, left = [filled.rng.choice(head)], total
        while left > 0:
            steps = [cell for cell in filled.near(walk[-1]) if cell not in filled.used and cell not in taken]
            steps = [cell for cell in steps if cell not in walk and filled.digit[cell] <= left]
            if not steps:
                break
            walk.append(filled.rng.choice(steps))
            left -= filled.digit[walk[-1]]
        if left == 0 and len(walk) > 2:
            return walk[1:]
    return None


pill = partial(arrow, bulb=2)
two_shafts = partial(arrow, shafts=2)


def equal_sum(filled: Filled, number: int, segments: int = 2) -> list[RuleDoc]:
    """Groups of two and three cells with the same sum."""
    rules: list[RuleDoc] = []
    for _ in range(number):
        groups: dict[int, list[list[Place]]] = {}
        for at, walk in enumerate(walks(filled, filled.rng.choice([2, 3]), anything)):
            same = groups.setdefault(sum(filled.digits(walk)), [])
            if all(set(walk).isdisjoint(other) for other in same):
                same.append(walk)
            if len(same) == segments and at > 3:
                filled.used.update(cell for cells in same for cell in cells)
                rules.append({"type": "equal_sum", "segments": [names(sorted(cells)) for cells in same]})
                break
    if not rules:
        raise Hopeless("no equal sums in this grid")
    return rules


three_sums = partial(equal_sum, segments=3)

LINES: dict[str, Callable[[Filled, int], list[RuleDoc]]] = {
    "thermo": thermo,
    "slow thermo": slow_thermo,
    "whisper": whisper,
    "dutch whisper": dutch_whisper,
    "plain whisper": plain_whisper,
    "closed whisper": closed_whisper,
    "renban": renban,
    "closed renban": closed_renban,
    "palindrome": palindrome,
    "entropic": entropic,
    "modular": modular,
    "parity": parity,
    "closed parity": closed_parity,
    "zipper": zipper,
    "between": between,
    "lockout": lockout,
    "double arrow": double_arrow,
    "region sum": region_sum,
    "arrow": arrow,
    "pill arrow": pill,
    "two-shaft arrow": two_shafts,
    "equal sum": equal_sum,
    "three equal sums": three_sums,
}
"""Clues by the name that recipes use."""
