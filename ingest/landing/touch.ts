import { createHash } from 'node:crypto';
import { isoDate } from '../../lib/days.ts';
import type { Writer } from '../../sql/writer.ts';

const COLUMNS = ['kind', 'symbol', 'day', 'rows', 'fingerprint'];

export interface Touched {
  readonly kind: string;
  readonly symbol: string;
  /** Days since 1970. */
  readonly day: number;
  /** Why: the same reason again is the same mark. */
  readonly reason: readonly (string | number)[];
}

/** Marks days as changed on which the store has seen no insert, or nobody knows whether it has. */
export async function touchDays(writer: Writer, days: readonly Touched[]): Promise<void> {
  const rows = days.map(({ kind, symbol, day, reason }) => {
    const fingerprint = createHash('sha256').update(reason.join('\0')).digest().readBigUInt64LE();
    return [kind, symbol, isoDate(day), 1, fingerprint];
  });
  await writer.insertRows('market.day_log', COLUMNS, rows);
}
