"""Made by `npm run clients:generate` of the service this client belongs to: not edited by hand."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, overload

import httpx

from ._errors import error_of
from ._question import Condition, NumberField, Then, When
from ._transport import (
    FOR_STREAMS,
    TODAY_STREAM,
    Events,
    Patience,
    Settings,
    alert_path,
    all_pages,
    arrow_table,
    as_sent,
    following,
    needs,
    next_cursor,
    no_answer,
    query_path,
    read_json,
    rows_of,
)
from ._types import NumberAnswer, NumberCase, RateAnswer, RateCase

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class MarketStats:
    """Client of one API.

    A list is answered in pages: ``get`` gives one, all other methods follow ``metadata.next_cursor``; ``limit`` is the size
    of a page there. Each page is a request of the plan's limits.

    Parameters are the API's, by their names; None leaves one out. All methods raise an ``ApiError`` where the API refuses,
    ``ConnectionError`` or ``TimeoutError`` where there is no answer.

    :param base_url: where the API is, such as ``https://stats.example.com``; a path before the API's is kept
    :param token: access token; without one only open paths answer
    :param timeout: seconds without a byte, of one attempt
    :param retries: how often a request is tried again after 429, 503 and no answer
    :param max_wait: seconds that a request may wait between its attempts in all; a longer wait is an error at once
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
        self._settings = Settings(base_url, token, timeout, retries, max_wait)
        self._http = httpx.Client(**self._settings.for_httpx())

    def __enter__(self) -> MarketStats:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def get(self, path: str, **params: object) -> Any:
        """The answer of a path, as the API gives it."""
        return read_json(self._request(path, as_sent(path, params)))

    def pages(self, path: str, **params: object) -> Iterator[dict[str, Any]]:
        """All pages of a list, each as it is answered."""
        values = all_pages(path, params)
        while True:
            page = read_json(self._request(path, values))
            rows_of(path, page)
            yield page
            cursor = next_cursor(page)
            if cursor is None:
                return
            values = following(values, cursor)

    def rows(self, path: str, **params: object) -> Iterator[dict[str, Any]]:
        """Rows of all pages of a list."""
        for page in self.pages(path, **params):
            for row in rows_of(path, page):
                yield row

    def csv(self, path: str, **params: object) -> str:
        """One page as CSV (RFC 4180, a header line first)."""
        return (self._request(path, {**as_sent(path, params), "format": "csv"})).content.decode()

    def arrow(self, path: str, **params: object) -> pyarrow.Table:
        """All pages of a list as one table."""
        needs("pyarrow", "arrow")
        values = {**all_pages(path, params), "format": "arrow"}
        bodies: list[bytes] = []
        while True:
            response = self._request(path, values)
            bodies.append(response.content)
            cursor = response.headers.get("x-next-cursor")
            if not cursor:
                return arrow_table(bodies)
            values = following(values, cursor)

    def pandas(self, path: str, **params: object) -> pandas.DataFrame:
        """All pages of a list as a frame of pandas; dates and times are ``datetime64``."""
        needs("pandas", "pandas")
        return (self.arrow(path, **params)).to_pandas(date_as_object=False)

    def polars(self, path: str, **params: object) -> polars.DataFrame:
        """All pages of a list as a frame of polars."""
        frames: Any = needs("polars", "polars")
        frame: polars.DataFrame = frames.from_arrow(self.arrow(path, **params))
        return frame

    @overload
    def query(self, *, then: Condition, among: When = ..., when: When = ..., **params: object) -> RateAnswer: ...
    @overload
    def query(self, *, then: NumberField[Condition], among: When = ..., when: When = ..., **params: object) -> NumberAnswer: ...
    @overload
    def query(self, *, then: str, among: When = ..., when: When = ..., **params: object) -> dict[str, Any]: ...
    def query(self, *, then: Then, among: When = (), when: When = (), **params: object) -> Any:
        """How often ``then`` holds (or how its number is distributed) where all of ``when`` hold, beside all other
        sessions of those in which all of ``among`` hold, with the first page of the cases.

        Raises ``LookAheadError`` where conditions tell what nobody knew at the time of the outcome.
        """
        return self.get("/query", among=among, when=when, then=then, **params)

    @overload
    def cases(self, *, then: Condition, among: When = ..., when: When = ..., **params: object) -> Iterator[RateCase]: ...
    @overload
    def cases(
        self, *, then: NumberField[Condition], among: When = ..., when: When = ..., **params: object
    ) -> Iterator[NumberCase]: ...
    @overload
    def cases(self, *, then: str, among: When = ..., when: When = ..., **params: object) -> Iterator[dict[str, Any]]: ...
    def cases(self, *, then: Then, among: When = (), when: When = (), **params: object) -> Iterator[Any]:
        """All cases of a question, the newest first."""
        return self.rows("/query", among=among, when=when, then=then, **params)

    def scan(self, *, then: Then, among: When = (), when: When = (), **params: object) -> dict[str, Any]:
        """The same question of many symbols, a row each, ranked."""
        answer: dict[str, Any] = self.get("/query/scan", among=among, when=when, then=then, **params)
        return answer

    def bars(self, **params: object) -> Iterator[dict[str, Any]]:
        """Bars of a session or a range, oldest first, over all pages."""
        return self.rows("/bars", **params)

    def today(self, **params: object) -> Iterator[dict[str, Any]]:
        """``/today`` at once and after each change, until the API ends the stream or the loop is left; each counts as a
        request. While the plan's limit is reached nothing comes. The API sends a heartbeat every 15 seconds.
        """
        for answer in self._events(TODAY_STREAM, "today", as_sent(TODAY_STREAM, params)):
            yield answer

    def set_watchlist(self, symbols: Sequence[str]) -> dict[str, Any]:
        """Replaces the watchlist: at most 200 symbols, in this order. Answers it as it is kept."""
        answer: dict[str, Any] = read_json(self._request("/me/watchlist", {}, "PUT", {"symbols": list(symbols)}))
        return answer

    def save_query(self, id: str, *, name: str, question: str) -> dict[str, Any]:
        """Keeps a question under an id of your own (1 to 64 letters, digits, ``-``, ``_``), in the place of one of that
        id.
        """
        body = {"name": name, "question": question}
        answer: dict[str, Any] = read_json(self._request(query_path(id), {}, "PUT", body))
        return answer

    def delete_query(self, id: str) -> None:
        """Raises ``NotFoundError`` where none has this id."""
        self._request(query_path(id), {}, "DELETE")

    def add_alert(
        self, *, query_id: str, symbols: Sequence[str], webhook_url: str | None = None
    ) -> dict[str, Any]:
        """Lets a saved query call when its conditions become true for one of the symbols. Keep ``secret``: it is shown this
        once.
        """
        body = {"query_id": query_id, "symbols": list(symbols), "webhook_url": webhook_url}
        answer: dict[str, Any] = read_json(self._request("/me/alerts", {}, "POST", body))
        return answer

    def set_alert(self, id: str, *, paused: bool) -> dict[str, Any]:
        """Pauses an alert, or lets it call again. Raises ``NotFoundError`` where none has this id."""
        answer: dict[str, Any] = read_json(self._request(alert_path(id), {}, "PUT", {"paused": paused}))
        return answer

    def delete_alert(self, id: str) -> None:
        """Raises ``NotFoundError`` where none has this id."""
        self._request(alert_path(id), {}, "DELETE")

    def replace_alert_secret(self, id: str) -> dict[str, Any]:
        """The new secret of the webhook, shown this once; calls are signed with the one before, too, for a day."""
        answer: dict[str, Any] = read_json(self._request(f"{alert_path(id)}/secret", {}, "POST"))
        return answer

    def alert_calls(self, id: str) -> Iterator[dict[str, Any]]:
        """What an alert called, the newest first, with what came of it, over all pages."""
        values = {"limit": "1000"}
        while True:
            page = read_json(self._request(f"{alert_path(id)}/calls", values))
            for call in page["data"]:
                yield call
            cursor = page["metadata"]["next_cursor"]
            if cursor is None:
                return
            values = {**values, "cursor": cursor}

    def alert_stream(self, *, since: datetime | None = None) -> Iterator[dict[str, Any]]:
        """The calls of all alerts as they are recorded, until the API ends the stream or the loop is left.

        With ``since``, the ``timestamp`` of the last call that was handled, also those recorded after it; calls of the
        minute before it come again.
        """
        last = None if since is None else {"Last-Event-ID": f"{round(since.timestamp() * 1000)}-"}
        for call in self._events("/me/alerts/stream", "call", {}, last):
            yield call

    def _events(
        self, path: str, name: str, values: Mapping[str, str], last: Mapping[str, str] | None = None
    ) -> Iterator[dict[str, Any]]:
        patience = Patience(self._settings)
        while True:
            error: Exception
            opened = False
            try:
                with self._http.stream(
                    "GET", self._settings.url(path), params=values, headers={**FOR_STREAMS, **(last or {})}
                ) as response:
                    if response.status_code == 200:
                        opened = True
                        events = Events(name)
                        for line in response.iter_lines():
                            answer = events.read(line)
                            if answer is not None:
                                yield answer
                        return
                    response.read()
                    error = error_of(response)
            except httpx.TransportError as cause:
                error = no_answer(cause, self._settings, path)
                if opened:
                    raise error from cause
            time.sleep(patience.wait_after(error))

    def _request(
        self, path: str, values: Mapping[str, str], method: str = "GET", body: object = None
    ) -> httpx.Response:
        patience = Patience(self._settings, method)
        while True:
            error: Exception
            try:
                response = self._http.request(method, self._settings.url(path), params=values, json=body)
                if response.status_code in (200, 201, 204):
                    return response
                error = error_of(response)
            except httpx.TransportError as cause:
                error = no_answer(cause, self._settings, path)
            time.sleep(patience.wait_after(error))
