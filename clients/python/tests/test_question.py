import copy
import pickle
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from typing import Any

import pytest

from market_stats import (
    any_of,
    bos,
    count,
    exists,
    fvg,
    gap,
    news,
    on,
    orb,
    owc,
    prev,
    session,
    when_text,
)

NEW_YORK_WINTER = timezone(timedelta(hours=-5))


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (gap.direction == "up", "gap.direction=up"),
        (gap.gap_pct.between(0.2, 0.5), "gap.gap_pct:0.2..0.5"),
        (gap.gap_pct < -1e-7, "gap.gap_pct<-1e-07"),
        (gap.gap_pct >= 3, "gap.gap_pct>=3"),
        (0.2 < gap.gap_pct, "gap.gap_pct>0.2"),
        (gap.filled != True, "gap.filled!=true"),  # noqa: E712
        (session.weekday.is_in("Monday", "Friday"), "session.weekday:Monday|Friday"),
        (session.month <= 6, "session.month<=6"),
        (orb.first_direction.is_null(), "orb.first_direction=null"),
        (
            orb(orb_minutes=15, breakout_criteria="close").or_range_pct > 1,
            "orb[orb_minutes=15,breakout_criteria=close].or_range_pct>1",
        ),
        (orb(orb_minutes=None).broke_high == True, "orb.broke_high=true"),  # noqa: E712
        (gap(fill_cutoff="15:00").filled == False, "gap[fill_cutoff=15:00].filled=false"),  # noqa: E712
        (gap.exists(), "gap.exists=true"),
        (gap.exists(False), "gap.exists=false"),
        (news.direction == "none", "news.direction=none"),
        (gap.prev_date >= date(2024, 2, 29), "gap.prev_date>=2024-02-29"),
        (gap.prev_date >= "2024-02-29", "gap.prev_date>=2024-02-29"),
        (
            orb.breakout_time < datetime(2024, 1, 2, 10, tzinfo=NEW_YORK_WINTER),
            "orb.breakout_time<2024-01-02T15:00:00.000+00:00",
        ),
        # The later one by its zone.
        (
            orb.breakout_time.between("2024-01-02T15:00Z", "2024-01-02T14:00-05:00"),
            "orb.breakout_time:2024-01-02T15:00Z..2024-01-02T14:00-05:00",
        ),
        (prev(gap).direction == "down", "prev1.gap.direction=down"),
        (prev(prev(gap, 2)(fill_cutoff="15:00")).filled.is_null(), "prev3.gap[fill_cutoff=15:00].filled=null"),
        (prev(session.return_pct, 250) > 1, "prev250.session.return_pct>1"),
        (prev(gap.exists(), 2), "prev2.gap.exists=true"),
        (
            count(fvg(timeframe="15m"), fvg.direction == "bullish", fvg.gap_size_pct > 0.1) >= 2,
            "count(fvg[timeframe=15m];direction=bullish;gap_size_pct>0.1)>=2",
        ),
        (exists(bos, bos.direction == "up"), "exists(bos;direction=up)=true"),
        (prev(~exists(bos), 2), "prev2.exists(bos)=false"),
        (~~exists(bos), "exists(bos)=true"),
        (prev(count(bos), 2) == 0, "prev2.count(bos)=0"),
        (session.open > prev(session).high, "session.open>prev1.session.high"),
        (on(gap, "SPY").direction == "up", "SPY@gap.direction=up"),
        (
            prev(on(gap, "BTC/USD"), 2).gap_pct <= on(gap, "QQQ").gap_pct,
            'prev2."BTC/USD"@gap.gap_pct<=QQQ@gap.gap_pct',
        ),
        (on(prev(session.open != prev(session).high), "SPY"), "prev1.SPY@session.open!=prev2.SPY@session.high"),
        (on(count(bos), "SPY") >= prev(count(bos)), "SPY@count(bos)>=prev1.count(bos)"),
        (~on(exists(bos), "prev1.x"), '"prev1.x"@exists(bos)=false'),
        (gap.fill_time <= "12:00", "gap.fill_time<=12:00"),
        (gap.fill_time <= time(12), "gap.fill_time<=12:00"),
        (gap.fill_time.between(time(9, 45), time(11, 30)), "gap.fill_time:09:45..11:30"),
        (any_of(gap.direction == "up", "session.weekday=Monday"), "any(gap.direction=up;session.weekday=Monday)"),
    ],
)
def test_conditions_write_themselves_in_the_grammar(condition: object, text: str) -> None:
    assert str(condition) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2024-W05", "owc.week=2024-W05"),
        ('2024-W05;x"y|z', 'owc.week="2024-W05;x""y|z"'),
        ("null", 'owc.week="null"'),
        ("NULL", 'owc.week="NULL"'),
        ("a..b", 'owc.week="a..b"'),
        (" a", 'owc.week=" a"'),
        ("a\n", 'owc.week="a\n"'),
        ("", 'owc.week=""'),
        ("gap.filled", 'owc.week="gap.filled"'),
    ],
)
def test_what_would_be_read_otherwise_is_quoted(value: str, text: str) -> None:
    assert str(owc.week == value) == text


def test_conditions_are_joined_by_semicolons_texts_among_them() -> None:
    assert when_text([gap.direction == "up", "session.month=1"]) == "gap.direction=up;session.month=1"
    assert when_text(gap.direction == "up") == "gap.direction=up"
    assert when_text(()) == ""


def test_one_of_several_conditions_stands_in_a_list() -> None:
    either = any_of(gap.direction == "up", gap.gap_pct > 1)
    assert when_text([either, gap.exists()]) == "any(gap.direction=up;gap.gap_pct>1);gap.exists=true"
    assert when_text(either) == "any(gap.direction=up;gap.gap_pct>1)"


def test_sources_stay_as_they_are() -> None:
    orb(orb_minutes=30)
    prev(orb, 3)
    assert str(orb.or_high) == "orb.or_high"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: gap.gap_pct == float("nan"), ValueError, "finite number"),
        (lambda: gap.gap_pct.between(1, 0), ValueError, "lower end first"),
        (lambda: gap.prev_date.between(date(2024, 1, 2), date(2024, 1, 1)), ValueError, "lower end first"),
        (lambda: orb.breakout_time < datetime(2024, 1, 2), ValueError, "time zone"),
        (lambda: orb.breakout_time < datetime(2024, 1, 2, microsecond=1, tzinfo=timezone.utc), ValueError, "finer"),
        (lambda: prev(gap, 0), ValueError, "1 to 250"),
        (lambda: prev(prev(gap, 200), 51), ValueError, "1 to 250"),
        (lambda: prev(gap, True), ValueError, "1 to 250"),
        (lambda: gap.direction.is_in(), TypeError, "needs a value"),
        (lambda: gap.direction == object(), TypeError, "takes a number"),
        (lambda: count(fvg, bos.direction == "up"), TypeError, "cannot test bos"),  # type: ignore[misc]
        (lambda: when_text([session.volume]), TypeError, "conditions and texts"),  # type: ignore[list-item]
        (lambda: any_of(), TypeError, "needs a condition"),
        (lambda: any_of(any_of("x")), TypeError, "conditions and texts"),  # type: ignore[arg-type]
        (lambda: on(on(gap, "SPY"), "QQQ"), TypeError, "of SPY already"),
        (lambda: on(gap, 'S"Y'), ValueError, "is not a symbol"),
        (lambda: fvg.gap_size_pct > fvg.gap_size_pct, TypeError, "takes a value"),
        (lambda: gap.fill_time < time(12, 0, 1), ValueError, "finer"),
        (lambda: gap.fill_time < time(12, tzinfo=timezone.utc), ValueError, "time zone"),
        (lambda: any_of("x") or any_of("y"), TypeError, "truth value"),
        # Python would evaluate the half of it.
        (lambda: 0.2 < gap.gap_pct < 0.5, TypeError, "between"),
        (lambda: gap.filled == True and gap.direction == "up", TypeError, "truth value"),  # noqa: E712
        (lambda: not exists(bos), TypeError, "truth value"),
        (lambda: gap.gap_pct in [1], TypeError, "truth value"),
    ],
)
def test_what_cannot_be_meant_is_an_error_at_once(
    make: Callable[[], Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make()


def test_types_refuse_misspelt_words() -> None:
    assert when_text(gap.direction == "upp") == "gap.direction=upp"  # type: ignore[arg-type]
    assert str(gap.direction.is_in("upp")) == "gap.direction:upp"  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        gap.directon  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(TypeError):
        orb(orb_minute=5)  # type: ignore[call-arg]


def test_when_a_field_is_known_is_told_before_anything_is_sent() -> None:
    assert [gap.direction.known_at, gap.filled.known_at, session.close.known_at] == ["open", "event", "close"]
    assert [prev(session).close.known_at, owc.candle_direction.known_at] == ["before", "before"]
    assert [gap.exists().known_at, session.exists().known_at] == ["open", "before"]
    assert [count(bos).known_at, exists(bos, bos.failed == True).known_at] == ["event", "later"]  # noqa: E712
    assert prev(exists(bos, bos.failed == True)).known_at == "later"  # noqa: E712


def test_numbers_of_other_libraries_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    assert str(gap.gap_pct > numpy.float64(0.25)) == "gap.gap_pct>0.25"
    assert str(numpy.float64(0.25) < gap.gap_pct) == "gap.gap_pct>0.25"
    assert str(session.month == numpy.int64(3)) == "session.month=3"
    pandas = pytest.importorskip("pandas")
    stamp = pandas.Timestamp("2024-01-02T15:00Z")
    assert str(orb.breakout_time < stamp) == "orb.breakout_time<2024-01-02T15:00:00.000+00:00"


def test_conditions_cross_processes() -> None:
    condition = prev(gap, 2).gap_pct > 0.2
    assert str(pickle.loads(pickle.dumps(condition))) == str(condition)
    assert str(copy.deepcopy(exists(bos))) == "exists(bos)=true"
