/** Which symbols a request is about, and whether their feeds take its parameters. */
import { hash } from 'node:crypto';
import type { Answers, SymbolInfo } from '../../compute/answers/answers.ts';
import type { AnyValues } from '../../compute/statistics/params.ts';
import type { Problem } from '../errors.ts';
import { adaptedValues, plainValues } from '../query/adapt.ts';
import type { Prepared } from '../query/prepare.ts';

export interface Target {
  /** Ascending by name; of one symbol just that. */
  readonly symbols: readonly SymbolInfo[];
  /** The statistic's and the endpoint's values; over all symbols the defaults as they are. */
  readonly values: AnyValues;
  /** Parameters that do not fit the feed. */
  readonly problems: readonly Problem[];
  /** The first symbol asked for that nothing is stored about. */
  readonly unknown: string | null;
  /** Changes with everything that the answer depends on. */
  readonly version: string;
}

export async function findTarget(answers: Pick<Answers, 'symbol' | 'symbols'>, prepared: Prepared): Promise<Target> {
  const { route, sent } = prepared;
  if (route.scope === 'universe') {
    const symbols = await answers.symbols();
    return { symbols, values: plainValues(route, sent), problems: [], unknown: null, version: versionOf(symbols) };
  }
  const equityNews = route.statistic.basis === 'news' && sent.get('event_source') !== 'sentiment_crypto';
  const found = new Map<string, SymbolInfo>();
  let unknown: string | null = null;
  for (const text of prepared.symbols) {
    const symbol = await answers.symbol(text, equityNews);
    if (symbol) found.set(symbol.symbol, symbol);
    else unknown ??= text;
  }
  const symbols = [...found.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const intervals = symbols.filter((symbol) => symbol.hasBars).map((symbol) => symbol.intervalMin);
  return { symbols, ...adaptedValues(route, sent, intervals), unknown, version: versionOf(symbols) };
}

function versionOf(symbols: readonly SymbolInfo[]): string {
  if (symbols.length === 1) return `${symbols[0].symbol}@${symbols[0].version}`;
  return hash('sha256', symbols.map(({ symbol, version }) => `${symbol}@${version}`).join(' '), 'base64url');
}
