/** `/symbols`: what is stored, as far as the plan goes, once for all accounts that see the same. */

import type { ComputingDeps } from './data.ts';
import { acceptedFormat } from './http/negotiate.ts';
import { SYMBOLS_FORMAT } from './query/common.ts';
import { readQuery } from './query/parse.ts';
import { symbolsMade } from './responses/symbols.ts';
import { earliestDay, restricted } from './restricted.ts';
import type { FreeRequest } from './route-table.ts';

const PARAMS = new Map(Object.entries(SYMBOLS_FORMAT));

export class SymbolsEndpoint {
  readonly #deps: Pick<ComputingDeps, 'answers' | 'cache' | 'changes' | 'clock'>;

  constructor(deps: Pick<ComputingDeps, 'answers' | 'cache' | 'changes' | 'clock'>) {
    this.#deps = deps;
  }

  async answer({ response, who: { account }, search }: FreeRequest): Promise<void> {
    const { answers, cache, changes, clock } = this.#deps;
    const wanted = readQuery(search, PARAMS).get('format') ?? acceptedFormat(response.req.headers.accept ?? '*/*');
    const format = wanted === 'csv' ? 'csv' : 'json';
    const earliest = earliestDay(account.figures, clock);
    const { symbolPrefix } = account.figures;
    const key = JSON.stringify(['/symbols', format, earliest, symbolPrefix]);
    const known = cache.current(key);
    if (known) return response.entry(known, 'hit');
    const seen = restricted(answers, symbolPrefix);
    const { count } = changes.any;
    const version = (await seen.symbols()).map(({ symbol, version }) => `${symbol}@${version}`).join(' ');
    const question = { key, counter: changes.any, count, version };
    const { entry, hit } = await cache.get(question, () => symbolsMade(seen, earliest, format));
    return response.entry(entry, hit ? 'hit' : 'miss');
  }
}
