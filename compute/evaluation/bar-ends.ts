/** Where the bars begin and end that a symbol's records follow from: the last one is the clock of the records. */
import type { Reader } from '../../sql/reader.ts';
import type { BarColumns } from '../market/bars.ts';
import type { DateRange } from '../statistics/statistic.ts';
import { readFirstServed } from './cutover.ts';
import { dayOf, dayStart, seconds } from './load-bars.ts';
import { type BarEnds, barDaysOf, changedBarDays, hasDailies, type SymbolState } from './state.ts';

/**
 * By symbol; null where no bar serves: none is left, or never was one, or daily bars serve all dates.
 *
 * @param barsOf bars of a day, where they are in memory as of the state
 */
export async function readBarEnds(
  reader: Reader,
  states: readonly SymbolState[],
  barsOf: (symbol: string, day: number) => BarColumns | undefined = () => undefined,
): Promise<ReadonlyMap<string, BarEnds | null>> {
  const found = new Map<string, BarEnds | null>();
  const known = states.map((state) => {
    const days = barDaysOf(state);
    return { symbol: state.symbol, days, ...read(days, (day) => barsOf(state.symbol, day)), ...standing(state) };
  });
  const withDays = known.filter(({ days }) => days.length > 0);
  const lasts = await onTheirDays(
    reader,
    'max',
    withDays.flatMap(({ symbol, days, last }) => (last === undefined ? [{ symbol, day: days.at(-1)! }] : [])),
  );
  const firsts = await onTheirDays(
    reader,
    'min',
    withDays.flatMap(({ symbol, days, first }) => (first === undefined ? [{ symbol, day: days[0] }] : [])),
  );
  for (const { symbol, days, first, last } of known) {
    found.set(symbol, await endsOf(reader, symbol, days, first ?? firsts.get(symbol), last ?? lasts.get(symbol)));
  }
  const beside = states.filter((state) => found.get(state.symbol) && hasDailies(state));
  if (beside.length === 0) return found;
  const last = new Map(beside.map(({ symbol }) => [symbol, found.get(symbol)!.last]));
  for (const [symbol, first] of await readFirstServed(reader, beside, last))
    found.set(symbol, first === null ? null : { first, last: last.get(symbol)! });
  return found;
}

/** The first and last bar as settled, each where nothing on its day or beyond has changed. */
function standing(state: SymbolState): Partial<BarEnds> {
  if (!state.settled?.ends) return {};
  const { first, last } = state.settled.ends;
  const changed = changedBarDays(state);
  return {
    ...(changed.every(({ day }) => day > dayOf(first)) ? { first } : {}),
    ...(changed.every(({ day }) => day < dayOf(last)) ? { last } : {}),
  };
}

/** The first and last bar, each where the bars of the first (last) day are in memory and there are some. */
function read(days: readonly number[], barsOf: (day: number) => BarColumns | undefined): Partial<BarEnds> {
  if (days.length === 0) return {};
  const first = barsOf(days[0])?.minute[0];
  const last = barsOf(days.at(-1)!)?.minute.at(-1);
  return { ...(first === undefined ? {} : { first }), ...(last === undefined ? {} : { last }) };
}

/** The first or last bar of each on its first or last day, those of a day asked together; none where all of the day is deleted. */
async function onTheirDays(
  reader: Reader,
  pick: 'min' | 'max',
  symbols: readonly { readonly symbol: string; readonly day: number }[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const day of new Set(symbols.map((one) => one.day))) {
    const together = symbols.filter((one) => one.day === day).map(({ symbol }) => symbol);
    if (together.length < 2) continue;
    for (const [symbol, at] of await barsAtEnd(reader, pick, together, { from: day, to: day })) found.set(symbol, at);
  }
  return found;
}

/** Start of the first (`min`) or last bar on these UTC dates by symbol, UTC minutes; without those that have none. */
export async function barsAtEnd(
  reader: Reader,
  pick: 'min' | 'max',
  symbols: readonly string[],
  { from, to }: DateRange,
): Promise<ReadonlyMap<string, number>> {
  if (symbols.length === 0) return new Map();
  const rows = await reader.query<{ symbol: string; at: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, intDiv(toUInt32(${pick}(ts)), 60) AS at FROM market.bars FINAL
     WHERE symbol IN {symbols:Array(String)}
       AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts < toDateTime({to:UInt32}, 'UTC') GROUP BY symbol`,
    { symbols, from: seconds(dayStart(from)), to: seconds(dayStart(to + 1)) },
  );
  return new Map(rows.map(({ symbol, at }) => [symbol, at]));
}

async function endsOf(
  reader: Reader,
  symbol: string,
  days: readonly number[],
  knownFirst: number | undefined,
  knownLast: number | undefined,
): Promise<BarEnds | null> {
  // Deletions may have emptied days at either end: widen the look from there until a bar shows.
  const search = async (pick: 'min' | 'max'): Promise<number | null> => {
    const ordered = pick === 'min' ? days : [...days].reverse();
    for (let at = 0, width = 1; at < ordered.length; at += width, width *= 8) {
      const part = ordered.slice(at, at + width);
      const dates = { from: Math.min(part[0], part.at(-1)!), to: Math.max(part[0], part.at(-1)!) };
      const found = (await barsAtEnd(reader, pick, [symbol], dates)).get(symbol);
      if (found !== undefined) return found;
    }
    return null;
  };
  const last = knownLast ?? (await search('max'));
  if (last === null) return null;
  return { first: knownFirst ?? (await search('min'))!, last };
}
