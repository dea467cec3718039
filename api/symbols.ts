/** `/symbols`: what is stored, as far as the plan goes, once for all accounts that see the same. */
import type { SymbolInfo } from '../compute/answers/answers.ts';
import { isoTimestamp } from '../compute/market/render.ts';
import { formatInterval } from '../exchange/symbol.ts';
import { earliestDay, restricted, type SymbolAnswers } from './authenticator.ts';
import { acceptedFormat } from './cache.ts';
import type { ComputingDeps } from './data.ts';
import type { FreeRequest } from './guard.ts';
import { SYMBOLS_FORMAT } from './query/params.ts';
import { readQuery } from './query/prepare.ts';
import { type AnswerBody, CONTENT_TYPES, objectsCsv } from './responses/body.ts';
import { dateShown } from './responses/one-symbol.ts';

const minuteShown = (minute: number | null) => (minute === null ? null : isoTimestamp(minute * 60_000));

const shown = (symbol: SymbolInfo) => ({
  symbol: symbol.symbol,
  asset_class: symbol.assetClass,
  base_interval: symbol.hasBars ? formatInterval(symbol.intervalMin) : null,
  first_bar: minuteShown(symbol.firstBar),
  last_bar: minuteShown(symbol.lastBar),
  sessions: symbol.sessions,
  daily_from: dateShown(symbol.daily?.first),
});

const COLUMNS = ['symbol', 'asset_class', 'base_interval', 'first_bar', 'last_bar', 'sessions', 'daily_from'];

async function listed(
  answers: SymbolAnswers,
  earliest: number | undefined,
  format: 'json' | 'csv',
): Promise<AnswerBody> {
  const data = (await answers.symbols(earliest)).map(shown);
  const body = format === 'csv' ? objectsCsv(COLUMNS, data) : Buffer.from(JSON.stringify({ count: data.length, data }));
  return { body, contentType: CONTENT_TYPES[format], source: null, historyLimited: false, nextCursor: null };
}

type Deps = Pick<ComputingDeps, 'answers' | 'cache' | 'changes' | 'clock'>;

export async function answerSymbols(
  { response, who: { account }, search }: FreeRequest,
  { answers, cache, changes, clock }: Deps,
): Promise<void> {
  const wanted =
    readQuery(search, SYMBOLS_FORMAT).get('format') ?? acceptedFormat(response.req.headers.accept ?? '*/*');
  const format = wanted === 'csv' ? 'csv' : 'json';
  const earliest = earliestDay(account.figures, clock);
  const { symbolPrefix } = account.figures;
  const key = JSON.stringify(['/symbols', format, earliest, symbolPrefix]);
  const known = cache.current(key);
  if (known) return response.entry(known, 'hit');
  const seen = restricted(answers, symbolPrefix);
  const { count } = changes.any;
  const version = (await seen.symbols()).map(({ symbol, version }) => `${symbol}@${version}`).join(' ');
  const cacheKey = { key, counter: changes.any, count, version };
  const { entry, hit } = await cache.get(cacheKey, () => listed(seen, earliest, format));
  return response.entry(entry, hit ? 'hit' : 'miss');
}
