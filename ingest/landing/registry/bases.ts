/** Which series of a symbol answers where a request names none. Written here at its first bar and by the operator, else by the projector. */

import { formatInterval } from '../../../exchange/symbol.ts';
import type { Clock } from '../../../lib/clock.ts';
import { dayOfMs } from '../../../lib/days.ts';
import type { Store } from '../../../sql/connect.ts';
import type { RowOf } from '../../../sql/table.ts';
import { type SeriesRow, seriesBasesTable } from '../tables.ts';

export type BaseRow = RowOf<typeof seriesBasesTable>;

/** By symbol. */
export async function readBases(
  { writer }: Pick<Store, 'writer'>,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, BaseRow>> {
  const rows = await seriesBasesTable.select(writer, 'FINAL WHERE symbol IN {symbols:Array(String)}', { symbols });
  return new Map(rows.map((row) => [row.symbol, row]));
}

/** The series with which symbols begin. */
export async function beginBase({ writer }: Store, clock: Clock, series: readonly SeriesRow[]): Promise<void> {
  const nowMs = clock.nowMs();
  await seriesBasesTable.insert(
    writer,
    series.map(({ symbol, interval }) => ({
      symbol,
      interval,
      previous: '',
      since: dayOfMs(nowMs),
      chosenBy: 'first_bar',
      version: nowMs,
    })),
  );
}

/** @param intervalMin null: the operator takes the word back */
export async function setBase(
  store: Store,
  clock: Clock,
  symbol: string,
  intervalMin: number | null,
  chosenBy: BaseRow['chosenBy'] = 'operator',
): Promise<void> {
  const before = (await readBases(store, [symbol])).get(symbol);
  const interval = intervalMin === null ? before?.interval : formatInterval(intervalMin);
  if (interval === undefined) return;
  const isSame = before?.interval === interval;
  const nowMs = clock.nowMs();
  await seriesBasesTable.insert(store.writer, [
    {
      symbol,
      interval,
      previous: isSame ? before.previous : (before?.interval ?? ''),
      since: isSame ? before.since : dayOfMs(nowMs),
      chosenBy: intervalMin === null ? 'rule' : chosenBy,
      version: Math.max(nowMs, (before?.version ?? 0) + 1),
    },
  ]);
}
