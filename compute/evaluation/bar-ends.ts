/** Where the bars begin and end that a series' records follow from: the last one is the clock of the records. */

import { grouped } from '../../lib/collections.ts';
import type { Reader } from '../../sql/reader.ts';
import type { BarColumns } from '../market/bars.ts';
import type { DateRange } from '../statistics/statistic.ts';
import { dayOf, dayStart, OF_SERIES, seconds, seriesParams } from './load-bars.ts';
import { type BarEnds, barDaysOf, changedBarDays, type LoggedDay, type SymbolState } from './state.ts';

/** Bars of a day, where they are in memory as of the series' state. */
type BarsInMemory = (series: string, day: number) => BarColumns | undefined;

/** By series; null where no bar is left, or never was one. */
export async function readBarEnds(
  reader: Reader,
  states: readonly SymbolState[],
  barsOf: BarsInMemory = () => undefined,
): Promise<ReadonlyMap<string, BarEnds | null>> {
  const last = await endsOf(reader, 'max', states, barsOf);
  const withBars = states.filter(({ series }) => last.has(series));
  const first = await endsOf(reader, 'min', withBars, barsOf);
  return new Map(
    states.map(({ series }) => {
      const begins = first.get(series);
      return [series, begins === undefined ? null : { first: begins, last: last.get(series)! }];
    }),
  );
}

/** The first (`min`) or last bar by series, of those that have bars. */
async function endsOf(
  reader: Reader,
  pick: 'min' | 'max',
  states: readonly SymbolState[],
  barsOf: BarsInMemory,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const open: { readonly series: string; readonly days: readonly number[] }[] = [];
  for (const state of states) {
    const { series, settled } = state;
    const days = pick === 'min' ? barDaysOf(state) : barDaysOf(state).reverse();
    if (days.length === 0) continue;
    const before = settled?.ends?.[pick === 'min' ? 'first' : 'last'];
    // As settled, where nothing on its day or beyond has changed.
    const stands = ({ day }: LoggedDay) => (pick === 'min' ? day > dayOf(before!) : day < dayOf(before!));
    const isSame = before !== undefined && changedBarDays(state).every(stands);
    const at = isSame ? before : barsOf(series, days[0])?.minute.at(pick === 'min' ? 0 : -1);
    if (at === undefined) open.push({ series, days });
    else found.set(series, at);
  }
  for (const [day, some] of grouped(open, ({ days }) => days[0])) {
    if (some.length < 2) continue;
    const names = some.map(({ series }) => series);
    for (const [series, at] of await barsAtEnd(reader, pick, names, { from: day, to: day })) found.set(series, at);
  }
  // Deletions may have emptied days at either end: widen the look from there until a bar shows.
  for (const { series, days } of open) {
    for (let at = 0, width = 1; at < days.length && !found.has(series); at += width, width *= 8) {
      const part = days.slice(at, at + width);
      const dates = { from: Math.min(part[0], part.at(-1)!), to: Math.max(part[0], part.at(-1)!) };
      for (const [, bar] of await barsAtEnd(reader, pick, [series], dates)) found.set(series, bar);
    }
  }
  return found;
}

/** Start of the first (`min`) or last bar on these UTC dates by series, UTC minutes; without those that have none. */
export async function barsAtEnd(
  reader: Reader,
  pick: 'min' | 'max',
  series: readonly string[],
  { from, to }: DateRange,
): Promise<ReadonlyMap<string, number>> {
  if (series.length === 0) return new Map();
  const rows = await reader.query<{ series: string; at: number }>(
    `SELECT concat(symbol, ' ', interval) AS series, intDiv(toUInt32(${pick}(ts)), 60) AS at FROM market.bars FINAL
     WHERE ${OF_SERIES} AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts < toDateTime({to:UInt32}, 'UTC')
     GROUP BY symbol, interval`,
    { ...seriesParams(series), from: seconds(dayStart(from)), to: seconds(dayStart(to + 1)) },
  );
  return new Map(rows.map(({ series: name, at }) => [name, at]));
}
