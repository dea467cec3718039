/** The notice of what landed, a value of the topic `landed`: ingest tells compute. It is a hint, the store is the truth. */
import { z } from 'zod';
import { getOrMake } from '../../lib/collections.ts';
import { isoDate, parseIsoDate } from '../../lib/days.ts';
import type { Logger } from '../../lib/logger.ts';
import { LANDED_TOPIC } from '../contract/events.ts';
import { type ChangedDays, LANDED_KINDS, type LandedKind } from '../landing/events.ts';
import type { Producer } from './port.ts';
import { inBatches } from './records.ts';

export interface Landed {
  readonly symbol: string;
  /** Days (since 1970, UTC) that have new rows, by kind; a kind without any is not there. */
  readonly days: Readonly<Partial<Record<LandedKind, readonly number[]>>>;
}

const dates = z.array(z.string()).optional();
const notice = z.object({
  symbol: z.string().min(1),
  days: z.object({ bars: dates, bars_daily: dates, sentiment: dates, sentiment_crypto: dates, actions: dates }),
});

/** `{"symbol":"SPY","days":{"bars":["2025-06-04"]}}` */
export function encodeLanded({ symbol, days }: Landed): string {
  const texts = Object.entries(days).map(([kind, list]) => [kind, list.map(isoDate)]);
  return JSON.stringify({ symbol, days: Object.fromEntries(texts) });
}

/** `null` where the value is no notice. */
export function decodeLanded(value: string): Landed | null {
  try {
    const { symbol, days } = notice.parse(JSON.parse(value));
    const parsed = LANDED_KINDS.flatMap((kind) => {
      const list = (days[kind] ?? []).map(parseIsoDate).filter((day) => day !== null);
      return list.length > 0 ? [[kind, list] as const] : [];
    });
    return { symbol, days: Object.fromEntries(parsed) };
  } catch {
    return null;
  }
}

/**
 * Tells compute what landed, through the topic `landed`. A notice is a hint: who misses it finds the days in the
 * store, so landing never waits for it. Notices that pile up while the broker is slow are reported as one.
 */
/** Beyond this the days of a symbol are not listed: the notice then says only that it changed. */
const DAYS_MAX = 1_000;

export class LandedNotices {
  readonly #producer: Producer;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  #waiting = new Map<string, Map<LandedKind, Set<number>>>();
  #sending: Promise<void> | null = null;

  constructor(producer: Producer, logger: Logger) {
    this.#producer = producer;
    this.#logger = logger;
  }

  add(changed: readonly ChangedDays[]): void {
    for (const { kind, symbol, days } of changed) {
      const kinds = getOrMake(this.#waiting, symbol, () => new Map<LandedKind, Set<number>>());
      const known = getOrMake(kinds, kind, () => new Set<number>());
      for (const day of days) if (known.size < DAYS_MAX) known.add(day);
    }
    if (this.#waiting.size > 0) this.#sending ??= this.#send();
  }

  /** Sends what waits, within the time given. */
  async stop(timeoutMs: number): Promise<void> {
    const late = setTimeout(() => this.#stopping.abort(new Error('stopping')), timeoutMs);
    await this.#sending;
    clearTimeout(late);
  }

  async #send(): Promise<void> {
    // What one batch lands is reported together.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const notices = [...this.#waiting].map(([symbol, kinds]) => {
        const days = Object.fromEntries([...kinds].map(([kind, list]) => [kind, [...list].sort((a, b) => a - b)]));
        return { key: symbol, value: encodeLanded({ symbol, days }) };
      });
      this.#waiting = new Map();
      try {
        for (const batch of inBatches(notices, (notice) => notice)) {
          await this.#producer.send(LANDED_TOPIC, batch, this.#stopping.signal);
        }
      } catch (error) {
        this.#logger.error({ err: error, symbols: notices.length }, 'the notice of what landed was not sent');
      }
    }
    this.#sending = null;
  }
}
