"""Bit operations on int64 words under one name in compiled and in plain Python mode.

Words are int64 because mixing signed and unsigned words turns into floats in numba. Bit 63 is the sign:
never shift a whole word right except as ``(word >> k) & 1``.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic, overload

_ALL = (1 << 64) - 1


def popcnt(x: int) -> int:
    """Number of set bits of a 64-bit word."""
    return (int(x) & _ALL).bit_count()


def ctz(x: int) -> int:
    """Index of the lowest set bit of a 64-bit word; 64 for zero."""
    word = int(x) & _ALL
    return 64 if word == 0 else (word & -word).bit_length() - 1


@intrinsic
def _ctpop(typingctx: Any, x: Any) -> Any:
    if not isinstance(x, types.Integer):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, builder.ctpop(args[0]), signature.args[0], types.int64)

    return types.int64(x), codegen


@intrinsic
def _cttz(typingctx: Any, x: Any) -> Any:
    if not isinstance(x, types.Integer):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero_is_defined = context.get_constant(types.boolean, False)
        return context.cast(builder, builder.cttz(args[0], zero_is_defined), signature.args[0], types.int64)

    return types.int64(x), codegen


@overload(popcnt, strict=False)
def _popcnt(x: Any) -> Any:
    return (lambda x: _ctpop(x)) if isinstance(x, types.Integer) else None


@overload(ctz, strict=False)
def _ctz(x: Any) -> Any:
    return (lambda x: _cttz(x)) if isinstance(x, types.Integer) else None
