"""Compares the client with plain requests to the running API."""

import csv
import io
from datetime import date
from typing import Any

import httpx
import pytest

from market_stats import ApiError, MarketStats

YEAR = {"symbol": "DEMO-ACME", "time_window": "12M", "session": "exchange"}


@pytest.fixture(scope="module")
def plain(url: str, token: str) -> Any:
    def get(path: str, **params: str) -> Any:
        return httpx.get(url + path, params=params, headers={"Authorization": f"Bearer {token}"}).json()

    return get


def test_get_returns_the_api_s_body(market: MarketStats, plain: Any) -> None:
    assert market.get("/stats/gap/summary", **YEAR) == plain("/stats/gap/summary", **YEAR)
    one = market.get("/stats/gap", symbol="DEMO-ACME", date=date(2025, 6, 4))
    assert one == plain("/stats/gap", symbol="DEMO-ACME", date="2025-06-04")


def test_a_question_is_text(market: MarketStats, plain: Any) -> None:
    question = {"when": "gap.direction=up;prev.session.return_pct>-5", "then": "orb[orb_minutes=15].first_direction=up"}
    answer = market.get("/query", **question, **YEAR)
    assert answer["cases"] > 30
    assert answer == plain("/query", **question, **YEAR)


def test_lists_are_sent_with_commas(market: MarketStats) -> None:
    scan = market.get("/query/scan", then="gap.filled=true", symbols=["DEMO-ACME", "DEMO-INDEX"], min_cases=5)
    assert scan["symbols"] == 2


def test_pages_are_followed_to_the_end(market: MarketStats, plain: Any) -> None:
    whole = plain("/stats/gap", **YEAR)["data"]
    assert len(whole) > 90
    pages = list(market.pages("/stats/gap", limit=40, **YEAR))
    assert [len(page["data"]) for page in pages[:-1]] == [40] * (len(pages) - 1)
    assert [row for page in pages for row in page["data"]] == whole
    assert [len(page["data"]) for page in market.pages("/stats/gap/top", **YEAR)] == [10]
    news = [event for page in market.pages("/stats/news/reactions", symbol="DEMO-ACME", limit=40) for event in page["events"]]
    assert len(news) > 40
    assert news == plain("/stats/news/reactions", symbol="DEMO-ACME")["events"]


def test_a_loop_that_ends_early_requests_no_further_page(market: MarketStats) -> None:
    def used() -> int:
        count: int = market.get("/me/usage")["rate_limits"]["minute"]["used"]
        return count

    before = used()
    next(market.pages("/stats/gap", limit=5, **YEAR))
    assert used() == before + 1


def test_csv_is_text(market: MarketStats, plain: Any) -> None:
    rows = list(csv.DictReader(io.StringIO(market.get("/stats/gap", format="csv", limit=3, **YEAR))))
    assert [row["date"] for row in rows] == [row["date"] for row in plain("/stats/gap", limit="3", **YEAR)["data"]]


def test_a_frame_has_all_pages_in_their_types(market: MarketStats, plain: Any) -> None:
    whole = plain("/stats/gap", **YEAR)["data"]
    frame = market.frame("/stats/gap", limit=40, **YEAR)
    assert list(frame["gap_pct"]) == [row["gap_pct"] for row in whole]
    assert list(frame["filled"]) == [row["filled"] for row in whole]
    assert list(frame["date"].dt.strftime("%Y-%m-%d")) == [row["date"] for row in whole]
    assert list(frame.index) == list(range(len(whole)))


def test_an_error_carries_status_code_and_detail(market: MarketStats, url: str) -> None:
    with pytest.raises(ApiError) as raised:
        MarketStats(url, "wrong").get("/symbols")
    assert (raised.value.status, raised.value.error) == (401, "invalid_token")
    with pytest.raises(ApiError) as raised:
        market.get("/stats/gap", symbol="NOBODY")
    assert (raised.value.status, raised.value.error) == (404, "symbol_not_found")
    assert raised.value.request_id


def test_a_422_names_each_parameter(market: MarketStats) -> None:
    with pytest.raises(ApiError, match=r"^when: At 4: ") as raised:
        market.get("/query", symbol="DEMO-ACME", when="gap.directon=up", then="gap.filled=true")
    assert raised.value.status == 422
    assert raised.value.detail[0]["loc"] == ["query", "when"]


def test_a_limit_costs_only_time(url: str, limited_token: str, plain: Any) -> None:
    with MarketStats(url, limited_token) as limited:
        rows = [row for page in limited.pages("/stats/gap", limit=30, **YEAR) for row in page["data"]]
    assert len(rows) == plain("/stats/gap", **YEAR)["count"]
    with MarketStats(url, limited_token, max_wait=0) as impatient, pytest.raises(ApiError) as raised:
        for _ in range(3):
            impatient.get("/stats/gap/summary", **YEAR)
    assert raised.value.status == 429
    assert raised.value.detail["window"] == "minute"
    assert (raised.value.retry_after or 0) >= 1
