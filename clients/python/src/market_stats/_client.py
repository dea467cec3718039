from __future__ import annotations

import importlib
import random
import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from types import TracebackType
from typing import TYPE_CHECKING, Any

import httpx

from ._errors import ApiError

if TYPE_CHECKING:
    import pandas

FIRST_BACKOFF_S = 0.5
MAX_BACKOFF_S = 8.0


class MarketStats:
    """Client of one API.

    Parameters have the API's names. ``None`` omits a parameter; a list is sent with commas.
    Methods raise ``ApiError`` for an answer other than 200, and httpx's ``TransportError`` if there is no answer.

    :param base_url: address of the API, such as ``https://stats.example.com``
    :param token: access token
    :param timeout: seconds without a byte before an attempt fails
    :param retries: how often a request is repeated after 429, 503 and lost connections
    :param max_wait: seconds that one request waits between its attempts in all; a longer wait raises at once
    """

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 4,
        max_wait: float = 60.0,
    ) -> None:
        url = httpx.URL(base_url)
        if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query or url.fragment:
            raise ValueError("base_url: expected http(s)://host[:port][/path]; the token is a parameter of its own")
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        # httpx follows no redirect by default, so the token stays with base_url.
        self._http = httpx.Client(base_url=url, headers=headers, timeout=timeout)
        self._retries = retries
        self._max_wait = max_wait

    def __enter__(self) -> MarketStats:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def get(self, path: str, **params: object) -> Any:
        """Returns the body of one answer; with ``format="csv"`` its text."""
        response = self._request(path, _encode(params))
        return response.text if params.get("format") == "csv" else response.json()

    def pages(self, path: str, **params: object) -> Iterator[dict[str, Any]]:
        """Yields the pages of a list, one request each; ``limit`` is the size of a page."""
        values = _encode(params)
        while True:
            page = self._request(path, values).json()
            yield page
            cursor = (page.get("metadata") or {}).get("next_cursor")
            if cursor is None:
                return
            values = _next_page(values, cursor)

    def frame(self, path: str, **params: object) -> pandas.DataFrame:
        """Returns all pages of a list as one pandas frame; dates and times are ``datetime64``."""
        arrow = _import("pyarrow.ipc")
        pd = _import("pandas")
        values = {**_encode(params), "format": "arrow"}
        frames = []
        while True:
            response = self._request(path, values)
            frames.append(arrow.open_stream(response.content).read_pandas(date_as_object=False))
            cursor = response.headers.get("x-next-cursor")
            if not cursor:
                frame: pandas.DataFrame = pd.concat(frames, ignore_index=True)
                return frame
            values = _next_page(values, cursor)

    def _request(self, path: str, values: Mapping[str, str]) -> httpx.Response:
        if not path.startswith("/"):
            raise ValueError(f"expected a path such as /stats/gap, not {path!r}")
        wait_left = self._max_wait
        for attempt in range(self._retries + 1):
            error: Exception
            wait = min(MAX_BACKOFF_S, FIRST_BACKOFF_S * 2**attempt) * random.uniform(0.5, 1)
            try:
                response = self._http.get(path, params=values)
                if response.status_code == 200:
                    return response
                error = ApiError(response)
                if response.status_code not in (429, 503):
                    raise error
                wait = wait if error.retry_after is None else error.retry_after
            except httpx.TimeoutException:
                raise
            except httpx.TransportError as lost:
                error = lost
            if attempt == self._retries or wait > wait_left:
                raise error
            wait_left -= wait
            time.sleep(wait)
        raise AssertionError("unreachable")


def _encode(params: Mapping[str, object]) -> dict[str, str]:
    return {name: _text(value) for name, value in params.items() if value is not None}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(_text(item) for item in value)
    return str(value)


def _next_page(values: Mapping[str, str], cursor: str) -> dict[str, str]:
    if values.get("cursor") == cursor:
        raise RuntimeError(f"the page after {cursor} is that page itself")
    return {**values, "cursor": cursor}


def _import(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"{module} is not installed: pip install 'market-stats-client[pandas]'") from error
