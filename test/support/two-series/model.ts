/** Two series of a symbol as plain maps, and the cutover by its words. */
import { expect } from 'vitest';
import { type BarColumns, barsFromTuples } from '../../../compute/market/bars.ts';
import {
  DEFAULT_SESSION,
  EXCHANGE_SESSION,
  EXTENDED_SESSION,
  type SessionSpec,
} from '../../../compute/market/sessions.ts';
import { SymbolData } from '../../../compute/market/symbol-data.ts';
import { newYorkDay, newYorkMinute } from '../../../exchange/new-york.ts';
import type { AssetClass } from '../../../exchange/symbol.ts';
import { isWeekend, MINUTES_PER_DAY } from '../../../lib/days.ts';
import { landing } from './store.ts';

export type Bar = readonly [minute: number, open: number, high: number, low: number, close: number, volume: number];

/** Two series of a symbol as plain maps, and the events that make the store the same. */
export class Model {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  readonly base = new Map<number, Bar>();
  readonly daily = new Map<number, Bar>();

  constructor(symbol: string, assetClass: AssetClass, intervalMin: number) {
    [this.symbol, this.assetClass, this.intervalMin] = [symbol, assetClass, intervalMin];
  }

  async put(series: 'base' | 'daily', bars: readonly Bar[]): Promise<void> {
    const interval = series === 'daily' ? '1d' : `${this.intervalMin}m`;
    await this.#push(
      bars.map(([minute, open, high, low, close, volume]) => {
        this[series].set(minute, [minute, open, high, low, close, volume]);
        return { ts: minute * 60_000, interval, open, high, low, close, volume };
      }),
    );
  }

  async remove(series: 'base' | 'daily', minutes: readonly number[]): Promise<void> {
    const interval = series === 'daily' ? '1d' : `${this.intervalMin}m`;
    await this.#push(
      minutes.map((minute) => {
        this[series].delete(minute);
        return { ts: minute * 60_000, interval, deleted: true };
      }),
    );
  }

  async #push(events: readonly object[]): Promise<void> {
    const { symbol, assetClass: asset_class } = this;
    const pushed = events.map((event) => ({
      key: symbol,
      value: JSON.stringify({ symbol, asset_class, ...event }),
    }));
    const result = await landing.landEvents('bars', [pushed]);
    expect(result.deadLetters).toEqual({});
  }

  #dateOf(minute: number): number {
    return this.assetClass === 'crypto' ? Math.floor(minute / MINUTES_PER_DAY) : newYorkDay(minute);
  }

  #dailyDates(): number[] {
    const dates = [...this.daily.keys()].map((minute) => minute / MINUTES_PER_DAY);
    return dates.filter((date) => this.assetClass === 'crypto' || !isWeekend(date)).sort((a, b) => a - b);
  }

  /** Some bar in the regular session, one at or before its open, one to its close or after, neither beyond the daily bar next to it nor a week away. */
  #holds(date: number, dailies: readonly number[]): boolean {
    const isCrypto = this.assetClass === 'crypto';
    if (!isCrypto && isWeekend(date)) return false;
    const open = isCrypto ? date * MINUTES_PER_DAY : newYorkMinute(date, 9 * 60 + 30);
    const close = isCrypto ? (date + 1) * MINUTES_PER_DAY : newYorkMinute(date, 16 * 60);
    let slot = open;
    while (slot % this.intervalMin !== 0) slot++;
    const from = Math.max(date - 7, ...dailies.filter((one) => one < date));
    const to = Math.min(date + 7, ...dailies.filter((one) => one > date));
    const bars = [...this.base.keys()];
    return (
      bars.some((minute) => minute >= open && minute < close) &&
      bars.some((minute) => minute <= slot && this.#dateOf(minute) >= from) &&
      bars.some((minute) => minute + this.intervalMin >= close && this.#dateOf(minute) <= to)
    );
  }

  /** First date that the shorter bars serve; null: none. */
  get cutover(): number | null {
    const dailies = this.#dailyDates();
    const dates = [...new Set([...this.base.keys()].map((minute) => this.#dateOf(minute)))].sort((a, b) => a - b);
    const held = dates.find((date) => this.#holds(date, dailies)) ?? Number.POSITIVE_INFINITY;
    const daily = Math.max(...dailies.filter((date) => date < held));
    return dates.find((date) => date > daily) ?? null;
  }

  /** First date that daily bars do not serve. */
  get until(): number {
    return this.cutover ?? Math.max(...this.#dailyDates()) + 1;
  }

  /** Of each series what serves. */
  data(series: 'base' | 'daily'): SymbolData {
    const { cutover, until } = this;
    const inOrder = [...this[series].values()].sort(([a], [b]) => a - b);
    const served = inOrder.filter(([minute]) =>
      series === 'daily' ? minute < until * MINUTES_PER_DAY : cutover !== null && this.#dateOf(minute) >= cutover,
    );
    return dataOf(this, barsFromTuples(served), series === 'base' ? this.intervalMin : MINUTES_PER_DAY);
  }

  /** The daily bars with one on a date of the shorter ones: it shows that the week before is over. */
  dailyClosed(date: number | undefined): SymbolData {
    if (date === undefined) return this.data('daily');
    const { bars } = this.data('daily');
    const rows = Array.from({ length: bars.length }, (_, i) => tuple(bars, i));
    return dataOf(this, barsFromTuples([...rows, [date * MINUTES_PER_DAY, 1, 1, 1, 1, 0]]), MINUTES_PER_DAY);
  }
}

export const tuple = ({ minute, open, high, low, close, volume }: BarColumns, i: number): Bar => [
  ...([minute[i], open[i], high[i], low[i], close[i], volume[i]] as const),
];

function dataOf(
  { symbol, assetClass }: Pick<Model, 'symbol' | 'assetClass'>,
  bars: BarColumns,
  intervalMin: number,
): SymbolData {
  const last = bars.length === 0 ? Number.NEGATIVE_INFINITY : bars.minute[bars.length - 1];
  return new SymbolData({
    meta: { symbol, assetClass, intervalMin },
    bars,
    clock: { lastBarStart: last, lastBarEnd: last + intervalMin },
    reachesStart: true,
    reachesEnd: true,
  });
}

export function sessionsOf({ assetClass }: Model): { served: SessionSpec[]; others: SessionSpec[] } {
  return assetClass === 'crypto'
    ? { served: [EXTENDED_SESSION], others: [DEFAULT_SESSION] }
    : { served: [DEFAULT_SESSION, EXCHANGE_SESSION], others: [EXTENDED_SESSION] };
}
