import type { Logger } from '../../lib/logger.ts';
import { SummedLog } from '../../lib/logger.ts';
import { counter, fromZero, histogram } from '../../lib/metrics.ts';
import { EVENT_TOPICS, REASONS } from '../contract/index.ts';
import type { DeadLetter } from './dead-letters.ts';

export const landedTotal = counter('ingest_landed_events_total', 'Events that were taken, duplicates included', [
  'topic',
]);
export const deadLettersTotal = counter('ingest_dead_letters_total', 'Refused events by reason', ['topic', 'reason']);
fromZero(landedTotal, { topic: EVENT_TOPICS });
fromZero(deadLettersTotal, { topic: EVENT_TOPICS, reason: Object.keys(REASONS) });
export const retriesTotal = counter('ingest_store_retries_total', 'Statements of landing that were tried again');
export const batchSeconds = histogram(
  'ingest_batch_seconds',
  'From a sealed batch to its ledger and dead letters',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
);

/** Counts dead letters that were written, and tells of them in the log, summed by reason. */
export class Rejections {
  readonly #log: SummedLog;

  constructor(logger: Logger) {
    this.#log = new SummedLog({
      logger,
      message: 'events were refused: they are dead letters now (see `dlq list`)',
    });
  }

  note(deadLetters: readonly DeadLetter[]): void {
    for (const { reason, topic, partition, offset, source, position, message } of deadLetters) {
      deadLettersTotal.inc({ topic, reason });
      this.#log.note(reason, { topic, partition, offset, source, position, message });
    }
  }
}
