/** Which of several processes runs something: the last one that said so. No lock: two at a moment do the same. */
import type { Clock, Timers } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import { defineTable } from '../../sql/table.ts';

export const ownersTable = defineTable('market.collector_owners', (c) => ({
  ...c.texts('collector', 'owner'),
  beatMs: c.millis('beat_at'),
  version: c.number('version'),
}));

/** Who last said that it runs it; undefined: nobody has. */
export async function ownerOf({ writer }: Pick<Store, 'writer'>, collector: string) {
  const [row] = await ownersTable.select(writer, 'FINAL WHERE collector = {collector:String}', { collector });
  return row;
}

interface OwnershipOptions {
  readonly store: Pick<Store, 'writer'>;
  /** Names this process; null where it is alone. */
  readonly owner: string | null;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  /** After so long without a sign of life another takes over. */
  readonly goneMs?: number;
}

const GONE_MS = 60_000;
const BEATS_UNTIL_GONE = 4;
const CLAIM_MS = 2_000;

export class Ownership {
  readonly #o: OwnershipOptions;
  readonly #beats = new Map<string, number>();

  constructor(options: OwnershipOptions) {
    this.#o = options;
  }

  /** Whether this process is the one to run it; claims it where nobody does. */
  async owns(id: string): Promise<boolean> {
    const { store, owner, clock, timers, signal, goneMs = GONE_MS } = this.#o;
    if (owner === null) return true;
    const nowMs = clock.nowMs();
    const beatMs = this.#beats.get(id);
    if (beatMs !== undefined && nowMs - beatMs < goneMs / BEATS_UNTIL_GONE) return true;
    const known = await ownerOf(store, id);
    if (known && known.owner !== owner && nowMs - known.beatMs < goneMs) {
      this.#beats.delete(id);
      return false;
    }
    const saidMs = clock.nowMs();
    const row = { collector: id, owner, beatMs: saidMs, version: Math.max(saidMs, (known?.version ?? 0) + 1) };
    await ownersTable.insert(store.writer, [row]);
    if (known?.owner !== owner) {
      // Another may have claimed it at the same moment: the later claim has it.
      await timers.sleep(CLAIM_MS, signal);
      if ((await ownerOf(store, id))?.owner !== owner) return false;
    }
    this.#beats.set(id, nowMs);
    return true;
  }
}
