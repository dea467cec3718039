/**
 * What was brought, as plain arrays: what must be stored is what those inputs say that still stand, one after the other.
 * Nothing here follows how the service does it: an undone import is left out, and everything is said again.
 */
export const SERIES = ['base', 'daily', 'earnings', 'waiting', 'news', 'actions'] as const;
export type SeriesName = (typeof SERIES)[number];

/** `value`: what a row's source says at its n-th attempt; `null` deletes it, or says that the vendor has it no more. */
export interface Said {
  readonly series: SeriesName;
  readonly symbol: string;
  readonly key: number;
  readonly value: number | null;
}

/** `operator`: a file or a push. `vendor`: a collector's page. `backfill`: such a page, as an operator asked for it. */
export type Source = 'operator' | 'vendor' | 'backfill';

/** `owner`: an import; empty where nobody's. */
interface Brought {
  readonly owner: string;
  readonly source: Source;
  readonly rows: readonly Said[];
}

type Entry =
  | ({ readonly kind: 'brought' } & Brought)
  | { readonly kind: 'dropped'; readonly symbol: string }
  | { readonly kind: 'retained'; readonly gone: (row: Omit<Said, 'value'>) => boolean };

interface Cell {
  readonly value: number | null;
  readonly source: Source;
  /** Number of the entry that says it. */
  readonly entry: number;
}

export interface Registered {
  readonly intervalMin: number;
  readonly origin: 'first_bar' | 'operator';
  /** Days since 1970 up to which its bars are adjusted as they landed; 0: they are raw. */
  readonly adjustedThrough: number;
}

export const MINUTES_PER_DAY = 1440;

/** By key. */
export type Rows = Map<number, number>;

export class Inputs {
  readonly baseIntervalMin: number;
  readonly #entries: Entry[] = [];
  readonly #undone = new Set<string>();
  readonly #unchanged = new Map<string, Set<string>>();
  /** By entry, symbol, series and key: when an undo put the row back. */
  readonly #putBack = new Map<string, number>();
  readonly registered = new Map<string, Registered>();
  /** Entries before that are history when the collectors were added. */
  #collectedFrom = Number.POSITIVE_INFINITY;

  constructor(baseIntervalMin: number) {
    this.baseIntervalMin = baseIntervalMin;
  }

  bring({ owner, source, rows }: Brought): void {
    const landed = source === 'operator' ? rows : rows.filter((row) => this.#yieldsTo(row, source));
    this.#entries.push({ kind: 'brought', owner, source, rows });
    for (const { series, symbol, value } of landed) {
      const known = this.registered.get(symbol);
      if (value === null) continue;
      const entry = { origin: 'first_bar', adjustedThrough: 0, ...known } as const;
      if (series === 'base' && (!known || known.intervalMin === MINUTES_PER_DAY))
        this.registered.set(symbol, { ...entry, intervalMin: this.baseIntervalMin });
      if (series === 'daily' && !known) this.registered.set(symbol, { ...entry, intervalMin: MINUTES_PER_DAY });
    }
  }

  #yieldsTo({ series, symbol, key }: Said, source: Source): boolean {
    const cell = this.#cells(series, symbol).get(key);
    return !cell || this.#yields(cell, source, { series, symbol, key });
  }

  /** Collectors are added: what operators say from here on stays against them. */
  addCollectors(): void {
    if (this.#collectedFrom === Number.POSITIVE_INFINITY) this.#collectedFrom = this.#entries.length;
  }

  drop(symbol: string): void {
    this.#entries.push({ kind: 'dropped', symbol });
    this.registered.delete(symbol);
  }

  retain(gone: (row: Omit<Said, 'value'>) => boolean): void {
    this.#entries.push({ kind: 'retained', gone });
  }

  /** Symbols of which the undo changed the bars are those of their bars that are left. */
  undo(owner: string, symbols: ReadonlySet<string>): void {
    const shown = (symbol: string) =>
      JSON.stringify([this.rows('base', symbol), this.rows('daily', symbol)].map((x) => [...x]));
    const before = new Map([...symbols].map((symbol) => [symbol, shown(symbol)]));
    const own = this.#ownOf(owner, symbols);
    this.#undone.add(owner);
    for (const [place, symbol, series, key] of own) {
      const cell = this.#cells(series, symbol).get(key);
      if (cell) this.#putBack.set(`${cell.entry} ${place}`, this.#entries.length);
    }
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

  /** Rows that an import said last. */
  #ownOf(owner: string, symbols: ReadonlySet<string>) {
    return [...symbols].flatMap((symbol) =>
      SERIES.flatMap((series) =>
        [...this.#cells(series, symbol)].flatMap(([key, { entry }]) => {
          const by = this.#entries[entry];
          const isOwn = by.kind === 'brought' && by.owner === owner;
          return isOwn ? [[`${symbol} ${series} ${key}`, symbol, series, key] as const] : [];
        }),
      ),
    );
  }

  /** Symbols of an undone import of whose bars the undo changed none. */
  unchangedBy(owner: string): ReadonlySet<string> {
    return this.#unchanged.get(owner) ?? new Set();
  }

  rows(series: SeriesName, symbol: string): Rows {
    const cells = [...this.#cells(series, symbol)].sort(([a], [b]) => a - b);
    return new Map(cells.flatMap(([key, { value }]) => (value === null ? [] : [[key, value] as const])));
  }

  /** Whether a collector's word may take the place of what a row is. */
  #yields(cell: Cell, source: Source, { series, symbol, key }: Omit<Said, 'value'>): boolean {
    if (source === 'backfill' || cell.source !== 'operator') return true;
    return (this.#putBack.get(`${cell.entry} ${symbol} ${series} ${key}`) ?? cell.entry) < this.#collectedFrom;
  }

  #cells(series: SeriesName, symbol: string): Map<number, Cell> {
    const cells = new Map<number, Cell>();
    this.#entries.forEach((entry, number) => {
      if (entry.kind === 'dropped') {
        if (entry.symbol === symbol) cells.clear();
      } else if (entry.kind === 'retained') {
        for (const key of [...cells.keys()]) if (entry.gone({ series, symbol, key })) cells.delete(key);
      } else if (!this.#undone.has(entry.owner)) {
        const { source } = entry;
        for (const row of entry.rows) {
          if (row.series !== series || row.symbol !== symbol) continue;
          const { key, value } = row;
          const cell = cells.get(key);
          if (source !== 'operator') {
            if (cell && !this.#yields(cell, source, row)) continue;
            // What the vendor has no more goes where it was the vendor's.
            if (value === null && (!cell || cell.source === 'operator')) continue;
          }
          cells.set(key, { value, source, entry: number });
        }
      }
    });
    return cells;
  }
}
