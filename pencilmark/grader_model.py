"""The grader model: every fitted parameter the card uses, loaded once.

==========  ======================================================================================
route       engine parameters of both routes and of the time effort (``data/params.json``, completed)
price       the difficulty prices: ``route`` with ``price_weights`` of ``data/card_score.json`` on top
score       the card score: map, search weight (``data/card_score.json``)
time        the time model (``data/time_model.json``)
==========  ======================================================================================

Names: ``"<set>.<key>"`` for a top-level value, ``"<set>.<key>.<subkey>"`` inside a mapping (``"score.map.A"``),
``"route.price.<Technique>"`` for a technique's base price. A value is a number, or ``"x<factor>"`` to scale the
current one::

    m = default().with_overrides({"score.map.A": "x1.2", "time.k_effort": 0.3})
    with use(m):
        card = pencilmark.rate(puzzle)
"""

from __future__ import annotations

import copy
import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from .errors import ModelError
from .prices import Prices
from .scoring import compile_prices, complete_params
from .tables import DATA

SETS = ("route", "price", "score", "time")
_FILES = {"route": "params.json", "score": "card_score.json", "time": "time_model.json"}
_NOTES = ("provenance", "format", "format_version")
"""Keys of the files that are no parameters."""
_POSITIVE = ("score.map.A", "score.map.C", "time.minutes_per_unit")
_NEEDED = (
    *_POSITIVE, "score.map.B", "time.const", "time.k_effort", "time.k_empty", "time.t0", "time.spread_sigma",
)  # fmt: skip


class GraderModel:
    """All parameters of one grader. Immutable: change it with :meth:`with_overrides`."""

    def __init__(self, route: Mapping[str, Any], score: Mapping[str, Any], time: Mapping[str, Any]) -> None:
        self.route = complete_params(_plain(route))
        self.score = copy.deepcopy(_plain(score))
        self.time = copy.deepcopy(_plain(time))
        self.price = _with_weights(self.route, self.score.get("price_weights", {}))
        self._compiled: dict[tuple[str, int], Prices] = {}

    @classmethod
    def load(cls, folder: str | Path | None = None) -> GraderModel:
        """The model in a folder of JSON files (the shipped one by default); raises ModelError when one is unusable."""
        base = Path(folder) if folder is not None else DATA
        parts = {name: _read(base / file) for name, file in _FILES.items()}
        try:
            model = cls(parts["route"], parts["score"], parts["time"])
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise ModelError(f"the model's files hold a value of the wrong kind: {error}") from None
        model._check()
        return model

    def names(self) -> dict[str, Any]:
        """Every parameter's name with its value (lists are named as a whole)."""
        return {
            f"{part}.{key}": value
            for part in SETS
            for key, value in _flatten(getattr(self, part))
            if not (part == "score" and key.startswith("price_weights"))
        }

    def get(self, name: str) -> Any:
        """The value of one parameter; raises ModelError for an unknown name."""
        known = self.names()
        if name not in known:
            raise ModelError(f"no parameter {name!r}{_nearest(name, known)}; default().names() lists them")
        return known[name]

    def with_overrides(self, overrides: Mapping[str, Any]) -> GraderModel:
        """A copy with the named parameters changed; raises ModelError for unknown names and unusable values.

        Overriding ``route.*`` changes the time prices and, where no price weight replaces it, the difficulty prices;
        ``price.*`` changes the difficulty prices only.
        """
        parts = {part: copy.deepcopy(getattr(self, part)) for part in SETS}
        for name, change in overrides.items():
            value = _changed(name, self.get(name), change)
            part, *path = name.split(".", 2)
            _assign(parts[part], path, value)
            if part == "route" and self.get("price." + name.removeprefix("route.")) == self.get(name):
                _assign(parts["price"], path, value)
        model = GraderModel(parts["route"], parts["score"], parts["time"])
        model.price = complete_params(parts["price"])
        model._check()
        return model

    def _check(self) -> None:
        """Refuse what cannot grade: a bad value is an error here, not in the middle of a corpus."""
        for part in ("route", "price"):
            try:
                self.prices(part, 9)
            except ModelError:
                raise
            except (TypeError, ValueError, KeyError) as error:
                raise ModelError(f"{part}: a parameter of the wrong kind: {error}") from None
        values = self.names()
        for name in _NEEDED:
            if name not in values:
                raise ModelError(f"parameter {name} is missing")
        for name, value in values.items():
            if name.startswith(("score.", "time.")) and name != "score.map.kind":
                _check_number(name, value)

    def prices(self, part: str, digits: int) -> Prices:
        """Compiled prices of ``"route"`` or ``"price"`` for a board of that many digits."""
        key = part, digits
        if key not in self._compiled:
            self._compiled[key] = compile_prices(getattr(self, part), digits)
        return self._compiled[key]

    @cached_property
    def one_route(self) -> bool:
        """Whether difficulty and time use the same prices, so that one written route serves both."""
        return bool(self.route == self.price)

    def digest(self, *parts: str) -> str:
        """SHA-256 (hex) of the canonical JSON of the given sets (all by default)."""
        chosen = {part: getattr(self, part) for part in parts or SETS}
        return hashlib.sha256(json.dumps(chosen, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _plain(params: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in params.items() if key not in _NOTES}


def _with_weights(route: Mapping[str, Any], weights: Mapping[str, Any]) -> dict[str, Any]:
    mixed = copy.deepcopy(dict(route))
    for key, value in weights.items():
        mixed[key] = mixed[key] | value if isinstance(value, Mapping) else value
    return complete_params(mixed)


def _read(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(f"cannot read {file.name}: {error.strerror}") from None
    except ValueError as error:
        raise ModelError(f"{file.name} is not valid JSON: {error}") from None
    if not isinstance(found, dict):
        raise ModelError(f"{file.name} must hold one JSON object")
    return found


def _flatten(params: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in params.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _assign(params: dict[str, Any], path: list[str], value: Any) -> None:
    for key in path[:-1]:
        params = params[key]
    params[path[-1]] = value


def _changed(name: str, old: Any, change: Any) -> Any:
    if isinstance(change, str):
        try:
            factor = float(change.removeprefix("x")) if change.startswith("x") else math.nan
        except ValueError:
            factor = math.nan
        if not math.isfinite(factor) or isinstance(old, (list, str)):
            raise ModelError(f'{name}: a change is a number or "x<factor>", got {change!r}')
        return old * factor
    if isinstance(old, list):
        if not isinstance(change, (list, tuple)):
            raise ModelError(f"{name} is a list; give a whole new list")
        return list(change)
    if isinstance(old, str):
        raise ModelError(f"{name} is not a number and cannot be changed")
    if isinstance(change, bool) or not isinstance(change, (int, float)) or not math.isfinite(change):
        raise ModelError(f"{name}: not a finite number: {change!r}")
    return change


def _check_number(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ModelError(f"{name}: not a finite number: {value!r}")
    if (value < 0 and name.endswith("_sigma")) or (value <= 0 and name in _POSITIVE):
        raise ModelError(f"{name} must be above 0, not {value!r}")


def _nearest(name: str, known: Mapping[str, Any]) -> str:
    import difflib

    close = difflib.get_close_matches(name, known, 1)
    return f", did you mean {close[0]!r}?" if close else ""


@cache
def _shipped() -> GraderModel:
    return GraderModel.load()


_ACTIVE: list[GraderModel] = []


def default() -> GraderModel:
    """The shipped model, loaded on first use."""
    return _shipped()


def active() -> GraderModel:
    """The model that grades now: the innermost :func:`use`, else the shipped one."""
    return _ACTIVE[-1] if _ACTIVE else _shipped()


@contextmanager
def use(model: GraderModel) -> Iterator[GraderModel]:
    """Grade with ``model`` instead of the shipped one inside the block (research; not thread-safe)."""
    if not isinstance(model, GraderModel):
        raise TypeError(f"use() needs a GraderModel, not {type(model).__name__}")
    _ACTIVE.append(model)
    try:
        yield model
    finally:
        _ACTIVE.pop()
