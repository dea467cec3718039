/** IB a second time, from the words of its definition: one object a session, every list written out. */
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { naiveOutcomes } from './outcomes.ts';
import { dateText, type NaiveWindow, naiveSessions, naiveSymbol, timeText } from './sessions.ts';
import { average, interval, middle, NAMES, percent, price, ratio, share } from './values.ts';

export interface IbAsked {
  session: NaiveWindow;
  from: number;
  to: number;
  minutes: number;
  weekdays?: number[];
}

/** Nothing rounded. */
export function naiveIb(data: SymbolData, { session, from, to, minutes, weekdays }: IbAsked) {
  const symbol = naiveSymbol(data);
  return naiveSessions(symbol, session)
    .filter(({ date, weekday }) => date >= from && date <= to && (!weekdays || weekdays.includes(weekday)))
    .map((one) => {
      const { bars, anchor, stop, date, weekday, complete } = one;
      const day = {
        date,
        weekday,
        complete,
        minutes,
        open: bars[0].open,
        high: Math.max(...bars.map(({ high }) => high)),
        low: Math.min(...bars.map(({ low }) => low)),
        close: bars[bars.length - 1].close,
      };
      const over = symbol.lastBarEnd >= Math.min(anchor + minutes, stop);
      if (!over) return { ...day, bars: null, balance: null };
      const early = bars.filter(({ t }) => t >= anchor && t < anchor + minutes);
      const late = bars.filter(({ t }) => t >= anchor + minutes);
      if (early.length === 0) return { ...day, bars: 0, balance: null };
      const top = Math.max(...early.map(({ high }) => high));
      const bottom = Math.min(...early.map(({ low }) => low));
      const above = late.filter(({ high }) => high > top);
      const below = late.filter(({ low }) => low < bottom);
      const first = late.find((bar) => above.includes(bar) || below.includes(bar));
      const height = top - bottom;
      const inHeights = (move: number) => (height === 0 ? null : move / height);
      const up = inHeights(Math.max(0, ...above.map(({ high }) => high - top)));
      const down = inHeights(Math.max(0, ...below.map(({ low }) => bottom - low)));
      const balance = {
        top,
        bottom,
        height,
        up,
        down,
        heightPct: (height / day.open) * 100,
        brokeHigh: above.length > 0,
        brokeLow: below.length > 0,
        firstTime: first ? first.t : null,
        firstMinutes: first ? first.t - anchor : null,
        firstSide:
          !first || (above.includes(first) && below.includes(first)) ? null : above.includes(first) ? 'up' : 'down',
        larger: up === null || down === null ? null : Math.max(up, down),
        location: inHeights(day.close - bottom),
        place: day.close > top ? 'above' : day.close < bottom ? 'below' : 'inside',
      };
      return { ...day, bars: early.length, balance };
    });
}

type Day = ReturnType<typeof naiveIb>[number];

const typeOf = ({ brokeHigh, brokeLow }: { brokeHigh: boolean; brokeLow: boolean }) =>
  brokeHigh && brokeLow ? 'both' : brokeHigh ? 'up' : brokeLow ? 'down' : 'none';

/** As answers show it. */
export function shownIb(symbol: string, day: Day) {
  const { balance } = day;
  return {
    symbol,
    date: dateText(day.date),
    weekday: NAMES[day.weekday],
    ib_minutes: day.minutes,
    ib_high: price(balance?.top ?? null),
    ib_low: price(balance?.bottom ?? null),
    ib_range: price(balance?.height ?? null),
    ib_range_pct: percent(balance?.heightPct ?? null),
    ib_bars: day.bars,
    session_open: price(day.open),
    session_high: price(day.high),
    session_low: price(day.low),
    session_close: price(day.close),
    broke_high: balance?.brokeHigh ?? null,
    broke_low: balance?.brokeLow ?? null,
    break_type: balance && typeOf(balance),
    first_direction: balance?.firstSide ?? null,
    first_break_time: typeof balance?.firstTime === 'number' ? timeText(balance.firstTime) : null,
    minutes_to_first_break: balance?.firstMinutes ?? null,
    extension_up_x: ratio(balance?.up ?? null),
    extension_down_x: ratio(balance?.down ?? null),
    extension_x: ratio(balance?.larger ?? null),
    close_location: ratio(balance?.location ?? null),
    close_place: balance?.place ?? null,
    complete: day.complete,
  };
}

export function naiveIbTop(days: readonly Day[]): Day[] {
  const size = ({ balance }: Day) => ratio(balance!.larger) ?? Number.NEGATIVE_INFINITY;
  return days
    .filter(({ complete, balance }) => complete && balance && (balance.brokeHigh || balance.brokeLow))
    .sort((a, b) => size(b) - size(a) || a.date - b.date);
}

export function naiveIbSummary(symbol: string, days: readonly Day[], minutes: number, timeWindow: string) {
  const complete = days.filter((day) => day.complete);
  const known = complete.flatMap((day) => (day.balance ? [{ ...day.balance, weekday: day.weekday }] : []));
  const confidence: Record<string, unknown> = {};
  const rate = (path: string, hits: boolean[]) => {
    confidence[path] = interval(hits);
    return { [path]: percent(share(hits)) };
  };
  const first = (side: string) => known.filter(({ firstSide }) => firstSide === side);
  const only = (type: string) => known.filter((one) => typeOf(one) === type);
  const outcomes = naiveOutcomes(
    known.map(({ weekday, brokeHigh, brokeLow, heightPct }) => ({ weekday, brokeHigh, brokeLow, sizePct: heightPct })),
    confidence,
  );
  const places = (place: string, of: typeof known) => of.map((one) => one.place === place);
  return {
    symbol,
    ib_minutes: minutes,
    total_days: complete.length,
    no_range_days: complete.length - known.length,
    ...outcomes,
    ...rate('first_up_pct', known.filter(({ firstSide }) => firstSide !== null).map(({ firstSide }) => firstSide === 'up')), // biome-ignore format: one call
    ...rate('both_after_up_pct', first('up').map(({ brokeLow }) => brokeLow)), // biome-ignore format: one call
    ...rate('both_after_down_pct', first('down').map(({ brokeHigh }) => brokeHigh)), // biome-ignore format: one call
    ...rate('held_up_pct', places('above', only('up'))),
    ...rate('held_down_pct', places('below', only('down'))),
    ...rate('close_above_pct', places('above', known)),
    ...rate('close_inside_pct', places('inside', known)),
    ...rate('close_below_pct', places('below', known)),
    avg_minutes_to_first_break: percent(average(known.map(({ firstMinutes }) => firstMinutes))),
    median_minutes_to_first_break: percent(middle(known.map(({ firstMinutes }) => firstMinutes))),
    avg_extension_up_x: ratio(average(known.filter(({ brokeHigh }) => brokeHigh).map(({ up }) => up))),
    avg_extension_down_x: ratio(average(known.filter(({ brokeLow }) => brokeLow).map(({ down }) => down))),
    avg_ib_range_pct: percent(average(known.map(({ heightPct }) => heightPct))),
    median_ib_range_pct: percent(middle(known.map(({ heightPct }) => heightPct))),
    sample_size: known.length,
    confidence,
    time_window: timeWindow,
  };
}
