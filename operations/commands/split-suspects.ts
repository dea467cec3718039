/** Openings that look as if a split lay in the night before them, though the bars are adjusted for all that are stored. */
import { readSplits } from '../../compute/evaluation/tables/events.ts';
import { splitLike } from '../../compute/market/bars.ts';
import { isoDate } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';

export interface SplitSuspect {
  readonly symbol: string;
  /** Date of the session that opens so. */
  readonly date: string;
  /** Its open over the close before. */
  readonly open_over_close: number;
  /** New shares for old ones: `4:1`. */
  readonly looks_like: string;
  /** Ratio of the split that is stored for the date: the bars seem to hold it already. Null: none is stored. */
  readonly stored_ratio: number | null;
  /** What to do about it. */
  readonly advice: string;
}

const LISTED = 100;
/** Logarithm of the move of a usual night. */
const SAME = Math.log(1.4);

/** What bars look like that hold the split already and are adjusted for it again: its reverse. */
const reverseOf = (ratio: number) => (ratio < 1 ? `${Number((1 / ratio).toPrecision(6))}:1` : `1:${ratio}`);

/** The newest first, of stored sessions: all symbols, or one. */
export async function splitSuspects(reader: Reader, symbol?: string): Promise<SplitSuspect[]> {
  const wanted = `session = 'exchange' AND variant = '' AND (gap_from_close_x > 1.4 OR gap_from_close_x < 1 / 1.4)
    ${symbol === undefined ? '' : 'AND symbol = {symbol:String}'}`;
  const rows = await reader.query<{ symbol: string; day: number; x: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, toInt32(date) AS day, assumeNotNull(gap_from_close_x) AS x
     FROM market.stat_sessions FINAL
     WHERE ${wanted} AND symbol IN (SELECT symbol FROM market.stat_sessions WHERE ${wanted})
     ORDER BY day DESC, symbol`,
    { symbol: symbol ?? '' },
  );
  const splits = await readSplits(reader, [...new Set(rows.map((one) => one.symbol))]);
  const found = rows.flatMap((row) => {
    const stored = splits.get(row.symbol)?.find((split) => split.day === row.day);
    // One that is stored is looked at whatever its ratio is.
    const held = stored && Math.abs(Math.log(row.x / stored.ratio)) < SAME ? reverseOf(stored.ratio) : null;
    const like = splitLike(row.x) ?? held;
    return like === null ? [] : [{ ...row, like, stored }];
  });
  return found.slice(0, LISTED).map(({ symbol: name, day, x, like, stored }) => {
    const date = isoDate(day);
    return {
      ...{ symbol: name, date, open_over_close: Number(x.toFixed(6)), looks_like: like },
      stored_ratio: stored?.ratio ?? null,
      advice: stored
        ? `a split is stored for this date and the bars seem to hold it already: \`symbols set --symbol ${name} --adjusted-through ${date}\``
        : `if it was a split: \`import actions\`, with the row ${name},split,${date},${like}`,
    };
  });
}
