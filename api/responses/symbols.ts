/** `/symbols`: what is stored, as far as the plan's history goes. */
import type { Answers, SymbolInfo } from '../../compute/answers/answers.ts';
import { isoTimestamp } from '../../compute/market/render.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { type AnswerBody, CONTENT_TYPES, objectsCsv } from './body.ts';
import { dateShown } from './metadata.ts';

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

/** @param earliest first day that the plan allows; undefined: all history */
export async function symbolsMade(
  answers: Pick<Answers, 'symbols'>,
  earliest: number | undefined,
  format: 'json' | 'csv',
): Promise<AnswerBody> {
  const data = (await answers.symbols(earliest)).map(shown);
  const body = format === 'csv' ? objectsCsv(COLUMNS, data) : Buffer.from(JSON.stringify({ count: data.length, data }));
  return { body, contentType: CONTENT_TYPES[format], source: null, historyLimited: false, nextCursor: null };
}
