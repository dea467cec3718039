"""Runs the client against a local server that sends the replies of each test."""

import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest

from market_stats import ApiError, MarketStats

Reply = tuple[int, str, dict[str, str]] | Callable[[BaseHTTPRequestHandler], None]
GOOD: Reply = (200, '{"ok": true}', {})
AWAY: Reply = (503, '{"detail": {"error": "unavailable", "message": "away"}}', {"X-Request-Id": "r1"})


def limited(retry_after: str) -> Reply:
    return (429, '{"detail": {"error": "rate_limit_exceeded", "message": "The limit"}}', {"Retry-After": retry_after})


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


class Served:
    """A server that sends its replies in order, and the last one from then on."""

    def __init__(self) -> None:
        self.replies: list[Reply] = [GOOD]
        self.requests: list[tuple[str, str | None, float]] = []
        served = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                served.requests.append((self.path, self.headers.get("Authorization"), time.monotonic()))
                reply = served.replies[min(len(served.requests), len(served.replies)) - 1]
                if callable(reply):
                    reply(self)
                    return
                status, body, headers = reply
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body.encode())))
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def client(self, **options: Any) -> MarketStats:
        return MarketStats(self.url, "t", **options)

    def seconds_between(self, number: int) -> float:
        return self.requests[number + 1][2] - self.requests[number][2]


@pytest.fixture
def served() -> Iterator[Served]:
    one = Served()
    yield one
    one.server.shutdown()
    one.server.server_close()


def test_a_request_carries_the_token_and_the_values(served: Served) -> None:
    served.client().get("/a", symbol="A+B", nothing=None, many=["A", "B"], yes=True, when="x=1;y<2")
    assert served.requests[0][:2] == ("/a?symbol=A%2BB&many=A%2CB&yes=true&when=x%3D1%3By%3C2", "Bearer t")


def test_the_path_of_base_url_is_kept(served: Served) -> None:
    MarketStats(served.url + "/market/").get("/a")
    assert served.requests[0][:2] == ("/market/a", None)


@pytest.mark.parametrize("base_url", ["ftp://host", "host:3000", "http://me@host", "http://host?token=1", ""])
def test_an_invalid_base_url_is_refused(base_url: str) -> None:
    with pytest.raises(ValueError, match="base_url"):
        MarketStats(base_url)


@pytest.mark.parametrize("path", ["stats/gap", "http://elsewhere.example/stats/gap"])
def test_only_a_path_is_accepted(served: Served, path: str) -> None:
    with pytest.raises(ValueError, match="expected a path"):
        served.client().get(path)
    assert served.requests == []


def test_no_redirect_is_followed(served: Served) -> None:
    served.replies = [(302, "", {"Location": "/elsewhere"})]
    with pytest.raises(ApiError, match="redirected to /elsewhere: use the API's own address as base_url"):
        served.client().get("/a")
    assert len(served.requests) == 1


@pytest.mark.parametrize("status", [429, 503])
def test_429_and_503_are_repeated_after_retry_after(served: Served, status: int) -> None:
    served.replies = [(status, "{}", {"Retry-After": "1"}), GOOD]
    assert served.client().get("/a") == {"ok": True}
    assert served.seconds_between(0) > 0.99


def test_503_without_retry_after_is_repeated_with_growing_waits(served: Served) -> None:
    served.replies = [AWAY, AWAY, GOOD]
    served.client().get("/a")
    assert served.seconds_between(0) > 0.24
    assert served.seconds_between(1) > 0.49


def test_a_lost_connection_is_repeated(served: Served) -> None:
    served.replies = [hang_up, GOOD]
    served.client().get("/a")
    assert len(served.requests) == 2


def test_a_wait_that_is_too_long_raises_at_once(served: Served) -> None:
    served.replies = [limited("3600")]
    with pytest.raises(ApiError) as raised:
        served.client().get("/a")
    assert (raised.value.status, raised.value.error, raised.value.retry_after) == (429, "rate_limit_exceeded", 3600)
    assert len(served.requests) == 1


def test_the_sum_of_the_waits_is_bounded(served: Served) -> None:
    served.replies = [limited("1")]
    with pytest.raises(ApiError):
        served.client(max_wait=1.5).get("/a")
    assert len(served.requests) == 2


def test_the_number_of_attempts_is_bounded(served: Served) -> None:
    served.replies = [AWAY]
    with pytest.raises(ApiError, match=r"away \(request r1\)"):
        served.client(retries=1).get("/a")
    assert len(served.requests) == 2


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422, 500, 502])
def test_other_statuses_are_final(served: Served, status: int) -> None:
    served.replies = [(status, "<html>", {})]
    with pytest.raises(ApiError) as raised:
        served.client().get("/a")
    assert (raised.value.status, raised.value.detail, raised.value.error) == (status, "<html>", None)
    assert len(served.requests) == 1


def test_a_timeout_raises_at_once(served: Served) -> None:
    served.replies = [lambda _: time.sleep(0.4)]
    with pytest.raises(httpx.TimeoutException):
        served.client(timeout=0.1).get("/a")
    assert len(served.requests) == 1


def test_no_server_is_a_transport_error(served: Served) -> None:
    served.server.shutdown()
    served.server.server_close()
    with pytest.raises(httpx.ConnectError):
        served.client(retries=0).get("/a")


def test_a_page_that_names_itself_as_the_next_is_an_error(served: Served) -> None:
    served.replies = [(200, '{"data": [1], "metadata": {"next_cursor": "x"}}', {})]
    with pytest.raises(RuntimeError, match="that page itself"):
        list(served.client().pages("/a"))
