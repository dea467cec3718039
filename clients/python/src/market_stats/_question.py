"""Questions as code: conditions that write themselves in the grammar of ``/query``.

Names, words and types of fields are the service's own (``_sources.py``), so a type checker finds a misspelt one, and a
value is quoted where it has to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from typing import Any, Generic, Protocol, TypeVar, Union

from ._condition import AnyOf as AnyOf
from ._condition import Condition as Condition
from ._condition import Existence as Existence
from ._condition import KnownAt as KnownAt
from ._condition import NoTruth, Of, Subject, added, earlier, latest, named
from ._condition import RecordTest as RecordTest
from ._condition import any_of as any_of
from ._condition import written as written

V = TypeVar("V")
R = TypeVar("R", covariant=True)

# With a field on the right, the text is the operator alone.
_Made = Callable[[Subject, str, KnownAt, Union[Subject, None]], R]


class Field(NoTruth, Generic[V, R]):
    """A field with values that are the same or not."""

    __slots__ = ("_made", "_subject", "known_at")
    # numpy's numbers on the left leave the comparison to the field.
    __array_ufunc__ = None

    def __init__(self, subject: Subject, known_at: KnownAt, made: _Made[R]) -> None:
        self._subject = subject
        self._made = made
        self.known_at = known_at

    def _condition(self, test: str) -> R:
        return self._made(self._subject, test, self.known_at, None)

    def _compared(self, operator: str, right: V | Field[V, Any]) -> R:
        if not isinstance(right, Field):
            return self._condition(f"{operator}{written(right)}")
        return self._made(self._subject, operator, latest(self.known_at, right.known_at), right._subject)

    def __eq__(self, value: V | Field[V, Any]) -> R:  # type: ignore[override]
        return self._compared("=", value)

    def __ne__(self, value: V | Field[V, Any]) -> R:  # type: ignore[override]
        return self._compared("!=", value)

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

    def __lt__(self, value: V | Field[V, Any]) -> R:
        return self._compared("<", value)

    def __le__(self, value: V | Field[V, Any]) -> R:
        return self._compared("<=", value)

    def __gt__(self, value: V | Field[V, Any]) -> R:
        return self._compared(">", value)

    def __ge__(self, value: V | Field[V, Any]) -> R:
        return self._compared(">=", value)

    def between(self, low: V, high: V) -> R:
        """Both ends belong to it.

        Raises ValueError where the lower end is not first; of texts and times of day
        the service tells.
        """
        ends: tuple[Any, Any] = (low, high)
        if not any(isinstance(end, (str, time)) for end in ends) and ends[0] > ends[1]:
            raise ValueError(f"between({low}, {high}): give the lower end first")
        return self._condition(f":{written(low)}..{written(high)}")


Number = Union[int, float]
Date = Union[date, str]
Time = Union[datetime, time, str]


class NumberField(OrderedField[Number, R]):
    """A number: conditions on it, and by itself an outcome whose distribution is answered."""

    __slots__ = ()

    def _before(self, sessions: int) -> NumberField[R]:
        return NumberField(self._subject.before(sessions), earlier(self.known_at), self._made)

    def _on(self, symbol: str) -> NumberField[R]:
        return NumberField(self._subject.on(symbol), self.known_at, self._made)


class _Source:
    __slots__ = ("_parameters", "_previous", "_symbol")
    _name: str = ""

    def __init__(self, previous: int = 0, parameters: str = "", symbol: str | None = None) -> None:
        self._previous = previous
        self._parameters = parameters
        self._symbol = symbol

    def __str__(self) -> str:
        return str(Subject(self._previous, self._symbol, self._name + self._parameters))

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
        return type(self)(self._previous, self._text_of(parameters), self._symbol)

    def _before(self: S, sessions: int) -> S:
        return type(self)(added(self._previous, sessions), self._parameters, self._symbol)

    def _on(self: S, symbol: str) -> S:
        return type(self)(self._previous, self._parameters, named(self._symbol, symbol))

    def _field(self, name: str, known_at: KnownAt) -> tuple[Subject, KnownAt, _Made[Condition]]:
        subject = Subject(self._previous, self._symbol, f"{self._name}{self._parameters}.{name}")
        return subject, earlier(known_at) if self._previous else known_at, Condition

    def exists(self, there: bool = True) -> Condition:
        """Whether there is a record of the session."""
        subject, known_at, made = self._field("exists", self._exists_known_at)
        return made(subject, f"={written(bool(there))}", known_at, None)


M = TypeVar("M", bound="RecordsSource[Any]")


class RecordsSource(_Source, Generic[Of]):
    """A statistic with many records a session: asked by ``count`` and ``exists``."""

    __slots__ = ()

    def _with(self: M, parameters: Mapping[str, object]) -> M:
        return type(self)(0, self._text_of(parameters))

    def _field(self, name: str, known_at: KnownAt) -> tuple[Subject, KnownAt, _Made[RecordTest[Of]]]:
        of: Any = self._name

        def made(subject: Subject, test: str, kind: KnownAt, against: Subject | None) -> RecordTest[Of]:
            if against is not None:
                raise TypeError(f"{of}.{subject} takes a value, not the field {against}")
            return RecordTest(of, f"{subject}{test}", kind)

        return Subject(0, None, name), known_at, made


class _Shiftable(Protocol):
    def _before(self: T, sessions: int) -> T: ...
    def _on(self: T, symbol: str) -> T: ...


T = TypeVar("T", bound="_Shiftable")


def prev(of: T, sessions: int = 1) -> T:
    """The same of a session before: ``prev(gap, 2).direction == "up"``.

    Takes a source, a number or a condition; without a count the session just before.
    """
    return of._before(sessions)


def on(of: T, symbol: str) -> T:
    """The same of another symbol's session of the same date: ``on(gap, "SPY").direction == "up"``.

    Takes a source, a number or a condition; only symbols of the same clock, four others in a question.
    """
    return of._on(symbol)


def _records(word: str, source: RecordsSource[Of], tests: tuple[RecordTest[Of], ...]) -> Subject:
    for test in tests:
        if test.of != source._name:
            raise TypeError(f"{word}({source._name}, ...) cannot test {test.of}: {test}")
    return Subject(0, None, f"{word}({';'.join([str(source), *map(str, tests)])})")


def count(source: RecordsSource[Of], *tests: RecordTest[Of]) -> NumberField[Condition]:
    """How many records of the session pass all tests: a number.

    Of daily and weekly candles it is known later than it says.
    """
    return NumberField(_records("count", source, tests), latest("event", *(test.known_at for test in tests)), Condition)


def exists(source: RecordsSource[Of], *tests: RecordTest[Of]) -> Existence:
    """Some record of the session passes all tests."""
    return Existence(_records("exists", source, tests), "=true", latest("event", *(test.known_at for test in tests)))


When = Union[Condition, AnyOf, str, Iterable[Union[Condition, AnyOf, str]]]
"""What must hold of a session: conditions, the API's text of them, or both in a list; an empty one: every session."""
Then = Union[Condition, "NumberField[Condition]", str]
"""What is asked of it: a condition's rate, or a number's distribution."""


def when_text(when: When) -> str:
    """The text of ``when`` and of ``among``."""
    if isinstance(when, (str, Condition, AnyOf)):
        return str(when)
    return ";".join(str(_a_condition(one)) for one in when)


def _a_condition(one: object) -> object:
    if isinstance(one, (str, Condition, AnyOf)):
        return one
    raise TypeError(f"among and when take conditions and texts, not {one!r}")
