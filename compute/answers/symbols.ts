/**
 * The symbols that the store knows, as of what has landed: their stored records may follow later. Cached; asked again
 * when something changed, each by itself.
 */
import { LRUCache } from 'lru-cache';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { readBarEnds } from '../evaluation/bar-ends.ts';
import { type DailyEnds, dailySpan, dailyUnused, readDailyEnds } from '../evaluation/daily-history.ts';
import { dayOf, Together } from '../evaluation/load-bars.ts';
import { type BarEnds, lastDayOf, readStates, type SymbolState, settledKey } from '../evaluation/state.ts';
import { recordValues } from '../evaluation/stored-records.ts';
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
import type { SymbolInfo, ViewRequest } from './answers.ts';

/** Its stored records do not follow all that has landed. */
export type Unsettled = SymbolInfo & { readonly unsettled: SymbolState };

export function isUnsettled(symbol: SymbolInfo): symbol is Unsettled {
  return symbol.unsettled !== undefined;
}

type Asked = Pick<ViewRequest, 'statistic' | 'symbol' | 'session' | 'values'>;

/** Why no daily bars give records of the request; null where they do. */
export function whyNoDailies({ statistic, symbol, session, values }: Asked): string | null {
  const own = recordValues(statistic.params, values, symbol.intervalMin);
  return dailyUnused(statistic, session, symbol.assetClass, own);
}

/** Dates of the daily bars that the request is answered from; null: none. */
export function servedByDailies(asked: Asked): SymbolInfo['daily'] | null {
  return asked.symbol.daily && whyNoDailies(asked) === null ? asked.symbol.daily : null;
}

/** UTC date of the first bar that the request is answered from, days since the epoch; null without one. */
export function firstDayAsked(asked: Asked): number | null {
  return servedByDailies(asked)?.first ?? firstDayOf(asked.symbol);
}

/** UTC date of the first bar of the base interval; null without one. */
export function firstDayOf({ firstBar }: SymbolInfo): number | null {
  return firstBar === null ? null : dayOf(firstBar);
}

/** End of the last bar that serves, of either interval, UTC minutes; 0 without one. */
export function endOfBars({ lastBar, intervalMin, daily }: SymbolInfo): number {
  return lastBar === null ? (daily?.until ?? 0) * MINUTES_PER_DAY : lastBar + intervalMin;
}

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
interface Row {
  readonly settled: SymbolInfo;
  readonly isSettled: boolean;
  readonly isRegistered: boolean;
  /** Rows ever landed of daily bars beside shorter ones, and the name of their state. */
  readonly dailies: number;
  readonly dailiesKey: string;
  /** Names what is read of a symbol that is not settled. */
  readonly key: string;
}

/** What is known of a name since a moment. */
interface Known {
  readonly askedMs: number;
  /** Invalidations by then. */
  readonly asOf: number;
  readonly info: Promise<SymbolInfo | null>;
  usedMs: number;
  exists: boolean;
}

export class SymbolDirectory {
  readonly #reader: Reader;
  readonly #nowMs: () => number;
  readonly #definitions: Definitions;
  readonly #names = new LRUCache<string, Known>(MANY);
  readonly #lookUps = new Together<string, SymbolInfo | null>((names) => this.#lookUp(names), MAX_TOGETHER);
  /** Symbols that are not settled, by `Row.key`, so that a state is read once. */
  readonly #resolved = new LRUCache<string, { readonly info: SymbolInfo | null }>(MANY);
  /** Of daily bars, by `Row.dailiesKey`. */
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
    const infos = this.#read(null);
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

  #named(name: string): Promise<SymbolInfo | null> {
    const nowMs = this.#nowMs();
    const known = this.#names.get(name);
    if (known) known.usedMs = nowMs;
    return known && this.#isFresh(name, known) ? known.info : this.#keep(name, this.#lookUps.get('', name), nowMs);
  }

  /** What the name's look-ups return from now on. */
  #keep(name: string, info: Promise<SymbolInfo | null>, usedMs: number): Promise<SymbolInfo | null> {
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

  /** Names asked for in one turn of the event loop, and with them those in use that have to be asked again. */
  async #lookUp(names: readonly string[]): Promise<(SymbolInfo | null)[]> {
    const infos = await this.#again(names, this.#staleNames(new Set(names)));
    return names.map((name) => infos.get(name) ?? null);
  }

  /** @param stale known names that are asked again beside those asked for */
  #again(names: readonly string[], stale: readonly string[]): Promise<ReadonlyMap<string, SymbolInfo>> {
    const found = this.#read([...names, ...stale]).then((infos) => new Map(infos.map((info) => [info.symbol, info])));
    for (const name of stale) {
      const info = found.then((infos) => infos.get(name) ?? null);
      this.#keep(name, info, this.#names.peek(name)!.usedMs);
    }
    return found;
  }

  #isFresh(name: string, { asOf, askedMs }: Known): boolean {
    return asOf >= this.#changedAt(name) && this.#nowMs() - askedMs < STALE_AFTER_MS;
  }

  #changedAt(name: string): number {
    return Math.max(this.#allInvalidated, this.#invalidated.get(name) ?? 0);
  }

  /** Others that were looked up of late and have to be asked again: one statement does for all of them. */
  #staleNames(asked: ReadonlySet<string>): string[] {
    const names: string[] = [];
    let looked = 0;
    for (const [other, known] of this.#names.entries()) {
      if (++looked > 2 * MAX_TOGETHER || names.length === MAX_TOGETHER) break;
      const isInUse = !asked.has(other) && this.#nowMs() - known.usedMs <= IN_USE_MS;
      if (isInUse && !this.#isFresh(other, known)) names.push(other);
    }
    return names;
  }

  /** Ascending by name, without those of which nothing is stored any more; null: all. */
  async #read(names: readonly string[] | null): Promise<readonly SymbolInfo[]> {
    const reader = this.#reader;
    const tables = await readSymbolRows(reader, names);
    const rows = tables.coverage.flatMap((row) => rowOf(row, tables, this.#definitions));
    const open = rows.filter(({ isSettled, key }) => !isSettled && !this.#resolved.has(key));
    if (open.length > 0) {
      const states = await readStates(reader, symbolsOf(open), tables);
      const ends = await readBarEnds(reader, states);
      for (const [i, state] of states.entries()) {
        const barEnds = state.registered ? (ends.get(state.symbol) ?? null) : null;
        this.#resolved.set(open[i].key, { info: await unsettled(reader, open[i], state, barEnds) });
      }
    }
    const unknown = rows.filter(({ dailies, dailiesKey }) => dailies > 0 && !this.#dailyEnds.has(dailiesKey));
    if (unknown.length > 0) {
      const ends = await readDailyEnds(reader, symbolsOf(unknown));
      for (const { settled, dailiesKey } of unknown)
        this.#dailyEnds.set(dailiesKey, { ends: ends.get(settled.symbol) });
    }
    return rows.flatMap((row) => {
      const info = row.isSettled ? row.settled : this.#resolved.get(row.key)?.info;
      const whole = info && withDailies(info, row, this.#dailyEnds.get(row.dailiesKey)?.ends);
      return whole && (whole.hasBars || whole.lastDay !== NOTHING_STORED || row.dailies === 0) ? [whole] : [];
    });
  }
}

const symbolsOf = (rows: readonly Row[]) => rows.map(({ settled }) => settled.symbol);

function rowOf(row: CoverageRow, tables: SymbolRows, definitions: Definitions): Row[] {
  const { symbol, has_bars: hasBars } = row;
  const { asset_class, interval_min } = tables.registry.get(symbol) ?? { ...row, interval_min: 0 };
  const { generation, epoch } = tables.generations.get(symbol) ?? { generation: 0, epoch: 0 };
  const landed = tables.landed.get(symbol) ?? 0;
  const dailies = tables.dailies.get(symbol) ?? 0;
  const isSettled = landed === row.rows;
  // What was computed of previous generations of the symbol does not count.
  if (row.generation < epoch) return [];
  if (!hasBars && dailies === 0 && row.last_day === NOTHING_STORED && isSettled) return [];
  const isAsRegistered =
    row.generation === generation &&
    row.interval_min === interval_min &&
    (interval_min === 0 || row.asset_class === asset_class);
  const computed = isAsRegistered ? parseDefinitions(row.definitions) : new Map<string, number>();
  const outdated = [...definitions].filter(([name, number]) => computed.get(name) !== number).map(([name]) => name);
  // The class and interval are those registered now: where the records are of others, answers are computed on demand until
  // the records follow.
  const assetClass = hasBars && interval_min > 0 ? asset_class : row.asset_class;
  const version = `${row.version}-${row.computed_ms}-${generation}-${assetClass}${interval_min}`;
  const settled: SymbolInfo = {
    symbol,
    assetClass,
    intervalMin: interval_min || 1,
    firstBar: hasBars ? row.first_min : null,
    lastBar: hasBars ? row.last_min : null,
    sessions: row.sessions,
    hasBars,
    lastDay: row.last_day,
    version,
    settledVersion: version,
    settledKey: settledKey({ generation: row.generation, landed: row.rows, inputs: row.inputs }),
    settledState: row.state,
    landed,
    generation: row.generation,
    splits: parseSplits(row.splits),
    outdated: outdated.length === 0 ? NONE : new Set(outdated),
  };
  const key = `${symbol} ${version} ${landed} ${outdated.length}`;
  const dailiesKey = `${symbol} ${row.generation} ${dailies}`;
  return [{ settled, isSettled, isRegistered: interval_min > 0, dailies, dailiesKey, key }];
}

/** With what has landed since; null where nothing is stored of it. */
async function unsettled(
  reader: Reader,
  { settled, dailies }: Row,
  state: SymbolState,
  ends: BarEnds | null,
): Promise<SymbolInfo | null> {
  const news = ends ? null : await readNewsSpan(reader, state);
  if (!ends && !news && dailies === 0) return null;
  return {
    ...settled,
    assetClass: ends ? settled.assetClass : (news?.assetClass ?? state.registered?.assetClass ?? settled.assetClass),
    intervalMin: state.registered?.intervalMin ?? settled.intervalMin,
    hasBars: ends !== null,
    firstBar: ends?.first ?? null,
    lastBar: ends?.last ?? null,
    lastDay: ends ? lastDayOf(state.days) : (news?.lastDay ?? NOTHING_STORED),
    version: `${settled.version}+${state.landed}`,
    landed: state.landed,
    unsettled: state,
    splits: state.splits,
  };
}

function withDailies(info: SymbolInfo, { dailies, dailiesKey, isRegistered }: Row, ends: DailyEnds | undefined) {
  if (dailies === 0 || !isRegistered || info.intervalMin >= MINUTES_PER_DAY) return info;
  const span = dailySpan(ends, info.firstBar, info.assetClass);
  if (!span) return { ...info, hasDailies: true as const };
  const lastDay = span.isAlone ? Math.max(info.lastDay, span.until - 1) : info.lastDay;
  return { ...info, lastDay, hasDailies: true as const, hasBars: true, daily: { ...span, version: dailiesKey } };
}
