"""Asks how often the high of the first hour is broken later, and whether a strong close the day before changes that.

TOKEN=$(cat data/demo-token) python clients/python/examples/first_hour.py
"""

import os

from market_stats import MarketStats

question = {
    "symbol": os.environ.get("SYMBOL", "DEMO-ACME"),
    "session": "exchange",
    "when": "prev.trend.close_location>=0.8",
    "then": "ib.broke_high=true",
}

with MarketStats(os.environ.get("API", "http://127.0.0.1:3000"), token=os.environ["TOKEN"]) as market:
    answer = market.get("/query", **question)
    print(f"after a close in the upper fifth: {answer['rate_pct']} % of {answer['cases']} sessions")
    print(f"after all other sessions: {answer['rest']['rate_pct']} % of {answer['rest']['cases']}")
    print(f"p value {answer['p_value']}")

    cases = market.frame("/query", **question)
    print(cases.groupby(cases["date"].dt.to_period("Q"))["outcome"].agg(["size", "sum"]).to_string())
