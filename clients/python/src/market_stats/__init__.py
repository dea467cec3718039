"""Client of the market-stats API: typed questions, paging, retries, frames from Arrow."""

from ._async_client import AsyncMarketStats
from ._client import MarketStats
from ._errors import (
    ApiError,
    AuthenticationError,
    ForbiddenError,
    LookAheadError,
    NotFoundError,
    Problem,
    RateLimitError,
    UnavailableError,
    ValidationError,
)
from ._question import (
    AnyOf,
    Condition,
    Existence,
    Field,
    KnownAt,
    NumberField,
    OrderedField,
    any_of,
    count,
    exists,
    on,
    prev,
    when_text,
)
from ._sources import *  # noqa: F403
from ._sources import __all__ as _sources

__all__ = [
    "AnyOf",
    "ApiError",
    "AsyncMarketStats",
    "AuthenticationError",
    "Condition",
    "Existence",
    "Field",
    "ForbiddenError",
    "KnownAt",
    "LookAheadError",
    "MarketStats",
    "NotFoundError",
    "NumberField",
    "OrderedField",
    "Problem",
    "RateLimitError",
    "UnavailableError",
    "ValidationError",
    "any_of",
    "count",
    "exists",
    "on",
    "prev",
    "when_text",
]
__all__ += _sources
