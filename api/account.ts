/** Endpoints about the account itself and about what is stored. */
import type { Answers, SymbolInfo } from '../compute/answers/answers.ts';
import { isoTimestamp } from '../compute/records/render.ts';
import { formatInterval } from '../lib/interval.ts';
import { JSON_TYPE, type Made } from './answer/body.ts';
import type { Account } from './authenticator.ts';
import type { Standing, WindowState } from './limits/limiter.ts';

const windowShown = ({ limit, remaining, resetMs }: WindowState) => ({
  limit,
  used: limit - remaining,
  remaining,
  reset_at: isoTimestamp(Math.ceil(resetMs / 1000) * 1000),
});

/** Body of `/me/usage`. */
export function usageShown({ id, name, plan, figures, features }: Account, standing: Standing) {
  return {
    account: { id, name, plan, direct_api: figures.directApi, history_days: figures.historyDays, features },
    rate_limits: { minute: windowShown(standing.minute), day: windowShown(standing.day) },
  };
}

const minuteShown = (minute: number | null) => (minute === null ? null : isoTimestamp(minute * 60_000));

function symbolShown(symbol: SymbolInfo) {
  return {
    symbol: symbol.symbol,
    asset_class: symbol.assetClass,
    base_interval: symbol.hasBars ? formatInterval(symbol.intervalMin) : null,
    first_bar: minuteShown(symbol.firstBar),
    last_bar: minuteShown(symbol.lastBar),
    sessions: symbol.sessions,
  };
}

/** Body of `/symbols`. */
export async function symbolsMade(answers: Pick<Answers, 'symbols'>): Promise<Made> {
  const data = (await answers.symbols()).map(symbolShown);
  const body = Buffer.from(JSON.stringify({ count: data.length, data }));
  return { body, contentType: JSON_TYPE, source: null, historyLimited: false, nextCursor: null };
}
