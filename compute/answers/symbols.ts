/** The symbols that the store knows, kept in memory and asked anew when something changed. */
import type { AssetClass } from '../../lib/symbol.ts';
import { GENERATIONS_SQL } from '../../sql/generations.ts';
import type { Reader } from '../../sql/reader.ts';
import {
  COMPUTED_AS_REGISTERED,
  definitionParams,
  NOTHING_STORED,
  OTHER_DEFINITIONS,
} from '../engine/tables/coverage.ts';
import type { Definitions } from '../engine/tables/definitions.ts';
import type { SymbolInfo } from './answers.ts';

/** Without a word of a change the list is asked anew after this time: the fallback of the notices. */
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

export class SymbolDirectory {
  readonly #reader: Reader;
  readonly #nowMs: () => number;
  readonly #definitions: Definitions;
  #bySymbol: ReadonlyMap<string, SymbolInfo> = new Map();
  #list: readonly SymbolInfo[] = [];
  #askedMs = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;
  /** Counts invalidations: an answer to a question from before one is not kept as fresh. */
  #generation = 0;

  /** @param definitions those of this build: statistics of another one are `outdated` */
  constructor(reader: Reader, nowMs: () => number, definitions: Definitions = new Map()) {
    this.#reader = reader;
    this.#nowMs = nowMs;
    this.#definitions = definitions;
  }

  /** The next look-up asks the store. */
  invalidate(): void {
    this.#askedMs = Number.NEGATIVE_INFINITY;
    this.#generation++;
    this.#asking = undefined;
  }

  async list(): Promise<readonly SymbolInfo[]> {
    await this.#fresh();
    return this.#list;
  }

  /** @param asWritten see `bySpelling` */
  async find(text: string, asWritten = false): Promise<SymbolInfo | null> {
    await this.#fresh();
    return bySpelling((name) => this.#bySymbol.get(name), text, asWritten);
  }

  async #fresh(): Promise<void> {
    if (this.#nowMs() - this.#askedMs < STALE_AFTER_MS) return;
    // One question at a time; one from before an invalidation does not count as its answer.
    this.#asking ??= this.#question(this.#generation);
    await this.#asking;
  }

  async #question(generation: number): Promise<void> {
    const began = this.#nowMs();
    try {
      await this.#ask(generation);
      if (generation === this.#generation) this.#askedMs = began;
    } finally {
      if (generation === this.#generation) this.#asking = undefined;
    }
  }

  async #ask(generation: number): Promise<void> {
    const rows = await this.#reader.query<{
      symbol: string;
      asset_class: AssetClass;
      interval_min: number;
      has_bars: boolean;
      first_min: number;
      last_min: number;
      sessions: number;
      last_day: number;
      version: string;
      generation: number;
      outdated: string[];
    }>(
      // What was computed in a former life of the symbol does not count. The class and interval are those registered
      // now: where the records are of others, answers are computed on demand until the records follow.
      `SELECT CAST(c.symbol, 'String') AS symbol,
         CAST(if(c.has_bars AND s.interval_min > 0, s.asset_class, c.asset_class), 'String') AS asset_class,
         s.interval_min AS interval_min,
         c.has_bars AS has_bars, intDiv(toUInt32(ifNull(c.first_bar, 0)), 60) AS first_min,
         intDiv(toUInt32(ifNull(c.last_bar, 0)), 60) AS last_min, c.sessions AS sessions, toInt32(c.last_day) AS last_day,
         concat(toString(c.version), '-', toString(toUnixTimestamp64Milli(c.computed_at)), '-', toString(g.generation),
           '-', asset_class, toString(interval_min)) AS version,
         c.generation AS generation,
         if(${COMPUTED_AS_REGISTERED}, ${OTHER_DEFINITIONS}, {names:Array(String)}) AS outdated
       FROM (SELECT * FROM market.symbol_coverage FINAL) AS c
       LEFT JOIN (SELECT symbol, asset_class, interval_min FROM market.symbols FINAL) AS s ON s.symbol = c.symbol
       LEFT JOIN ${GENERATIONS_SQL} AS g ON g.symbol = c.symbol
       WHERE c.generation >= g.epoch AND (c.has_bars OR toInt32(c.last_day) != {nothing:Int32})
       ORDER BY symbol`,
      { nothing: NOTHING_STORED, ...definitionParams(this.#definitions) },
    );
    if (generation !== this.#generation) return;
    this.#list = rows.map((row) => ({
      symbol: row.symbol,
      assetClass: row.asset_class,
      intervalMin: row.interval_min || 1,
      firstBar: row.has_bars ? row.first_min : null,
      lastBar: row.has_bars ? row.last_min : null,
      sessions: row.sessions,
      hasBars: row.has_bars,
      lastDay: row.last_day,
      version: row.version,
      generation: row.generation,
      outdated: row.outdated.length === 0 ? NONE : new Set(row.outdated),
    }));
    this.#bySymbol = new Map(this.#list.map((info) => [info.symbol, info]));
  }
}
