/**
 * The note of a commit: which record was the last before it, and what it held. A topic that was deleted and recreated
 * counts from 0 again, and offsets of the old one may be inside the new one; this tells them apart.
 */
import { createHash } from 'node:crypto';
import type { LogRecord } from './port.ts';

export interface Mark {
  readonly offset: bigint;
  readonly digest: string;
}

export function digestOf({ key, value, timestampMs }: LogRecord): string {
  const hash = createHash('sha256').update(`${timestampMs} ${key?.length ?? -1} ${value?.length ?? -1} `);
  if (key) hash.update(key);
  if (value) hash.update(value);
  return hash.digest('hex').slice(0, 16);
}

const NOTE = /^r1:(\d{1,19}):([0-9a-f]{16})$/;

export function noteOfMark({ offset, digest }: Mark): string {
  return `r1:${offset}:${digest}`;
}

export function noteOf(record: LogRecord): string {
  return noteOfMark({ offset: record.offset, digest: digestOf(record) });
}

/** `null` where the note is none of ours: somebody else has set the offset, and is trusted. */
export function markOf(note: string): Mark | null {
  const match = NOTE.exec(note);
  return match ? { offset: BigInt(match[1]), digest: match[2] } : null;
}
