"""test/clients/python.system.test.ts starts the service and passes its address in the environment."""

import os
from collections.abc import Iterator

import pytest

from market_stats import MarketStats


def _setting(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        pytest.fail(f"{name} is not set: run `npx vitest run test/clients/python.system.test.ts`, which starts a service")
    return value


@pytest.fixture(scope="session")
def url() -> str:
    return _setting("MARKET_STATS_URL")


@pytest.fixture(scope="session")
def token() -> str:
    """Belongs to an account of the plan pro_api."""
    return _setting("MARKET_STATS_TOKEN")


@pytest.fixture(scope="session")
def limited_token() -> str:
    """Belongs to an account with two requests per minute; a minute of the test service lasts two seconds."""
    return _setting("MARKET_STATS_LIMITED_TOKEN")


@pytest.fixture(scope="session")
def market(url: str, token: str) -> Iterator[MarketStats]:
    with MarketStats(url, token) as client:
        yield client
