/** Where a symbol's bars begin and end: the last one is the clock of its records. */
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import type { BarColumns } from '../market/bars.ts';
import type { BarEnds, SymbolState } from './state.ts';

const SECONDS_PER_DAY = MINUTES_PER_DAY * 60;
const dayOf = (minute: number) => Math.floor(minute / MINUTES_PER_DAY);

/**
 * By symbol; null where no bar is left, or never was one.
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
    const days = barDays(state);
    return { symbol: state.symbol, days, ...read(days, (day) => barsOf(state.symbol, day)), ...standing(state) };
  });
  const withDays = known.filter(({ days }) => days.length > 0);
  const lasts = await barsAtEnd(
    reader,
    'max',
    withDays.flatMap(({ symbol, days, last }) => (last === undefined ? [{ symbol, day: days.at(-1)! }] : [])),
  );
  const firsts = await barsAtEnd(
    reader,
    'min',
    withDays.flatMap(({ symbol, days, first }) => (first === undefined ? [{ symbol, day: days[0] }] : [])),
  );
  for (const { symbol, days, first, last } of known) {
    found.set(symbol, await endsOf(reader, symbol, days, first ?? firsts.get(symbol), last ?? lasts.get(symbol)));
  }
  return found;
}

function barDays({ days }: SymbolState): number[] {
  return days.filter(({ kind }) => kind === 'bars').map(({ day }) => day);
}

/** The first and last bar as settled, each where nothing on its day or beyond has changed. */
function standing({ settled, days }: SymbolState): Partial<BarEnds> {
  if (!settled?.ends) return {};
  const { first, last } = settled.ends;
  const changed = days.filter(({ kind, dirty }) => kind === 'bars' && dirty);
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
async function barsAtEnd(
  reader: Reader,
  pick: 'min' | 'max',
  symbols: readonly { readonly symbol: string; readonly day: number }[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const day of new Set(symbols.map((one) => one.day))) {
    const together = symbols.filter((one) => one.day === day).map(({ symbol }) => symbol);
    if (together.length < 2) continue;
    const rows = await reader.query<{ symbol: string; at: number }>(
      `SELECT CAST(symbol, 'String') AS symbol, intDiv(toUInt32(${pick}(ts)), 60) AS at FROM market.bars FINAL
       WHERE symbol IN {symbols:Array(String)}
         AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts < toDateTime({to:UInt32}, 'UTC') GROUP BY symbol`,
      { symbols: together, from: day * SECONDS_PER_DAY, to: (day + 1) * SECONDS_PER_DAY },
    );
    for (const { symbol, at } of rows) found.set(symbol, at);
  }
  return found;
}

async function endsOf(
  reader: Reader,
  symbol: string,
  days: readonly number[],
  knownFirst: number | undefined,
  knownLast: number | undefined,
): Promise<BarEnds | null> {
  const ask = async (pick: 'min' | 'max', from: number, to: number): Promise<number | null> => {
    const [row] = await reader.query<{ n: number; at: number }>(
      `SELECT count() AS n, intDiv(toUInt32(${pick}(ts)), 60) AS at FROM market.bars FINAL
       WHERE symbol = {symbol:String} AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts < toDateTime({to:UInt32}, 'UTC')`,
      { symbol, from: from * SECONDS_PER_DAY, to: (to + 1) * SECONDS_PER_DAY },
    );
    return row.n === 0 ? null : row.at;
  };
  // Deletions may have emptied days at either end: widen the look from there until a bar shows.
  const search = async (pick: 'min' | 'max'): Promise<number | null> => {
    const ordered = pick === 'min' ? days : [...days].reverse();
    for (let at = 0, width = 1; at < ordered.length; at += width, width *= 8) {
      const part = ordered.slice(at, at + width);
      const found = await ask(pick, Math.min(part[0], part.at(-1)!), Math.max(part[0], part.at(-1)!));
      if (found !== null) return found;
    }
    return null;
  };
  const last = knownLast ?? (await search('max'));
  if (last === null) return null;
  return { first: knownFirst ?? (await search('min'))!, last };
}
