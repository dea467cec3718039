"""Questions as code: conditions that write themselves in the grammar of ``/query``.

Names, words and types of fields are the service's own (``_sources.py``), so a type checker finds a misspelt one, and a
value is quoted where it has to be.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timezone
from numbers import Integral, Real
from typing import Any, Generic, Literal, NoReturn, Protocol, TypeVar, Union

KnownAt = Literal["before", "open", "end_of_range", "event", "close", "later"]
"""When a field of a session is known, in the order of the day."""

MAX_PREVIOUS = 250

_ORDER: tuple[KnownAt, ...] = ("before", "open", "end_of_range", "event", "close", "later")

# As the grammar takes it without quotes: no delimiter, no space at an end, nothing that `..` or `null` is read in.
_BARE = re.compile(r"(?!null\Z)[A-Za-z0-9_:+-]+(?:\.[A-Za-z0-9_:+-]+)*\Z", re.IGNORECASE | re.ASCII)


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
    if isinstance(value, str):
        return value if _BARE.match(value) else '"' + value.replace('"', '""') + '"'
    raise TypeError(f"a condition takes a number, a word, a date or a time, not {value!r}")


def _time(value: datetime) -> str:
    if value.tzinfo is None:
        raise ValueError(f"{value} has no time zone: give one, such as tzinfo=timezone.utc")
    if value.microsecond % 1000:
        raise ValueError(f"{value} is finer than milliseconds")
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds")


@dataclass(frozen=True)
class _Subject:
    """What comes before the operator."""

    previous: int
    body: str

    def before(self, sessions: int) -> _Subject:
        return replace(self, previous=_added(self.previous, sessions))

    def __str__(self) -> str:
        return f"prev{self.previous}.{self.body}" if self.previous else self.body


def _added(previous: int, sessions: int) -> int:
    whole = isinstance(sessions, Integral) and not isinstance(sessions, bool)
    if not whole or sessions < 1 or previous + sessions > MAX_PREVIOUS:
        raise ValueError(f"prev takes 1 to {MAX_PREVIOUS} sessions in all, not {sessions!r}")
    return previous + int(sessions)


def _earlier(known_at: KnownAt) -> KnownAt:
    return "later" if known_at == "later" else "before"


class _NoTruth:
    """What Python would take for true: ``0.2 < gap.gap_pct < 0.5`` and ``a and b`` would silently lose a part."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"{self} has no truth value here: use between(low, high) for a range, a list for several conditions"
        )


C = TypeVar("C", bound="Condition")


class Condition(_NoTruth):
    """A condition on a session; ``str()`` of it is the API's text."""

    __slots__ = ("_subject", "_test", "known_at")

    def __init__(self, subject: _Subject, test: str, known_at: KnownAt) -> None:
        self._subject = subject
        self._test = test
        self.known_at = known_at

    def _before(self: C, sessions: int) -> C:
        return type(self)(self._subject.before(sessions), self._test, _earlier(self.known_at))

    def __str__(self) -> str:
        return f"{self._subject}{self._test}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


class Existence(Condition):
    """``exists(...)=true``; ``~`` gives its contrary."""

    __slots__ = ()

    def __invert__(self) -> Existence:
        return Existence(self._subject, "=false" if self._test == "=true" else "=true", self.known_at)


Of = TypeVar("Of", bound=str)
V = TypeVar("V")
R = TypeVar("R", covariant=True)


class RecordTest(_NoTruth, Generic[Of]):
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


_Made = Callable[[_Subject, str, KnownAt], R]


class Field(_NoTruth, Generic[V, R]):
    """A field with values that are the same or not."""

    __slots__ = ("_made", "_subject", "known_at")
    # numpy's numbers on the left leave the comparison to the field.
    __array_ufunc__ = None

    def __init__(self, subject: _Subject, known_at: KnownAt, made: _Made[R]) -> None:
        self._subject = subject
        self._made = made
        self.known_at = known_at

    def _condition(self, test: str) -> R:
        return self._made(self._subject, test, self.known_at)

    def __eq__(self, value: V) -> R:  # type: ignore[override]
        return self._condition(f"={written(value)}")

    def __ne__(self, value: V) -> R:  # type: ignore[override]
        return self._condition(f"!={written(value)}")

    def is_in(self, *values: V) -> R:
        """One of the values."""
        if not values:
            raise TypeError("is_in needs a value")
        return self._condition(":" + "|".join(map(written, values)))

    def is_null(self) -> R:
        """The record is there, the field of it is null."""
        return self._condition("=null")

    def __str__(self) -> str:
        return str(self._subject)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


class OrderedField(Field[V, R]):
    """A field with an order: numbers, dates and times."""

    __slots__ = ()

    def __lt__(self, value: V) -> R:
        return self._condition(f"<{written(value)}")

    def __le__(self, value: V) -> R:
        return self._condition(f"<={written(value)}")

    def __gt__(self, value: V) -> R:
        return self._condition(f">{written(value)}")

    def __ge__(self, value: V) -> R:
        return self._condition(f">={written(value)}")

    def between(self, low: V, high: V) -> R:
        """Both ends belong to it. Raises ValueError where the lower end is not first; of texts the service tells."""
        ends: tuple[Any, Any] = (low, high)
        if not isinstance(low, str) and not isinstance(high, str) and ends[0] > ends[1]:
            raise ValueError(f"between({low}, {high}): give the lower end first")
        return self._condition(f":{written(low)}..{written(high)}")


Number = Union[int, float]
Date = Union[date, str]
Time = Union[datetime, str]


class NumberField(OrderedField[Number, R]):
    """A number: conditions on it, and by itself an outcome whose distribution is answered."""

    __slots__ = ()

    def _before(self, sessions: int) -> NumberField[R]:
        return NumberField(self._subject.before(sessions), _earlier(self.known_at), self._made)


class _Source:
    __slots__ = ("_parameters", "_previous")
    _name: str = ""

    def __init__(self, previous: int = 0, parameters: str = "") -> None:
        self._previous = previous
        self._parameters = parameters

    def __str__(self) -> str:
        return str(_Subject(self._previous, self._name + self._parameters))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    @staticmethod
    def _text_of(parameters: Mapping[str, object]) -> str:
        given = [f"{name}={written(value)}" for name, value in parameters.items() if value is not None]
        return f"[{','.join(given)}]" if given else ""


S = TypeVar("S", bound="SessionSource")


class SessionSource(_Source):
    """A statistic with one record a session, the session itself, its news, its week."""

    __slots__ = ()
    _exists_known_at: KnownAt = "before"

    def _with(self: S, parameters: Mapping[str, object]) -> S:
        return type(self)(self._previous, self._text_of(parameters))

    def _before(self: S, sessions: int) -> S:
        return type(self)(_added(self._previous, sessions), self._parameters)

    def _field(self, name: str, known_at: KnownAt) -> tuple[_Subject, KnownAt, _Made[Condition]]:
        subject = _Subject(self._previous, f"{self._name}{self._parameters}.{name}")
        return subject, _earlier(known_at) if self._previous else known_at, Condition

    def exists(self, there: bool = True) -> Condition:
        """Whether there is a record of the session."""
        subject, known_at, made = self._field("exists", self._exists_known_at)
        return made(subject, f"={written(bool(there))}", known_at)


M = TypeVar("M", bound="RecordsSource[Any]")


class RecordsSource(_Source, Generic[Of]):
    """A statistic with many records a session: asked by ``count`` and ``exists``."""

    __slots__ = ()

    def _with(self: M, parameters: Mapping[str, object]) -> M:
        return type(self)(0, self._text_of(parameters))

    def _field(self, name: str, known_at: KnownAt) -> tuple[_Subject, KnownAt, _Made[RecordTest[Of]]]:
        of: Any = self._name
        return _Subject(0, name), known_at, lambda subject, test, kind: RecordTest(of, f"{subject}{test}", kind)


class _Shiftable(Protocol):
    def _before(self: T, sessions: int) -> T: ...


T = TypeVar("T", bound="_Shiftable")


def prev(of: T, sessions: int = 1) -> T:
    """The same of a session before: ``prev(gap, 2).direction == "up"``.

    Takes a source, a number or a condition; without a count the session just before.
    """
    return of._before(sessions)


def _records(word: str, source: RecordsSource[Of], tests: tuple[RecordTest[Of], ...]) -> _Subject:
    for test in tests:
        if test.of != source._name:
            raise TypeError(f"{word}({source._name}, ...) cannot test {test.of}: {test}")
    return _Subject(0, f"{word}({';'.join([str(source), *map(str, tests)])})")


def _latest(tests: Iterable[RecordTest[Any]]) -> KnownAt:
    return max(["event", *(test.known_at for test in tests)], key=_ORDER.index)


def count(source: RecordsSource[Of], *tests: RecordTest[Of]) -> NumberField[Condition]:
    """How many records of the session pass all tests: a number.

    Of daily and weekly candles it is known later than it says.
    """
    return NumberField(_records("count", source, tests), _latest(tests), Condition)


def exists(source: RecordsSource[Of], *tests: RecordTest[Of]) -> Existence:
    """Some record of the session passes all tests."""
    return Existence(_records("exists", source, tests), "=true", _latest(tests))


When = Union[Condition, str, Iterable[Union[Condition, str]]]
"""What must hold of a session: conditions, the API's text of them, or both in a list; an empty one: every session."""
Then = Union[Condition, "NumberField[Condition]", str]
"""What is asked of it: a condition's rate, or a number's distribution."""


def when_text(when: When) -> str:
    """The text of ``when``."""
    if isinstance(when, (str, Condition)):
        return str(when)
    return ";".join(str(_a_condition(one)) for one in when)


def _a_condition(one: object) -> object:
    if isinstance(one, (str, Condition)):
        return one
    raise TypeError(f"when takes conditions and texts, not {one!r}")
