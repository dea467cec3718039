/** `news waiting|retry|reclassify`: what waits for classification, and what an operator wants of it. */

import { parseSymbol } from '../../exchange/symbol.ts';
import { ClassificationState } from '../../ingest/news/store.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import type { Handlers } from '../commands.ts';
import { usageError } from '../operation.ts';

export interface NewsOperationsOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Epoch ms of a date or a time with its offset; else a usage error. */
  readonly timeOf: (option: string, given: string) => number;
}

const LIST_DEFAULT = 20;

export function newsOperations({ store, clock, timeOf }: NewsOperationsOptions): Handlers<'news'> {
  const state = new ClassificationState(store);
  return {
    async 'news.waiting'({ limit = LIST_DEFAULT }) {
      return { ...(await state.status()), news: await state.list(limit) };
    },
    async 'news.retry'() {
      const { gave_up: tried } = await state.status();
      await state.retry(clock.nowMs());
      return { retried: tried };
    },
    async 'news.reclassify'({ model = '', symbol = '', since }) {
      const name = symbol === '' ? '' : parseSymbol(symbol);
      if (name === null) throw usageError(`--symbol: "${symbol}" is no symbol`);
      const fromMs = since === undefined ? 0 : timeOf('--since', since);
      return { wanted: await state.want({ model, symbol: name.replaceAll('/', ''), fromMs, nowMs: clock.nowMs() }) };
    },
  };
}
