/**
 * Splits of a collector's symbols, whose bars are raw. All since the first collected day are requested hourly; each is stored
 * once by symbol and ex-date. A stored split of this vendor that it no longer returns was cancelled or moved and is removed.
 * A split whose last event came from an import or a push stays as it is.
 */
import { newYorkDay } from '../../exchange/new-york.ts';
import { canonicalSymbol } from '../../exchange/symbol.ts';
import { inGroups } from '../../lib/collections.ts';
import { isoDate } from '../../lib/days.ts';
import { splitId } from '../contract/decode.ts';
import type { PushedEvent } from '../landing/events.ts';
import type { SeriesContext, VendorSplit } from './contract.ts';
import { runsTotal } from './errors.ts';
import { Worker } from './worker.ts';

export const SPLITS_ITEM = 'actions';

const AGAIN_MS = 3_600_000;
/** Vendors file a split under the date of its processing, up to this many days from its ex-date. */
const FILED_WITHIN_DAYS = 10;

export class SplitsWorker extends Worker<SeriesContext> {
  protected override readonly item = SPLITS_ITEM;
  #dueMs = 0;

  protected async run(signal: AbortSignal): Promise<void> {
    const { id, options, clock, openSource } = this.context;
    if (clock.nowMs() < this.#dueMs) return;
    const source = await openSource();
    for (const names of inGroups(options.symbols, source.symbolsPerRequest)) await this.#collect(names, signal);
    this.#dueMs = clock.nowMs() + AGAIN_MS;
    runsTotal.inc({ collector: id, outcome: 'ok' });
  }

  async #collect(names: readonly string[], signal: AbortSignal): Promise<void> {
    const { options, target, clock, store, logger, openSource } = this.context;
    const source = await openSource();
    const today = newYorkDay(Math.floor(clock.nowMs() / 60_000));
    const range = { fromDay: options.fromDay - FILED_WITHIN_DAYS, toDay: today + FILED_WITHIN_DAYS };
    const symbols = new Map(names.map((name) => [name, canonicalSymbol(name, options.assetClass)]));
    // Splits of one day multiply, and may be on two pages.
    const ratios = new Map<string, VendorSplit>();
    for await (const page of source.splits!({ symbols: names, ...range, signal })) {
      for (const { symbol: name, day, ratio } of page) {
        const symbol = symbols.get(name);
        if (symbol === undefined || day > today || day < options.fromDay) continue;
        const key = `${symbol} ${splitId(day)}`;
        ratios.set(key, { symbol, day, ratio: (ratios.get(key)?.ratio ?? 1) * ratio });
      }
    }
    const stored = await store.storedSplits(source.label, [...symbols.values()]);
    const removed = stored.filter(
      ({ day, symbol, id }) => day >= options.fromDay && day <= today && !ratios.has(`${symbol} ${id}`),
    );
    for (const { symbol, id } of removed)
      logger.warn({ symbol, action: id }, 'the vendor no longer sends this split: it is removed');
    // Removals come first: at no moment are both dates of a moved split stored.
    const events = [
      ...removed.map(({ symbol, id, day }) => eventOf(source.label, symbol, day, { id, deleted: true })),
      ...[...ratios.values()].map(({ symbol, day, ratio }) =>
        eventOf(source.label, symbol, day, { kind: 'split', ratio }),
      ),
    ];
    if (events.length > 0) await target.landEvents('events.actions', [events], { isCollected: true, signal });
  }
}

function eventOf(source: string, symbol: string, day: number, rest: object): PushedEvent {
  const event = { symbol, ex_date: isoDate(day), source, ...rest };
  return { key: symbol, value: JSON.stringify(event), source, position: `${symbol} split ${isoDate(day)}` };
}
