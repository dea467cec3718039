"""Client of the market-stats API."""

from ._client import MarketStats
from ._errors import ApiError

__all__ = ["ApiError", "MarketStats"]
