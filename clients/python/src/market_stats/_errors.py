"""What the API refuses, as classes with its own words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from time import time
from typing import Any

import httpx


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a request."""

    loc: tuple[str | int, ...]
    msg: str
    type: str
    position: int | None = None
    """Of a question: where in its text."""
    expected: str | None = None
    did_you_mean: str | None = None

    def __str__(self) -> str:
        where = ".".join(str(part) for part in self.loc if part != "query")
        return f"{where}: {self.msg}"


class ApiError(Exception):
    """An answer that is no 200."""

    def __init__(self, response: httpx.Response, detail: Any, message: str | None = None) -> None:
        self.status = response.status_code
        self.detail = detail
        """The body's ``detail``; its text where it is no JSON."""
        self.error = _text_in(detail, "error")
        """The API's word for it, such as ``symbol_not_found``; None where it gave none."""
        self.request_id: str | None = response.headers.get("x-request-id")
        """Tells the operator which request it was."""
        self.url = str(response.url)
        super().__init__(message or self._message())

    def __reduce__(self) -> tuple[Any, ...]:
        """An error of a worker process arrives: by itself Exception would call the class with the message alone."""
        return _restored, (type(self), self.args, self.__dict__)

    def _message(self) -> str:
        message = _text_in(self.detail, "message")
        if message is None:
            message = self.detail if isinstance(self.detail, str) and self.detail else f"HTTP {self.status}"
        return f"{message} (request {self.request_id})" if self.status >= 500 and self.request_id else message


def _restored(kind: type[ApiError], args: tuple[Any, ...], state: dict[str, Any]) -> ApiError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error


class AuthenticationError(ApiError):
    """401: no token, or one that is unknown or revoked."""


class ForbiddenError(ApiError):
    """403: the plan lacks direct access, or a feature."""

    @property
    def feature(self) -> str | None:
        """What the plan lacks; None where it is the access as a whole."""
        return _text_in(self.detail, "feature")


class NotFoundError(ApiError):
    """404: nothing is stored about the symbol, or there is no such path."""


class ValidationError(ApiError):
    """422: what is wrong with the parameters, all at once."""

    def __init__(self, response: httpx.Response, detail: Any) -> None:
        self.problems = _problems(detail)
        super().__init__(response, detail, "\n".join(map(str, self.problems)) or None)


class LookAheadError(ValidationError):
    """422: conditions tell, at the time of the outcome, what nobody knew then."""

    def __init__(self, response: httpx.Response, detail: Any) -> None:
        super().__init__(response, detail)
        when = response.url.params.get("when", "")
        self.conditions = [
            _condition_at(when, problem.position)
            for problem in self.problems
            if problem.type == "look_ahead" and problem.position is not None
        ]
        """The conditions that look ahead, as they were asked."""


class _LaterError(ApiError):
    def __init__(self, response: httpx.Response, detail: Any) -> None:
        super().__init__(response, detail)
        self.retry_after = _retry_after(response.headers.get("retry-after"))
        """Seconds from the time of the answer; None where it said none."""


class RateLimitError(_LaterError):
    """429: a limit is reached, and waiting for it would be longer than the client may."""

    @property
    def window(self) -> str | None:
        """``minute`` or ``day``."""
        return _text_in(self.detail, "window")


class UnavailableError(_LaterError):
    """503: the store is unavailable, or too much is asked at the moment."""


_BY_STATUS: Mapping[int, type[ApiError]] = {
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    429: RateLimitError,
    503: UnavailableError,
}


def error_of(response: httpx.Response) -> ApiError:
    if response.is_redirect:
        target = response.headers["location"]
        return ApiError(response, f"redirected to {target}: give the address where the API is as base_url")
    try:
        body = response.json()
        detail = body["detail"] if isinstance(body, dict) and "detail" in body else body
    except ValueError:
        detail = response.text
    if response.status_code == 422:
        ahead = any(problem.type == "look_ahead" for problem in _problems(detail))
        return LookAheadError(response, detail) if ahead else ValidationError(response, detail)
    return _BY_STATUS.get(response.status_code, ApiError)(response, detail)


def _text_in(detail: Any, key: str) -> str | None:
    value = detail.get(key) if isinstance(detail, dict) else None
    return value if isinstance(value, str) else None


def _problems(detail: Any) -> list[Problem]:
    if not isinstance(detail, list):
        return []
    return [_problem(one) for one in detail if isinstance(one, dict)]


def _problem(sent: Mapping[str, Any]) -> Problem:
    ctx = sent.get("ctx") or {}
    return Problem(
        loc=tuple(sent.get("loc", ())),
        msg=str(sent.get("msg", "")),
        type=str(sent.get("type", "")),
        position=ctx.get("position"),
        expected=ctx.get("expected"),
        did_you_mean=ctx.get("did_you_mean"),
    )


def _retry_after(header: str | None) -> float | None:
    """Seconds, or a date; None where there is neither."""
    if header is None:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time())
    except ValueError:
        return None


def _condition_at(when: str, position: int) -> str:
    """The condition that holds the position: ``;`` parts conditions outside of quotes and parentheses."""
    start = depth = 0
    quoted = False
    for at, sign in enumerate(when + ";"):
        if sign == '"':
            quoted = not quoted
        if quoted:
            continue
        depth += (sign == "(") - (sign == ")")
        if sign == ";" and depth == 0:
            if position <= at:
                return when[start:at].strip()
            start = at + 1
    return when[start:].strip()
