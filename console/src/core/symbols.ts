/** Symbols of a market with thousands: the first page loads at the start, the service searches the others. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { DEMO_ACCOUNT, DEMO_PREFIX } from '../../../demo/symbols.ts';
import { searchedText, searchRank } from '../../../exchange/symbol.ts';
import { type Account, useAccount } from './account.ts';
import { useAnswer } from './answer.ts';
import type { Schemas, SymbolEntry } from './api.ts';
import { address, keptAnswer } from './client.ts';

export type SymbolPage = Pick<Schemas['Symbols'], 'data' | 'metadata'>;

/** Query of the first page: as many symbols as the overview lists. */
export const PAGE = { limit: '60' };
const FRESH_MS = 5 * 60_000;

/** Returns a symbol's entry; null if it is not stored, undefined while that is unknown. */
export function useSymbol(name: string): SymbolEntry | null | undefined {
  const { symbols, symbolCount } = useAccount();
  const search = searchedText(name);
  const named = (all: readonly SymbolEntry[]) => all.find(({ symbol }) => searchedText(symbol) === search);
  const listed = named(symbols);
  const isAsked = !listed && search !== '' && symbols.length < symbolCount;
  const asking = useAnswer<SymbolPage>(isAsked ? '/symbols' : null, { search, limit: '1' }, { freshMs: FRESH_MS });
  if (asking.is === 'loading') return undefined;
  return listed ?? (asking.is === 'done' ? named(asking.body.data) : undefined) ?? null;
}

/** Returns a note for the demo's own account, which sees no other symbols; empty for any other account. */
export const demoOnly = ({ usage, symbols }: Pick<Account, 'usage' | 'symbols'>): string =>
  usage.account.name === DEMO_ACCOUNT && symbols.every(({ symbol }) => symbol.startsWith(DEMO_PREFIX))
    ? 'This login only sees the demo market: log in with a token of your own (cli tokens issue).'
    : '';

const BURST = 20;

/** Limits searches: some at once, then one per second, so that typing never uses up the 120 free requests per minute. */
export class Pace {
  #free = BURST;
  #sinceMs = 0;

  /** Returns 0 and counts the search if it may be sent, else the ms until it may. */
  take(nowMs: number): number {
    this.#free = Math.min(BURST, this.#free + (nowMs - this.#sinceMs) / 1000);
    this.#sinceMs = nowMs;
    if (this.#free < 1) return Math.ceil((1 - this.#free) * 1000);
    this.#free -= 1;
    return 0;
  }
}

const pace = new Pace();

interface Searched {
  readonly search: string;
  readonly rows: readonly SymbolEntry[];
  /** The rows are all matches, so that a longer text finds its symbols among them. */
  readonly isWhole: boolean;
}

export interface Found {
  readonly symbols: readonly SymbolEntry[];
  /** The answer is pending; the list shows the symbols known so far. */
  readonly busy: boolean;
  /** Text for an empty list. */
  readonly none: string;
}

/** Returns symbols that contain the text, the likeliest first. @param text empty: the first of all */
export function useSymbolSearch(text: string, limit: number): Found {
  const account = useAccount();
  const { symbols, symbolCount } = account;
  const none = `No symbol has that name. ${demoOnly(account)}`.trim();
  const search = searchedText(text).slice(0, 32);
  const [before, setBefore] = useState<Searched>({ search: '', rows: symbols, isWhole: symbols.length >= symbolCount });
  const [due, setDue] = useState('');
  const isKnown = search === '' || (before.isWhole && search.includes(before.search));
  useLayoutEffect(() => {
    if (isKnown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = () => {
      const waitMs = keptAnswer(address('/symbols', { search, ...PAGE })) ? 0 : pace.take(performance.now());
      if (waitMs === 0) setDue(search);
      else timer = setTimeout(attempt, waitMs);
    };
    attempt();
    return () => clearTimeout(timer);
  }, [search, isKnown]);
  const isDue = !isKnown && due === search;
  const asking = useAnswer<SymbolPage>(isDue ? '/symbols' : null, { search, ...PAGE }, { freshMs: FRESH_MS });
  const answer = asking.is === 'done' ? asking.body : null;
  useEffect(() => {
    if (answer) setBefore({ search, rows: answer.data, isWhole: answer.metadata.total <= answer.data.length });
  }, [answer, search]);
  if (answer) return { symbols: answer.data.slice(0, limit), busy: false, none };
  const known = before.rows
    .map((one) => ({ one, rank: searchRank(one.symbol, search) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank);
  return {
    symbols: known.slice(0, limit).map(({ one }) => one),
    busy: !isKnown && asking.is !== 'failed',
    none: isKnown ? none : asking.is === 'failed' ? asking.error.message : 'Searching…',
  };
}
