import { createHash } from 'node:crypto';
import { isoDate } from '../../lib/days.ts';
import type { Writer } from '../../sql/writer.ts';
import type { NewsRow } from '../contract/index.ts';
import type { ChangedDays } from './events.ts';

const COLUMNS = ['kind', 'symbol', 'day', 'rows', 'fingerprint'];

/** Marks days as changed on which no row was inserted: the news of `row` lay there and has moved away. */
export async function touchDays(
  writer: Writer,
  kind: ChangedDays['kind'],
  moves: readonly { row: NewsRow; day: number }[],
): Promise<void> {
  const rows = moves.map(({ row, day }) => {
    const from = [row.symbol, row.id, row.version, row.partition, row.offset, day].join('\0');
    const fingerprint = createHash('sha256').update(from).digest().readBigUInt64LE();
    return [kind, row.symbol, isoDate(day), 1, fingerprint];
  });
  await writer.insertRows('market.day_log', COLUMNS, rows);
}
