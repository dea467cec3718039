"""test/clients/python.test.ts starts the service and passes its address in the environment."""

import os
from collections.abc import Iterator

import pytest

from market_stats import MarketStats

YEAR = {"symbol": "DEMO-ACME", "time_window": "12M", "session": "exchange"}


def _told(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        pytest.fail(f"{name} is not set: run `npx vitest run test/clients/python.test.ts`, which starts a service")
    return value


@pytest.fixture(scope="session")
def url() -> str:
    return _told("MARKET_STATS_URL")


@pytest.fixture(scope="session")
def token() -> str:
    """Of an account with everything."""
    return _told("MARKET_STATS_TOKEN")


@pytest.fixture(scope="session")
def free_token() -> str:
    """Of the free plan with direct access."""
    return _told("MARKET_STATS_FREE_TOKEN")


@pytest.fixture(scope="session")
def limited_token() -> str:
    """Of an account with two requests a minute, which lasts two seconds here."""
    return _told("MARKET_STATS_LIMITED_TOKEN")


@pytest.fixture(scope="session")
def market(url: str, token: str) -> Iterator[MarketStats]:
    with MarketStats(url, token) as client:
        yield client
