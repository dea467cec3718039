"""What both clients share: how a request is written, when it is tried again, how pages go on."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import httpx

from ._errors import RateLimitError, UnavailableError
from ._pages import LARGEST_PAGES
from ._question import written, when_text

if TYPE_CHECKING:
    import pyarrow

FIRST_BACKOFF = 0.5
MAX_BACKOFF = 8.0


@dataclass(frozen=True)
class Settings:
    base_url: str
    token: str | None = field(repr=False)
    timeout: float
    retries: int
    max_wait: float

    def __post_init__(self) -> None:
        url = httpx.URL(self.base_url)
        if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query or url.fragment:
            raise ValueError("base_url: give http(s)://host[:port][/path], and the token as token")

    def for_httpx(self) -> dict[str, Any]:
        """A redirect would take the token elsewhere: httpx follows none."""
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        return {"headers": headers, "timeout": self.timeout}

    def url(self, path: str) -> str:
        return self.base_url.rstrip("/") + path


class Patience:
    """When a request is tried again: 429 and 503 when Retry-After says; without it, and without any answer, after half a
    second, then twice as long each time. A POST only after 429: without an answer it may have been done already."""

    def __init__(self, settings: Settings, method: str = "GET") -> None:
        self._is_repeatable = method != "POST"
        self._retries_left = settings.retries
        self._wait_left = settings.max_wait
        self._backoff = FIRST_BACKOFF

    def wait_after(self, error: Exception) -> float:
        """Seconds to wait. Raises the error where it is final, or the wait is too long."""
        wait: float | None
        if isinstance(error, RateLimitError) or (self._is_repeatable and isinstance(error, UnavailableError)):
            wait = error.retry_after
        elif self._is_repeatable and isinstance(error, ConnectionError):
            wait = None
        else:
            raise error
        if wait is None:
            # From half to the whole, so that clients do not come back all at once.
            wait = self._backoff * random.uniform(0.5, 1)
            self._backoff = min(MAX_BACKOFF, self._backoff * 2)
        if self._retries_left <= 0 or wait > self._wait_left:
            raise error
        self._retries_left -= 1
        self._wait_left -= wait
        return wait


def no_answer(error: httpx.TransportError, settings: Settings, path: str) -> Exception:
    """Python's own errors for it. A timeout is reported at once: it has cost its time already."""
    where = f"{settings.base_url.rstrip('/')}{path}"
    if isinstance(error, httpx.TimeoutException):
        return TimeoutError(f"no answer from {where} within {settings.timeout} s")
    return ConnectionError(f"no answer from {where}: {error}")


def as_sent(path: str, params: Mapping[str, object]) -> dict[str, str]:
    """Query parameters as texts."""
    if not path.startswith("/"):
        raise ValueError(f"a path begins with /, such as /stats/gap: {path!r}")
    if "format" in params:
        raise TypeError("format: use csv(), arrow(), pandas() or polars() instead")
    return {name: _text(name, value) for name, value in params.items() if value is not None}


def all_pages(path: str, params: Mapping[str, object]) -> dict[str, str]:
    """As sent; without a limit the largest pages: small ones cost a request each."""
    values = as_sent(path, params)
    if path in LARGEST_PAGES:
        values.setdefault("limit", str(LARGEST_PAGES[path]))
    return values


def _text(name: str, value: Any) -> str:
    if name in ("among", "when"):
        return when_text(value)
    if isinstance(value, (bool, int, float)) or (isinstance(value, date) and not isinstance(value, str)):
        return written(value)
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return ",".join(str(one) for one in value)
    return str(value)


def following(values: Mapping[str, str], cursor: str) -> dict[str, str]:
    """Parameters of the next page. Raises where a page names itself as the next: the rows would never end."""
    if values.get("cursor") == cursor:
        raise RuntimeError(f"the next page of {cursor} is that page itself")
    return {**values, "cursor": cursor}


def next_cursor(page: Any) -> str | None:
    cursor = (page.get("metadata") or {}).get("next_cursor") if isinstance(page, dict) else None
    return cursor if isinstance(cursor, str) else None


def rows_of(path: str, page: Any) -> list[Any]:
    rows = page.get("data", page.get("events")) if isinstance(page, dict) else None
    if not isinstance(rows, list):
        raise ValueError(f"{path} answers no list: use get()")
    return rows


def read_json(response: httpx.Response) -> Any:
    """Raises ConnectionError where something else than the API has answered."""
    try:
        return json.loads(response.content)
    except ValueError as error:
        where = response.url.copy_with(query=None)
        raise ConnectionError(f"{where} answered something else than JSON: is the API there?") from error


class Events:
    """Server-sent events of one name, line by line."""

    def __init__(self, name: str) -> None:
        self._wanted = name
        self._name = ""
        self._data: list[str] = []

    def read(self, line: str) -> Any | None:
        """What an event holds, once its last line is read; None before, and of comments, which say that the stream is alive."""
        if line == "":
            name, data = self._name, self._data
            self._name, self._data = "", []
            return json.loads("\n".join(data)) if name == self._wanted and data else None
        field, _, value = line.partition(":")
        if field == "event":
            self._name = value.removeprefix(" ")
        elif field == "data":
            self._data.append(value.removeprefix(" "))
        return None


TODAY_STREAM = "/today/stream"
FOR_STREAMS = {"Accept": "text/event-stream"}


def alert_path(id: str) -> str:
    return f"/me/alerts/{quote(id, safe='')}"


def query_path(id: str) -> str:
    return f"/me/queries/{quote(id, safe='')}"


def arrow_table(bodies: list[bytes]) -> pyarrow.Table:
    """One table of the pages of a list, under the metadata of the last."""
    pa = needs("pyarrow", "arrow")
    tables = [pa.ipc.open_stream(body).read_all() for body in bodies]
    table = pa.concat_tables(tables) if len(tables) > 1 else tables[0]
    return table.replace_schema_metadata(tables[-1].schema.metadata)


def needs(module: str, extra: str) -> Any:
    """The module; where it is not installed, an error that says how to get it."""
    import importlib

    try:
        loaded = importlib.import_module(module)
        if module == "pyarrow":
            importlib.import_module("pyarrow.ipc")
        return loaded
    except ImportError as error:
        raise ImportError(f"{module} is not installed: pip install 'market-stats-client[{extra}]'") from error
