"""Conditions of a question, and the text that the grammar of ``/query`` reads them from."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timezone
from numbers import Integral, Real
from typing import Generic, Literal, NoReturn, TypeVar

KnownAt = Literal["before", "open", "end_of_range", "event", "close", "later"]
"""When a field of a session is known, in the order of the day."""

MAX_PREVIOUS = 250

_ORDER: tuple[KnownAt, ...] = ("before", "open", "end_of_range", "event", "close", "later")

# As the grammar takes it without quotes: no delimiter, no space at an end, nothing that `..`, `null` or a field
# (`gap.filled`) is read in.
_BARE = re.compile(r"(?!null\Z|[A-Za-z_].*\.)[A-Za-z0-9_:+-]+(?:\.[A-Za-z0-9_:+-]+)*\Z", re.IGNORECASE | re.ASCII)


def written(value: object) -> str:
    """The value as the grammar reads it. Raises ValueError or TypeError of what no condition can be made of."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        number = float(value)
        if not math.isfinite(number):
            raise ValueError(f"a condition needs a finite number, not {number}")
        return repr(number)
    if isinstance(value, datetime):
        return _time(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return _time_of_day(value)
    if isinstance(value, str):
        return value if _BARE.match(value) else '"' + value.replace('"', '""') + '"'
    raise TypeError(f"a condition takes a number, a word, a date or a time, not {value!r}")


def _time(value: datetime) -> str:
    if value.tzinfo is None:
        raise ValueError(f"{value} has no time zone: give one, such as tzinfo=timezone.utc")
    if value.microsecond % 1000:
        raise ValueError(f"{value} is finer than milliseconds")
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds")


def _time_of_day(value: time) -> str:
    if value.tzinfo is not None:
        raise ValueError(f"{value} has a time zone: a time of day is of the exchange's clock, of crypto UTC")
    if value.second or value.microsecond:
        raise ValueError(f"{value} is finer than minutes")
    return f"{value:%H:%M}"


@dataclass(frozen=True)
class Subject:
    """What stands on a side of an operator."""

    previous: int
    """Sessions before; 0: the session itself."""
    symbol: str | None
    """Another symbol, as the text names it; None: the one that the question is about."""
    body: str

    def before(self, sessions: int) -> Subject:
        return replace(self, previous=added(self.previous, sessions))

    def on(self, symbol: str) -> Subject:
        return replace(self, symbol=named(self.symbol, symbol))

    def __str__(self) -> str:
        previous = f"prev{self.previous}." if self.previous else ""
        symbol = "" if self.symbol is None else f"{self.symbol}@"
        return f"{previous}{symbol}{self.body}"


# What a symbol is written as without quotes; what begins like `prev1.` would be read as that.
_BARE_SYMBOL = re.compile(r"(?!prev\d*\.)[A-Z0-9.-]+\Z", re.IGNORECASE | re.ASCII)


def named(before: str | None, symbol: str) -> str:
    if before is not None:
        raise TypeError(f"of {before} already, not of {symbol}")
    if not symbol.strip() or '"' in symbol:
        raise ValueError(f"{symbol!r} is not a symbol")
    return symbol if _BARE_SYMBOL.match(symbol) else f'"{symbol}"'


def added(previous: int, sessions: int) -> int:
    whole = isinstance(sessions, Integral) and not isinstance(sessions, bool)
    if not whole or sessions < 1 or previous + sessions > MAX_PREVIOUS:
        raise ValueError(f"prev takes 1 to {MAX_PREVIOUS} sessions in all, not {sessions!r}")
    return previous + int(sessions)


def earlier(known_at: KnownAt) -> KnownAt:
    return "later" if known_at == "later" else "before"


def latest(*kinds: KnownAt) -> KnownAt:
    return max(kinds, key=_ORDER.index)


class NoTruth:
    """What Python would take for true: ``0.2 < gap.gap_pct < 0.5`` and ``a and b`` would silently lose a part."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"{self} has no truth value here: use between(low, high) for a range, a list for several conditions, any_of for one of them"
        )


C = TypeVar("C", bound="Condition")


class Condition(NoTruth):
    """A condition on a session; ``str()`` of it is the API's text."""

    __slots__ = ("_against", "_subject", "_test", "known_at")

    def __init__(self, subject: Subject, test: str, known_at: KnownAt, against: Subject | None = None) -> None:
        """With a field on the right, ``test`` is the operator alone."""
        self._subject = subject
        self._test = test
        self._against = against
        self.known_at = known_at

    def _before(self: C, sessions: int) -> C:
        return self._moved(lambda side: side.before(sessions), earlier(self.known_at))

    def _on(self: C, symbol: str) -> C:
        return self._moved(lambda side: side.on(symbol), self.known_at)

    def _moved(self: C, move: Callable[[Subject], Subject], known_at: KnownAt) -> C:
        against = None if self._against is None else move(self._against)
        return type(self)(move(self._subject), self._test, known_at, against)

    def __str__(self) -> str:
        return f"{self._subject}{self._test}{'' if self._against is None else self._against}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


class Existence(Condition):
    """``exists(...)=true``; ``~`` gives its contrary."""

    __slots__ = ()

    def __invert__(self) -> Existence:
        return Existence(self._subject, "=false" if self._test == "=true" else "=true", self.known_at)


class AnyOf(NoTruth):
    """One of several conditions holds: for ``among`` and ``when``, no outcome."""

    __slots__ = ("_text",)

    def __init__(self, conditions: tuple[Condition | str, ...]) -> None:
        if not conditions:
            raise TypeError("any_of needs a condition")
        for one in conditions:
            if not isinstance(one, (str, Condition)):
                raise TypeError(f"any_of takes conditions and texts, not {one!r}")
        self._text = f"any({';'.join(map(str, conditions))})"

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<AnyOf {self}>"


def any_of(*conditions: Condition | str) -> AnyOf:
    """One of the conditions holds: ``any(a;b)``. Not one inside of another."""
    return AnyOf(conditions)


Of = TypeVar("Of", bound=str)


class RecordTest(NoTruth, Generic[Of]):
    """A test of single records, inside ``count`` and ``exists`` of its statistic; no condition on a session."""

    __slots__ = ("_text", "known_at", "of")

    def __init__(self, of: Of, text: str, known_at: KnownAt) -> None:
        self.of: Of = of
        self._text = text
        self.known_at = known_at

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<RecordTest of {self.of}: {self}>"
