/** Whether an interval that an operator gives a symbol is that of the bars that are stored. */
import { BASE_INTERVALS_MIN, formatInterval } from '../../../exchange/symbol.ts';
import type { Reader } from '../../../sql/reader.ts';

/** The stored bars are of another interval than the one that was given. */
export class ContradictionError extends Error {
  override readonly name = 'ContradictionError';
}

/** So many bars of a finer interval do not all begin on the marks of a coarser one by chance. */
const ENOUGH_BARS = 30;

/** @throws ContradictionError where bars of the symbol cannot be of this interval, or are clearly of a coarser one */
export async function refuseContradiction(reader: Reader, symbol: string, intervalMin: number): Promise<void> {
  const coarser = BASE_INTERVALS_MIN.filter((minutes) => minutes > intervalMin);
  const [{ bars, first, last, unaligned, aligned }] = await reader.query<{
    bars: number;
    first: number;
    last: number;
    unaligned: number;
    aligned: number[];
  }>(
    `WITH intDiv(toUInt32(ts), 60) AS minute
     SELECT count() AS bars, toUInt32(min(ts)) AS first, toUInt32(max(ts)) AS last,
       countIf(minute % {interval:UInt32} != 0) AS unaligned,
       CAST([${coarser.map((minutes) => `countIf(minute % ${minutes} = 0)`).join(', ')}], 'Array(UInt32)') AS aligned
     FROM market.bars FINAL WHERE symbol = {symbol:String}`,
    { symbol, interval: intervalMin },
  );
  const given = formatInterval(intervalMin);
  const [from, to] = [first, last].map((seconds) => new Date(seconds * 1000).toISOString());
  const stored = `${symbol} has ${bars} bars from ${from} to ${to}`;
  const advice = 'give the interval of these bars, or use `symbols drop` and import again';
  if (unaligned > 0) {
    throw new ContradictionError(`${stored}, and ${unaligned} of them do not begin on a mark of ${given}: ${advice}`);
  }
  const own = coarser.findLast((_, i) => aligned[i] === bars);
  if (own !== undefined && bars >= ENOUGH_BARS) {
    throw new ContradictionError(
      `${stored}, and all of them begin on a mark of ${formatInterval(own)}: they are not ${given}; ${advice}`,
    );
  }
}
