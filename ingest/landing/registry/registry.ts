/**
 * The registry: one asset class and one base interval a symbol, from its first bar or from the operator. Kept in
 * memory, stored in `market.symbols`; other processes' entries are read as they come. `set`, `letGo` and `drop` are called
 * within `Landing.alone`, so that no batch is under way.
 */

import { GRID } from '../../../exchange/grid.ts';
import {
  type AssetClass,
  barsViewName,
  canonicalSymbol,
  formatInterval,
  parseSymbol,
} from '../../../exchange/symbol.ts';
import { type Clock, systemClock } from '../../../lib/clock.ts';
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import type { Store } from '../../../sql/connect.ts';
import { raiseGenerations } from '../../../sql/symbols.ts';
import type { Bar } from '../../contract/bar.ts';
import { type BarTable, type Refusal, refuse } from '../../contract/events.ts';
import { touchDays } from '../insert.ts';
import { symbolsTable } from '../tables.ts';
import {
  bringDailiesBack,
  hasBars,
  moveDailyBars,
  readGrids,
  refuseContradiction,
  removeAll,
  removeBars,
  wasKnown,
} from './stored-bars.ts';
import { dropBarsView, type Entry, keepViews, type Registration, writeEntries, writeTombstones } from './table.ts';

/** What bars have in common that the registry looks at. */
export type BarKind = Pick<Bar, 'symbol' | 'assetClass' | 'intervalMin' | 'deleted'>;

export interface LandingKind {
  readonly symbol: string;
  readonly table: BarTable;
}

/** Other processes' clocks may be this much behind when their entries are looked for. */
const CLOCK_MARGIN_MS = 60_000;
/** How old the memory may be before a batch looks for other processes' entries. */
const REFRESH_AFTER_MS = 1_000;

export class Registry {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  readonly #views = new Map<string, string>();
  readonly #pending = new Set<string>();
  /** Versions of what was dropped, so that an older entry does not come back. */
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
    return this.#entries.get(symbol);
  }

  list(): Registration[] {
    return [...this.#entries.values()]
      .sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
      .map(({ version: _, ...registration }) => registration);
  }

  /** The registered spelling of what somebody typed: itself, or as a pair without its slash; `null` where it is no symbol. */
  resolve(text: string): string | null {
    const symbol = parseSymbol(text);
    if (symbol === null || !symbol.includes('/') || this.#entries.has(symbol)) return symbol;
    return canonicalSymbol(symbol, 'crypto');
  }

  /** Returns the grids on which the stored bars of a symbol lie; see exchange/grid.ts. */
  async gridsOf(symbol: string, intervalMin: number): Promise<number> {
    const grids = await readGrids(this.#store.reader, [symbol], intervalMin);
    return grids.get(symbol) ?? GRID.all;
  }

  /** Reads what other processes registered since the last look. */
  async refresh(): Promise<void> {
    const since = Math.max(0, this.#seenVersion - CLOCK_MARGIN_MS);
    // Superseded ones, too: the oldest first.
    const clauses = 'WHERE version >= {since:UInt64} ORDER BY version';
    for (const { deleted, ...entry } of await symbolsTable.select(this.#store.reader, clauses, { since })) {
      const { symbol, version } = entry;
      this.#seenVersion = Math.max(this.#seenVersion, version);
      if (version < this.#lastVersion(symbol)) continue;
      if (deleted) this.#forget(symbol, version);
      else this.#put(entry);
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

  #nextVersion(symbol: string): number {
    return Math.max(this.#clock.nowMs(), this.#lastVersion(symbol) + 1);
  }

  #newEntry(of: Omit<Registration, 'viewName'>): Entry {
    const viewName = barsViewName(of.symbol);
    const owner = this.#views.get(viewName) ?? of.symbol;
    return { ...of, viewName: owner === of.symbol ? viewName : '', version: this.#nextVersion(of.symbol) };
  }

  #firstEntry({ symbol, assetClass, intervalMin }: BarKind): Entry {
    return this.#newEntry({ symbol, assetClass: assetClass!, intervalMin, origin: 'first_bar', adjustedThrough: 0 });
  }

  /**
   * Bars that have all but their times and figures in common against their symbol's registration; the first bar of a symbol
   * makes it (in memory: `persist` stores it). A deletion is judged by symbol and interval alone and registers nothing.
   */
  judge({ symbol: name, assetClass, intervalMin, deleted }: BarKind): LandingKind | Refusal {
    const symbol = deleted && assetClass === null ? this.resolve(name)! : name;
    const known = this.#entries.get(symbol);
    if (!known) {
      if (!deleted) {
        this.#put(this.#firstEntry({ symbol, assetClass, intervalMin, deleted }));
        this.#pending.add(symbol);
      }
      return { symbol, table: 'bars' };
    }
    if (!deleted && known.assetClass !== assetClass) {
      const message = `asset_class: ${symbol} is registered as ${known.assetClass}, not ${assetClass}; if that is wrong, use \`symbols set\`, then \`dlq replay\``;
      return refuse('asset_class_conflict', message);
    }
    if (isBesideBase(intervalMin, known)) return { symbol, table: 'bars_daily' };
    // Landing makes it the base interval before it judges.
    const isNewBase = !deleted && isShorterThanDaily(intervalMin, known);
    if (intervalMin !== known.intervalMin && !isNewBase) {
      const [own, other] = [formatInterval(known.intervalMin), formatInterval(intervalMin)];
      const message = `interval: the bars of ${symbol} are ${own}, not ${other}: give bars of ${other} a symbol of their own, or use \`symbols drop\` and import these alone; \`symbols set\` helps only where the stored bars are ${other}, too`;
      return refuse('interval_conflict', message);
    }
    return { symbol, table: 'bars' };
  }

  /** Before a batch is judged: where shorter bars come than a symbol's daily ones, theirs is its base from now on. */
  async rebase(kinds: Iterable<BarKind>): Promise<void> {
    const known = new Map<string, Entry>();
    const shorter = new Map<string, Entry>();
    for (const kind of kinds) {
      const { symbol, assetClass, intervalMin, deleted } = kind;
      if (deleted || shorter.has(symbol)) continue;
      const entry = this.#entries.get(symbol) ?? known.get(symbol);
      if (!entry) known.set(symbol, this.#firstEntry(kind));
      else if (entry.assetClass === assetClass && isShorterThanDaily(intervalMin, entry))
        shorter.set(symbol, this.#newEntry({ ...entry, intervalMin }));
    }
    const stored: Entry[] = [];
    for (const [symbol, entry] of shorter) {
      if (this.#entries.has(symbol) && !this.#pending.has(symbol)) stored.push(entry);
      else {
        this.#put(entry);
        this.#pending.add(symbol);
      }
    }
    if (stored.length === 0) return;
    // The bars go first: broken off, the symbols have none until this is repeated, and never daily bars that are taken
    // for shorter ones.
    const symbols = stored.map(({ symbol }) => symbol);
    await moveDailyBars(this.#store, symbols, 'bars', 'bars_daily');
    for (const entry of await writeEntries(this.#store, stored)) this.#put(entry);
    await raiseGenerations(this.#store, symbols, false);
  }

  /** Stores what `judge` registered, and makes the views. Before the bars themselves: a bar always has its symbol. */
  async persist(): Promise<void> {
    const entries = [...this.#pending].map((symbol) => this.#entries.get(symbol)!);
    if (entries.length === 0) return;
    for (const entry of await writeEntries(this.#store, entries)) {
      this.#pending.delete(entry.symbol);
      if ((this.#entries.get(entry.symbol)?.version ?? 0) < entry.version) this.#put(entry);
    }
  }

  /**
   * What the operator says about a symbol, registered or not; bars that are there stay. A change of class or interval makes
   * all its statistics due again, and so does `adjustedThrough` (days since 1970; 0: its bars are raw; undefined: as it was
   * said before). Throws a ContradictionError where the stored bars are of another interval.
   */
  async set(
    symbolText: string,
    assetClass: AssetClass,
    intervalMin: number,
    adjustedThrough?: number,
  ): Promise<Registration> {
    await this.refresh();
    const parsed = parseSymbol(symbolText);
    if (parsed === null) throw new TypeError(`"${symbolText}" is not a symbol`);
    const symbol = canonicalSymbol(parsed, assetClass);
    const before = this.#entries.get(symbol);
    const isSame = before?.assetClass === assetClass && before.intervalMin === intervalMin;
    if (!isSame && before?.intervalMin !== intervalMin)
      await refuseContradiction(this.#store.reader, symbol, intervalMin);
    // Its daily bars, where it had shorter ones, too, and these are gone.
    if (before && intervalMin === MINUTES_PER_DAY) await bringDailiesBack(this.#store, before);
    const through = adjustedThrough ?? before?.adjustedThrough ?? 0;
    const wanted = this.#newEntry({ symbol, assetClass, intervalMin, origin: 'operator', adjustedThrough: through });
    const [entry] = await writeEntries(this.#store, [wanted]);
    this.#put(entry);
    this.#pending.delete(symbol);
    // After the entry: what was computed of the former class or interval loses against all that is computed from now
    // on. Where this does not come to pass, records still differ from the entry, and are computed again.
    if (!isSame) await raiseGenerations(this.#store, [symbol], false);
    // Which splits still adjust the bars is looked at where something is new. Said again, it is done again.
    if (adjustedThrough !== undefined) {
      const reason = [symbol, entry.version];
      await touchDays(this.#store.writer, [{ kind: 'actions', symbol, day: 0, reason }]);
    }
    return entry;
  }

  /**
   * After bars were taken back: of the symbols that a bar had registered, those without bars are registered no more, and
   * those with daily bars alone are of these. What else is stored of them stays, news and earnings as well. Answers those
   * that changed. May be repeated.
   */
  async letGo(symbols: Iterable<string>): Promise<string[]> {
    await this.refresh();
    const changed: string[] = [];
    for (const symbol of symbols) {
      const known = this.#entries.get(symbol);
      if (known?.origin !== 'first_bar' || (await hasBars(this.#store, 'bars', symbol))) continue;
      changed.push(symbol);
      if (await hasBars(this.#store, 'bars_daily', symbol)) {
        await bringDailiesBack(this.#store, known);
        await this.#storeAgain({ ...known, intervalMin: MINUTES_PER_DAY });
        await raiseGenerations(this.#store, [symbol], false);
        continue;
      }
      await this.#retire([known]);
      // Where bars land in another process some may have come in between.
      if (!(await removeBars(this.#store, symbol))) await this.#storeAgain(known);
    }
    return changed;
  }

  async #storeAgain(known: Entry): Promise<void> {
    const entry = { ...known, version: this.#nextVersion(known.symbol) };
    for (const one of await writeEntries(this.#store, [entry])) this.#put(one);
  }

  /**
   * Removes symbols and all that is stored of them: every table of the database `market` with a column `symbol`, their views,
   * their registrations. Answers which tables held something, and of which symbols. May be repeated after it broke off.
   */
  async drop(symbols: readonly string[]): Promise<Map<string, string[]>> {
    await this.refresh();
    const entries = symbols.flatMap((symbol) => this.#entries.get(symbol) ?? []);
    if (entries.length === 0 && !(await wasKnown(this.#store, symbols))) return new Map();
    await this.#retire(entries);
    return removeAll(this.#store, symbols);
  }

  async #retire(entries: readonly Entry[]): Promise<void> {
    for (const { viewName } of entries) if (viewName) await dropBarsView(this.#store.writer, viewName);
    const tombstones = entries.map((entry) => ({ ...entry, version: this.#nextVersion(entry.symbol) }));
    await writeTombstones(this.#store, tombstones);
    for (const { symbol, version } of tombstones) this.#forget(symbol, version);
    const symbols = tombstones.map(({ symbol }) => symbol);
    await keepViews(this.#store, symbols);
  }
}

/** A daily bar of a symbol whose base interval is shorter. */
function isBesideBase(intervalMin: number, known: Pick<Registration, 'intervalMin'>): boolean {
  return intervalMin === MINUTES_PER_DAY && known.intervalMin < MINUTES_PER_DAY;
}

/** A bar of a symbol that has had daily ones alone. */
function isShorterThanDaily(intervalMin: number, known: Pick<Registration, 'intervalMin'>): boolean {
  return known.intervalMin === MINUTES_PER_DAY && intervalMin < MINUTES_PER_DAY;
}
