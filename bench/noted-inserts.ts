/** What a run writes, to be written again by itself: the floor of the run. */
import type { Writer } from '../sql/writer.ts';
import { cpuMs } from './rounds.ts';

const MOST_KEPT_BYTES = 500_000_000;

/** Inserts of a run, to be done again by themselves: of many symbols the first ones stand for all. */
export class NotedInserts {
  readonly writer: Writer;
  #noted: (() => Promise<void>)[] = [];
  #all = 0;
  #kept = 0;

  constructor(writer: Writer) {
    const { insertBlocks, insertRows } = writer;
    const note = (bytes: number, again: () => Promise<void>) => {
      this.#all += bytes;
      if (this.#kept > MOST_KEPT_BYTES) return;
      this.#kept += bytes;
      this.#noted.push(again);
    };
    this.writer = {
      ...writer,
      insertBlocks(table, columns, blocks, options) {
        note(
          blocks.reduce((sum, { length }) => sum + length, 0),
          () => insertBlocks(table, columns, blocks, options),
        );
        return insertBlocks(table, columns, blocks, options);
      },
      insertRows(table, columns, rows, options) {
        note(0, () => insertRows(table, columns, rows, options));
        return insertRows(table, columns, rows, options);
      },
    };
  }

  /** Those since it was last asked; answers their processor time in ms when they are done again. */
  taken(): () => Promise<number> {
    const again = this.#noted;
    const share = this.#all === 0 ? 1 : this.#kept / this.#all;
    this.#noted = [];
    this.#all = 0;
    this.#kept = 0;
    return async () => {
      const ms = await cpuMs(async () => {
        for (const insert of again) await insert();
      });
      return ms / share;
    };
  }
}
