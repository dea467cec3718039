/**
 * The symbols that the store knows, as of what has landed: their stored records may follow later. Cached; asked again
 * when something changed, each by itself.
 */
import { LRUCache } from 'lru-cache';
import type { Reader } from '../../sql/reader.ts';
import { dayOf, Together } from '../evaluation/load-bars.ts';
import type { SymbolState } from '../evaluation/state.ts';
import { type Definitions, type ListedSymbol, readListed } from '../evaluation/tables/coverage.ts';
import type { SymbolInfo } from './answers.ts';
import { type NewestBars, newestBarsOf } from './stale.ts';
import { MANY, SymbolInfos } from './symbol-infos.ts';

/** Its stored records do not follow all that has landed. */
export type Unsettled = SymbolInfo & { readonly unsettled: SymbolState };

export function isUnsettled(symbol: SymbolInfo): symbol is Unsettled {
  return symbol.unsettled !== undefined;
}

/**
 * As of the state that its stored records follow, so without the session in progress. A symbol that has to be stored again
 * stays as it is; null: nothing was stored of it.
 */
export function asStored(symbol: SymbolInfo): SymbolInfo | null {
  if (!isUnsettled(symbol)) return symbol;
  const { unsettled, settledVersion, version } = symbol;
  if (unsettled.settled === null) return symbol.sessions > 0 ? symbol : null;
  const { ends } = unsettled.settled;
  const days = unsettled.days.filter(({ marked }) => marked).map((day) => ({ ...day, dirty: false }));
  return {
    ...symbol,
    firstBar: ends?.first ?? null,
    lastBar: ends?.last ?? null,
    version: settledVersion ?? version,
    // Of the bars in memory only those of some days are looked at.
    landed: Number.NaN,
    unsettled: { ...unsettled, days },
  };
}

/** UTC date of the first bar; null without one. */
export function firstDayOf({ firstBar }: SymbolInfo): number | null {
  return firstBar === null ? null : dayOf(firstBar);
}

/** End of the last bar, UTC minutes; 0 without one. */
export const endOfBars = ({ lastBar, intervalMin }: SymbolInfo): number =>
  lastBar === null ? 0 : lastBar + intervalMin;

/** Without a notice of a change the store is asked again after this time. */
const STALE_AFTER_MS = 1_000;

/** So old may the list of names be that serves; after half of that it is read again meanwhile: of a market it takes tens of ms. */
const LISTED_MS = 10_000;

/**
 * The symbol that a text means: case, and the slash of a crypto pair, do not matter. Equity news under the name of a
 * pair makes a second symbol, with the slash and without bars: the text still means the pair.
 *
 * @param asWritten the request is for equity news: of the two it means the one with the slash
 */
export function bySpelling<T extends Pick<SymbolInfo, 'assetClass' | 'hasBars'>>(
  named: (symbol: string) => T | undefined,
  text: string,
  asWritten = false,
): T | null {
  const upper = text.trim().toUpperCase();
  const written = named(upper);
  if (written && (written.hasBars || asWritten)) return written;
  const joined = named(upper.replaceAll('/', ''));
  const pair = joined?.assetClass === 'crypto' ? joined : undefined;
  return pair ?? written ?? null;
}

const NONE: ReadonlySet<string> = new Set();
/** Names that were looked up within this time are asked again together with the next look-up, so many at most. */
const IN_USE_MS = 5_000;
const MAX_TOGETHER = 1_000;
/** Names that were looked up within this time are asked again without a request once they have changed. */
const FOLLOWED_MS = 90_000;

/** What the store said at a moment, until something changes. */
interface Known<T> {
  readonly askedMs: number;
  readonly value: Promise<T>;
  isChanged: boolean;
}

interface KnownName extends Known<SymbolInfo | null> {
  usedMs: number;
  exists: boolean;
}

export class SymbolDirectory {
  readonly #reader: Reader;
  readonly #nowMs: () => number;
  readonly #infos: SymbolInfos;
  readonly #names = new LRUCache<string, KnownName>(MANY);
  readonly #lookUps = new Together<string, SymbolInfo | null>(
    (names) => this.#lookUp(names),
    () => MAX_TOGETHER,
  );
  #all: Known<readonly SymbolInfo[]> | null = null;
  #listed: Known<readonly ListedSymbol[]> | null = null;
  #newest: Known<NewestBars> | null = null;
  /** Of the last list. */
  #listedNames: ReadonlySet<string> = NONE;

  /** @param definitions those of this build: statistics of another one are `outdated` */
  constructor(reader: Reader, nowMs: () => number, definitions: Definitions = new Map()) {
    this.#reader = reader;
    this.#nowMs = nowMs;
    this.#infos = new SymbolInfos(reader, definitions, nowMs);
  }

  /** The next look-up of these symbols (default: of any) asks the store. */
  invalidate(symbols?: Iterable<string>): void {
    if (this.#all) this.#all.isChanged = true;
    for (const symbol of symbols ?? [...this.#names.keys()]) {
      const known = this.#names.peek(symbol);
      if (known) known.isChanged = true;
      // Bars of a symbol that is listed change no list of names.
      if (this.#listed && !this.#listedNames.has(symbol)) this.#listed.isChanged = true;
    }
    if (!symbols && this.#listed) this.#listed.isChanged = true;
    if (!symbols && this.#newest) this.#newest.isChanged = true;
  }

  /** All, ascending by name. */
  async all(): Promise<readonly SymbolInfo[]> {
    if (this.#isFresh(this.#all)) return this.#all.value;
    const all = this.#known(this.#infos.read(null));
    this.#all = all;
    return all.value;
  }

  /** The names of all, ascending. A name of which `read` finds nothing is a reason to ask for them again. */
  listed(): Promise<readonly ListedSymbol[]> {
    const before = this.#listed;
    const ageMs = this.#ageMs(before);
    if (ageMs >= LISTED_MS / 2) this.#listed = this.#known(this.#readListed());
    return (ageMs < LISTED_MS ? before! : this.#listed!).value;
  }

  /** End of the newest bar of each asset class and interval. */
  newestBars(): Promise<NewestBars> {
    const before = this.#newest;
    const ageMs = this.#ageMs(before);
    if (ageMs >= LISTED_MS / 2) this.#newest = this.#known(this.all().then(newestBarsOf));
    return (ageMs < LISTED_MS ? before! : this.#newest!).value;
  }

  /** Age of what serves while the store is asked again, so that no request waits for it; too old after a change. */
  #ageMs(known: Known<unknown> | null): number {
    return known === null || known.isChanged ? LISTED_MS : this.#nowMs() - known.askedMs;
  }

  /** Of these, ascending by name, as of now; of many as of the last second. */
  async read(names: readonly string[]): Promise<readonly SymbolInfo[]> {
    if (names.length === 0) return [];
    const asked = new Set(names);
    const isMany = names.length > MAX_TOGETHER;
    const found = isMany ? (await this.all()).filter(({ symbol }) => asked.has(symbol)) : await this.#infos.read(names);
    if (this.#listed && found.length < names.length) this.#listed.isChanged = true;
    return found;
  }

  /** @param asWritten see `bySpelling` */
  async find(text: string, asWritten = false): Promise<SymbolInfo | null> {
    const upper = text.trim().toUpperCase();
    const names = [...new Set([upper, upper.replaceAll('/', '')])];
    const found = await Promise.all(names.map((name) => this.#named(name)));
    return bySpelling((name) => found[names.indexOf(name)] ?? undefined, text, asWritten);
  }

  /** Looks up again, together, names in use that a request would soon have to ask for, changed ones first: `most` of them. */
  async refresh(most: number): Promise<readonly SymbolInfo[]> {
    const nowMs = this.#nowMs();
    const inUse = [...this.#names.entries()].filter(
      ([, { exists, usedMs }]) => exists && nowMs - usedMs <= FOLLOWED_MS,
    );
    const changed = inUse.filter(([, { isChanged }]) => isChanged);
    const aged = inUse.filter(([, { askedMs }]) => nowMs - askedMs >= STALE_AFTER_MS / 2);
    const names = [...new Set([...changed, ...aged].map(([name]) => name))].slice(0, most);
    return names.length === 0 ? [] : [...(await this.#again([], names)).values()];
  }

  #named(name: string): Promise<SymbolInfo | null> {
    const nowMs = this.#nowMs();
    const known = this.#names.get(name);
    if (known) known.usedMs = nowMs;
    return this.#isFresh(known) ? known.value : this.#keep(name, this.#lookUps.get('', name), nowMs);
  }

  /** What the name's look-ups return from now on. */
  #keep(name: string, info: Promise<SymbolInfo | null>, usedMs: number): Promise<SymbolInfo | null> {
    const entry: KnownName = { ...this.#known(info), usedMs, exists: false };
    this.#names.set(name, entry);
    info.then(
      (found) => {
        entry.exists = found !== null;
      },
      () => {
        if (this.#names.peek(name) === entry) this.#names.delete(name);
      },
    );
    return info;
  }

  /** Names asked for in one turn of the event loop, and with them those in use that have to be asked again. */
  async #lookUp(names: readonly string[]): Promise<(SymbolInfo | null)[]> {
    const infos = await this.#again(names, this.#staleNames(new Set(names)));
    return names.map((name) => infos.get(name) ?? null);
  }

  /** @param stale known names that are asked again beside those asked for */
  #again(names: readonly string[], stale: readonly string[]): Promise<ReadonlyMap<string, SymbolInfo>> {
    const found = this.#infos
      .read([...names, ...stale])
      .then((infos) => new Map(infos.map((info) => [info.symbol, info])));
    for (const name of stale) {
      const info = found.then((infos) => infos.get(name) ?? null);
      this.#keep(name, info, this.#names.peek(name)!.usedMs);
    }
    return found;
  }

  #known<T>(value: Promise<T>): Known<T> {
    const known = { askedMs: this.#nowMs(), value, isChanged: false };
    // The next request asks again.
    value.catch(() => {
      known.isChanged = true;
    });
    return known;
  }

  #isFresh<T extends Known<unknown>>(known: T | null | undefined): known is T {
    return known != null && !known.isChanged && this.#nowMs() - known.askedMs < STALE_AFTER_MS;
  }

  /** Others that were looked up of late and have to be asked again: one statement does for all of them. */
  #staleNames(asked: ReadonlySet<string>): string[] {
    const names: string[] = [];
    let looked = 0;
    for (const [other, known] of this.#names.entries()) {
      if (++looked > 2 * MAX_TOGETHER || names.length === MAX_TOGETHER) break;
      const isInUse = !asked.has(other) && this.#nowMs() - known.usedMs <= IN_USE_MS;
      if (isInUse && !this.#isFresh(known)) names.push(other);
    }
    return names;
  }

  async #readListed(): Promise<readonly ListedSymbol[]> {
    const { listed, open } = await readListed(this.#reader);
    const read = open.length === 0 ? [] : await this.#infos.read(open);
    const symbols = read.length === 0 ? listed : [...listed, ...read].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
    this.#listedNames = new Set(symbols.map(({ symbol }) => symbol));
    return symbols;
  }
}
