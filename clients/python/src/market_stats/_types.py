"""Shapes of what ``/query`` answers; other answers are plain dicts, as the API gives them."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

Value = Union[float, int, str, bool, None]


class Interval(TypedDict):
    low: float | None
    high: float | None


class Difference(Interval):
    value: float | None


class Quantiles(TypedDict):
    p5: float | None
    p25: float | None
    p75: float | None
    p95: float | None


class _Unknown(TypedDict):
    among: int
    when: int
    then: int
    early: int


class CurvePoint(TypedDict):
    minutes: int
    cases_pct: float | None
    rest_pct: float | None


class NowCondition(TypedDict):
    condition: str
    state: Union[bool, Literal["pending"]]
    value: Value
    known: str
    known_at: str | None


class Now(TypedDict):
    date: str | None
    session: Literal["in_progress", "next"] | None
    as_of: str | None
    matches: Union[bool, Literal["pending"]]
    conditions: list[NowCondition]


class RateGroup(TypedDict):
    cases: int
    hits: int
    rate_pct: float | None
    confidence: Interval


class RateShort(TypedDict):
    cases: int
    hits: int
    rate_pct: float | None


class RateYear(RateShort):
    year: int


class NumberGroup(TypedDict):
    cases: int
    n: int
    never: int
    mean: float | None
    mean_confidence: Interval
    median: float | None
    median_confidence: Interval
    std: float | None
    quantiles: Quantiles


class NumberShort(TypedDict):
    cases: int
    mean: float | None
    median: float | None


class NumberYear(NumberShort):
    year: int


class RateCase(TypedDict):
    date: str
    values: dict[str, Value]
    outcome: bool


class NumberCase(TypedDict):
    date: str
    values: dict[str, Value]
    outcome: float | None


class _Answer(TypedDict):
    symbol: str
    time_window: str
    start_date: str | None
    end_date: str | None
    among: str
    when: str
    then: str
    sessions: int
    population: int
    unknown: _Unknown
    p_value: float | None
    curve: list[CurvePoint] | None
    look_ahead: bool
    warnings: list[str]
    now: Now
    count: int
    metadata: dict[str, Any]


class RateAnswer(_Answer, RateGroup):
    """Of an outcome that holds or not. Nothing is compared, base to p_value are None, where ``when`` is known at an event."""

    base: RateGroup | None
    rest: RateGroup | None
    difference_pct: Difference | None
    by_year: list[RateYear]
    last_30: RateShort
    data: list[RateCase]


class NumberAnswer(_Answer, NumberGroup):
    """Of an outcome that is a number."""

    base: NumberGroup | None
    rest: NumberGroup | None
    difference: Difference | None
    by_year: list[NumberYear]
    last_30: NumberShort
    data: list[NumberCase]
