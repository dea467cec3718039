/** Candles of a vendor's stream, landed as they come; a stream that is cut is opened again. */

import { type CandleEvents, closedCandles, positionOf } from './candle-events.ts';
import type { CandleLanding } from './candle-landing.ts';
import { delayAfter } from './errors.ts';
import { runsTotal } from './metrics.ts';
import type { Item } from './series-item.ts';
import type { SeriesWorkerOptions } from './series-worker.ts';

export interface FollowOptions extends Pick<SeriesWorkerOptions, 'source' | 'clock' | 'timers' | 'logger' | 'id'> {
  readonly items: readonly Item[];
  readonly landing: CandleLanding;
  readonly signal: AbortSignal;
  /** Null where the symbol cannot be landed. */
  readonly eventsOf: (item: Item) => CandleEvents | null;
  /** It was opened: what came while nobody listened is for a request to bring. */
  readonly onOpen: () => void;
}

const BACKOFF = { firstMs: 1_000, maxMs: 15 * 60_000 } as const;

/** Until the signal aborts. */
export async function follow(options: FollowOptions): Promise<void> {
  const { source, clock, timers, logger, id, items, landing, signal, eventsOf } = options;
  if (!source.stream) return;
  let underWay: Promise<void> = Promise.resolve();
  let failures = 0;
  while (!signal.aborted) {
    try {
      await source.stream({
        symbols: items.map(({ name }) => name),
        signal,
        onOpen: () => {
          failures = 0;
          options.onOpen();
        },
        onCandles: (symbol, candles) => {
          const item = items.find(({ name }) => name === symbol);
          const of = item ? eventsOf(item) : null;
          if (!item || !of) return;
          const closed = closedCandles(candles, of, clock.nowMs());
          for (const { startMs } of closed) landing.noteStreamed(positionOf(item.symbol, startMs));
          underWay = underWay.then(async () => {
            await landing.land(item, closed, of);
          });
          // What did not land now is brought by the next request.
          underWay = underWay.catch((error) => {
            if (!signal.aborted) logger.warn({ collector: id, err: error }, 'streamed bars did not land');
            for (const { startMs } of closed) landing.forgetStreamed(positionOf(item.symbol, startMs));
          });
        },
      });
    } catch (error) {
      if (signal.aborted) break;
      failures++;
      const delayMs = delayAfter(error, failures, BACKOFF, timers);
      runsTotal.inc({ collector: id, outcome: 'stream_cut' });
      logger.warn({ collector: id, err: error, delayMs }, 'the stream was cut: connecting again');
      await timers.sleep(delayMs, signal).catch(() => {});
    }
  }
  await underWay;
}
