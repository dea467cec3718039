from __future__ import annotations

from email.utils import parsedate_to_datetime
from time import time
from typing import Any

import httpx


class ApiError(Exception):
    """An answer with another status than 200."""

    status: int
    detail: Any
    """The body's ``detail``, or the text of a body that is not JSON."""
    error: str | None
    """The API's code, such as ``symbol_not_found`` or ``rate_limit_exceeded``. A 422 has none: its ``detail`` is a list of problems."""
    retry_after: float | None
    """Seconds to wait, counted from the answer, if the API said so."""
    request_id: str | None
    """Identifies the request in the operator's log."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.detail = _read_detail(response)
        self.error = _text(self.detail, "error")
        self.retry_after = _parse_retry_after(response.headers.get("retry-after"))
        self.request_id = response.headers.get("x-request-id")
        super().__init__(self._message(response))

    def _message(self, response: httpx.Response) -> str:
        if response.is_redirect:
            return f"redirected to {response.headers['location']}: use the API's own address as base_url"
        if isinstance(self.detail, list):
            return "\n".join(_describe_problem(problem) for problem in self.detail)
        message = _text(self.detail, "message") or (isinstance(self.detail, str) and self.detail) or f"HTTP {self.status}"
        return f"{message} (request {self.request_id})" if self.status >= 500 and self.request_id else message


def _read_detail(response: httpx.Response) -> Any:
    try:
        body = response.json()
    except ValueError:
        return response.text
    return body["detail"] if isinstance(body, dict) and "detail" in body else body


def _describe_problem(problem: Any) -> str:
    if not isinstance(problem, dict):
        return str(problem)
    where = ".".join(str(part) for part in problem.get("loc", ()) if part != "query")
    return f"{where}: {problem.get('msg')}"


def _text(detail: Any, key: str) -> str | None:
    value = detail.get(key) if isinstance(detail, dict) else None
    return value if isinstance(value, str) else None


def _parse_retry_after(header: str | None) -> float | None:
    """Reads the header's seconds or its date."""
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
