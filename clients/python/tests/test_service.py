"""Against the running API; what the client says is compared with plain requests."""

import asyncio
import csv
import io
from datetime import date
from typing import Any, get_type_hints

import httpx
import pytest
from conftest import YEAR

from market_stats import (
    ApiError,
    AsyncMarketStats,
    AuthenticationError,
    Condition,
    ForbiddenError,
    LookAheadError,
    MarketStats,
    NotFoundError,
    RateLimitError,
    ValidationError,
    count,
    fvg,
    gap,
    orb,
    prev,
    session,
)
from market_stats._types import NumberAnswer, RateAnswer


@pytest.fixture(scope="module")
def plain(url: str, token: str) -> Any:
    def get(path: str, **params: str) -> Any:
        return httpx.get(url + path, params=params, headers={"Authorization": f"Bearer {token}"}).json()

    return get


def test_answers_are_those_of_the_api(market: MarketStats, plain: Any) -> None:
    assert market.get("/stats/gap/summary", **YEAR) == plain("/stats/gap/summary", **YEAR)
    assert [row["symbol"] for row in market.rows("/symbols")] == ["DEMO-ACME", "DEMO-INDEX"]
    assert market.get("/me/usage")["account"]["plan"] == "pro_api"
    one = market.get("/stats/gap", symbol="DEMO-ACME", date=date(2025, 6, 4))
    assert one == plain("/stats/gap", symbol="DEMO-ACME", date="2025-06-04")


def test_lists_come_as_pages_and_rows_to_their_end(market: MarketStats, plain: Any) -> None:
    whole = plain("/stats/gap", **YEAR)["data"]
    assert len(whole) > 90
    pages = list(market.pages("/stats/gap", limit=50, **YEAR))
    assert [len(page["data"]) for page in pages[:-1]] == [50] * (len(pages) - 1)
    assert [row for page in pages for row in page["data"]] == whole
    assert list(market.rows("/stats/gap", limit=40, **YEAR)) == whole
    assert len(list(market.rows("/stats/gap/top", **YEAR))) == 10
    news = plain("/stats/news/reactions", symbol="DEMO-ACME")["events"]
    assert len(news) > 40
    assert list(market.rows("/stats/news/reactions", limit=40, symbol="DEMO-ACME")) == news
    with pytest.raises(ValueError, match="no list"):
        next(market.rows("/stats/gap/summary", **YEAR))


def test_a_loop_that_ends_early_asks_for_no_more(market: MarketStats) -> None:
    def used() -> int:
        found: int = market.get("/me/usage")["rate_limits"]["minute"]["used"]
        return found

    before = used()
    next(market.rows("/stats/gap", limit=5, **YEAR))
    assert used() == before + 1


def test_csv(market: MarketStats, plain: Any) -> None:
    rows = list(csv.DictReader(io.StringIO(market.csv("/stats/gap", limit=3, **YEAR))))
    assert [row["date"] for row in rows] == [row["date"] for row in plain("/stats/gap", limit="3", **YEAR)["data"]]


def test_arrow_has_all_pages_in_their_types(market: MarketStats, plain: Any) -> None:
    table = market.arrow("/stats/gap", limit=40, **YEAR)
    whole = plain("/stats/gap", **YEAR)["data"]
    assert table.num_rows == len(whole)
    assert table.column("gap_pct").to_pylist() == [row["gap_pct"] for row in whole]
    assert table.column("date").to_pylist() == [date.fromisoformat(row["date"]) for row in whole]
    assert b"metadata" in table.schema.metadata


def test_frames_of_pandas_and_polars_are_the_same_rows(market: MarketStats, plain: Any) -> None:
    whole = plain("/stats/gap", **YEAR)["data"]
    pandas = market.pandas("/stats/gap", limit=40, **YEAR)
    polars = market.polars("/stats/gap", limit=40, **YEAR)
    assert list(pandas["gap_pct"]) == polars["gap_pct"].to_list() == [row["gap_pct"] for row in whole]
    assert str(pandas["date"].dtype).startswith("datetime64")
    assert str(polars["date"].dtype) == "Date"
    assert polars["filled"].to_list() == [row["filled"] for row in whole]


WHEN: list[Condition | str] = [gap.direction == "up", gap.gap_pct < 1, prev(session).return_pct > -5, "session.month:1..12"]


def test_a_question_of_a_condition_has_a_rate(market: MarketStats, plain: Any) -> None:
    answer = market.query(when=WHEN, then=orb(orb_minutes=15).first_direction == "up", **YEAR)
    when = "gap.direction=up;gap.gap_pct<1;prev.session.return_pct>-5;session.month:1..12"
    same = plain("/query", when=when, then="orb[orb_minutes=15].first_direction=up", **YEAR)
    assert answer["cases"] > 30
    for name in ("cases", "hits", "rate_pct", "base", "rest", "p_value", "difference_pct", "by_year", "unknown"):
        assert dict(answer)[name] == same[name]
    assert answer.keys() == get_type_hints(RateAnswer).keys()


def test_a_question_of_a_number_has_a_distribution(market: MarketStats) -> None:
    answer = market.query(when=gap.exists(), then=session.return_pct, **YEAR)
    assert answer["base"] is not None and answer["rest"] is not None
    assert answer["base"]["cases"] == answer["cases"] + answer["rest"]["cases"]
    assert answer.keys() == get_type_hints(NumberAnswer).keys()
    counted = market.query(then=count(fvg(timeframe="15m"), fvg.direction == "bullish"), **YEAR)
    assert counted["cases"] == counted["sessions"]


def test_every_case_comes_also_as_a_frame(market: MarketStats) -> None:
    when = gap.direction == "down"
    cases = list(market.cases(when=when, then=session.range_pct, limit=30, **YEAR))
    assert len(cases) == market.query(when=when, then=session.range_pct, **YEAR)["cases"]
    assert cases[0]["values"]["gap.direction"] == "down"
    frame = market.pandas("/query", when=when, then=session.range_pct, limit=30, **YEAR)
    assert list(frame["outcome"]) == [case["outcome"] for case in cases]


def test_a_question_is_asked_of_many_symbols(market: MarketStats) -> None:
    scan = market.scan(
        when=gap.gap_pct.between(-0.4, 0.4),
        then=gap.filled == True,  # noqa: E712
        time_window="12M",
        session="exchange",
        symbols=["DEMO-ACME", "DEMO-INDEX"],
        min_cases=5,
    )
    assert (scan["symbols"], len(scan["data"])) == (2, 2)


def test_look_ahead_is_refused_by_an_error_that_names_both_sides(market: MarketStats) -> None:
    when = [session.month >= 1, gap.filled == True]  # noqa: E712
    then = orb.first_direction == "up"
    with pytest.raises(LookAheadError) as raised:
        market.query(when=when, then=then, **YEAR)
    assert raised.value.conditions == ["gap.filled=true"]
    assert "gap.filled (event" in str(raised.value)
    assert "orb.first_direction (event" in str(raised.value)
    assert market.query(when=when, then=then, allow_look_ahead=True, **YEAR)["look_ahead"] is True


def test_a_question_has_its_bars(market: MarketStats) -> None:
    bars = list(market.bars(symbol="DEMO-ACME", date="2025-06-04", session="exchange", limit=100))
    assert len(bars) == 390
    assert bars[0]["ts"] == "2025-06-04T13:30:00+00:00"


def test_refusals_are_classes(market: MarketStats, url: str, free_token: str) -> None:
    with pytest.raises(AuthenticationError) as raised:
        MarketStats(url, "wrong").get("/symbols")
    assert raised.value.error == "invalid_token"
    with pytest.raises(ForbiddenError) as forbidden:
        MarketStats(url, free_token).get("/stats/gap", start_time="14:00", **YEAR)
    assert forbidden.value.feature == "custom_times"
    with pytest.raises(NotFoundError) as missing:
        market.get("/stats/gap", symbol="NOBODY")
    assert missing.value.error == "symbol_not_found"
    assert missing.value.request_id


def test_422_says_where_and_what_was_probably_meant(market: MarketStats) -> None:
    with pytest.raises(ValidationError, match=r"^when: At 4: .*; did you mean 'direction'\?$") as raised:
        market.query(symbol="DEMO-ACME", when="gap.directon=up", then="gap.filled=true")
    assert raised.value.problems[0].position == 4
    with pytest.raises(ValidationError, match="symbl.*did you mean|did you mean.*symbol"):
        market.get("/stats/gap/summary", symbl="A", **YEAR)


def test_a_limit_only_takes_time(url: str, limited_token: str, plain: Any) -> None:
    with MarketStats(url, limited_token) as limited:
        assert len(list(limited.rows("/stats/gap", limit=30, **YEAR))) == plain("/stats/gap", **YEAR)["count"]
    with MarketStats(url, limited_token, max_wait=0) as impatient, pytest.raises(RateLimitError) as raised:
        for _ in range(3):
            impatient.get("/stats/gap/summary", **YEAR)
    assert raised.value.window == "minute"
    assert (raised.value.retry_after or 0) >= 1


def test_asyncio_has_the_same(market: MarketStats, url: str, token: str) -> None:
    async def ask() -> None:
        async with AsyncMarketStats(url, token) as other:
            summary, cases = await asyncio.gather(
                other.get("/stats/gap/summary", **YEAR),
                other.query(when=WHEN, then=session.return_pct, **YEAR),
            )
            assert summary == market.get("/stats/gap/summary", **YEAR)
            assert cases["mean"] == market.query(when=WHEN, then=session.return_pct, **YEAR)["mean"]
            rows = [row async for row in other.rows("/stats/gap", limit=40, **YEAR)]
            assert rows == list(market.rows("/stats/gap", **YEAR))
            assert (await other.arrow("/stats/gap", limit=40, **YEAR)).num_rows == len(rows)
            assert len(await other.pandas("/stats/gap", **YEAR)) == len(await other.polars("/stats/gap", **YEAR))
            bars = [bar async for bar in other.bars(symbol="DEMO-ACME", date="2025-06-04", session="exchange")]
            assert len(bars) == 390
            with pytest.raises(LookAheadError):
                await other.query(symbol="DEMO-ACME", when=session.close > 0, then=gap.filled == True)  # noqa: E712
            with pytest.raises(ApiError):
                await other.csv("/nothing")

    asyncio.run(ask())


def test_what_an_account_keeps_is_written_and_read(market: MarketStats) -> None:
    assert market.set_watchlist(["demo-index", "DEMO-ACME"])["symbols"] == ["DEMO-INDEX", "DEMO-ACME"]
    assert market.get("/me/watchlist")["symbols"] == ["DEMO-INDEX", "DEMO-ACME"]
    query = {"name": "Gaps", "question": "/console/query?when=gap.direction%3Dup&then=gap.filled%3Dtrue"}
    assert market.save_query("gaps-1", **query).items() >= {"id": "gaps-1", **query}.items()
    assert [kept["id"] for kept in market.get("/me/queries")["data"]] == ["gaps-1"]
    market.delete_query("gaps-1")
    with pytest.raises(NotFoundError):
        market.delete_query("gaps-1")
    with pytest.raises(ApiError):
        market.save_query("not/an id", **query)


def test_an_alert_is_added_paused_given_another_secret_and_deleted(market: MarketStats) -> None:
    question = "/console/query?when=gap.direction%3Dup&then=gap.filled%3Dtrue"
    market.save_query("calls", name="Gaps", question=question)
    alert = market.add_alert(query_id="calls", symbols=["DEMO-ACME"], webhook_url="https://example.com/alerts")
    assert alert["secret"].startswith("whsec_")
    assert market.set_alert(alert["id"], paused=True)["state"] == "paused"
    replaced = market.replace_alert_secret(alert["id"])["secret"]
    assert replaced.startswith("whsec_") and replaced != alert["secret"]
    assert list(market.alert_calls(alert["id"])) == []
    market.delete_alert(alert["id"])
    with pytest.raises(NotFoundError):
        market.delete_alert(alert["id"])
    market.delete_query("calls")


def test_today_comes_as_a_stream(market: MarketStats, plain: Any) -> None:
    for answer in market.today(symbols=["DEMO-ACME"]):
        assert answer == plain("/today", symbols="DEMO-ACME")
        break
    with pytest.raises(NotFoundError):
        next(market.today(symbols="NOBODY"))


def test_a_stream_that_falls_silent_is_a_timeout(url: str, token: str) -> None:
    with MarketStats(url, token, timeout=2.0) as market:
        today = market.today(symbols="DEMO-ACME")
        next(today)
        with pytest.raises(TimeoutError):
            next(today)


def test_asyncio_writes_and_streams(url: str, token: str) -> None:
    async def act() -> None:
        async with AsyncMarketStats(url, token) as market:
            assert (await market.set_watchlist([]))["symbols"] == []
            await market.save_query("async", name="Gaps", question="/console/query")
            await market.delete_query("async")
            async for answer in market.today(symbols="DEMO-ACME"):
                assert answer["count"] == 1
                break

    asyncio.run(act())
