"""Made by `npm run clients:generate` of the service this client belongs to: not edited by hand."""

# ruff: noqa: E501
from __future__ import annotations

from typing import Literal

from ._question import (
    Condition,
    Date,
    Field,
    NumberField,
    OrderedField,
    RecordsSource,
    RecordTest,
    SessionSource,
    Time,
)


class Bos(RecordsSource[Literal["bos"]]):
    """Break of structure. Candles that break the last confirmed swing high or low, with the trend (BOS) or against it (CHoCH), and what price did next."""

    __slots__ = ()
    _name = "bos"

    def __call__(
        self,
        *,
        timeframe: Literal["1m", "2m", "3m", "5m", "10m", "15m", "30m", "1H", "2H", "4H", "1D", "1W"] | None = None,
        swing_length: int | None = None,
        break_criteria: Literal["close", "wick"] | None = None,
        follow_bars: int | None = None,
    ) -> Bos:
        """With these parameters; None leaves one out.

        :param timeframe: Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed
        :param swing_length: Candles on either side that a swing high (low) stands out from
        :param break_criteria: What must go beyond the swing to break it: the close, or the high (low)
        :param follow_bars: Candles followed after the break
        """
        return self._with(
            {
                "timeframe": timeframe,
                "swing_length": swing_length,
                "break_criteria": break_criteria,
                "follow_bars": follow_bars,
            }
        )

    @property
    def timeframe(self) -> Field[Literal["1m", "2m", "3m", "5m", "10m", "15m", "30m", "1H", "2H", "4H", "1D", "1W"], RecordTest[Literal["bos"]]]:
        """Length of a candle"""
        return Field(*self._field("timeframe", "before"))

    @property
    def event_time(self) -> OrderedField[Time, RecordTest[Literal["bos"]]]:
        """Start of the breaking candle"""
        return OrderedField(*self._field("event_time", "event"))

    @property
    def confirmed_at(self) -> OrderedField[Time, RecordTest[Literal["bos"]]]:
        """End of the breaking candle: from then on the break is known"""
        return OrderedField(*self._field("confirmed_at", "event"))

    @property
    def type(self) -> Field[Literal["bos", "choch"], RecordTest[Literal["bos"]]]:
        """choch: against the trend before (change of character); bos: with it, or the first of all"""
        return Field(*self._field("type", "event"))

    @property
    def direction(self) -> Field[Literal["up", "down"], RecordTest[Literal["bos"]]]:
        """up: a swing high was broken; down: a swing low"""
        return Field(*self._field("direction", "event"))

    @property
    def level(self) -> NumberField[RecordTest[Literal["bos"]]]:
        """Price of the swing that was broken"""
        return NumberField(*self._field("level", "event"))

    @property
    def swing_time(self) -> OrderedField[Time, RecordTest[Literal["bos"]]]:
        """Start of the swing's candle"""
        return OrderedField(*self._field("swing_time", "event"))

    @property
    def bars_since_swing(self) -> NumberField[RecordTest[Literal["bos"]]]:
        """Candles from the swing's to the breaking one"""
        return NumberField(*self._field("bars_since_swing", "event"))

    @property
    def close(self) -> NumberField[RecordTest[Literal["bos"]]]:
        """Close of the breaking candle"""
        return NumberField(*self._field("close", "event"))

    @property
    def break_size_pct(self) -> NumberField[RecordTest[Literal["bos"]]]:
        """How far the price that broke the level went beyond it, of the level"""
        return NumberField(*self._field("break_size_pct", "event"))

    @property
    def trend_before(self) -> NumberField[RecordTest[Literal["bos"]]]:
        """Direction of the event before: 1 up, -1 down, 0 none yet"""
        return NumberField(*self._field("trend_before", "event"))

    @property
    def follow_through_pct(self) -> NumberField[RecordTest[Literal["bos"]]]:
        """Largest move on beyond the level over the next follow_bars candles, at least 0"""
        return NumberField(*self._field("follow_through_pct", "later"))

    @property
    def adverse_pct(self) -> NumberField[RecordTest[Literal["bos"]]]:
        """Largest move back behind the level over the next follow_bars candles, at least 0"""
        return NumberField(*self._field("adverse_pct", "later"))

    @property
    def retest(self) -> Field[bool, RecordTest[Literal["bos"]]]:
        """One of the next follow_bars candles touched the level; null without a later candle"""
        return Field(*self._field("retest", "later"))

    @property
    def retest_time(self) -> OrderedField[Time, RecordTest[Literal["bos"]]]:
        """Start of the first that did"""
        return OrderedField(*self._field("retest_time", "later"))

    @property
    def bars_to_retest(self) -> NumberField[RecordTest[Literal["bos"]]]:
        """Candles from the breaking one to that one"""
        return NumberField(*self._field("bars_to_retest", "later"))

    @property
    def failed(self) -> Field[bool, RecordTest[Literal["bos"]]]:
        """One of the next follow_bars candles closed back behind the level; null without a later candle"""
        return Field(*self._field("failed", "later"))

    @property
    def bars_to_failure(self) -> NumberField[RecordTest[Literal["bos"]]]:
        """Candles from the breaking one to the first that did"""
        return NumberField(*self._field("bars_to_failure", "later"))

    @property
    def complete(self) -> Field[bool, RecordTest[Literal["bos"]]]:
        """follow_bars later candles exist"""
        return Field(*self._field("complete", "later"))


bos = Bos()


class Fvg(RecordsSource[Literal["fvg"]]):
    """Fair value gap. Three candles whose first and third do not overlap leave a zone that was hardly traded. How often, how far and how fast price comes back into it."""

    __slots__ = ()
    _name = "fvg"

    def __call__(
        self,
        *,
        timeframe: Literal["1m", "2m", "3m", "5m", "10m", "15m", "30m", "1H", "2H", "4H", "1D", "1W"] | None = None,
        max_bars_to_close: int | None = None,
        use_close_prices: bool | None = None,
    ) -> Fvg:
        """With these parameters; None leaves one out.

        :param timeframe: Length of a candle; a whole multiple of the base interval. Omitted: 15m, or the next longer one that fits the feed
        :param max_bars_to_close: Candles followed after the gap; 0: all there are
        :param use_close_prices: Touches and fills by the closes of later candles instead of their highs and lows
        """
        return self._with(
            {
                "timeframe": timeframe,
                "max_bars_to_close": max_bars_to_close,
                "use_close_prices": use_close_prices,
            }
        )

    @property
    def timeframe(self) -> Field[Literal["1m", "2m", "3m", "5m", "10m", "15m", "30m", "1H", "2H", "4H", "1D", "1W"], RecordTest[Literal["fvg"]]]:
        """Length of a candle"""
        return Field(*self._field("timeframe", "before"))

    @property
    def direction(self) -> Field[Literal["bullish", "bearish"], RecordTest[Literal["fvg"]]]:
        """bullish: price jumped up over the zone; bearish: down"""
        return Field(*self._field("direction", "event"))

    @property
    def formed_at(self) -> OrderedField[Time, RecordTest[Literal["fvg"]]]:
        """Start of the third candle"""
        return OrderedField(*self._field("formed_at", "event"))

    @property
    def confirmed_at(self) -> OrderedField[Time, RecordTest[Literal["fvg"]]]:
        """End of the third candle: from then on the gap is known"""
        return OrderedField(*self._field("confirmed_at", "event"))

    @property
    def top(self) -> NumberField[RecordTest[Literal["fvg"]]]:
        """Upper edge of the zone"""
        return NumberField(*self._field("top", "event"))

    @property
    def bottom(self) -> NumberField[RecordTest[Literal["fvg"]]]:
        """Lower edge of the zone"""
        return NumberField(*self._field("bottom", "event"))

    @property
    def gap_size(self) -> NumberField[RecordTest[Literal["fvg"]]]:
        """Height of the zone"""
        return NumberField(*self._field("gap_size", "event"))

    @property
    def gap_size_pct(self) -> NumberField[RecordTest[Literal["fvg"]]]:
        """Height in percent of the lower edge"""
        return NumberField(*self._field("gap_size_pct", "event"))

    @property
    def touched(self) -> Field[bool, RecordTest[Literal["fvg"]]]:
        """A later candle came back to the near edge"""
        return Field(*self._field("touched", "later"))

    @property
    def touched_at(self) -> OrderedField[Time, RecordTest[Literal["fvg"]]]:
        """Start of the first candle that did"""
        return OrderedField(*self._field("touched_at", "later"))

    @property
    def bars_to_touch(self) -> NumberField[RecordTest[Literal["fvg"]]]:
        """Candles from the third to that one"""
        return NumberField(*self._field("bars_to_touch", "later"))

    @property
    def filled(self) -> Field[bool, RecordTest[Literal["fvg"]]]:
        """A later candle came back to the far edge"""
        return Field(*self._field("filled", "later"))

    @property
    def filled_at(self) -> OrderedField[Time, RecordTest[Literal["fvg"]]]:
        """Start of the first candle that did"""
        return OrderedField(*self._field("filled_at", "later"))

    @property
    def bars_to_full_fill(self) -> NumberField[RecordTest[Literal["fvg"]]]:
        """Candles from the third to that one"""
        return NumberField(*self._field("bars_to_full_fill", "later"))

    @property
    def minutes_to_full_fill(self) -> NumberField[RecordTest[Literal["fvg"]]]:
        """Elapsed between the starts of the two, nights included"""
        return NumberField(*self._field("minutes_to_full_fill", "later"))

    @property
    def fill_pct(self) -> NumberField[RecordTest[Literal["fvg"]]]:
        """Deepest way back into the zone, 0 to 100; null without a later candle"""
        return NumberField(*self._field("fill_pct", "later"))

    @property
    def fill_bucket(self) -> Field[Literal["0%", "1-25%", "26-50%", "51-75%", "76-99%", "100%"], RecordTest[Literal["fvg"]]]:
        """Bucket of fill_pct; 100% means filled; null without a later candle"""
        return Field(*self._field("fill_bucket", "later"))

    @property
    def move_away_pct_before_touch(self) -> NumberField[RecordTest[Literal["fvg"]]]:
        """Largest move on from the close of the third candle, before the touching candle; over all candles followed where there is none; null without a later candle"""
        return NumberField(*self._field("move_away_pct_before_touch", "later"))

    @property
    def spans_session(self) -> Field[bool, RecordTest[Literal["fvg"]]]:
        """The three candles are of different sessions: an overnight gap, maybe"""
        return Field(*self._field("spans_session", "event"))

    @property
    def status(self) -> Field[Literal["open", "touched", "filled", "expired"], RecordTest[Literal["fvg"]]]:
        """filled, else touched, else expired (untouched, the following is over), else open"""
        return Field(*self._field("status", "later"))

    @property
    def complete(self) -> Field[bool, RecordTest[Literal["fvg"]]]:
        """max_bars_to_close later candles exist; with 0: filled"""
        return Field(*self._field("complete", "later"))


fvg = Fvg()


class Gap(SessionSource):
    """Opening gap. Sessions that open outside the previous session's range, and whether and when price comes back."""

    __slots__ = ()
    _name = "gap"
    _exists_known_at = "open"

    def __call__(
        self,
        *,
        fill_cutoff: str | None = None,
    ) -> Gap:
        """With these parameters; None leaves one out.

        :param fill_cutoff: UTC time of day that ends the observation of fills; default: the end of the session
        """
        return self._with(
            {
                "fill_cutoff": fill_cutoff,
            }
        )

    @property
    def date(self) -> OrderedField[Date, Condition]:
        """Date of the session that opened with a gap"""
        return OrderedField(*self._field("date", "open"))

    @property
    def weekday(self) -> Field[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], Condition]:
        """Weekday of the date"""
        return Field(*self._field("weekday", "open"))

    @property
    def direction(self) -> Field[Literal["up", "down"], Condition]:
        """up: open above the previous high; down: open below the previous low"""
        return Field(*self._field("direction", "open"))

    @property
    def prev_date(self) -> OrderedField[Date, Condition]:
        """Date of the previous weekday session, at most 7 calendar days back"""
        return OrderedField(*self._field("prev_date", "open"))

    @property
    def prev_high(self) -> NumberField[Condition]:
        """High of the previous session"""
        return NumberField(*self._field("prev_high", "open"))

    @property
    def prev_low(self) -> NumberField[Condition]:
        """Low of the previous session"""
        return NumberField(*self._field("prev_low", "open"))

    @property
    def prev_close(self) -> NumberField[Condition]:
        """Close of the previous session"""
        return NumberField(*self._field("prev_close", "open"))

    @property
    def open(self) -> NumberField[Condition]:
        """Open of the session"""
        return NumberField(*self._field("open", "open"))

    @property
    def gap_size(self) -> NumberField[Condition]:
        """Distance of the open from the level"""
        return NumberField(*self._field("gap_size", "open"))

    @property
    def gap_pct(self) -> NumberField[Condition]:
        """Gap size in percent of the level"""
        return NumberField(*self._field("gap_pct", "open"))

    @property
    def gap_from_close_pct(self) -> NumberField[Condition]:
        """Open against the previous close, signed"""
        return NumberField(*self._field("gap_from_close_pct", "open"))

    @property
    def filled(self) -> Field[bool, Condition]:
        """Price came back to the level before the cutoff; null where nothing was observed"""
        return Field(*self._field("filled", "event"))

    @property
    def partial_fill_pct(self) -> NumberField[Condition]:
        """How much of the gap was filled, 0 to 100"""
        return NumberField(*self._field("partial_fill_pct", "close"))

    @property
    def fill_bucket(self) -> Field[Literal["0%", "1-25%", "26-50%", "51-75%", "76-99%", "100%"], Condition]:
        """Bucket of partial_fill_pct; 100% means filled"""
        return Field(*self._field("fill_bucket", "close"))

    @property
    def fill_time(self) -> OrderedField[Time, Condition]:
        """Start of the bar that filled the gap; null on 1d bars"""
        return OrderedField(*self._field("fill_time", "event"))

    @property
    def fill_time_seconds(self) -> NumberField[Condition]:
        """From the start of the first bar to the start of the filling bar"""
        return NumberField(*self._field("fill_time_seconds", "event"))

    @property
    def volume_at_fill(self) -> NumberField[Condition]:
        """Volume of the filling bar"""
        return NumberField(*self._field("volume_at_fill", "event"))

    @property
    def cumulative_volume_at_fill(self) -> NumberField[Condition]:
        """Volume of the session up to and with the filling bar"""
        return NumberField(*self._field("cumulative_volume_at_fill", "event"))

    @property
    def partial_fill_time(self) -> OrderedField[Time, Condition]:
        """Start of the first bar at the deepest point of a partial fill; null where the gap was filled, where nothing was traded back, and on 1d bars"""
        return OrderedField(*self._field("partial_fill_time", "close"))

    @property
    def partial_fill_time_seconds(self) -> NumberField[Condition]:
        """From the start of the first bar to the start of that bar"""
        return NumberField(*self._field("partial_fill_time_seconds", "close"))

    @property
    def volume_at_partial_fill(self) -> NumberField[Condition]:
        """Volume of that bar"""
        return NumberField(*self._field("volume_at_partial_fill", "close"))

    @property
    def filled_to_prev_close(self) -> Field[bool, Condition]:
        """Price came back to the previous close (the wider convention)"""
        return Field(*self._field("filled_to_prev_close", "close"))

    @property
    def max_run_pct(self) -> NumberField[Condition]:
        """Largest move from the level in the direction of the gap, of the level"""
        return NumberField(*self._field("max_run_pct", "close"))

    @property
    def close(self) -> NumberField[Condition]:
        """Close of the session"""
        return NumberField(*self._field("close", "close"))

    @property
    def closed_in_gap_direction(self) -> Field[bool, Condition]:
        """up: close above open; down: close below open"""
        return Field(*self._field("closed_in_gap_direction", "close"))

    @property
    def complete(self) -> Field[bool, Condition]:
        """The data reach the end of the window"""
        return Field(*self._field("complete", "close"))


gap = Gap()


class Ib(SessionSource):
    """Initial balance. The range of the first hour, whether its high or low is broken later, which first and how far."""

    __slots__ = ()
    _name = "ib"
    _exists_known_at = "open"

    def __call__(
        self,
        *,
        ib_minutes: int | None = None,
    ) -> Ib:
        """With these parameters; None leaves one out.

        :param ib_minutes: Minutes of the initial balance from the day's anchor; a whole multiple of the base interval
        """
        return self._with(
            {
                "ib_minutes": ib_minutes,
            }
        )

    @property
    def date(self) -> OrderedField[Date, Condition]:
        """Date of the session"""
        return OrderedField(*self._field("date", "before"))

    @property
    def weekday(self) -> Field[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], Condition]:
        """Weekday of the date"""
        return Field(*self._field("weekday", "before"))

    @property
    def ib_minutes(self) -> NumberField[Condition]:
        """Length of the initial balance"""
        return NumberField(*self._field("ib_minutes", "before"))

    @property
    def ib_high(self) -> NumberField[Condition]:
        """Highest price of the initial balance"""
        return NumberField(*self._field("ib_high", "end_of_range"))

    @property
    def ib_low(self) -> NumberField[Condition]:
        """Lowest price of the initial balance"""
        return NumberField(*self._field("ib_low", "end_of_range"))

    @property
    def ib_range(self) -> NumberField[Condition]:
        """Height of the initial balance"""
        return NumberField(*self._field("ib_range", "end_of_range"))

    @property
    def ib_range_pct(self) -> NumberField[Condition]:
        """Height in percent of the session open"""
        return NumberField(*self._field("ib_range_pct", "end_of_range"))

    @property
    def ib_bars(self) -> NumberField[Condition]:
        """Bars in the initial balance; null until it is over"""
        return NumberField(*self._field("ib_bars", "end_of_range"))

    @property
    def session_open(self) -> NumberField[Condition]:
        """First price of the session"""
        return NumberField(*self._field("session_open", "open"))

    @property
    def session_high(self) -> NumberField[Condition]:
        """Highest price of the session"""
        return NumberField(*self._field("session_high", "close"))

    @property
    def session_low(self) -> NumberField[Condition]:
        """Lowest price of the session"""
        return NumberField(*self._field("session_low", "close"))

    @property
    def session_close(self) -> NumberField[Condition]:
        """Last price of the session"""
        return NumberField(*self._field("session_close", "close"))

    @property
    def broke_high(self) -> Field[bool, Condition]:
        """Some later bar traded above ib_high"""
        return Field(*self._field("broke_high", "close"))

    @property
    def broke_low(self) -> Field[bool, Condition]:
        """Some later bar traded below ib_low"""
        return Field(*self._field("broke_low", "close"))

    @property
    def break_type(self) -> Field[Literal["up", "down", "both", "none"], Condition]:
        """Sides broken by the end of the session"""
        return Field(*self._field("break_type", "close"))

    @property
    def first_direction(self) -> Field[Literal["up", "down"], Condition]:
        """Side broken first; null where none was, or one bar broke both"""
        return Field(*self._field("first_direction", "event"))

    @property
    def first_break_time(self) -> OrderedField[Time, Condition]:
        """Start of the first bar that broke a side; null where none did"""
        return OrderedField(*self._field("first_break_time", "event"))

    @property
    def minutes_to_first_break(self) -> NumberField[Condition]:
        """From the day's anchor to the start of that bar"""
        return NumberField(*self._field("minutes_to_first_break", "event"))

    @property
    def extension_up_x(self) -> NumberField[Condition]:
        """Move above it in multiples of its height, 0 if none; null at no height"""
        return NumberField(*self._field("extension_up_x", "close"))

    @property
    def extension_down_x(self) -> NumberField[Condition]:
        """Move below it in multiples of its height, 0 if none; null at no height"""
        return NumberField(*self._field("extension_down_x", "close"))

    @property
    def extension_x(self) -> NumberField[Condition]:
        """The larger of the two extensions"""
        return NumberField(*self._field("extension_x", "close"))

    @property
    def close_location(self) -> NumberField[Condition]:
        """Where the session closes: 0 at ib_low, 1 at ib_high; null at no height"""
        return NumberField(*self._field("close_location", "close"))

    @property
    def close_place(self) -> Field[Literal["below", "inside", "above"], Condition]:
        """below ib_low, above ib_high, or inside, the levels included"""
        return Field(*self._field("close_place", "close"))

    @property
    def complete(self) -> Field[bool, Condition]:
        """The data reach the end of the window"""
        return Field(*self._field("complete", "close"))


ib = Ib()


class Insideday(SessionSource):
    """Inside and outside days. Sessions by their range against the previous session's: inside it, outside on both sides, higher, lower."""

    __slots__ = ()
    _name = "insideday"
    _exists_known_at = "open"

    @property
    def date(self) -> OrderedField[Date, Condition]:
        """Date of a session that has one before it"""
        return OrderedField(*self._field("date", "before"))

    @property
    def weekday(self) -> Field[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], Condition]:
        """Weekday of the date"""
        return Field(*self._field("weekday", "before"))

    @property
    def prev_date(self) -> OrderedField[Date, Condition]:
        """Date of the previous session, at most 7 calendar days back"""
        return OrderedField(*self._field("prev_date", "before"))

    @property
    def prev_high(self) -> NumberField[Condition]:
        """Highest price of the previous session"""
        return NumberField(*self._field("prev_high", "before"))

    @property
    def prev_low(self) -> NumberField[Condition]:
        """Lowest price of the previous session"""
        return NumberField(*self._field("prev_low", "before"))

    @property
    def open(self) -> NumberField[Condition]:
        """First price of the session"""
        return NumberField(*self._field("open", "open"))

    @property
    def high(self) -> NumberField[Condition]:
        """Highest price of the session"""
        return NumberField(*self._field("high", "close"))

    @property
    def low(self) -> NumberField[Condition]:
        """Lowest price of the session"""
        return NumberField(*self._field("low", "close"))

    @property
    def close(self) -> NumberField[Condition]:
        """Last price of the session"""
        return NumberField(*self._field("close", "close"))

    @property
    def day_type(self) -> Field[Literal["inside", "outside", "higher", "lower"], Condition]:
        """inside: beyond neither level; outside: beyond both; higher, lower: beyond that one alone"""
        return Field(*self._field("day_type", "close"))

    @property
    def range_vs_prev_x(self) -> NumberField[Condition]:
        """Range in multiples of the previous one; null where that one has no height"""
        return NumberField(*self._field("range_vs_prev_x", "close"))

    @property
    def closed_above(self) -> Field[bool, Condition]:
        """The session closed above prev_high"""
        return Field(*self._field("closed_above", "close"))

    @property
    def closed_below(self) -> Field[bool, Condition]:
        """The session closed below prev_low"""
        return Field(*self._field("closed_below", "close"))

    @property
    def complete(self) -> Field[bool, Condition]:
        """The data reach the end of the window"""
        return Field(*self._field("complete", "close"))


insideday = Insideday()


class Odc(SessionSource):
    """Opening daily candle. The candle of the day's first minutes, and whether the day goes its way."""

    __slots__ = ()
    _name = "odc"
    _exists_known_at = "open"

    def __call__(
        self,
        *,
        candle_minutes: int | None = None,
    ) -> Odc:
        """With these parameters; None leaves one out.

        :param candle_minutes: Minutes of the opening candle from the day's anchor; a whole multiple of the base interval
        """
        return self._with(
            {
                "candle_minutes": candle_minutes,
            }
        )

    @property
    def date(self) -> OrderedField[Date, Condition]:
        """Date of the session"""
        return OrderedField(*self._field("date", "before"))

    @property
    def weekday(self) -> Field[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], Condition]:
        """Weekday of the date"""
        return Field(*self._field("weekday", "before"))

    @property
    def candle_open(self) -> NumberField[Condition]:
        """First price of the opening candle"""
        return NumberField(*self._field("candle_open", "end_of_range"))

    @property
    def candle_high(self) -> NumberField[Condition]:
        """Highest price of the opening candle"""
        return NumberField(*self._field("candle_high", "end_of_range"))

    @property
    def candle_low(self) -> NumberField[Condition]:
        """Lowest price of the opening candle"""
        return NumberField(*self._field("candle_low", "end_of_range"))

    @property
    def candle_close(self) -> NumberField[Condition]:
        """Last price of the opening candle"""
        return NumberField(*self._field("candle_close", "end_of_range"))

    @property
    def candle_direction(self) -> Field[Literal["green", "red", "doji"], Condition]:
        """Close against open of the candle; doji: equal"""
        return Field(*self._field("candle_direction", "end_of_range"))

    @property
    def candle_body_pct(self) -> NumberField[Condition]:
        """Size of the body in percent of the open"""
        return NumberField(*self._field("candle_body_pct", "end_of_range"))

    @property
    def candle_range_pct(self) -> NumberField[Condition]:
        """Range of the candle in percent of its open"""
        return NumberField(*self._field("candle_range_pct", "end_of_range"))

    @property
    def candle_close_location(self) -> NumberField[Condition]:
        """Where in its range the candle closed: 0 low, 1 high; null without a range"""
        return NumberField(*self._field("candle_close_location", "end_of_range"))

    @property
    def session_open(self) -> NumberField[Condition]:
        """First price of the day"""
        return NumberField(*self._field("session_open", "close"))

    @property
    def session_close(self) -> NumberField[Condition]:
        """Last price of the day"""
        return NumberField(*self._field("session_close", "close"))

    @property
    def session_return_pct(self) -> NumberField[Condition]:
        """From open to close of the day"""
        return NumberField(*self._field("session_return_pct", "close"))

    @property
    def session_direction(self) -> Field[Literal["green", "red", "doji"], Condition]:
        """Close against open of the day"""
        return Field(*self._field("session_direction", "close"))

    @property
    def continuation(self) -> Field[bool, Condition]:
        """The day took the direction of the candle; null for a doji candle"""
        return Field(*self._field("continuation", "close"))

    @property
    def rest_return_pct(self) -> NumberField[Condition]:
        """From the close of the candle to the close of the day"""
        return NumberField(*self._field("rest_return_pct", "close"))

    @property
    def broke_candle_high(self) -> Field[bool, Condition]:
        """A later high was above the high of the candle"""
        return Field(*self._field("broke_candle_high", "close"))

    @property
    def broke_candle_low(self) -> Field[bool, Condition]:
        """A later low was below the low of the candle"""
        return Field(*self._field("broke_candle_low", "close"))

    @property
    def break_type(self) -> Field[Literal["up", "down", "both", "none"], Condition]:
        """Which ends of the candle were broken later"""
        return Field(*self._field("break_type", "close"))

    @property
    def high_in_candle(self) -> Field[bool, Condition]:
        """The high of the day was first reached in the candle"""
        return Field(*self._field("high_in_candle", "close"))

    @property
    def low_in_candle(self) -> Field[bool, Condition]:
        """The low of the day was first reached in the candle"""
        return Field(*self._field("low_in_candle", "close"))

    @property
    def max_extension_up_x(self) -> NumberField[Condition]:
        """How far the day went above the candle, in ranges of the candle"""
        return NumberField(*self._field("max_extension_up_x", "close"))

    @property
    def max_extension_down_x(self) -> NumberField[Condition]:
        """How far the day went below the candle, in ranges of the candle"""
        return NumberField(*self._field("max_extension_down_x", "close"))

    @property
    def outside_period(self) -> Field[bool, Condition]:
        """The range strictly holds that of the day before; null without one"""
        return Field(*self._field("outside_period", "close"))

    @property
    def volume_ratio(self) -> NumberField[Condition]:
        """The candle's volume over the mean of the same minutes in the previous 14 sessions"""
        return NumberField(*self._field("volume_ratio", "end_of_range"))

    @property
    def complete(self) -> Field[bool, Condition]:
        """The data reach the end of the window"""
        return Field(*self._field("complete", "close"))


odc = Odc()


class Orb(SessionSource):
    """Opening range breakout. The high and low of the first minutes of the session, and what happens when price leaves them."""

    __slots__ = ()
    _name = "orb"
    _exists_known_at = "open"

    def __call__(
        self,
        *,
        orb_minutes: int | None = None,
        orb_reentry_candles: int | None = None,
        breakout_criteria: Literal["wick", "close"] | None = None,
    ) -> Orb:
        """With these parameters; None leaves one out.

        :param orb_minutes: Minutes of the opening range from the day's anchor; a whole multiple of the base interval
        :param orb_reentry_candles: Bars in a row that must close inside the range, after the breakout, to make a reentry
        :param breakout_criteria: What breaks the range: any trade beyond it (wick), or a close beyond it (close)
        """
        return self._with(
            {
                "orb_minutes": orb_minutes,
                "orb_reentry_candles": orb_reentry_candles,
                "breakout_criteria": breakout_criteria,
            }
        )

    @property
    def date(self) -> OrderedField[Date, Condition]:
        """Date of the session"""
        return OrderedField(*self._field("date", "before"))

    @property
    def weekday(self) -> Field[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], Condition]:
        """Weekday of the date"""
        return Field(*self._field("weekday", "before"))

    @property
    def orb_minutes(self) -> NumberField[Condition]:
        """Length of the opening range"""
        return NumberField(*self._field("orb_minutes", "before"))

    @property
    def or_high(self) -> NumberField[Condition]:
        """Highest price of the opening range"""
        return NumberField(*self._field("or_high", "end_of_range"))

    @property
    def or_low(self) -> NumberField[Condition]:
        """Lowest price of the opening range"""
        return NumberField(*self._field("or_low", "end_of_range"))

    @property
    def or_range(self) -> NumberField[Condition]:
        """Height of the opening range"""
        return NumberField(*self._field("or_range", "end_of_range"))

    @property
    def or_range_pct(self) -> NumberField[Condition]:
        """Opening range in percent of the session open"""
        return NumberField(*self._field("or_range_pct", "end_of_range"))

    @property
    def or_bars(self) -> NumberField[Condition]:
        """Bars in the opening range; null until the range is over"""
        return NumberField(*self._field("or_bars", "end_of_range"))

    @property
    def session_open(self) -> NumberField[Condition]:
        """First price of the session"""
        return NumberField(*self._field("session_open", "open"))

    @property
    def session_high(self) -> NumberField[Condition]:
        """Highest price of the session"""
        return NumberField(*self._field("session_high", "close"))

    @property
    def session_low(self) -> NumberField[Condition]:
        """Lowest price of the session"""
        return NumberField(*self._field("session_low", "close"))

    @property
    def session_close(self) -> NumberField[Condition]:
        """Last price of the session"""
        return NumberField(*self._field("session_close", "close"))

    @property
    def broke_high(self) -> Field[bool, Condition]:
        """Some bar after the range broke its high"""
        return Field(*self._field("broke_high", "close"))

    @property
    def broke_low(self) -> Field[bool, Condition]:
        """Some bar after the range broke its low"""
        return Field(*self._field("broke_low", "close"))

    @property
    def break_type(self) -> Field[Literal["up", "down", "both", "none"], Condition]:
        """Sides broken over the whole session"""
        return Field(*self._field("break_type", "close"))

    @property
    def first_direction(self) -> Field[Literal["up", "down"], Condition]:
        """Side broken first; null where none was, or one bar broke both"""
        return Field(*self._field("first_direction", "event"))

    @property
    def breakout_time(self) -> OrderedField[Time, Condition]:
        """Start of the first bar that broke the range"""
        return OrderedField(*self._field("breakout_time", "event"))

    @property
    def minutes_to_breakout(self) -> NumberField[Condition]:
        """From the day's anchor to the start of the breakout bar"""
        return NumberField(*self._field("minutes_to_breakout", "event"))

    @property
    def breakout_level(self) -> NumberField[Condition]:
        """The level broken: or_high or or_low"""
        return NumberField(*self._field("breakout_level", "event"))

    @property
    def breakout_size(self) -> NumberField[Condition]:
        """Largest move beyond the level, from the breakout bar on"""
        return NumberField(*self._field("breakout_size", "close"))

    @property
    def breakout_size_pct(self) -> NumberField[Condition]:
        """Breakout size in percent of the level"""
        return NumberField(*self._field("breakout_size_pct", "close"))

    @property
    def breakout_size_x(self) -> NumberField[Condition]:
        """Breakout size in opening ranges; null for a range of no height"""
        return NumberField(*self._field("breakout_size_x", "close"))

    @property
    def minutes_to_max(self) -> NumberField[Condition]:
        """From the breakout bar to the first bar that attains the largest move"""
        return NumberField(*self._field("minutes_to_max", "close"))

    @property
    def hit_0_5x(self) -> Field[bool, Condition]:
        """The move reached 0.5x the opening range"""
        return Field(*self._field("hit_0_5x", "close"))

    @property
    def hit_1x(self) -> Field[bool, Condition]:
        """The move reached 1x the opening range"""
        return Field(*self._field("hit_1x", "close"))

    @property
    def hit_1_5x(self) -> Field[bool, Condition]:
        """The move reached 1.5x the opening range"""
        return Field(*self._field("hit_1_5x", "close"))

    @property
    def hit_2x(self) -> Field[bool, Condition]:
        """The move reached 2x the opening range"""
        return Field(*self._field("hit_2x", "close"))

    @property
    def max_adverse_pct(self) -> NumberField[Condition]:
        """Largest move against the break, from the breakout bar on, of the level"""
        return NumberField(*self._field("max_adverse_pct", "close"))

    @property
    def reentry(self) -> Field[bool, Condition]:
        """orb_reentry_candles bars in a row closed inside the range, after the breakout bar"""
        return Field(*self._field("reentry", "event"))

    @property
    def reentry_time(self) -> OrderedField[Time, Condition]:
        """Start of the last of those bars"""
        return OrderedField(*self._field("reentry_time", "event"))

    @property
    def false_breakout(self) -> Field[bool, Condition]:
        """Reentry and no continuation"""
        return Field(*self._field("false_breakout", "close"))

    @property
    def continuation(self) -> Field[bool, Condition]:
        """The session closed beyond the level"""
        return Field(*self._field("continuation", "close"))

    @property
    def or_volume(self) -> NumberField[Condition]:
        """Volume of the opening range"""
        return NumberField(*self._field("or_volume", "end_of_range"))

    @property
    def volume_ratio(self) -> NumberField[Condition]:
        """or_volume over the mean of the same minutes in the previous 14 sessions"""
        return NumberField(*self._field("volume_ratio", "end_of_range"))

    @property
    def complete(self) -> Field[bool, Condition]:
        """The data reach the end of the window"""
        return Field(*self._field("complete", "close"))


orb = Orb()


class Owc(SessionSource):
    """Opening weekly candle. The candle of the first sessions of the week, and whether the week goes its way."""

    __slots__ = ()
    _name = "owc"
    _exists_known_at = "before"

    def __call__(
        self,
        *,
        opening_days: int | None = None,
    ) -> Owc:
        """With these parameters; None leaves one out.

        :param opening_days: Number of sessions at the beginning of the week that make the opening candle
        """
        return self._with(
            {
                "opening_days": opening_days,
            }
        )

    @property
    def week(self) -> Field[str, Condition]:
        """ISO week, such as 2024-W05"""
        return Field(*self._field("week", "before"))

    @property
    def date(self) -> OrderedField[Date, Condition]:
        """Date of its first session"""
        return OrderedField(*self._field("date", "before"))

    @property
    def candle_open(self) -> NumberField[Condition]:
        """First price of the opening candle"""
        return NumberField(*self._field("candle_open", "before"))

    @property
    def candle_high(self) -> NumberField[Condition]:
        """Highest price of the opening candle"""
        return NumberField(*self._field("candle_high", "before"))

    @property
    def candle_low(self) -> NumberField[Condition]:
        """Lowest price of the opening candle"""
        return NumberField(*self._field("candle_low", "before"))

    @property
    def candle_close(self) -> NumberField[Condition]:
        """Last price of the opening candle"""
        return NumberField(*self._field("candle_close", "before"))

    @property
    def candle_direction(self) -> Field[Literal["green", "red", "doji"], Condition]:
        """Close against open of the candle; doji: equal"""
        return Field(*self._field("candle_direction", "before"))

    @property
    def candle_body_pct(self) -> NumberField[Condition]:
        """Size of the body in percent of the open"""
        return NumberField(*self._field("candle_body_pct", "before"))

    @property
    def candle_range_pct(self) -> NumberField[Condition]:
        """Range of the candle in percent of its open"""
        return NumberField(*self._field("candle_range_pct", "before"))

    @property
    def candle_close_location(self) -> NumberField[Condition]:
        """Where in its range the candle closed: 0 low, 1 high; null without a range"""
        return NumberField(*self._field("candle_close_location", "before"))

    @property
    def session_open(self) -> NumberField[Condition]:
        """First price of the week"""
        return NumberField(*self._field("session_open", "before"))

    @property
    def session_close(self) -> NumberField[Condition]:
        """Last price of the week"""
        return NumberField(*self._field("session_close", "before"))

    @property
    def session_return_pct(self) -> NumberField[Condition]:
        """From open to close of the week"""
        return NumberField(*self._field("session_return_pct", "before"))

    @property
    def session_direction(self) -> Field[Literal["green", "red", "doji"], Condition]:
        """Close against open of the week"""
        return Field(*self._field("session_direction", "before"))

    @property
    def continuation(self) -> Field[bool, Condition]:
        """The week took the direction of the candle; null for a doji candle"""
        return Field(*self._field("continuation", "before"))

    @property
    def rest_return_pct(self) -> NumberField[Condition]:
        """From the close of the candle to the close of the week"""
        return NumberField(*self._field("rest_return_pct", "before"))

    @property
    def broke_candle_high(self) -> Field[bool, Condition]:
        """A later high was above the high of the candle"""
        return Field(*self._field("broke_candle_high", "before"))

    @property
    def broke_candle_low(self) -> Field[bool, Condition]:
        """A later low was below the low of the candle"""
        return Field(*self._field("broke_candle_low", "before"))

    @property
    def break_type(self) -> Field[Literal["up", "down", "both", "none"], Condition]:
        """Which ends of the candle were broken later"""
        return Field(*self._field("break_type", "before"))

    @property
    def high_in_candle(self) -> Field[bool, Condition]:
        """The high of the week was first reached in the candle"""
        return Field(*self._field("high_in_candle", "before"))

    @property
    def low_in_candle(self) -> Field[bool, Condition]:
        """The low of the week was first reached in the candle"""
        return Field(*self._field("low_in_candle", "before"))

    @property
    def max_extension_up_x(self) -> NumberField[Condition]:
        """How far the week went above the candle, in ranges of the candle"""
        return NumberField(*self._field("max_extension_up_x", "before"))

    @property
    def max_extension_down_x(self) -> NumberField[Condition]:
        """How far the week went below the candle, in ranges of the candle"""
        return NumberField(*self._field("max_extension_down_x", "before"))

    @property
    def outside_period(self) -> Field[bool, Condition]:
        """The range strictly holds that of the week before; null without one"""
        return Field(*self._field("outside_period", "before"))

    @property
    def complete(self) -> Field[bool, Condition]:
        """The week is over: a bar starts on or after the next Monday (crypto: and after the Sunday window)"""
        return Field(*self._field("complete", "before"))


owc = Owc()


class Pdhlb(SessionSource):
    """Previous day high/low break. Sessions that trade beyond the previous session's high or low, and the result."""

    __slots__ = ()
    _name = "pdhlb"
    _exists_known_at = "open"

    @property
    def date(self) -> OrderedField[Date, Condition]:
        """Date of the session"""
        return OrderedField(*self._field("date", "before"))

    @property
    def weekday(self) -> Field[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], Condition]:
        """Weekday of the date"""
        return Field(*self._field("weekday", "before"))

    @property
    def prev_date(self) -> OrderedField[Date, Condition]:
        """Date of the previous session, at most 7 calendar days back"""
        return OrderedField(*self._field("prev_date", "before"))

    @property
    def prev_high(self) -> NumberField[Condition]:
        """High of the previous session"""
        return NumberField(*self._field("prev_high", "before"))

    @property
    def prev_low(self) -> NumberField[Condition]:
        """Low of the previous session"""
        return NumberField(*self._field("prev_low", "before"))

    @property
    def prev_close(self) -> NumberField[Condition]:
        """Close of the previous session"""
        return NumberField(*self._field("prev_close", "before"))

    @property
    def prev_range(self) -> NumberField[Condition]:
        """Range of the previous session"""
        return NumberField(*self._field("prev_range", "before"))

    @property
    def open(self) -> NumberField[Condition]:
        """First price of the session"""
        return NumberField(*self._field("open", "open"))

    @property
    def high(self) -> NumberField[Condition]:
        """Highest price"""
        return NumberField(*self._field("high", "close"))

    @property
    def low(self) -> NumberField[Condition]:
        """Lowest price"""
        return NumberField(*self._field("low", "close"))

    @property
    def close(self) -> NumberField[Condition]:
        """Last price"""
        return NumberField(*self._field("close", "close"))

    @property
    def volume(self) -> NumberField[Condition]:
        """Sum of the bars' volumes"""
        return NumberField(*self._field("volume", "close"))

    @property
    def opened_beyond(self) -> Field[Literal["high", "low"], Condition]:
        """high: the open is above prev_high; low: below prev_low; null inside"""
        return Field(*self._field("opened_beyond", "open"))

    @property
    def high_break(self) -> Field[bool, Condition]:
        """Some bar traded above prev_high; all other fields of this side are null where none did"""
        return Field(*self._field("high_break", "event"))

    @property
    def high_break_time(self) -> OrderedField[Time, Condition]:
        """Start of the first bar with a high above prev_high; null on 1d bars"""
        return OrderedField(*self._field("high_break_time", "event"))

    @property
    def follow_through_high_pct(self) -> NumberField[Condition]:
        """Largest move beyond prev_high from the break bar on, in percent of it"""
        return NumberField(*self._field("follow_through_high_pct", "close"))

    @property
    def time_to_max_follow_through_high_min(self) -> NumberField[Condition]:
        """From the start of the break bar to the start of the bar with the largest move"""
        return NumberField(*self._field("time_to_max_follow_through_high_min", "close"))

    @property
    def duration_above_prev_high_min(self) -> NumberField[Condition]:
        """Minutes of the bars from the break bar on that closed above prev_high"""
        return NumberField(*self._field("duration_above_prev_high_min", "close"))

    @property
    def retest_high(self) -> Field[bool, Condition]:
        """A bar after the first one that closed above prev_high came back to it with its low"""
        return Field(*self._field("retest_high", "event"))

    @property
    def retest_high_time(self) -> OrderedField[Time, Condition]:
        """Start of the first such bar"""
        return OrderedField(*self._field("retest_high_time", "event"))

    @property
    def retest_high_held(self) -> Field[bool, Condition]:
        """After the retest bar a close above prev_high came before two closes in a row that were not; null without a retest"""
        return Field(*self._field("retest_high_held", "close"))

    @property
    def high_success(self) -> Field[bool, Condition]:
        """The session closed above prev_high"""
        return Field(*self._field("high_success", "close"))

    @property
    def false_breakout_high(self) -> Field[bool, Condition]:
        """Neither closed above prev_high nor held a retest"""
        return Field(*self._field("false_breakout_high", "close"))

    @property
    def volume_ratio_high(self) -> NumberField[Condition]:
        """Volume of the break bar over the mean of the same minutes of the 14 sessions before"""
        return NumberField(*self._field("volume_ratio_high", "event"))

    @property
    def breakout_strength_score_high(self) -> NumberField[Condition]:
        """Strength of the break, 0 to 100, of follow-through, duration and volume"""
        return NumberField(*self._field("breakout_strength_score_high", "close"))

    @property
    def low_break(self) -> Field[bool, Condition]:
        """Some bar traded below prev_low; all other fields of this side are null where none did"""
        return Field(*self._field("low_break", "event"))

    @property
    def low_break_time(self) -> OrderedField[Time, Condition]:
        """Start of the first bar with a low below prev_low; null on 1d bars"""
        return OrderedField(*self._field("low_break_time", "event"))

    @property
    def follow_through_low_pct(self) -> NumberField[Condition]:
        """Largest move beyond prev_low from the break bar on, in percent of it"""
        return NumberField(*self._field("follow_through_low_pct", "close"))

    @property
    def time_to_max_follow_through_low_min(self) -> NumberField[Condition]:
        """From the start of the break bar to the start of the bar with the largest move"""
        return NumberField(*self._field("time_to_max_follow_through_low_min", "close"))

    @property
    def duration_below_prev_low_min(self) -> NumberField[Condition]:
        """Minutes of the bars from the break bar on that closed below prev_low"""
        return NumberField(*self._field("duration_below_prev_low_min", "close"))

    @property
    def retest_low(self) -> Field[bool, Condition]:
        """A bar after the first one that closed below prev_low came back to it with its high"""
        return Field(*self._field("retest_low", "event"))

    @property
    def retest_low_time(self) -> OrderedField[Time, Condition]:
        """Start of the first such bar"""
        return OrderedField(*self._field("retest_low_time", "event"))

    @property
    def retest_low_held(self) -> Field[bool, Condition]:
        """After the retest bar a close below prev_low came before two closes in a row that were not; null without a retest"""
        return Field(*self._field("retest_low_held", "close"))

    @property
    def low_success(self) -> Field[bool, Condition]:
        """The session closed below prev_low"""
        return Field(*self._field("low_success", "close"))

    @property
    def false_breakout_low(self) -> Field[bool, Condition]:
        """Neither closed below prev_low nor held a retest"""
        return Field(*self._field("false_breakout_low", "close"))

    @property
    def volume_ratio_low(self) -> NumberField[Condition]:
        """Volume of the break bar over the mean of the same minutes of the 14 sessions before"""
        return NumberField(*self._field("volume_ratio_low", "event"))

    @property
    def breakout_strength_score_low(self) -> NumberField[Condition]:
        """Strength of the break, 0 to 100, of follow-through, duration and volume"""
        return NumberField(*self._field("breakout_strength_score_low", "close"))

    @property
    def both_broken_same_day(self) -> Field[bool, Condition]:
        """The session broke both levels"""
        return Field(*self._field("both_broken_same_day", "close"))

    @property
    def relative_close_vs_prev_close(self) -> NumberField[Condition]:
        """Close over the previous close"""
        return NumberField(*self._field("relative_close_vs_prev_close", "close"))

    @property
    def relative_range_vs_prev_range(self) -> NumberField[Condition]:
        """Range over the previous range; null where that is 0"""
        return NumberField(*self._field("relative_range_vs_prev_range", "close"))

    @property
    def high_break_streak(self) -> NumberField[Condition]:
        """Sessions in a row, this one included, that broke the previous high"""
        return NumberField(*self._field("high_break_streak", "event"))

    @property
    def low_break_streak(self) -> NumberField[Condition]:
        """Sessions in a row, this one included, that broke the previous low"""
        return NumberField(*self._field("low_break_streak", "event"))

    @property
    def complete(self) -> Field[bool, Condition]:
        """The data reach the end of the window"""
        return Field(*self._field("complete", "close"))


pdhlb = Pdhlb()


class Prevclose(SessionSource):
    """Gap against the previous close. Sessions that open away from the previous close, and whether and when price comes back to it."""

    __slots__ = ()
    _name = "prevclose"
    _exists_known_at = "open"

    def __call__(
        self,
        *,
        fill_criteria: Literal["wick", "close"] | None = None,
    ) -> Prevclose:
        """With these parameters; None leaves one out.

        :param fill_criteria: What fills a gap: any trade at the previous close or beyond it (wick), or a bar that closes there (close)
        """
        return self._with(
            {
                "fill_criteria": fill_criteria,
            }
        )

    @property
    def date(self) -> OrderedField[Date, Condition]:
        """Date of the session that opened away from the previous close"""
        return OrderedField(*self._field("date", "open"))

    @property
    def weekday(self) -> Field[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], Condition]:
        """Weekday of the date"""
        return Field(*self._field("weekday", "open"))

    @property
    def direction(self) -> Field[Literal["up", "down"], Condition]:
        """up: open above the previous close; down: below it"""
        return Field(*self._field("direction", "open"))

    @property
    def prev_date(self) -> OrderedField[Date, Condition]:
        """Date of the previous session, at most 7 calendar days back"""
        return OrderedField(*self._field("prev_date", "open"))

    @property
    def prev_close(self) -> NumberField[Condition]:
        """Close of the previous session: its last bar in the window"""
        return NumberField(*self._field("prev_close", "open"))

    @property
    def open(self) -> NumberField[Condition]:
        """Open of the session: its first bar in the window"""
        return NumberField(*self._field("open", "open"))

    @property
    def gap_size(self) -> NumberField[Condition]:
        """Distance of the open from the previous close"""
        return NumberField(*self._field("gap_size", "open"))

    @property
    def gap_pct(self) -> NumberField[Condition]:
        """Gap size in percent of the previous close; direction has the sign"""
        return NumberField(*self._field("gap_pct", "open"))

    @property
    def open_place(self) -> Field[Literal["outside", "inside"], Condition]:
        """outside: open above the previous high or below the previous low; inside: in between"""
        return Field(*self._field("open_place", "open"))

    @property
    def filled(self) -> Field[bool, Condition]:
        """Price came back to the previous close, as fill_criteria has it"""
        return Field(*self._field("filled", "event"))

    @property
    def partial_fill_pct(self) -> NumberField[Condition]:
        """How much of the gap was filled, 0 to 100"""
        return NumberField(*self._field("partial_fill_pct", "close"))

    @property
    def fill_bucket(self) -> Field[Literal["0%", "1-25%", "26-50%", "51-75%", "76-99%", "100%"], Condition]:
        """Bucket of partial_fill_pct; 100% means filled"""
        return Field(*self._field("fill_bucket", "close"))

    @property
    def fill_time(self) -> OrderedField[Time, Condition]:
        """Start of the first bar that filled the gap; null where none did, and on 1d bars"""
        return OrderedField(*self._field("fill_time", "event"))

    @property
    def minutes_to_fill(self) -> NumberField[Condition]:
        """From the start of the first bar to the start of that bar"""
        return NumberField(*self._field("minutes_to_fill", "event"))

    @property
    def volume_at_fill(self) -> NumberField[Condition]:
        """Volume of that bar"""
        return NumberField(*self._field("volume_at_fill", "event"))

    @property
    def partial_fill_time(self) -> OrderedField[Time, Condition]:
        """Start of the first bar at the deepest point of a partial fill; null where the gap was filled, where nothing was traded back, and on 1d bars"""
        return OrderedField(*self._field("partial_fill_time", "close"))

    @property
    def minutes_to_partial_fill(self) -> NumberField[Condition]:
        """From the start of the first bar to the start of that bar"""
        return NumberField(*self._field("minutes_to_partial_fill", "close"))

    @property
    def volume_at_partial_fill(self) -> NumberField[Condition]:
        """Volume of that bar"""
        return NumberField(*self._field("volume_at_partial_fill", "close"))

    @property
    def max_run_pct(self) -> NumberField[Condition]:
        """Largest move from the previous close in the direction of the gap, of that close"""
        return NumberField(*self._field("max_run_pct", "close"))

    @property
    def close(self) -> NumberField[Condition]:
        """Close of the session"""
        return NumberField(*self._field("close", "close"))

    @property
    def closed_in_gap_direction(self) -> Field[bool, Condition]:
        """up: close above the open; down: close below it"""
        return Field(*self._field("closed_in_gap_direction", "close"))

    @property
    def complete(self) -> Field[bool, Condition]:
        """The data reach the end of the window"""
        return Field(*self._field("complete", "close"))


prevclose = Prevclose()


class Trend(SessionSource):
    """Trend days and streaks. Sessions that travel from one end of their range to the other, and runs of up and down closes."""

    __slots__ = ()
    _name = "trend"
    _exists_known_at = "open"

    def __call__(
        self,
        *,
        edge_pct: float | None = None,
    ) -> Trend:
        """With these parameters; None leaves one out.

        :param edge_pct: How near to the ends of the day's range, in percent of it, a trend day opens and closes
        """
        return self._with(
            {
                "edge_pct": edge_pct,
            }
        )

    @property
    def date(self) -> OrderedField[Date, Condition]:
        """Date of the session"""
        return OrderedField(*self._field("date", "before"))

    @property
    def weekday(self) -> Field[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], Condition]:
        """Weekday of the date"""
        return Field(*self._field("weekday", "before"))

    @property
    def open(self) -> NumberField[Condition]:
        """First price of the session"""
        return NumberField(*self._field("open", "open"))

    @property
    def high(self) -> NumberField[Condition]:
        """Highest price"""
        return NumberField(*self._field("high", "close"))

    @property
    def low(self) -> NumberField[Condition]:
        """Lowest price"""
        return NumberField(*self._field("low", "close"))

    @property
    def close(self) -> NumberField[Condition]:
        """Last price"""
        return NumberField(*self._field("close", "close"))

    @property
    def return_pct(self) -> NumberField[Condition]:
        """Close against the close of the previous session; null without one"""
        return NumberField(*self._field("return_pct", "close"))

    @property
    def range_pct(self) -> NumberField[Condition]:
        """Range of the session in percent of its open"""
        return NumberField(*self._field("range_pct", "close"))

    @property
    def efficiency(self) -> NumberField[Condition]:
        """How much of the range the way from open to close covers, 0 to 1; null at zero range"""
        return NumberField(*self._field("efficiency", "close"))

    @property
    def strength(self) -> NumberField[Condition]:
        """Size of the day weighted by how directly it moved; null at zero range"""
        return NumberField(*self._field("strength", "close"))

    @property
    def open_location(self) -> NumberField[Condition]:
        """Where in the range the session opened: 0 at the low, 1 at the high"""
        return NumberField(*self._field("open_location", "close"))

    @property
    def close_location(self) -> NumberField[Condition]:
        """Where in the range the session closed: 0 at the low, 1 at the high"""
        return NumberField(*self._field("close_location", "close"))

    @property
    def trend_day(self) -> Field[Literal["up", "down", "none"], Condition]:
        """up: opened near the low and closed near the high; down: the mirror image"""
        return Field(*self._field("trend_day", "close"))

    @property
    def range_vs_prev(self) -> NumberField[Condition]:
        """Range over the range of the previous session; null without one or where it is 0"""
        return NumberField(*self._field("range_vs_prev", "close"))

    @property
    def streak_direction(self) -> Field[Literal["up", "down", "flat"], Condition]:
        """Sign of the return; null without a previous session"""
        return Field(*self._field("streak_direction", "close"))

    @property
    def streak_length(self) -> NumberField[Condition]:
        """Sessions in a row with this sign of return, this one included; 0 without one"""
        return NumberField(*self._field("streak_length", "close"))

    @property
    def above_sma20(self) -> Field[bool, Condition]:
        """Close above the mean of the last 20 sessions' closes; null before the 20th"""
        return Field(*self._field("above_sma20", "close"))

    @property
    def above_sma50(self) -> Field[bool, Condition]:
        """Close above the mean of the last 50 sessions' closes; null before the 50th"""
        return Field(*self._field("above_sma50", "close"))

    @property
    def complete(self) -> Field[bool, Condition]:
        """The data reach the end of the window"""
        return Field(*self._field("complete", "close"))


trend = Trend()


class Session(SessionSource):
    """Session. The session itself."""

    __slots__ = ()
    _name = "session"
    _exists_known_at = "before"

    @property
    def weekday(self) -> Field[Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], Condition]:
        """Weekday of the date"""
        return Field(*self._field("weekday", "before"))

    @property
    def month(self) -> NumberField[Condition]:
        """Calendar month, 1 to 12"""
        return NumberField(*self._field("month", "before"))

    @property
    def open(self) -> NumberField[Condition]:
        """First price of the session"""
        return NumberField(*self._field("open", "open"))

    @property
    def high(self) -> NumberField[Condition]:
        """Highest price"""
        return NumberField(*self._field("high", "close"))

    @property
    def low(self) -> NumberField[Condition]:
        """Lowest price"""
        return NumberField(*self._field("low", "close"))

    @property
    def close(self) -> NumberField[Condition]:
        """Last price"""
        return NumberField(*self._field("close", "close"))

    @property
    def return_pct(self) -> NumberField[Condition]:
        """Close against the close of the previous session, at most 7 calendar days back"""
        return NumberField(*self._field("return_pct", "close"))

    @property
    def range_pct(self) -> NumberField[Condition]:
        """Range in percent of the open"""
        return NumberField(*self._field("range_pct", "close"))

    @property
    def volume(self) -> NumberField[Condition]:
        """Sum of the bars' volumes"""
        return NumberField(*self._field("volume", "close"))

    @property
    def early_close(self) -> Field[bool, Condition]:
        """The exchange closes early by its calendar; null on days that the calendar does not know"""
        return Field(*self._field("early_close", "before"))


session = Session()


class News(SessionSource):
    """News. What came out between the end of the previous session's window and the start of this one's."""

    __slots__ = ()
    _name = "news"
    _exists_known_at = "before"

    @property
    def count(self) -> NumberField[Condition]:
        """News from the end of the previous session's window to the start of this one's"""
        return NumberField(*self._field("count", "before"))

    @property
    def max_impact_score(self) -> NumberField[Condition]:
        """Highest classified impact of them, 0 without any"""
        return NumberField(*self._field("max_impact_score", "before"))

    @property
    def direction(self) -> Field[Literal["negative", "neutral", "positive", "none"], Condition]:
        """Classified sentiment of the one with the highest impact, of several the latest"""
        return Field(*self._field("direction", "before"))


news = News()

__all__ = [
    "bos",
    "fvg",
    "gap",
    "ib",
    "insideday",
    "news",
    "odc",
    "orb",
    "owc",
    "pdhlb",
    "prevclose",
    "session",
    "trend",
]
