"""Cards on disk: a corpus run that is killed goes on where it stopped, and nothing is rated twice.

    puzzle ── fingerprint ┐
    model, engine, options ┴─ key ──►  SQLite file, one row per card

What decides a card is its key: the puzzle's fingerprint, every parameter of the model, the engine's sources and the
options. A changed model therefore never meets old cards. Cards that a time limit cut are not kept.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .batch import Progress, Row, error_row, listed, rate_stream
from .errors import StoreError

if TYPE_CHECKING:
    from typing import Self

    import pandas as pd

VERSION = 1
"""Version of the file's layout, kept in SQLite's ``user_version``."""
_TABLE = """
CREATE TABLE IF NOT EXISTS rows (
    scope TEXT NOT NULL,        -- hash of all that decides a row besides the puzzle
    fingerprint TEXT NOT NULL,
    body TEXT NOT NULL,         -- JSON
    PRIMARY KEY (scope, fingerprint)
) WITHOUT ROWID"""
_ASKED = 500
"""Fingerprints looked up by one query."""


class RowStore:
    """JSON rows by (scope, fingerprint) in one SQLite file, safe against a kill at any moment.

    Several processes may read and write it at once. Raises StoreError when the file is not such a store.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self.path, timeout=60.0, isolation_level=None)
            self._open()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{self.path} cannot be used as a store: {error}; give another file") from None

    def _open(self) -> None:
        """Check the layout, or make it in an empty file."""
        (found,) = self._db.execute("PRAGMA user_version").fetchone()
        tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if found > VERSION or (found == 0 and tables > 0):
            self._db.close()
            known = "is written by a newer version of pencilmark" if found else "belongs to another program"
            raise StoreError(f"{self.path} {known}; give another file")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")  # a killed process loses nothing, a power cut a few rows
        self._db.execute(_TABLE)
        self._db.execute(f"PRAGMA user_version = {VERSION}")

    def read(self, scope: str, fingerprints: Sequence[str]) -> dict[str, dict[str, Any]]:
        """The rows that are there, by fingerprint."""
        found: dict[str, dict[str, Any]] = {}
        for start in range(0, len(fingerprints), _ASKED):
            part = fingerprints[start : start + _ASKED]
            marks = ",".join("?" * len(part))
            query = f"SELECT fingerprint, body FROM rows WHERE scope = ? AND fingerprint IN ({marks})"
            for name, body in self._db.execute(query, (scope, *part)):
                found[name] = json.loads(body)
        return found

    def write(self, scope: str, rows: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep rows by fingerprint: all of them or, when the process dies, none. A row that is there stays."""
        values = [(scope, name, json.dumps(row, ensure_ascii=False)) for name, row in rows.items()]
        with self._db:
            self._db.execute("BEGIN")
            self._db.executemany("INSERT OR IGNORE INTO rows VALUES (?, ?, ?)", values)

    def scopes(self) -> dict[str, int]:
        """How many rows each scope has."""
        return dict(self._db.execute("SELECT scope, count(*) FROM rows GROUP BY scope ORDER BY scope").fetchall())

    def rows(self, scope: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """All rows of a scope as (fingerprint, row), by fingerprint."""
        for name, body in self._db.execute(
            "SELECT fingerprint, body FROM rows WHERE scope = ? ORDER BY fingerprint", (scope,)
        ):
            yield name, json.loads(body)

    def __len__(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM rows").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class CardStore(RowStore):
    """Cards of a corpus, rated at most once::

    with CardStore("cards.sqlite") as store:
        rows = store.rate_many(puzzles, jobs=8, fields=["difficulty", "band", "time"])
        frame = store.to_frame(fields=["difficulty", "band", "time"])
    """

    def rate_many(
        self,
        puzzles: Iterable[object],
        jobs: int = 1,
        executor: Executor | None = None,
        progress: Progress | None = None,
        **options: Any,
    ) -> list[Row]:
        """Cards of many puzzles, in input order, as :func:`pencilmark.rate_many` gives them.

        A puzzle whose card is in the store is not rated; every other card is kept as soon as it is known, so the same
        call after a crash goes on where the last one stopped. Errors and cards cut by ``max_seconds`` are not kept.
        ``progress`` counts puzzles, known ones at once.

        Raises
        ------
        ValueError, TypeError
            For a bad option; never because of a puzzle.
        """
        scope = _scope(options)
        given = listed(puzzles)
        names = [_fingerprint(puzzle) for puzzle in given]
        known = self.read(scope, sorted({name for name in names if isinstance(name, str)}))
        first = {name: i for i, name in reversed(list(enumerate(names))) if isinstance(name, str)}
        missing = [i for name, i in sorted(first.items(), key=lambda item: item[1]) if name not in known]
        done = len(given) - len(missing)
        if progress is not None and done:
            progress(done, len(given))
        fresh = rate_stream([given[i] for i in missing], jobs, executor, **options)
        errors: dict[str, Row] = {}
        for i, row in zip(missing, fresh, strict=True):
            name = str(names[i])
            kept = "error" not in row and "stopped" not in row
            if kept:
                self.write(scope, {name: row})
            (known if kept else errors)[name] = row
            done += 1
            if progress is not None:
                progress(done, len(given))
        rows = known | errors
        return [_card(rows[name]) if isinstance(name, str) else name for name in names]

    def get(self, puzzle: object, **options: Any) -> Row | None:
        """The stored card of a puzzle under the present model and these options, or None."""
        name = _fingerprint(puzzle)
        row = self.read(_scope(options), [name]).get(name) if isinstance(name, str) else None
        return None if row is None else _card(row)

    def to_frame(self, **options: Any) -> pd.DataFrame:
        """The stored cards under the present model and these options as a table, index fingerprint.

        Columns are the card's fields; ``contains`` becomes a string of codes. Write it with ``to_parquet`` or
        ``to_csv``. Needs pandas.
        """
        try:
            import pandas as pd
        except ImportError:
            raise StoreError("to_frame needs pandas; install pencilmark[fits], or read store.rows()") from None
        plain = {
            name: {key: _plain(value) for key, value in row.items() if key not in ("format", "format_version")}
            for name, row in self.rows(_scope(options))
        }
        return pd.DataFrame.from_dict(plain, orient="index").rename_axis("fingerprint")


def _plain(value: Any) -> Any:
    """A field as a table cell."""
    if isinstance(value, list) and all(isinstance(entry, Mapping) and "code" in entry for entry in value):
        return " ".join(str(entry["code"]) for entry in value)
    if isinstance(value, Mapping) and set(value) == {"name", "version"}:
        return f"{value['name']} {value['version']}"
    return value


def _card(row: Row) -> Row:
    from .show import Card

    return row if "error" in row else Card(row)


def _fingerprint(puzzle: object) -> str | Row:
    """The puzzle's fingerprint, or the row that says why it cannot be read."""
    from .exchange import fingerprint
    from .loaders import load

    try:
        return fingerprint(load(puzzle))
    except Exception as error:  # one bad puzzle is one row, whatever is wrong with it
        return error_row(error)


def _scope(options: Mapping[str, Any]) -> str:
    """Hash of all that decides a card besides the puzzle; raises ValueError or TypeError for a bad option."""
    from . import __version__
    from .export import check_options
    from .grader_model import active
    from .jit.cache import engine_stamp

    checked = check_options(**options)
    said = [_sorted(part) for part in checked]
    parts = [__version__, engine_stamp(), active().digest(), json.dumps(said, sort_keys=True)]
    limited = options.get("max_seconds")
    chosen = {key: value for key, value in options.items() if isinstance(value, str | bool)}
    parts += [repr(limited), json.dumps(chosen, sort_keys=True)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _sorted(part: Any) -> Any:
    return sorted(part) if isinstance(part, frozenset) else part
