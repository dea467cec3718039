/** The ledger: which offsets of which partition were landed together, and what became of them. */
import { getOrMake } from '../../lib/collections.ts';
import type { Writer } from '../../sql/writer.ts';
import { digest } from './dead-letters.ts';
import type { LogEvent } from './events.ts';
import { type LedgerRow, ledgerTable } from './ledger-tables.ts';

export type LedgerEntry = Omit<LedgerRow, 'rows' | 'token' | 'landedAtMs'>;

/** An entry for each partition in the batch. `isRefused` is asked by index. */
export function ledgerEntries(
  events: readonly LogEvent[],
  isRefused: (index: number) => boolean,
  highOf: (event: LogEvent) => number = () => 0,
): LedgerEntry[] {
  const entries = new Map<string, LedgerEntry>();
  events.forEach((event, index) => {
    const { topic, partition, offset } = event;
    const entry = getOrMake(entries, `${topic} ${partition}`, () => ({
      ...{ topic, partition, firstOffset: offset, lastOffset: offset, events: 0, deadLetters: 0, high: highOf(event) },
    }));
    entry.firstOffset = Math.min(entry.firstOffset, offset);
    entry.lastOffset = Math.max(entry.lastOffset, offset);
    entry.events++;
    if (isRefused(index)) entry.deadLetters++;
  });
  return [...entries.values()];
}

/** `contentToken`: of the lines that were sent. */
export async function writeLedger(
  writer: Writer,
  entries: readonly LedgerEntry[],
  contentToken: string,
  landedAtMs: number,
): Promise<void> {
  const rows = entries.map((entry) => {
    const { topic, partition, firstOffset, lastOffset, events, deadLetters } = entry;
    const token = digest(topic, partition, firstOffset, lastOffset, contentToken);
    return { ...entry, rows: events - deadLetters, token, landedAtMs };
  });
  await ledgerTable.insert(writer, rows);
}
