/** The ledger: which offsets of which partition were landed together, and what became of them. */
import { tsvMillis, tsvRow } from '../../sql/text.ts';
import type { Writer } from '../../sql/writer.ts';
import { digest } from './dead-letters.ts';
import type { LogEvent } from './events.ts';

export interface LedgerEntry {
  readonly topic: string;
  readonly partition: number;
  firstOffset: number;
  lastOffset: number;
  events: number;
  deadLetters: number;
  /** Highest version given to an event without a revision up to `lastOffset`; 0 where that does not matter. */
  high: number;
}

const COLUMNS = [
  'topic',
  'partition',
  'first_offset',
  'last_offset',
  'events',
  'rows',
  'dead_letters',
  'token',
  'high',
  'landed_at',
];

/** An entry for each partition in the batch. `isRefused` is asked by index. */
export function ledgerEntries(
  events: readonly LogEvent[],
  isRefused: (index: number) => boolean,
  highOf: (event: LogEvent) => number = () => 0,
): LedgerEntry[] {
  const entries = new Map<string, LedgerEntry>();
  events.forEach((event, index) => {
    const { topic, partition, offset } = event;
    const key = `${topic} ${partition}`;
    let entry = entries.get(key);
    if (!entry) {
      entry = {
        topic,
        partition,
        firstOffset: offset,
        lastOffset: offset,
        events: 0,
        deadLetters: 0,
        high: highOf(event),
      };
      entries.set(key, entry);
    }
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
  const lines = entries.map(({ topic, partition, firstOffset, lastOffset, events, deadLetters, high }) => {
    const token = digest(topic, partition, firstOffset, lastOffset, contentToken);
    const values = [topic, partition, firstOffset, lastOffset, events, events - deadLetters, deadLetters, token, high];
    return `${tsvRow(values).trimEnd()}\t${tsvMillis(landedAtMs)}\n`;
  });
  await writer.insertText('market.ingest_ledger', COLUMNS, 'TSV', lines.join(''));
}
