/**
 * What was brought, as plain arrays: what must be stored is what those inputs say that still stand, one after the other.
 * Nothing here follows how the service does it: an undone import is left out, and everything is said again.
 */
export const SERIES = ['base', 'daily', 'earnings', 'waiting', 'news', 'actions'] as const;
export type SeriesName = (typeof SERIES)[number];

/** `value`: what a row's source says at its n-th attempt; `null` deletes it. */
export interface Said {
  readonly series: SeriesName;
  readonly symbol: string;
  readonly key: number;
  readonly value: number | null;
}

type Entry =
  | { readonly kind: 'brought'; readonly owner: string; readonly rows: readonly Said[] }
  | { readonly kind: 'dropped'; readonly symbol: string }
  | { readonly kind: 'retained'; readonly gone: (row: Omit<Said, 'value'>) => boolean };

export interface Registered {
  readonly intervalMin: number;
  readonly origin: 'first_bar' | 'operator';
}

export const MINUTES_PER_DAY = 1440;

/** By key. */
export type Rows = Map<number, number>;

export class Inputs {
  readonly baseIntervalMin: number;
  readonly #entries: Entry[] = [];
  readonly #undone = new Set<string>();
  readonly #unchanged = new Map<string, Set<string>>();
  readonly registered = new Map<string, Registered>();

  constructor(baseIntervalMin: number) {
    this.baseIntervalMin = baseIntervalMin;
  }

  /** `owner`: an import; empty where nobody's. */
  bring(owner: string, rows: readonly Said[]): void {
    this.#entries.push({ kind: 'brought', owner, rows });
    for (const { series, symbol, value } of rows) {
      const known = this.registered.get(symbol);
      if (value === null) continue;
      if (series === 'base' && (!known || known.intervalMin === MINUTES_PER_DAY))
        this.registered.set(symbol, { origin: known?.origin ?? 'first_bar', intervalMin: this.baseIntervalMin });
      if (series === 'daily' && !known)
        this.registered.set(symbol, { origin: 'first_bar', intervalMin: MINUTES_PER_DAY });
    }
  }

  drop(symbol: string): void {
    this.#entries.push({ kind: 'dropped', symbol });
    this.registered.delete(symbol);
  }

  retain(gone: (row: Omit<Said, 'value'>) => boolean): void {
    this.#entries.push({ kind: 'retained', gone });
  }

  /** Symbols of which the undo changed the bars are those of their bars that are left. */
  undo(owner: string, symbols: Iterable<string>): void {
    const shown = (symbol: string) =>
      JSON.stringify([this.rows('base', symbol), this.rows('daily', symbol)].map((x) => [...x]));
    const before = new Map([...symbols].map((symbol) => [symbol, shown(symbol)]));
    this.#undone.add(owner);
    this.#unchanged.set(
      owner,
      new Set([...before].flatMap(([symbol, rows]) => (rows === shown(symbol) ? [symbol] : []))),
    );
    for (const [symbol, rows] of before) {
      const known = this.registered.get(symbol);
      if (known?.origin !== 'first_bar' || rows === shown(symbol) || this.rows('base', symbol).size > 0) continue;
      if (this.rows('daily', symbol).size > 0) this.registered.set(symbol, { ...known, intervalMin: MINUTES_PER_DAY });
      else this.registered.delete(symbol);
    }
  }

  /** Symbols of an undone import of whose bars the undo changed none. */
  unchangedBy(owner: string): ReadonlySet<string> {
    return this.#unchanged.get(owner) ?? new Set();
  }

  rows(series: SeriesName, symbol: string): Rows {
    const rows: Rows = new Map();
    for (const entry of this.#entries) {
      if (entry.kind === 'dropped') {
        if (entry.symbol === symbol) rows.clear();
      } else if (entry.kind === 'retained') {
        for (const key of [...rows.keys()]) if (entry.gone({ series, symbol, key })) rows.delete(key);
      } else if (!this.#undone.has(entry.owner)) {
        for (const row of entry.rows) {
          if (row.series !== series || row.symbol !== symbol) continue;
          if (row.value === null) rows.delete(row.key);
          else rows.set(row.key, row.value);
        }
      }
    }
    return new Map([...rows].sort(([a], [b]) => a - b));
  }
}
