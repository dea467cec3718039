/** The record of every import: what it was given, what became of it. The rows themselves carry its id. */
import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import type { EventSet } from '../contract/events.ts';
import { type ImportRow, type ImportState, importsTable } from '../landing/tables.ts';

/** As it is shown. */
export interface ImportRecord {
  id: string;
  kind: EventSet;
  /** Base names. */
  files: readonly string[];
  options: Record<string, unknown>;
  state: ImportState;
  /** ISO 8601, UTC. */
  started_at: string;
  /** `null` while it runs, or where it was killed. */
  ended_at: string | null;
  landed: number;
  duplicates: number;
  dead_letters: Record<string, number>;
  /** Rows that its undo put back, and removed. */
  restored: number;
  deleted: number;
  message: string;
}

type Change = Partial<
  Pick<ImportRow, 'state' | 'landed' | 'duplicates' | 'deadLetters' | 'restored' | 'deleted' | 'message'>
>;

/** Of when it began, such as `20250604-133000-1f3a`. */
export function runId(startedAtMs: number): string {
  const [date, time] = new Date(startedAtMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T');
  return `${date}-${time}-${randomBytes(2).toString('hex')}`;
}

export class ImportRecords {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, { clock = systemClock }: { clock?: Clock } = {}) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Records that an import begins. Returns its id. */
  async begin(kind: ImportRow['kind'], files: readonly string[], options: ImportRow['options']): Promise<string> {
    const startedAtMs = this.#clock.nowMs();
    const id = runId(startedAtMs);
    const counts = { landed: 0, duplicates: 0, deadLetters: {}, restored: 0, deleted: 0 };
    const row: ImportRow = {
      ...{ id, kind, files, options, state: 'running', startedAtMs, endedAtMs: null },
      ...{ ...counts, message: '', version: 1 },
    };
    await this.#write(row);
    return id;
  }

  /** Changes what is known of an import. Throws where there is none. */
  async note(id: string, change: Change): Promise<void> {
    const [stored] = await this.#select('id = {id:String}', { id }, 1);
    if (!stored) throw new Error(`there is no import ${id}`);
    const hasEnded = change.state === 'undoing' || change.state === 'final';
    const endedAtMs = hasEnded ? stored.endedAtMs : this.#clock.nowMs();
    await this.#write({ ...stored, endedAtMs, ...change, version: stored.version + 1 });
  }

  /** The newest first. */
  async list(limit = 100): Promise<ImportRecord[]> {
    return (await this.#select('1', {}, limit)).map(shown);
  }

  async show(id: string): Promise<ImportRecord | null> {
    const [stored] = await this.#select('id = {id:String}', { id }, 1);
    return stored ? shown(stored) : null;
  }

  /** Ids of those that are undone, or whose undo has begun; refused ones were, or have written nothing. */
  async undone(): Promise<Set<string>> {
    const rows = await importsTable.select(this.#store.reader, "FINAL WHERE state IN ('undoing', 'undone', 'refused')");
    return new Set(rows.map(({ id }) => id));
  }

  #select(condition: string, params: Record<string, string>, limit: number): Promise<ImportRow[]> {
    const clauses = `FINAL WHERE ${condition} ORDER BY started_at DESC, id LIMIT {limit:UInt32}`;
    return importsTable.select(this.#store.reader, clauses, { ...params, limit });
  }

  async #write(row: ImportRow): Promise<void> {
    await importsTable.insert(this.#store.writer, [row]);
  }
}

function shown({ startedAtMs, endedAtMs, deadLetters, ...rest }: ImportRow): ImportRecord {
  const { id, kind, files, options, state, landed, duplicates, restored, deleted, message } = rest;
  return {
    ...{ id, kind, files, options, state },
    started_at: new Date(startedAtMs).toISOString(),
    ended_at: endedAtMs === null ? null : new Date(endedAtMs).toISOString(),
    ...{ landed, duplicates, dead_letters: deadLetters, restored, deleted, message },
  };
}
