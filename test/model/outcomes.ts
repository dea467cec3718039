/**
 * What may be stored where operations on one symbol overlap in time: of each bar, item of news and registration the
 * values that one of those that ended last may have left. Where nothing overlaps that is one value.
 */
import { expect } from 'vitest';
import { parseInterval } from '../../exchange/symbol.ts';
import type { Store } from '../../sql/connect.ts';
import { storedBars, storedNews } from './compare.ts';
import type { Bar, ModelSymbol, News } from './market.ts';

type AssetClass = NonNullable<ModelSymbol['assetClass']>;
/** By `bar INTERVAL MINUTE`, `news ID`, `class` and `series INTERVAL`: the value in JSON, `null` for none. */
export type Effects = ReadonlyMap<string, string>;

export const effect = (value: Bar | News | AssetClass | true | null): string =>
  JSON.stringify(value, value instanceof Object ? Object.keys(value).sort() : null);
const NONE = 'null';

interface Place {
  values: Set<string>;
  /** When an operation that touches it ended last. */
  endedAt: number;
}

interface Known {
  readonly places: Map<string, Place>;
  /** Commands that change what the symbol is, under way. */
  changes: number;
  changedAt: number;
  droppedAt: number;
}

export class Outcomes {
  #now = 0;
  readonly #symbols = new Map<string, Known>();

  #of(symbol: string): Known {
    const known = this.#symbols.get(symbol) ?? { places: new Map(), changes: 0, changedAt: 0, droppedAt: 0 };
    this.#symbols.set(symbol, known);
    return known;
  }

  #values(symbol: string, place: string): ReadonlySet<string> {
    return this.#of(symbol).places.get(place)?.values ?? new Set([NONE]);
  }

  /** What the symbol may be registered as. */
  classes(symbol: string): ModelSymbol['assetClass'][] {
    return [...this.#values(symbol, 'class')].map((value) => JSON.parse(value) as ModelSymbol['assetClass']);
  }

  begin(): number {
    return ++this.#now;
  }

  /** A command on the symbol begins. */
  beginChange(symbol: string): number {
    this.#of(symbol).changes++;
    return this.begin();
  }

  /** No command on the symbol has been under way since then. */
  isAlone(symbol: string, begun: number): boolean {
    const { changes, changedAt } = this.#of(symbol);
    return changes === 0 && changedAt < begun;
  }

  /** An operation has ended. `maybe`: part of it may have been refused. */
  end(symbol: string, begun: number, effects: Effects, maybe = false): void {
    const { places, droppedAt } = this.#of(symbol);
    const endedAt = ++this.#now;
    for (const [place, value] of effects) {
      const before = places.get(place) ?? { values: new Set([NONE]), endedAt: 0 };
      const overlapped = Math.max(before.endedAt, droppedAt) > begun;
      places.set(place, { values: new Set(overlapped || maybe ? [...before.values, value] : [value]), endedAt });
    }
  }

  endChange(symbol: string, begun: number, effects: Effects, maybe = false): void {
    this.end(symbol, begun, effects, maybe);
    const known = this.#of(symbol);
    known.changes--;
    known.changedAt = ++this.#now;
  }

  endDrop(symbol: string, begun: number): void {
    const known = this.#of(symbol);
    const effects = new Map([...known.places.keys()].map((place) => [place, NONE]));
    this.endChange(symbol, begun, effects);
    known.droppedAt = ++this.#now;
  }

  /** What is stored, which has to be one of what may be; from there on it is the model. */
  async stored(store: Store, symbol: string): Promise<ModelSymbol> {
    const [registered] = await store.reader.query<{ assetClass: AssetClass }>(
      "SELECT CAST(asset_class, 'String') AS assetClass FROM market.symbols FINAL WHERE symbol = {symbol:String}",
      { symbol },
    );
    const assetClass = registered?.assetClass ?? null;
    const series = await store.reader.query<{ intervalMin: number }>(
      'SELECT interval_min AS intervalMin FROM market.series FINAL WHERE symbol = {symbol:String}',
      { symbol },
    );
    const bars = await storedBars(store, symbol);
    const news = (await storedNews(store, symbol)) as Record<string, News>;
    const found = new Map<string, string>([
      ...[...bars].flatMap(([intervalMin, own]) =>
        [...own].map(([minute, bar]) => [`bar ${intervalMin} ${minute}`, effect(bar)] as const),
      ),
      ...Object.entries(news).map(([id, item]) => [`news ${id}`, effect(item)] as const),
      ...series.map(({ intervalMin }) => [`series ${intervalMin}`, effect(true)] as const),
      ['class', effect(assetClass)],
    ]);
    const wrong = [...new Set([...found.keys(), ...this.#of(symbol).places.keys()])]
      .map((place) => ({ place, found: found.get(place) ?? NONE, possible: [...this.#values(symbol, place)] }))
      .filter((one) => !one.possible.includes(one.found));
    expect(wrong, `what is stored of ${symbol} and nobody can have left so`).toEqual([]);
    const touched = await store.reader.query<{ interval: string }>(
      "SELECT DISTINCT CAST(interval, 'String') AS interval FROM market.day_log WHERE symbol = {symbol:String}",
      { symbol },
    );
    return {
      symbol,
      assetClass,
      series: new Set(series.map(({ intervalMin }) => intervalMin)),
      bars,
      news: new Map(Object.entries(news)),
      touched: new Set(touched.map(({ interval }) => parseInterval(interval) ?? 0)),
    };
  }
}
