/**
 * The registry: one asset class a symbol, from its first bar or from the operator, and its series. Kept in memory, stored in
 * `market.symbols` and `market.series`; other processes' entries are read as they come. `set` and `unregisterEmpty` are
 * called within `Landing.alone`, so that no batch is under way.
 */

import { GRID } from '../../../exchange/grid.ts';
import {
  type AssetClass,
  barsViewName,
  canonicalSymbol,
  formatInterval,
  parseSymbol,
  seriesName,
} from '../../../exchange/symbol.ts';
import { type Clock, systemClock } from '../../../lib/clock.ts';
import { getOrMake } from '../../../lib/collections.ts';
import type { Store } from '../../../sql/connect.ts';
import type { Bar } from '../../contract/bar.ts';
import { type Refusal, refuse } from '../../contract/events.ts';
import { SETTINGS_DAY, touchDays } from '../insert.ts';
import { type SeriesRow, seriesTable, symbolsTable } from '../tables.ts';
import { beginBase, readBases, setBase } from './bases.ts';
import { hasBars, readGrids, removeDeadBars } from './stored-bars.ts';
import { dropViews, type Entry, keepViews, writeEntries, writeSeries, writeTombstones } from './table.ts';

/** What bars have in common that the registry looks at. */
export type BarKind = Pick<Bar, 'symbol' | 'assetClass' | 'intervalMin' | 'deleted'>;

/** `adjustedThrough`: days since 1970; 0: the bars are raw. */
export type Series = Readonly<Omit<SeriesRow, 'version' | 'deleted'>>;

export interface Registration extends Readonly<Omit<Entry, 'version'>> {
  /** The shortest interval first; empty: the operator has named the class alone. */
  readonly series: readonly Series[];
}

interface Wish {
  readonly assetClass?: AssetClass | undefined;
  /** Minutes of the base series; null: the rule decides again. */
  readonly base?: number | null | undefined;
  /** Days since 1970; 0: its bars are raw. Of the series of `intervalMin`, or of all. */
  readonly adjustedThrough?: number | undefined;
  readonly intervalMin?: number | undefined;
}

/** The operator names what is not there. */
export class UnknownSeriesError extends Error {
  override readonly name = 'UnknownSeriesError';
}

/** Other processes' clocks may be this much behind when their entries are looked for. */
const CLOCK_MARGIN_MS = 60_000;
/** How old the memory may be before a batch looks for other processes' entries. */
const REFRESH_AFTER_MS = 1_000;

export class Registry {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  readonly #series = new Map<string, Map<number, SeriesRow>>();
  readonly #views = new Map<string, string>();
  readonly #pending = new Set<string>();
  readonly #pendingSeries = new Map<string, SeriesRow>();
  /** Versions of what was dropped, by symbol and by series, so that an older entry does not come back. */
  readonly #dropped = new Map<string, number>();
  #seenVersion = 0;
  #refreshedAtMs = Number.NEGATIVE_INFINITY;

  private constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  static async open(store: Store, { clock = systemClock }: { clock?: Clock } = {}): Promise<Registry> {
    const registry = new Registry(store, clock);
    await registry.refresh();
    return registry;
  }

  get(symbol: string): Registration | undefined {
    const entry = this.#entries.get(symbol);
    if (!entry) return undefined;
    const { version: _, ...registration } = entry;
    return { ...registration, series: this.#seriesOf(symbol) };
  }

  list(): Registration[] {
    return [...this.#entries.keys()].sort().map((symbol) => this.get(symbol)!);
  }

  #seriesOf(symbol: string): SeriesRow[] {
    return [...(this.#series.get(symbol)?.values() ?? [])].sort((a, b) => a.intervalMin - b.intervalMin);
  }

  /** The registered spelling of what somebody typed: itself, or as a pair without its slash; `null` where it is no symbol. */
  resolve(text: string): string | null {
    const symbol = parseSymbol(text);
    if (symbol === null || !symbol.includes('/') || this.#entries.has(symbol)) return symbol;
    return canonicalSymbol(symbol, 'crypto');
  }

  /** Returns the grids on which the stored bars of a series lie; see exchange/grid.ts. */
  async gridsOf(symbol: string, intervalMin: number): Promise<number> {
    const grids = await readGrids(this.#store.reader, [symbol], intervalMin);
    return grids.get(symbol) ?? GRID.all;
  }

  /** Reads what other processes registered since the last look. */
  async refresh(): Promise<void> {
    const since = Math.max(0, this.#seenVersion - CLOCK_MARGIN_MS);
    // Superseded ones, too: the oldest first.
    const clauses = 'WHERE version >= {since:UInt64} ORDER BY version';
    const { reader } = this.#store;
    for (const { deleted, ...entry } of await symbolsTable.select(reader, clauses, { since })) {
      const { symbol, version } = entry;
      this.#seenVersion = Math.max(this.#seenVersion, version);
      if (version < this.#lastVersion(symbol)) continue;
      if (deleted) this.#forget(symbol, version);
      else this.#put(entry);
    }
    for (const row of await seriesTable.select(reader, clauses, { since })) {
      this.#seenVersion = Math.max(this.#seenVersion, row.version);
      if (row.version >= this.#lastSeriesVersion(row)) this.#putSeries(row);
    }
    this.#refreshedAtMs = this.#clock.nowMs();
  }

  async refreshIfStale(): Promise<void> {
    const ageMs = this.#clock.nowMs() - this.#refreshedAtMs;
    if (ageMs < 0 || ageMs >= REFRESH_AFTER_MS) await this.refresh();
  }

  #put(entry: Entry): void {
    this.#entries.set(entry.symbol, entry);
    if (entry.viewName) this.#views.set(entry.viewName, entry.symbol);
  }

  #putSeries(row: SeriesRow): void {
    const { symbol, intervalMin, version, deleted } = row;
    if (deleted) {
      this.#series.get(symbol)?.delete(intervalMin);
      this.#dropped.set(seriesName(row), version);
    } else getOrMake(this.#series, symbol, () => new Map()).set(intervalMin, row);
  }

  #forget(symbol: string, version: number): void {
    const known = this.#entries.get(symbol);
    if (known?.viewName) this.#views.delete(known.viewName);
    this.#entries.delete(symbol);
    this.#pending.delete(symbol);
    this.#dropped.set(symbol, version);
  }

  #lastVersion(symbol: string): number {
    return Math.max(this.#entries.get(symbol)?.version ?? 0, this.#dropped.get(symbol) ?? 0);
  }

  #lastSeriesVersion(series: Pick<Series, 'symbol' | 'intervalMin'>): number {
    const known = this.#series.get(series.symbol)?.get(series.intervalMin);
    return Math.max(known?.version ?? 0, this.#dropped.get(seriesName(series)) ?? 0);
  }

  #nextVersion(lastVersion: number): number {
    return Math.max(this.#clock.nowMs(), lastVersion + 1);
  }

  #newEntry(of: Omit<Entry, 'viewName' | 'version'>): Entry {
    const viewName = barsViewName(of.symbol);
    const owner = this.#views.get(viewName) ?? of.symbol;
    const version = this.#nextVersion(this.#lastVersion(of.symbol));
    return { ...of, viewName: owner === of.symbol ? viewName : '', version };
  }

  #newSeries(of: Pick<Series, 'symbol' | 'intervalMin'>, adjustedThrough = 0, deleted = false): SeriesRow {
    const { symbol, intervalMin } = of;
    const version = this.#nextVersion(this.#lastSeriesVersion(of));
    return { symbol, interval: formatInterval(intervalMin), intervalMin, adjustedThrough, version, deleted };
  }

  /**
   * Bars that have all but their times and figures in common against their symbol's class; the first bar of a symbol and of
   * a series registers it (in memory: `persist` stores it). A deletion registers nothing. Returns the canonical symbol.
   */
  judge({ symbol: name, assetClass, intervalMin, deleted }: BarKind): string | Refusal {
    const symbol = deleted && assetClass === null ? this.resolve(name)! : name;
    const known = this.#entries.get(symbol);
    if (deleted) return symbol;
    if (known && known.assetClass !== assetClass) {
      const message = `asset_class: ${symbol} is registered as ${known.assetClass}, not ${assetClass}; if that is wrong, use \`symbols set\`, then \`dlq replay\``;
      return refuse('asset_class_conflict', message);
    }
    if (!known) {
      this.#put(this.#newEntry({ symbol, assetClass: assetClass!, origin: 'first_bar' }));
      this.#pending.add(symbol);
    }
    if (!this.#series.get(symbol)?.has(intervalMin)) {
      const row = this.#newSeries({ symbol, intervalMin });
      this.#putSeries(row);
      this.#pendingSeries.set(seriesName(row), row);
    }
    return symbol;
  }

  /** Stores what `judge` registered, and makes the views. Before the bars themselves: a bar always has its series. */
  async persist(): Promise<void> {
    const entries = [...this.#pending].map((symbol) => this.#entries.get(symbol)!);
    if (entries.length > 0) {
      for (const entry of await writeEntries(this.#store, entries)) {
        this.#pending.delete(entry.symbol);
        if ((this.#entries.get(entry.symbol)?.version ?? 0) < entry.version) this.#put(entry);
      }
    }
    const series = [...this.#pendingSeries.values()];
    if (series.length > 0) await this.#storeSeries(series);
  }

  async #storeSeries(series: readonly SeriesRow[]): Promise<void> {
    const symbols = [...new Set(series.map(({ symbol }) => symbol))];
    const isFirst = (symbol: string) =>
      this.#seriesOf(symbol).every((row) => series.some((one) => seriesName(one) === seriesName(row)));
    await beginBase(
      this.#store,
      this.#clock,
      symbols.filter(isFirst).map((symbol) => this.#seriesOf(symbol).at(-1)!),
    );
    const several = symbols.map((symbol) => this.#seriesOf(symbol)).filter(({ length }) => length > 1);
    const views = several.flat().map((one) => [this.#viewOf(one), one] as const);
    await writeSeries(this.#store, series, new Map(views.filter(([name]) => !this.#views.has(name))));
    for (const row of series) this.#pendingSeries.delete(seriesName(row));
  }

  /** Name of the view of one of several series. */
  #viewOf({ symbol, interval }: Series): string {
    return `${barsViewName(symbol)}_${interval}`;
  }

  /**
   * What the operator says about a symbol, registered or not; bars that are there stay. A change of class makes all its
   * statistics due again, and so does `adjustedThrough`.
   *
   * @throws UnknownSeriesError if no bar of the interval is stored
   */
  async set(symbolText: string, { assetClass, base, adjustedThrough, intervalMin }: Wish): Promise<Registration> {
    await this.refresh();
    const parsed = parseSymbol(symbolText);
    if (parsed === null) throw new TypeError(`"${symbolText}" is not a symbol`);
    const symbol = assetClass ? canonicalSymbol(parsed, assetClass) : this.resolve(symbolText)!;
    const before = this.#entries.get(symbol);
    const own = assetClass ?? before?.assetClass;
    if (!own) throw new UnknownSeriesError(`${symbol} is not known: name its --asset-class`);
    const series = this.#seriesOf(symbol);
    const intervals = series.map(({ interval }) => interval).join(', ') || 'none';
    for (const minutes of [base, intervalMin]) {
      if (typeof minutes !== 'number' || series.some((one) => one.intervalMin === minutes)) continue;
      throw new UnknownSeriesError(`${symbol} has no ${formatInterval(minutes)} bars: its intervals are ${intervals}`);
    }
    const wanted = this.#newEntry({ symbol, assetClass: own, origin: 'operator' });
    const [entry] = await writeEntries(this.#store, [wanted]);
    this.#put(entry);
    this.#pending.delete(symbol);
    if (base !== undefined) await setBase(this.#store, this.#clock, symbol, base);
    if (adjustedThrough !== undefined) {
      const chosen = series.filter((one) => intervalMin === undefined || one.intervalMin === intervalMin);
      const rows = chosen.map((one) => this.#newSeries(one, adjustedThrough));
      await seriesTable.insert(this.#store.writer, rows);
      for (const row of rows) this.#putSeries(row);
    }
    // After the entry: rows computed for the former settings have a lower count of landed rows and lose. If the process dies
    // before this line, the records still differ from the entry and are computed again.
    if (adjustedThrough !== undefined || (before && before.assetClass !== own)) {
      const reason = [symbol, entry.version];
      await touchDays(this.#store.writer, [{ kind: 'actions', symbol, day: SETTINGS_DAY, reason }]);
    }
    return this.get(symbol)!;
  }

  /**
   * Unregisters the series without bars of the symbols, and symbols without a series that a bar had registered. Returns the
   * symbols that changed. May be repeated.
   *
   * @param whole unregisters also symbols that an operator had registered
   */
  async unregisterEmpty(symbols: Iterable<string>, whole = false): Promise<string[]> {
    await this.refresh();
    const changed: string[] = [];
    for (const symbol of symbols) {
      const empty: SeriesRow[] = [];
      for (const one of this.#seriesOf(symbol)) if (!(await hasBars(this.#store, one))) empty.push(one);
      const left = this.#seriesOf(symbol).filter((one) => !empty.includes(one));
      const known = this.#entries.get(symbol);
      const isOver = known !== undefined && left.length === 0 && (whole || known.origin === 'first_bar');
      if (empty.length === 0 && !(isOver && whole)) continue;
      changed.push(symbol);
      if (isOver) await this.#retire([known]);
      await this.#retireSeries(empty);
      for (const one of empty) {
        // Where bars land in another process some may have come in between.
        if (await removeDeadBars(this.#store, one)) continue;
        if (known && !this.#entries.has(symbol)) {
          const entry = { ...known, version: this.#nextVersion(this.#lastVersion(symbol)) };
          for (const again of await writeEntries(this.#store, [entry])) this.#put(again);
        }
        const row = this.#newSeries(one, one.adjustedThrough);
        this.#putSeries(row);
        await this.#storeSeries([row]);
      }
      const base = (await readBases(this.#store, [symbol])).get(symbol);
      const longest = left.at(-1);
      if (longest && base && !left.some(({ interval }) => interval === base.interval))
        await setBase(this.#store, this.#clock, symbol, longest.intervalMin, 'rule');
    }
    return changed;
  }

  async #retire(entries: readonly Entry[]): Promise<void> {
    await dropViews(
      this.#store,
      entries.flatMap(({ viewName }) => (viewName ? [viewName] : [])),
    );
    const tombstones = entries.map((entry) => ({
      ...entry,
      version: this.#nextVersion(this.#lastVersion(entry.symbol)),
    }));
    await writeTombstones(this.#store, tombstones);
    for (const { symbol, version } of tombstones) this.#forget(symbol, version);
    const symbols = tombstones.map(({ symbol }) => symbol);
    await keepViews(this.#store, symbols);
  }

  async #retireSeries(series: readonly SeriesRow[]): Promise<void> {
    const names = series.map((one) => this.#viewOf(one)).filter((name) => !this.#views.has(name));
    await dropViews(this.#store, names);
    const tombstones = series.map((one) => this.#newSeries(one, one.adjustedThrough, true));
    await seriesTable.insert(this.#store.writer, tombstones);
    for (const row of tombstones) {
      this.#putSeries(row);
      this.#pendingSeries.delete(seriesName(row));
    }
  }
}
