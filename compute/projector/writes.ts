/**
 * What several symbols have to write, put together: one insert a table. Records go first, then the notes that they
 * are there, so that a crash in between does the work again.
 */
import type { Scalar } from '../../sql/text.ts';
import type { Writer } from '../../sql/writer.ts';
import { insertColumns } from '../tables/row-blocks.ts';
import type { RecordsTable } from '../tables/schema.ts';

interface Notes {
  readonly columns: readonly string[];
  readonly rows: (readonly Scalar[])[];
}

/** Records are not kept beyond this many bytes: a large symbol writes by itself. */
const MOST_BYTES = 32 * 2 ** 20;

export class Writes {
  readonly #writer: Writer;
  #blocks = new Map<RecordsTable, Uint8Array[]>();
  #bytes = 0;
  #notes = new Map<string, Notes>();

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  async records(table: RecordsTable, blocks: readonly Uint8Array[]): Promise<void> {
    const known = this.#blocks.get(table) ?? [];
    this.#blocks.set(table, known);
    for (const block of blocks) {
      if (block.length === 0) continue;
      known.push(block);
      this.#bytes += block.length;
    }
    if (this.#bytes > MOST_BYTES) await this.flushRecords();
  }

  /** Written after all records that are known by then. */
  note(table: string, columns: readonly string[], rows: readonly (readonly Scalar[])[]): void {
    const notes = this.#notes.get(table) ?? { columns, rows: [] };
    this.#notes.set(table, notes);
    notes.rows.push(...rows);
  }

  async flushRecords(): Promise<void> {
    const blocks = this.#blocks;
    this.#blocks = new Map();
    this.#bytes = 0;
    for (const [table, some] of blocks) await this.#writer.insertBlocks(table.name, insertColumns(table), some);
  }

  async flush(): Promise<void> {
    const notes = this.#notes;
    this.#notes = new Map();
    await this.flushRecords();
    for (const [table, { columns, rows }] of notes) await this.#writer.insertRows(table, columns, rows);
  }
}
