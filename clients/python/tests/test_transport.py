"""Against a server that answers as each test says."""

import json
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from market_stats import ApiError, MarketStats, RateLimitError, UnavailableError

Reply = tuple[int, str, dict[str, str]] | Callable[[BaseHTTPRequestHandler], None]
GOOD: Reply = (200, '{"ok": true}', {})
AWAY: Reply = (503, '{"detail": {"error": "unavailable", "message": "away"}}', {"X-Request-Id": "r1"})


def limited(retry_after: str) -> Reply:
    detail = '{"detail": {"error": "rate_limit_exceeded", "message": "The limit", "window": "minute"}}'
    return (429, detail, {"Retry-After": retry_after})


class Served:
    """A server that gives its replies one after another, the last one again and again."""

    def __init__(self) -> None:
        self.replies: list[Reply] = [GOOD]
        self.asked: list[tuple[str, str | None, float]] = []
        served = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self.do_GET()

            def do_GET(self) -> None:
                served.asked.append((self.path, self.headers.get("Authorization"), time.monotonic()))
                reply = served.replies[min(len(served.asked), len(served.replies)) - 1]
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

    def waited(self, number: int) -> float:
        """Seconds between a request and the next."""
        return self.asked[number + 1][2] - self.asked[number][2]


@pytest.fixture
def served() -> Iterator[Served]:
    one = Served()
    yield one
    one.server.shutdown()
    one.server.server_close()


def test_a_post_that_may_have_been_done_is_not_sent_again(served: Served) -> None:
    def hang_up(handler: BaseHTTPRequestHandler) -> None:
        handler.connection.close()

    for reply, error in ((AWAY, UnavailableError), (hang_up, ConnectionError)):
        served.asked.clear()
        served.replies = [reply, GOOD]
        with served.client() as market, pytest.raises(error):
            market.add_alert(query_id="q", symbols=["A"])
        assert len(served.asked) == 1
    served.asked.clear()
    served.replies = [limited("0"), (201, '{"id": "a"}', {})]
    with served.client() as market:
        assert market.add_alert(query_id="q", symbols=["A"]) == {"id": "a"}
    assert len(served.asked) == 2


def test_a_request_carries_the_token_its_values_and_no_others(served: Served) -> None:
    served.client().get("/a", symbol="A+B", nothing=None, many=["A", "B"], yes=True, when="x=1;y<2")
    assert served.asked[0][:2] == ("/a?symbol=A%2BB&many=A%2CB&yes=true&when=x%3D1%3By%3C2", "Bearer t")


def test_the_path_of_the_base_is_kept(served: Served) -> None:
    MarketStats(served.url + "/market/").get("/a")
    assert served.asked[0][:2] == ("/market/a", None)


@pytest.mark.parametrize("base_url", ["ftp://host", "host:3000", "http://me@host", "http://host?token=1", ""])
def test_a_base_that_is_none_is_refused(base_url: str) -> None:
    with pytest.raises(ValueError, match="base_url"):
        MarketStats(base_url)


def test_no_redirect_is_followed_the_token_stays(served: Served) -> None:
    served.replies = [(302, "", {"Location": "/elsewhere"})]
    with pytest.raises(ApiError, match="redirected to /elsewhere: give the address where the API is as base_url"):
        served.client().get("/a")
    assert len(served.asked) == 1


@pytest.mark.parametrize(("path", "params"), [("stats/gap", {}), ("/stats/gap", {"format": "csv"})])
def test_what_would_not_be_json_of_a_path_is_refused(served: Served, path: str, params: dict[str, str]) -> None:
    with pytest.raises((ValueError, TypeError)):
        served.client().get(path, **params)
    assert served.asked == []


def test_429_is_tried_again_when_retry_after_says(served: Served) -> None:
    served.replies = [limited("1"), GOOD]
    assert served.client().get("/a") == {"ok": True}
    assert served.waited(0) > 0.99


def test_503_without_a_word_is_tried_again_later_each_time(served: Served) -> None:
    served.replies = [AWAY, AWAY, GOOD]
    served.client().get("/a")
    assert served.waited(0) > 0.24
    assert served.waited(1) > 0.49


def test_a_connection_that_ended_without_an_answer_is_tried_again(served: Served) -> None:
    served.replies = [lambda handler: handler.connection.close(), GOOD]
    served.client().get("/a")
    assert len(served.asked) == 2


def test_a_wait_that_is_too_long_is_an_error_at_once(served: Served) -> None:
    served.replies = [limited("3600")]
    with pytest.raises(RateLimitError) as raised:
        served.client().get("/a")
    error = raised.value
    assert (error.status, error.window, error.retry_after, error.error) == (429, "minute", 3600, "rate_limit_exceeded")
    assert len(served.asked) == 1


def test_waits_are_bounded_in_all(served: Served) -> None:
    served.replies = [limited("1")]
    with pytest.raises(RateLimitError):
        served.client(max_wait=1.5).get("/a")
    assert len(served.asked) == 2


def test_attempts_are_bounded(served: Served) -> None:
    served.replies = [AWAY]
    with pytest.raises(UnavailableError, match=r"away \(request r1\)"):
        served.client(retries=1).get("/a")
    assert len(served.asked) == 2


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422, 500, 502])
def test_what_is_final_is_not_tried_again(served: Served, status: int) -> None:
    served.replies = [(status, "<html>", {})]
    with pytest.raises(ApiError) as raised:
        served.client().get("/a")
    assert (raised.value.status, raised.value.detail, raised.value.error) == (status, "<html>", None)
    assert len(served.asked) == 1


def test_a_timeout_is_an_error_at_once(served: Served) -> None:
    served.replies = [lambda _: time.sleep(0.4)]
    with pytest.raises(TimeoutError, match="within 0.1 s"):
        served.client(timeout=0.1).get("/a")
    assert len(served.asked) == 1


def test_nobody_listening_is_a_connection_error(served: Served) -> None:
    served.server.shutdown()
    served.server.server_close()
    with pytest.raises(ConnectionError, match=r"no answer from http://127.0.0.1:\d+/a"):
        served.client(retries=0).get("/a")


def test_pages_that_never_end_are_an_error(served: Served) -> None:
    served.replies = [(200, '{"data": [1], "metadata": {"next_cursor": "x"}}', {})]
    with pytest.raises(RuntimeError, match="that page itself"):
        list(served.client().rows("/a"))


def test_an_answer_that_is_no_json_is_none_of_the_api(served: Served) -> None:
    served.replies = [(200, "<html>login</html>", {})]
    with pytest.raises(ConnectionError, match=r"http://127.0.0.1:\d+/a answered something else than JSON"):
        served.client().get("/a", symbol="A")


def test_a_path_with_small_pages_is_asked_for_large_ones_where_all_rows_are_wanted(served: Served) -> None:
    served.replies = [(200, '{"data": [], "metadata": {}}', {})]
    market = served.client()
    list(market.rows("/stats/pdhlb", limit=None))
    list(market.rows("/stats/pdhlb", limit=7))
    market.get("/stats/pdhlb")
    assert [path for path, _, _ in served.asked] == ["/stats/pdhlb?limit=5000", "/stats/pdhlb?limit=7", "/stats/pdhlb"]


def test_the_token_is_in_no_repr(served: Served) -> None:
    market = MarketStats(served.url, "s3cret")
    assert "s3cret" not in repr(market) + repr(vars(market))


@pytest.mark.parametrize("reply", [limited("3600"), (422, '{"detail": [{"loc": ["query", "a"], "msg": "m"}]}', {})])
def test_errors_cross_processes(served: Served, reply: Reply) -> None:
    served.replies = [reply]
    with pytest.raises(ApiError) as raised:
        served.client().get("/a")
    other = pickle.loads(pickle.dumps(raised.value))
    assert type(other) is type(raised.value)
    assert (str(other), vars(other)) == (str(raised.value), vars(raised.value))


def test_the_stream_of_calls_goes_on_after_the_last_call_that_was_handled(served: Served) -> None:
    def stream(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        since = json.dumps({"since": handler.headers.get("Last-Event-ID")})
        handler.wfile.write(f"id: 1-\n\nid: 2-a\nevent: call\ndata: {since}\n\n".encode())

    served.replies = [stream]
    with served.client() as market:
        since = datetime.fromisoformat("2025-03-03T14:31:00.250+00:00")
        assert list(market.alert_stream(since=since)) == [{"since": "1741012260250-"}]
        assert list(market.alert_stream()) == [{"since": None}]
