/** The ledger: which offsets of which partition were landed together, and what became of them. */
import { getOrMake } from '../../lib/collections.ts';
import type { Writer } from '../../sql/writer.ts';
import { identityOf } from '../contract/decode.ts';
import type { LogEvent } from './events.ts';
import { numberIn } from './ranks.ts';
import { type LedgerRow, ledgerTable } from './tables.ts';

export type LedgerEntry = Omit<LedgerRow, 'rows' | 'token' | 'landedAtMs'>;

/**
 * Returns an entry for each partition in the batch.
 *
 * @param refused indices of events, each with its reason
 * @param isPushed the events have no offsets of a log: a topic has one entry, its last
 */
export function ledgerEntries(
  events: readonly LogEvent[],
  refused: ReadonlyMap<number, unknown>,
  isPushed = false,
): LedgerEntry[] {
  const entries = new Map<string, LedgerEntry>();
  events.forEach((event, index) => {
    const { topic, partition, rank = 0n } = event;
    const offset = isPushed ? 0 : event.offset;
    const number = numberIn(rank);
    const entry = getOrMake(entries, `${topic} ${partition}`, () => ({
      topic,
      partition,
      firstOffset: offset,
      lastOffset: offset,
      events: 0,
      deadLetters: 0,
      number,
    }));
    entry.firstOffset = Math.min(entry.firstOffset, offset);
    entry.lastOffset = Math.max(entry.lastOffset, offset);
    entry.events++;
    if (number > entry.number) entry.number = number;
    if (refused.has(index)) entry.deadLetters++;
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
    const token = identityOf([topic, partition, firstOffset, lastOffset, contentToken]);
    return { ...entry, rows: events - deadLetters, token, landedAtMs };
  });
  await ledgerTable.insert(writer, rows);
}
