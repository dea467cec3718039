"""P1's peer: FastAPI in one uvicorn process with a token look-up, a limiter, validation and the given bytes."""

import base64
import hashlib
import json
import sys
import time
from typing import Annotated, Literal

import uvicorn
from fastapi import Depends, FastAPI, Header, HTTPException, Query, Response

given = json.loads(sys.stdin.readline())
body = base64.b64decode(given["body"])
accounts = {hashlib.sha256(given["token"].encode()).hexdigest(): "account"}
used: dict[tuple[str, int], int] = {}
cached: dict[str, bytes] = {}
app = FastAPI()


def account_of(authorization: Annotated[str, Header()]) -> str:
    account = accounts.get(hashlib.sha256(authorization.removeprefix("Bearer ").encode()).hexdigest())
    if account is None:
        raise HTTPException(401, "invalid token")
    window = (account, int(time.time() // 60))
    used[window] = used.get(window, 0) + 1
    if used[window] > 1_000_000_000:
        raise HTTPException(429, "rate limit exceeded")
    return account


@app.get(given["path"])
async def summary(
    account: Annotated[str, Depends(account_of)],
    symbol: Annotated[str, Query(max_length=32)],
    time_window: Literal["1M", "3M", "6M", "12M", "24M", "5Y"] = "12M",
    include_extended_hours: bool = False,
) -> Response:
    key = f"{symbol} {time_window} {include_extended_hours}"
    content = cached.setdefault(key, body)
    return Response(content, headers=given["headers"])


uvicorn.run(app, host="127.0.0.1", port=given["port"], log_level="error", access_log=False)
