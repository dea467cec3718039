/** `news waiting|retry|reclassify`: what waits for classification, and what an operator wants of it. */
import { z } from 'zod';
import { ClassificationState } from '../ingest/classification/state.ts';
import type { Clock } from '../lib/clock.ts';
import { parseSymbol } from '../lib/symbol.ts';
import type { Store } from '../sql/connect.ts';
import { type Operation, usageError } from './operation.ts';

export interface NewsOperationsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly read: <T extends z.ZodRawShape>(args: unknown, shape: T) => z.output<z.ZodObject<T>>;
  /** Epoch ms of a date or a time with its offset; else a usage error. */
  readonly timeOf: (option: string, given: string) => number;
}

const LIST_MAX = 1_000;
const LIST_DEFAULT = 20;
const text = z.string().min(1);

export function newsOperations({ store, clock, read, timeOf }: NewsOperationsOptions): Record<string, Operation> {
  const state = new ClassificationState(store);
  return {
    async 'news.waiting'(args) {
      const { limit = LIST_DEFAULT } = read(args, { limit: z.number().int().positive().max(LIST_MAX).optional() });
      return { ...(await state.status()), news: await state.list(limit) };
    },
    async 'news.retry'(args) {
      read(args, {});
      const { gave_up: tried } = await state.status();
      await state.retry(clock.nowMs());
      return { retried: tried };
    },
    async 'news.reclassify'(args) {
      const {
        model = '',
        symbol = '',
        since,
      } = read(args, {
        model: text.max(200).optional(),
        symbol: text.optional(),
        since: text.optional(),
      });
      const name = symbol === '' ? '' : parseSymbol(symbol);
      if (name === null) throw usageError(`--symbol: "${symbol}" is no symbol`);
      const fromMs = since === undefined ? 0 : timeOf('--since', since);
      return { wanted: await state.want({ model, symbol: name.replaceAll('/', ''), fromMs, nowMs: clock.nowMs() }) };
    },
  };
}
