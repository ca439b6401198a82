"""How kernels are compiled: two decorators and the cache they share.

``entry`` marks a kernel that Python calls; ``inner`` one that only kernels call. Calling an ``inner``
kernel from Python crashes the interpreter unless ``PENCILMARK_DEV=1`` (keeps the wrappers) or
``NUMBA_DISABLE_JIT=1`` (runs everything as plain Python) is set; tests use these two switches.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from . import cache

DEV = os.environ.get("PENCILMARK_DEV", "") == "1"

cache.install()

import numba  # noqa: E402  the cache place must be settled before the first decorator runs
from numba.core import types  # noqa: E402

_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
_NO_WRAPPERS: dict[str, Any] = {} if DEV else {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def entry(function: Callable[..., Any]) -> Any:
    """Decorate a kernel called from Python: no allocation, no reference counts, cached."""
    return numba.njit(**_OPTIONS)(function)


def inner(function: Callable[..., Any]) -> Any:
    """Decorate a kernel called from kernels only."""
    return _once(numba.njit(**_OPTIONS, **_NO_WRAPPERS)(function))


def inlined(function: Callable[..., Any]) -> Any:
    """Decorate a kernel that is copied into its caller: for hot ones, since a call passes hundreds of values."""
    return _once(numba.njit(**_OPTIONS, **_NO_WRAPPERS, forceinline=True)(function))


def _once(dispatcher: Any) -> Any:
    """One compilation per kernel: numba would compile a version for every literal argument (120 s instead of 70)."""
    typed = getattr(dispatcher, "get_call_template", None)
    if typed is not None:
        dispatcher.get_call_template = lambda args, kws: typed(
            [types.unliteral(a) for a in args], {k: types.unliteral(v) for k, v in kws.items()}
        )
    return dispatcher
