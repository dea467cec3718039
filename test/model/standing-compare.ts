/** Holds what is stored, and what is computed from it, against what stands of the inputs. */
import { expect } from 'vitest';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { isoDate } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import { adjustedBars, type PlainSplit } from '../oracles/adjusted.ts';
import type { OpenedOperations } from '../support/operations.ts';
import type { Bench } from './bench.ts';
import { expectSettled, openAnswers, storedBars, storedNews } from './compare.ts';
import { type Inputs, MINUTES_PER_DAY, type Registered } from './inputs.ts';
import { type Bar, barAt, type ModelSymbol, SYMBOLS } from './market.ts';
import { ACTIONS, BASE_MIN, idOfAction, newsOf } from './wire.ts';

export interface Standing {
  readonly store: Store;
  readonly stored: StoredRows;
  readonly statistics: readonly Statistic[];
  readonly inputs: Inputs;
  readonly opened: OpenedOperations;
  readonly nowMs: () => number;
}

export function registeredOf({ reader }: Store, of: string) {
  return reader.query<{ interval_min: number; origin: string; through: number }>(
    `SELECT interval_min, CAST(origin, 'String') AS origin, toInt32(adjusted_through) AS through
     FROM market.symbols FINAL WHERE symbol = {symbol:String}`,
    { symbol: of },
  );
}

/** What is stored, read again only where something was written. */
export class StoredRows {
  readonly #bench: Bench;
  readonly #known = new Map<string, { writes: number; rows: Promise<Record<string, unknown>> }>();

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  of(symbol: string): Promise<Record<string, unknown>> {
    const writes = this.#bench.writesOf(symbol);
    const known = this.#known.get(symbol);
    if (known?.writes === writes) return known.rows;
    const rows = stored(this.#bench.store, symbol);
    this.#known.set(symbol, { writes, rows });
    return rows;
  }

  clear(): void {
    this.#known.clear();
  }
}

export async function compareRows({ store, inputs, stored: rows }: Standing): Promise<void> {
  for (const of of SYMBOLS) {
    const known = inputs.registered.get(of);
    const wanted = known
      ? [{ interval_min: known.intervalMin, origin: known.origin, through: known.adjustedThrough }]
      : [];
    expect(await registeredOf(store, of), `registration of ${of}`).toEqual(wanted);
    expect(await rows.of(of), `rows of ${of}`).toEqual(wantedRows(inputs, of));
  }
}

export async function compareStatistics(standing: Standing): Promise<void> {
  if (standing.statistics.length === 0) return;
  const { projection } = standing.opened;
  projection.wake(SYMBOLS);
  await projection.settled(SYMBOLS);
  for (const of of SYMBOLS) await compareOf(standing, of);
}

async function compareOf({ store, statistics, inputs, opened, nowMs }: Standing, of: string): Promise<void> {
  const known = inputs.registered.get(of);
  const isDaily = known?.intervalMin === MINUTES_PER_DAY;
  if (known?.intervalMin === BASE_MIN && inputs.rows('daily', of).size > 0) {
    const again = await opened.projector.project(of, {});
    expect(again?.written ?? 0, `rows that a rebuild of ${of} writes`).toBe(0);
    return;
  }
  const model = await modelOf(store, inputs, of);
  const answers = openAnswers(store, statistics, nowMs);
  try {
    // What a 1d feed cannot have is computed on demand.
    await expectSettled(store, model, statistics, isDaily ? [] : [answers]);
  } finally {
    await answers.close();
  }
}

const barsOf = (inputs: Inputs, name: 'base' | 'daily', of: string): Map<number, Bar> =>
  new Map([...inputs.rows(name, of)].map(([key, take]) => [key, barAt(key, take)]));

async function modelOf(store: Store, inputs: Inputs, of: string): Promise<ModelSymbol> {
  const known = inputs.registered.get(of);
  const bars = barsOf(inputs, 'base', of);
  if (known?.intervalMin === MINUTES_PER_DAY) for (const [key, bar] of barsOf(inputs, 'daily', of)) bars.set(key, bar);
  const touched = await store.reader.query('SELECT 1 FROM market.day_log WHERE symbol = {symbol:String} LIMIT 1', {
    symbol: of,
  });
  return {
    symbol: of,
    registered: known ? { assetClass: 'etf', intervalMin: known.intervalMin } : null,
    bars,
    ...(known ? { adjusted: adjusted(bars, inputs, of, known) } : {}),
    news: new Map([...inputs.rows('news', of)].map(([key, take]) => [`n${key}`, newsOf(key, take)])),
    touched: touched.length > 0,
  };
}

/** Bars adjusted for the splits that they do not hold already. */
function adjusted(
  bars: ReadonlyMap<number, Bar>,
  inputs: Inputs,
  of: string,
  { intervalMin, adjustedThrough }: Registered,
): Map<number, Bar> {
  const splits = [...inputs.rows('actions', of)]
    .map(([key, take]): PlainSplit => ({ exDate: isoDate(ACTIONS[key].day), ratio: ACTIONS[key].values[take] }))
    .filter(({ exDate }) => exDate > isoDate(adjustedThrough));
  const plain = [...bars].sort(([a], [b]) => a - b).map(([minute, bar]) => ({ minute, ...bar }));
  const daily = intervalMin === MINUTES_PER_DAY;
  return new Map(adjustedBars(plain, splits, { daily }).map(({ minute, ...bar }) => [minute, bar]));
}

function wantedRows(inputs: Inputs, of: string): Record<string, unknown> {
  const isDaily = inputs.registered.get(of)?.intervalMin === MINUTES_PER_DAY;
  const [base, daily] = [barsOf(inputs, 'base', of), barsOf(inputs, 'daily', of)];
  const [earnings, waiting] = (['earnings', 'waiting'] as const).map((name) =>
    Object.fromEntries([...inputs.rows(name, of)].map(([key, take]) => [`e${key}`, take])),
  );
  const actions = [...inputs.rows('actions', of)].map(([key, take]) => [
    idOfAction(ACTIONS[key]),
    ACTIONS[key].values[take],
  ]);
  const news = [...inputs.rows('news', of)].map(([key, take]) => [`n${key}`, newsOf(key, take)]);
  return {
    bars: Object.fromEntries(isDaily ? [...base, ...daily] : base),
    bars_daily: Object.fromEntries(isDaily ? [] : daily),
    earnings,
    waiting,
    actions: Object.fromEntries(actions),
    news: Object.fromEntries(news),
  };
}

async function stored(store: Store, of: string): Promise<Record<string, unknown>> {
  const byId = async (sql: string) => {
    const rows = await store.reader.query<{ id: string; take: number }>(sql, { symbol: of });
    return Object.fromEntries(rows.map(({ id, take }) => [id, take]));
  };
  const where = 'WHERE symbol = {symbol:String} ORDER BY id';
  return {
    bars: await storedBars(store, of),
    bars_daily: await storedBars(store, of, 'bars_daily'),
    earnings: await byId(`SELECT id, eps_actual AS take FROM market.events_earnings FINAL ${where}`),
    actions: await byId(`SELECT id, ratio AS take FROM market.v_corporate_actions ${where}`),
    waiting: await byId(
      `SELECT replaceOne(id, 'w', 'e') AS id, toInt32(title) AS take FROM market.v_news_waiting ${where}`,
    ),
    news: await storedNews(store, of),
  };
}
