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

cache.install(DEV)

import numba  # noqa: E402  the cache place must be settled before the first decorator runs

_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
_NO_WRAPPERS: dict[str, Any] = {} if DEV else {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

entry: Callable[..., Any] = numba.njit(**_OPTIONS)
"""Decorator for kernels called from Python: no allocation, no reference counts, cached."""
inner: Callable[..., Any] = numba.njit(**_OPTIONS, **_NO_WRAPPERS)
"""Decorator for kernels called from kernels only."""
