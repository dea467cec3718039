"""Finds an edge, checks that it is not look-ahead, charts its cases.

    pip install 'market-stats-client[pandas]' matplotlib
    TOKEN=$(cat data/demo-token) python find_an_edge.py [http://127.0.0.1:3000] [SYMBOL] [edge.png]

What makes the answer worth something: the guesses are written down before any is asked, the p values are corrected for
their number, the choice is made on the older half of the data, and the newer half, which took no part, has to agree.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

from market_stats import Condition, LookAheadError, MarketStats, gap, odc, orb, prev, session
from market_stats._types import RateAnswer, RateGroup


@dataclass(frozen=True)
class Guess:
    name: str
    when: Condition
    then: Condition


# Each outcome begins where its condition is known. A break of the opening range, say, followed by a session that closed
# above its open would count a move that was over when the range broke: nothing looks ahead there, and nothing is won.
GREEN = odc.session_direction == "green"
RANGE = orb(orb_minutes=15)
GUESSES = [
    Guess("a gap below 0.3 % is filled", gap.gap_pct < 0.3, gap.filled == True),  # noqa: E712
    Guess("a session that opens with a gap down closes green", gap.direction == "down", GREEN),
    Guess("Mondays close green", session.weekday == "Monday", GREEN),
    Guess("Tuesdays close green", session.weekday == "Tuesday", GREEN),
    Guess("after a red session comes a green one", prev(odc).session_direction == "red", GREEN),
    Guess(
        "breaks of a 15-minute opening range hold better upwards",
        RANGE.first_direction == "up",
        RANGE.continuation == True,  # noqa: E712
    ),
]


def stands(answer: RateAnswer, guesses: int) -> bool:
    """An interval beyond zero, and a p value that survives the number of guesses."""
    difference, p = answer["difference_pct"], answer["p_value"]
    if difference is None:
        return False
    low, high = difference["low"], difference["high"]
    return low is not None and high is not None and p is not None and p * guesses < 0.05 and (low > 0 or high < 0)


def side(answer: RateAnswer) -> float:
    """Above zero: more often than the rest."""
    difference = answer["difference_pct"]
    return (difference["value"] or 0) if difference else 0


def shown(answer: RateAnswer) -> str:
    rest, difference = answer["rest"], answer["difference_pct"]
    if rest is None or difference is None:
        return f"{answer['rate_pct']} % of {answer['cases']}, nothing to compare with"
    return (
        f"{answer['rate_pct']} % of {answer['cases']} against {rest['rate_pct']} % of {rest['cases']}: "
        f"{difference['value']} points [{difference['low']}, {difference['high']}], p {answer['p_value']}"
    )


def day_of(stamp: str) -> date:
    return datetime.fromisoformat(stamp).date()


def main(base_url: str = "http://127.0.0.1:3000", symbol: str = "", file: str = "edge.png") -> None:
    with MarketStats(base_url, os.environ.get("TOKEN")) as market:
        # Two halves of what there is.
        stored = next(row for row in market.rows("/symbols") if symbol in ("", row["symbol"]))
        symbol = stored["symbol"]
        first, last = day_of(stored["first_bar"]), day_of(stored["last_bar"])
        middle = first + (last - first) / 2
        day = timedelta(days=1)
        halves = [(first, middle), (middle + day, last)]

        def ask(guess: Guess, half: int) -> RateAnswer:
            start, end = halves[half]
            return market.query(
                symbol=symbol,
                session="exchange",
                start_date=start,
                end_date=end,
                when=guess.when,
                then=guess.then,
                limit=12,
            )

        print(f"{symbol}, {first} to {middle}, {len(GUESSES)} guesses:")
        asked = []
        for guess in GUESSES:
            answer = ask(guess, 0)
            asked.append((guess, answer))
            print(f"  {guess.name}: {shown(answer)}")

        standing = [(guess, answer) for guess, answer in asked if stands(answer, len(GUESSES))]
        if not standing:
            print("nothing stands: no edge here. That is an answer, too.")
            return
        guess, answer = min(standing, key=lambda one: one[1]["p_value"] or 0.0)
        again = ask(guess, 1)
        same_side = side(answer) * side(again) > 0
        print(f"chosen: {guess.name}")
        print(f"  {halves[1][0]} to {last}: {shown(again)}")
        held = stands(again, 1) and same_side
        print("  it held on sessions that took no part in the choice" if held else "  it was NOT confirmed: take it for chance")

        # The service has refused nothing, so nobody had to see the future. What it would have said if they had:
        print(f"  known: {guess.when} ({guess.when.known_at}) -> {guess.then} ({guess.then.known_at})")
        try:
            market.query(symbol=symbol, when=session.close > 0, then=guess.then)
        except LookAheadError as error:
            print(f"  refused: {', '.join(error.conditions)} tells the future")

        chart(market, symbol, guess, [answer, again], file)
        print(f"  charts of the newest cases: {file}")


def chart(market: MarketStats, symbol: str, guess: Guess, answers: list[RateAnswer], file: str) -> None:
    """Rates with their intervals, and the newest cases bar by bar."""
    figure, axes = pyplot.subplot_mosaic(
        [["rates"] * 4, [0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], figsize=(11, 9), layout="constrained"
    )
    figure.suptitle(f"{symbol}: {guess.name}\n{guess.when}  →  {guess.then}")
    groups: list[tuple[str, RateGroup | None]] = [("older half, cases", answers[0]), ("older half, the rest", answers[0]["rest"])]
    groups += [("newer half, cases", answers[1]), ("newer half, the rest", answers[1]["rest"])]
    for place, (_, group) in enumerate(reversed(groups)):
        if group is None:
            continue
        rate, low, high = group["rate_pct"], group["confidence"]["low"], group["confidence"]["high"]
        if rate is None or low is None or high is None:
            continue
        axes["rates"].barh(place, rate, color="#8ab", xerr=[[rate - low], [high - rate]])
    labels = [f"{label} (n {group['cases'] if group else 0})" for label, group in reversed(groups)]
    axes["rates"].set(xlim=(0, 100), xlabel="%", yticks=range(4), yticklabels=labels)
    for place, case in enumerate(answers[1]["data"]):
        bars = market.pandas("/bars", symbol=symbol, session="exchange", date=case["date"], timeframe="5m")
        axes[place].plot(bars["ts"], bars["close"], color="#175" if case["outcome"] else "#b42")
        axes[place].set_title(f"{case['date']}: {'yes' if case['outcome'] else 'no'}", fontsize=8)
        axes[place].set(xticks=[], yticks=[])
    figure.savefig(file)


if __name__ == "__main__":
    main(*sys.argv[1:])
