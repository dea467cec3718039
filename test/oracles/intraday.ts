/**
 * INTRADAY once more, the slow and obvious way and from the statistics page alone: every bucket of every session asks
 * for its bars. Tests hold the kernel, the list, the summary and the top against it.
 */
import {
  dateText,
  type NaiveBar,
  type NaiveSession,
  type NaiveSymbol,
  type NaiveWindow,
  naiveSessions,
} from './sessions.ts';
import { average, interval, middle, NAMES, percent, price, share, volume } from './values.ts';

/** One bucket of one session; `bars` may be empty. */
interface Slot {
  offset: number;
  start: number;
  bars: NaiveBar[];
  added: number;
}

const openOf = (bars: NaiveBar[]) => bars[0].open;
const closeOf = (bars: NaiveBar[]) => bars[bars.length - 1].close;
const highOf = (bars: NaiveBar[]) => bars.map((bar) => bar.high).reduce((a, b) => Math.max(a, b));
const lowOf = (bars: NaiveBar[]) => bars.map((bar) => bar.low).reduce((a, b) => Math.min(a, b));
const rangeOf = (bars: NaiveBar[]) => (bars.length === 0 ? 0 : highOf(bars) - lowOf(bars));
const volumeOf = (bars: NaiveBar[]) => bars.reduce((sum, bar) => sum + bar.volume, 0);
const returnOf = (bars: NaiveBar[]) => ((closeOf(bars) - openOf(bars)) / openOf(bars)) * 100;
const rangePct = (bars: NaiveBar[]) => (rangeOf(bars) / openOf(bars)) * 100;
const clockText = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);

function originOf(session: NaiveSession, window: NaiveWindow): number {
  const crossesMidnight = Math.floor((session.stop - 1) / 1440) > Math.floor(session.start / 1440);
  return window.extended || (crossesMidnight && window.mode === 'custom') ? session.start : session.anchor;
}

const EMPTY: Slot = { offset: 0, start: 0, bars: [], added: 0 };

/** A session with what is asked of it as a whole. */
function dayOf(session: NaiveSession, window: NaiveWindow, minutes: number) {
  const origin = originOf(session, window);
  const slots: Slot[] = [];
  for (let start = origin; start < session.stop; start += minutes) {
    const bars = session.bars.filter((bar) => bar.t >= start && bar.t < start + minutes);
    const before = session.bars.filter((bar) => bar.t < start);
    // How much wider the session's range is with the bucket than before it.
    const added = rangeOf([...before, ...bars]) - rangeOf(before);
    slots.push({ offset: start - origin, start, bars, added });
  }
  const high = highOf(session.bars);
  const low = lowOf(session.bars);
  return {
    session,
    slots,
    volume: volumeOf(session.bars),
    range: high - low,
    firstHigh: session.bars.find((bar) => bar.high === high) as NaiveBar,
    firstLow: session.bars.find((bar) => bar.low === low) as NaiveBar,
  };
}

export function naiveIntraday(
  symbol: NaiveSymbol,
  window: NaiveWindow,
  range: { from: number; to: number },
  minutes: number,
  limit: number,
) {
  const days = naiveSessions(symbol, window)
    .filter(({ date, complete }) => complete && date >= range.from && date <= range.to)
    .map((session) => dayOf(session, window, minutes));
  const name = (offset: number) => `${offset}-${offset + minutes}`;

  const offsets = Array.from({ length: Math.ceil(1500 / minutes) }, (_, k) => k * minutes);
  const rows = offsets.flatMap((offset) => {
    const slots = days.map((day) => ({ day, slot: day.slots[offset / minutes] ?? EMPTY }));
    const traded = slots.map(({ slot }) => slot).filter(({ bars }) => bars.length > 0);
    if (traded.length === 0) return [];
    const bars = traded.map((slot) => slot.bars);
    const returns = bars.map(returnOf);
    const withVolume = slots.filter(({ day }) => day.volume > 0);
    const withRange = slots.filter(({ day }) => day.range > 0);
    const row = {
      bucket: name(offset),
      bucket_start: offset,
      utc_time: mostFrequent(traded.map(({ start }) => clockText(start))),
      sessions: traded.length,
      avg_return_pct: percent(average(returns)),
      median_return_pct: percent(middle(returns)),
      green_pct: percent(share(bars.map((list) => closeOf(list) > openOf(list)))),
      avg_abs_return_pct: percent(average(returns.map(Math.abs))),
      avg_range_pct: percent(average(bars.map(rangePct))),
      avg_volume: volume(average(bars.map(volumeOf))),
      volume_share_pct: percent(average(withVolume.map(({ day, slot }) => (volumeOf(slot.bars) / day.volume) * 100))),
      range_share_pct: percent(average(withRange.map(({ day, slot }) => (slot.added / day.range) * 100))),
      high_of_day_pct: percent(share(slots.map(({ day, slot }) => slot.bars.includes(day.firstHigh)))),
      low_of_day_pct: percent(share(slots.map(({ day, slot }) => slot.bars.includes(day.firstLow)))),
    };
    return [row];
  });

  const confidence: Record<string, unknown> = {};
  const continuation = (which: 'first' | 'last') => {
    const cases = days.map(({ session, slots }) => {
      const traded = slots.filter(({ bars }) => bars.length > 0);
      const { bars } = traded[which === 'first' ? 0 : traded.length - 1];
      const direction = Math.sign(closeOf(bars) - openOf(bars));
      return direction === 0 ? null : Math.sign(closeOf(session.bars) - openOf(session.bars)) === direction;
    });
    confidence[`${which}_bucket_continuation_rate_pct`] = interval(cases);
    return percent(share(cases));
  };
  const often = rows.filter((row) => row.sessions >= 3);
  const ranked = often.length > 0 ? often : rows;
  type Metric = 'median_return_pct' | 'avg_volume' | 'high_of_day_pct' | 'low_of_day_pct';
  const extreme = (list: typeof rows, metric: Metric, sign: 1 | -1) => {
    const [first] = [...list].sort((a, b) => sign * ((b[metric] ?? 0) - (a[metric] ?? 0)));
    if (!first) return null;
    return {
      bucket: first.bucket,
      bucket_start: first.bucket_start,
      utc_time: first.utc_time,
      [metric]: first[metric],
    };
  };
  const summary = {
    symbol: symbol.symbol,
    bucket_minutes: minutes,
    best_bucket: extreme(ranked, 'median_return_pct', 1),
    worst_bucket: extreme(ranked, 'median_return_pct', -1),
    busiest_bucket: extreme(rows, 'avg_volume', 1),
    most_frequent_high_bucket: extreme(rows, 'high_of_day_pct', 1),
    most_frequent_low_bucket: extreme(rows, 'low_of_day_pct', 1),
    first_bucket_continuation_rate_pct: continuation('first'),
    last_bucket_continuation_rate_pct: continuation('last'),
    sample_size: days.length,
    confidence,
    time_window: 'custom',
  };

  const top = days
    .flatMap(({ session, slots }) =>
      slots
        .filter(({ bars }) => bars.length > 0)
        .map(({ offset, start, bars }) => ({
          symbol: symbol.symbol,
          date: dateText(session.date),
          weekday: NAMES[session.weekday],
          bucket: name(offset),
          bucket_start: offset,
          utc_time: clockText(start),
          open: price(openOf(bars)),
          high: price(highOf(bars)),
          low: price(lowOf(bars)),
          close: price(closeOf(bars)),
          return_pct: percent(returnOf(bars)),
          range_pct: percent(rangePct(bars)),
          volume: volume(volumeOf(bars)),
        })),
    )
    .sort((a, b) => Math.abs(b.return_pct as number) - Math.abs(a.return_pct as number))
    .slice(0, limit);
  return { rows, summary, top };
}

/** The most frequent text, the lower of equally frequent ones. */
function mostFrequent(texts: string[]): string {
  const distinct = [...new Set(texts)].sort();
  const frequency = (text: string) => texts.filter((other) => other === text).length;
  const most = Math.max(...distinct.map(frequency));
  return distinct.find((text) => frequency(text) === most) as string;
}
