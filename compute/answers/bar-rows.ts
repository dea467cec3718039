/** Bars as rows: those that a statistic under the same session window looks at, or candles of them. Pure. */
import { MS_PER_MINUTE } from '../../lib/days.ts';
import { lowerBound } from '../market/bars.ts';
import { type CandleSet, TIMEFRAME_MIN, type Timeframe } from '../market/candles.ts';
import { date, number, timestamp } from '../market/fields.ts';
import { datedInside, type RecordTable, TableBuilder } from '../market/records.ts';
import type { SessionSpec } from '../market/sessions.ts';
import type { SymbolData } from '../market/symbol-data.ts';
import type { DateRange } from '../statistics/statistic.ts';

const present = { nullable: false };

export const BAR_FIELDS = [
  timestamp('ts', 'Start of the bar'),
  date('date', 'Date of its session; of a week its first session'),
  number('open', 'price', 'First price', present),
  number('high', 'price', 'Highest price', present),
  number('low', 'price', 'Lowest price', present),
  number('close', 'price', 'Last price', present),
  number('volume', 'volume', 'Volume', present),
];

/** @param timeframe null: the bars themselves, the one in progress of a feed too. Candles in progress are left out. */
export function barRows(
  data: SymbolData,
  session: SessionSpec,
  timeframe: Timeframe | null,
  wanted: DateRange,
): RecordTable {
  const same = timeframe === null || TIMEFRAME_MIN[timeframe] === data.meta.intervalMin;
  const rows = same ? storedBars(data, session) : candleRows(data.candles(session, timeframe));
  return datedInside(rows, wanted.from, wanted.to);
}

function storedBars(data: SymbolData, session: SessionSpec): RecordTable {
  const { bars, length, first, end, date: dates } = data.sessions(session);
  let total = 0;
  for (let s = 0; s < length; s++) total += end[s] - first[s];
  const table = new TableBuilder(BAR_FIELDS, total);
  const c = table.columns('ts', 'date', 'open', 'high', 'low', 'close', 'volume');
  let n = 0;
  for (let s = 0; s < length; s++) {
    const count = end[s] - first[s];
    for (let i = 0; i < count; i++) c.ts[n + i] = bars.minute[first[s] + i] * MS_PER_MINUTE;
    c.date.fill(dates[s], n, n + count);
    for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) {
      c[name].set(bars[name].subarray(first[s], end[s]), n);
    }
    n += count;
  }
  return table.finish(n);
}

function candleRows(candles: CandleSet): RecordTable {
  const { sessions, length } = candles;
  const { bars } = sessions;
  const table = new TableBuilder(BAR_FIELDS, length);
  const c = table.columns('ts', 'date', 'open', 'high', 'low', 'close', 'volume');
  for (let n = 0; n < length; n++) {
    c.ts[n] = candles.start[n] * MS_PER_MINUTE;
    c.date[n] = sessions.date[candles.session[n]];
    for (const name of ['open', 'high', 'low', 'close'] as const) c[name][n] = candles[name][n];
    c.volume[n] = volumeOf(n);
  }
  return table.finish(length);

  /** Oldest first, as all sums of volumes. A session's bars lie together; a week's may have others in between. */
  function volumeOf(n: number): number {
    const last = n + 1 < length ? candles.session[n + 1] : sessions.length - 1;
    let sum = 0;
    for (let s = candles.session[n]; s <= last && sessions.windowStart[s] < candles.end[n]; s++) {
      const from = lowerBound(bars.minute, candles.start[n], sessions.first[s], sessions.end[s]);
      const to = lowerBound(bars.minute, candles.end[n], from, sessions.end[s]);
      for (let i = from; i < to; i++) sum += bars.volume[i];
    }
    return sum;
  }
}
