/**
 * The symbols that the store knows, as of what has landed: their stored records may follow later. Cached; asked again
 * when something changed, each by itself.
 */
import { LRUCache } from 'lru-cache';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { readBarEnds } from '../evaluation/bar-ends.ts';
import { type DailyEnds, dailySpan, readDailyEnds } from '../evaluation/daily-history.ts';
import { Together } from '../evaluation/load-bars.ts';
import { type BarEnds, lastDayOf, readStates, type SymbolState, settledKey } from '../evaluation/state.ts';
import {
  type CoverageRow,
  type Definitions,
  NOTHING_STORED,
  parseDefinitions,
  readSymbolRows,
  type SymbolRows,
} from '../evaluation/tables/coverage.ts';
import { readNewsSpan } from '../evaluation/tables/events.ts';
import { parseSplits } from '../market/bars.ts';
import type { SymbolInfo } from './answers.ts';

/** Without a notice of a change the store is asked again after this time. */
const STALE_AFTER_MS = 1_000;

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
/** By `maxSize`, not `max`: memory for all entries there may ever be is not taken at once (40 ms of a core for three caches). */
const MANY = { maxSize: 100_000, sizeCalculation: () => 1 };
/** Names that were looked up within this time are asked again together with the next look-up, so many at most. */
const IN_USE_MS = 5_000;
const MAX_TOGETHER = 1_000;
/** Names that were looked up within this time are asked again without a request once they have changed. */
const FOLLOWED_MS = 90_000;

/** What is stored of a symbol, as the class and with the interval that are registered now. */
interface Row extends Omit<CoverageRow, 'definitions' | 'computed_ms' | 'rows'> {
  readonly landed: number;
  /** Rows landed that its stored records follow. */
  readonly settled: number;
  /** Rows ever landed of daily bars beside shorter ones. */
  readonly dailies: number;
  readonly outdated: readonly string[];
}

/** Rows of some symbols, and the tables' rows that they follow from. */
interface Read {
  readonly rows: readonly Row[];
  readonly tables: SymbolRows;
}

/** What is known of a name since a moment. */
interface Known {
  readonly askedMs: number;
  /** Invalidations by then. */
  readonly asOf: number;
  readonly info: Promise<SymbolInfo | null>;
  /** When it was last looked up. */
  usedMs: number;
  /** Something is stored of it. */
  exists: boolean;
}

export class SymbolDirectory {
  readonly #reader: Reader;
  readonly #nowMs: () => number;
  readonly #definitions: Definitions;
  readonly #names = new LRUCache<string, Known>(MANY);
  readonly #lookUps = new Together<string, SymbolInfo | null>((names) => this.#lookUp(names), MAX_TOGETHER);
  /** Symbols as of their version, so that a state is read once. */
  readonly #resolved = new LRUCache<string, { readonly info: SymbolInfo | null }>(MANY);
  /** Of daily bars, by `dailiesKey`. */
  readonly #dailyEnds = new LRUCache<string, { readonly ends: DailyEnds | undefined }>(MANY);
  #list: { readonly askedMs: number; readonly asOf: number; readonly infos: Promise<readonly SymbolInfo[]> } | null =
    null;
  #invalidations = 0;
  /** The last invalidation of all symbols, and of each. */
  #allInvalidated = 0;
  readonly #invalidated = new LRUCache<string, number>(MANY);

  /** @param definitions those of this build: statistics of another one are `outdated` */
  constructor(reader: Reader, nowMs: () => number, definitions: Definitions = new Map()) {
    this.#reader = reader;
    this.#nowMs = nowMs;
    this.#definitions = definitions;
  }

  /** The next look-up of these symbols (default: of any) asks the store. */
  invalidate(symbols?: Iterable<string>): void {
    this.#invalidations++;
    if (!symbols) this.#allInvalidated = this.#invalidations;
    else for (const symbol of symbols) this.#invalidated.set(symbol, this.#invalidations);
  }

  /** Ascending by name. */
  async list(): Promise<readonly SymbolInfo[]> {
    const known = this.#list;
    if (known && known.asOf === this.#invalidations && this.#nowMs() - known.askedMs < STALE_AFTER_MS)
      return known.infos;
    const infos = this.#ask(null).then((read) => this.#resolveAll(read));
    const asked = { askedMs: this.#nowMs(), asOf: this.#invalidations, infos };
    this.#list = asked;
    infos.catch(() => {
      if (this.#list === asked) this.#list = null;
    });
    return infos;
  }

  /** @param asWritten see `bySpelling` */
  async find(text: string, asWritten = false): Promise<SymbolInfo | null> {
    const upper = text.trim().toUpperCase();
    const names = [...new Set([upper, upper.replaceAll('/', '')])];
    const found = await Promise.all(names.map((name) => this.#named(name)));
    return bySpelling((name) => found[names.indexOf(name)] ?? undefined, text, asWritten);
  }

  #named(name: string): Promise<SymbolInfo | null> {
    const nowMs = this.#nowMs();
    const known = this.#names.get(name);
    if (known) known.usedMs = nowMs;
    if (known && this.#isFresh(name, known, nowMs)) return known.info;
    return this.#note(name, this.#lookUps.get('', name), nowMs);
  }

  /** What the name's look-ups return from now on. */
  #note(name: string, info: Promise<SymbolInfo | null>, usedMs: number): Promise<SymbolInfo | null> {
    const entry: Known = { askedMs: this.#nowMs(), asOf: this.#invalidations, info, usedMs, exists: false };
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

  /** Looks up again, together, names in use that a request would soon have to ask for, changed ones first: `most` of them. */
  async refresh(most: number): Promise<readonly SymbolInfo[]> {
    const nowMs = this.#nowMs();
    const inUse = [...this.#names.entries()].filter(
      ([, { exists, usedMs }]) => exists && nowMs - usedMs <= FOLLOWED_MS,
    );
    const changed = inUse.filter(([name, { asOf }]) => asOf < this.#changedAt(name));
    const aged = inUse.filter(([, { askedMs }]) => nowMs - askedMs >= STALE_AFTER_MS / 2);
    const names = [...new Set([...changed, ...aged].map(([name]) => name))].slice(0, most);
    return names.length === 0 ? [] : [...(await this.#again([], names)).values()];
  }

  /** Names asked for in one turn of the event loop, and with them those in use that have to be asked again. */
  async #lookUp(names: readonly string[]): Promise<(SymbolInfo | null)[]> {
    const infos = await this.#again(names, this.#staleNames(new Set(names), this.#nowMs()));
    return names.map((name) => infos.get(name) ?? null);
  }

  /** @param stale known names that are asked again beside those asked for */
  #again(names: readonly string[], stale: readonly string[]): Promise<ReadonlyMap<string, SymbolInfo>> {
    const found = this.#ask([...names, ...stale])
      .then((read) => this.#resolveAll(read))
      .then((infos) => new Map(infos.map((info) => [info.symbol, info])));
    for (const name of stale) {
      const info = found.then((infos) => infos.get(name) ?? null);
      this.#note(name, info, this.#names.peek(name)!.usedMs);
    }
    return found;
  }

  #isFresh(name: string, { asOf, askedMs }: Known, nowMs: number): boolean {
    return asOf >= this.#changedAt(name) && nowMs - askedMs < STALE_AFTER_MS;
  }

  #changedAt(name: string): number {
    return Math.max(this.#allInvalidated, this.#invalidated.get(name) ?? 0);
  }

  /** Others that were looked up of late and have to be asked again: one statement does for all of them. */
  #staleNames(asked: ReadonlySet<string>, nowMs: number): string[] {
    const names: string[] = [];
    let looked = 0;
    for (const [other, known] of this.#names.entries()) {
      if (++looked > 2 * MAX_TOGETHER || names.length === MAX_TOGETHER) break;
      const isInUse = !asked.has(other) && nowMs - known.usedMs <= IN_USE_MS;
      if (isInUse && !this.#isFresh(other, known, nowMs)) names.push(other);
    }
    return names;
  }

  /** Ascending by name; null: all. */
  async #ask(names: readonly string[] | null): Promise<Read> {
    const tables = await readSymbolRows(this.#reader, names);
    const { registry, generations, landed, dailies: landedDailies } = tables;
    const rows = tables.coverage.flatMap((row): Row[] => {
      const known = registry.get(row.symbol) ?? { asset_class: row.asset_class, interval_min: 0 };
      const { generation, epoch } = generations.get(row.symbol) ?? { generation: 0, epoch: 0 };
      const ever = landed.get(row.symbol) ?? 0;
      const settled = row.rows;
      const dailies = landedDailies.get(row.symbol) ?? 0;
      // What was computed in a former life of the symbol does not count.
      if (row.generation < epoch) return [];
      if (!row.has_bars && dailies === 0 && row.last_day === NOTHING_STORED && ever === settled) return [];
      const { interval_min } = known;
      const isAsRegistered =
        row.generation === generation &&
        row.interval_min === interval_min &&
        (interval_min === 0 || row.asset_class === known.asset_class);
      const computed = isAsRegistered ? parseDefinitions(row.definitions) : new Map<string, number>();
      const outdated = [...this.#definitions].filter(([name, number]) => computed.get(name) !== number);
      // The class and interval are those registered now: where the records are of others, answers are computed on
      // demand until the records follow.
      const asset_class = row.has_bars && interval_min > 0 ? known.asset_class : row.asset_class;
      const version = `${row.version}-${row.computed_ms}-${generation}-${asset_class}${interval_min}`;
      const names = outdated.map(([name]) => name);
      return [{ ...row, asset_class, interval_min, version, landed: ever, settled, dailies, outdated: names }];
    });
    return { rows, tables };
  }

  /** Without those of which nothing is stored any more. */
  async #resolveAll({ rows, tables }: Read): Promise<readonly SymbolInfo[]> {
    const keyOf = (row: Row) => `${row.symbol} ${row.version} ${row.landed} ${row.outdated.length}`;
    const open = rows.filter((row) => row.landed !== row.settled && !this.#resolved.has(keyOf(row)));
    if (open.length > 0) {
      const reader = this.#reader;
      const names = open.map(({ symbol }) => symbol);
      const states = await readStates(reader, names, tables);
      const ends = await readBarEnds(reader, states);
      for (const [i, state] of states.entries()) {
        const row = open[i];
        const info = await this.#unsettled(row, state, state.registered ? (ends.get(row.symbol) ?? null) : null);
        this.#resolved.set(keyOf(row), { info });
      }
    }
    await this.#readDailyEnds(rows);
    return rows.flatMap((row) => {
      const info = row.landed === row.settled ? infoOf(row) : this.#resolved.get(keyOf(row))?.info;
      const whole = info && this.#withDailies(info, row);
      return whole && (whole.hasBars || whole.lastDay !== NOTHING_STORED || row.dailies === 0) ? [whole] : [];
    });
  }

  async #readDailyEnds(rows: readonly Row[]): Promise<void> {
    const unknown = rows.filter((row) => row.dailies > 0 && !this.#dailyEnds.has(dailiesKey(row)));
    if (unknown.length === 0) return;
    const ends = await readDailyEnds(
      this.#reader,
      unknown.map(({ symbol }) => symbol),
    );
    for (const row of unknown) this.#dailyEnds.set(dailiesKey(row), { ends: ends.get(row.symbol) });
  }

  #withDailies(info: SymbolInfo, row: Row): SymbolInfo {
    if (row.dailies === 0 || row.interval_min === 0 || info.intervalMin >= MINUTES_PER_DAY) return info;
    const span = dailySpan(this.#dailyEnds.get(dailiesKey(row))?.ends, info.firstBar, info.assetClass);
    if (!span) return { ...info, hasDailies: true };
    return {
      ...info,
      ...{ hasDailies: true, hasBars: true, daily: { ...span, version: dailiesKey(row) } },
      ...(span.isAlone ? { lastDay: Math.max(info.lastDay, span.until - 1) } : {}),
    };
  }

  /** Null where nothing is stored of it. */
  async #unsettled(row: Row, state: SymbolState, ends: BarEnds | null): Promise<SymbolInfo | null> {
    const settled = infoOf(row);
    const news = ends ? null : await readNewsSpan(this.#reader, state);
    if (!ends && !news && row.dailies === 0) return null;
    const lastDay = ends ? lastDayOf(state.days) : (news?.lastDay ?? NOTHING_STORED);
    return {
      ...settled,
      assetClass: ends ? settled.assetClass : (news?.assetClass ?? state.registered?.assetClass ?? settled.assetClass),
      intervalMin: state.registered?.intervalMin ?? settled.intervalMin,
      hasBars: ends !== null,
      firstBar: ends?.first ?? null,
      lastBar: ends?.last ?? null,
      lastDay,
      version: `${row.version}+${state.landed}`,
      landed: state.landed,
      unsettled: state,
      splits: state.splits,
    };
  }
}

const dailiesKey = ({ symbol, generation, dailies }: Row) => `${symbol} ${generation} ${dailies}`;

function infoOf(row: Row): SymbolInfo {
  return {
    symbol: row.symbol,
    assetClass: row.asset_class,
    intervalMin: row.interval_min || 1,
    firstBar: row.has_bars ? row.first_min : null,
    lastBar: row.has_bars ? row.last_min : null,
    sessions: row.sessions,
    hasBars: row.has_bars,
    lastDay: row.last_day,
    version: row.version,
    settledVersion: row.version,
    settledKey: settledKey({ generation: row.generation, landed: row.settled, inputs: row.inputs }),
    settledState: row.state,
    landed: row.landed,
    generation: row.generation,
    splits: parseSplits(row.splits),
    outdated: row.outdated.length === 0 ? NONE : new Set(row.outdated),
  };
}
