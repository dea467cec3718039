/**
 * Random sequences of imports, pushes, undos and operators' commands on a real store, each held against plain arrays (see
 * inputs.ts): after every step the store has what is left of all that was brought, and so have the statistics.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { ImportRecords } from '../../ingest/import-records.ts';
import { writePolicy } from '../../ingest/retention/policies.ts';
import { formatInterval } from '../../lib/interval.ts';
import { OperationError } from '../../programs/operation.ts';
import { backupStore, restoreStore } from '../../sql/backup.ts';
import type { Store } from '../../sql/connect.ts';
import { type OpenedOperations, openOperations } from '../support/operations.ts';
import { type Bench, castOf } from './bench.ts';
import { expectSettled, openAnswers, storedBars, storedNews } from './compare.ts';
import { Inputs, MINUTES_PER_DAY, type Said, type SeriesName } from './inputs.ts';
import { type Bar, barAt, type ModelSymbol, SYMBOLS } from './market.ts';
import { dropsAll, type Fix, leavesDailies, withoutClaims } from './unfixed.ts';
import { BASE_MIN, CUT_MIN, eventOf, KEEP_DAYS, KEYS, NOW_MS, newsOf, TOPICS } from './wire.ts';

interface Brought {
  readonly series: SeriesName;
  readonly symbol: string;
  readonly from: number;
  readonly count: number;
  readonly take: number;
}
export type InputStep =
  | ({ readonly do: 'import' | 'push' | 'delete' } & Brought)
  | { readonly do: 'again' | 'confirm' | 'undo'; readonly import: number }
  | { readonly do: 'drop'; readonly symbol: string }
  | { readonly do: 'set'; readonly symbol: string; readonly intervalMin: number }
  | { readonly do: 'retention' | 'restart' | 'restore' };

const series = fc.oneof(
  { weight: 5, arbitrary: fc.constant('base' as const) },
  { weight: 3, arbitrary: fc.constant('daily' as const) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('earnings' as const, 'waiting' as const, 'news' as const, 'actions' as const),
  },
);
/** One of the two more often: sequences meet in it. */
const symbol = fc.oneof(
  { weight: 3, arbitrary: fc.constant(SYMBOLS[0]) },
  { weight: 1, arbitrary: fc.constant(SYMBOLS[1]) },
);
const brought = (what: 'import' | 'push' | 'delete') =>
  fc.record({
    ...{ do: fc.constant(what), series, symbol, from: fc.nat(16), count: fc.integer({ min: 1, max: 12 }) },
    take: fc.nat(1),
  });
const step: fc.Arbitrary<InputStep> = fc.oneof(
  { weight: 8, arbitrary: brought('import') },
  { weight: 3, arbitrary: brought('push') },
  { weight: 1, arbitrary: brought('delete') },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('again' as const, 'confirm' as const), import: fc.nat(9) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('undo' as const), import: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), symbol }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      symbol,
      intervalMin: fc.constantFrom(BASE_MIN, MINUTES_PER_DAY),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('retention' as const, 'restart' as const, 'restore' as const) }),
  },
);
export const inputStepsArbitrary = fc.array(step, { minLength: 4, maxLength: 12, size: 'max' });

export async function playInputs(
  bench: Bench,
  steps: readonly InputStep[],
  { seed, without }: { seed: number; without?: Fix },
): Promise<void> {
  await bench.empty();
  const run = new Standing(bench, seed, without);
  let done = 0;
  try {
    await run.open();
    for (const one of steps) {
      done++;
      await run.step(one);
      await run.compare();
    }
  } catch (error) {
    const lines = steps.slice(0, done).map((one) => JSON.stringify(one));
    throw new Error(`${error instanceof Error ? error.message : error}\nafter:\n${lines.join('\n')}`, { cause: error });
  } finally {
    await run.close();
  }
}

class Standing {
  readonly #bench: Bench;
  readonly #store: Store;
  readonly #statistics: Bench['statistics'];
  readonly #without: Fix | undefined;
  readonly #inputs = new Inputs(BASE_MIN);
  readonly #imports: { id: string; rows: readonly Said[] }[] = [];
  #opened!: OpenedOperations;
  #ms = NOW_MS;

  constructor(bench: Bench, seed: number, without?: Fix) {
    this.#bench = bench;
    this.#statistics = castOf(bench, seed);
    this.#without = without;
    this.#store = without === 'claims' ? withoutClaims(bench.store) : bench.store;
  }

  /** Time passes with every look at it. */
  readonly #clock = { nowMs: () => this.#ms++ };

  async open(): Promise<void> {
    const letGo = this.#without === 'rest' ? dropsAll : this.#without === 'dailies' ? leavesDailies : undefined;
    this.#opened = await openOperations(this.#store, this.#statistics, { clock: this.#clock, letGo });
  }

  async close(): Promise<void> {
    await this.#opened?.stop();
  }

  async step(one: InputStep): Promise<void> {
    switch (one.do) {
      case 'import':
        return this.#import(this.#rowsOf(one));
      case 'again':
        return this.#import(this.#importOf(one.import));
      case 'confirm':
        return this.#push(this.#importOf(one.import));
      case 'push':
      case 'delete':
        return this.#push(this.#rowsOf(one));
      case 'undo':
        return this.#undo(one.import);
      case 'drop':
        return this.#drop(one.symbol);
      case 'set':
        return this.#set(one.symbol, one.intervalMin);
      case 'retention':
        return this.#retain();
      case 'restore':
        return this.#restore();
      case 'restart':
        await this.close();
        return this.open();
    }
  }

  #rowsOf({ do: what, series: name, symbol: of, from, count, take }: { do: string } & Brought): Said[] {
    const keys = KEYS[name];
    return keys
      .slice(from % keys.length, (from % keys.length) + count)
      .map((key) => ({ series: name, symbol: of, key, value: what === 'delete' ? null : take }));
  }

  #importOf(number: number): readonly Said[] {
    return this.#imports.length === 0 ? [] : this.#imports[number % this.#imports.length].rows;
  }

  async #land(rows: readonly Said[], importId?: string): Promise<void> {
    if (rows.length === 0) return;
    const { landing } = this.#opened;
    const { firstRejected } = await landing.landEvents(TOPICS[rows[0].series], rows.map(eventOf), { importId });
    expect(firstRejected?.message).toBeUndefined();
  }

  async #import(rows: readonly Said[]): Promise<void> {
    const records = new ImportRecords(this.#store, { clock: this.#clock });
    const id = await records.begin('bars', ['file.csv'], {});
    await this.#land(rows, id);
    await records.note(id, { state: 'done' });
    this.#imports.push({ id, rows });
    this.#inputs.bring(id, rows);
  }

  async #push(given: readonly Said[]): Promise<void> {
    // A deletion without an interval means a bar of the base.
    const isDailyBase = ({ symbol: of }: Said) => this.#inputs.registered.get(of)?.intervalMin === MINUTES_PER_DAY;
    let rows = given.filter((row) => !(row.value === null && row.series === 'base' && isDailyBase(row)));
    if (this.#without === 'owners')
      rows = rows.filter((row) => this.#inputs.rows(row.series, row.symbol).get(row.key) !== row.value);
    await this.#land(rows);
    this.#inputs.bring('', this.#without === 'owners' ? given : rows);
  }

  async #undo(number: number): Promise<void> {
    if (this.#imports.length === 0) return;
    const [{ id, rows }] = this.#imports.splice(number % this.#imports.length, 1);
    await this.#opened.run('imports.undo', { id });
    this.#inputs.undo(id, new Set(rows.map((row) => row.symbol)));
    // Whether rows of the import that others have replaced since are still looked at, merges decide.
    for (const of of SYMBOLS) if (this.#inputs.rows('base', of).size === 0) await this.#adoptEmpty(of, id);
  }

  /** A symbol whose last bars went before the undo may have been left registered, or not. */
  async #adoptEmpty(of: string, id: string): Promise<void> {
    if (!this.#inputs.unchangedBy(id).has(of)) return;
    const stored = (await this.#registered(of))[0]?.['interval_min'] as number | undefined;
    const known = this.#inputs.registered.get(of);
    const dailies = this.#inputs.rows('daily', of).size > 0;
    if (known?.origin !== 'first_bar' || known.intervalMin === stored) return;
    expect(stored).toBe(dailies ? MINUTES_PER_DAY : undefined);
    if (stored === undefined) this.#inputs.registered.delete(of);
    else this.#inputs.registered.set(of, { ...known, intervalMin: stored });
  }

  async #drop(of: string): Promise<void> {
    await this.#operate('symbols.drop', { symbol: of });
    this.#inputs.drop(of);
  }

  async #set(of: string, intervalMin: number): Promise<void> {
    // Daily bars alone say nothing against another interval while they are few.
    if (intervalMin === BASE_MIN && this.#inputs.registered.get(of)?.intervalMin === MINUTES_PER_DAY) return;
    const args = { symbol: of, assetClass: 'etf', interval: formatInterval(intervalMin) };
    if (await this.#operate('symbols.set', args)) this.#inputs.registered.set(of, { origin: 'operator', intervalMin });
  }

  /** False where it was refused, which is an answer. */
  async #operate(name: string, args: object): Promise<boolean> {
    try {
      await this.#opened.run(name, args);
      return true;
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      return false;
    }
  }

  async #retain(): Promise<void> {
    const all = { kind: 'bars', assetClass: null, intervalMin: null } as const;
    await writePolicy(this.#store, all, KEEP_DAYS, this.#clock);
    await this.#opened.retention.run('operator');
    await writePolicy(this.#store, all, null, this.#clock);
    this.#inputs.retain(({ series: name, key }) => (name === 'base' || name === 'daily') && key < CUT_MIN);
  }

  async #restore(): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'model-'));
    const [path, options] = [join(folder, 'backup'), { version: '0', nowMs: () => NOW_MS }];
    try {
      await backupStore(this.#store, path, options);
      await this.close();
      await this.#bench.empty();
      await restoreStore(this.#store, path);
      await this.open();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  #registered(of: string) {
    return this.#store.reader.query<Record<string, string | number>>(
      `SELECT interval_min, CAST(origin, 'String') AS origin FROM market.symbols FINAL WHERE symbol = {symbol:String}`,
      { symbol: of },
    );
  }

  async compare(): Promise<void> {
    for (const of of SYMBOLS) {
      const known = this.#inputs.registered.get(of);
      const wanted = known ? [{ interval_min: known.intervalMin, origin: known.origin }] : [];
      expect(await this.#registered(of), `registration of ${of}`).toEqual(wanted);
      expect(await this.#stored(of), `rows of ${of}`).toEqual(this.#wanted(of));
    }
    const { projection } = this.#opened;
    projection.wake(SYMBOLS);
    await projection.settled(SYMBOLS);
    for (const of of SYMBOLS) await this.#compareStatistics(of);
  }

  async #compareStatistics(of: string): Promise<void> {
    const isBeside =
      this.#inputs.registered.get(of)?.intervalMin === BASE_MIN && this.#inputs.rows('daily', of).size > 0;
    if (isBeside) {
      const again = await this.#opened.projector.project(of, {});
      expect(again?.written ?? 0, `rows that a rebuild of ${of} writes`).toBe(0);
      return;
    }
    // What a 1d feed cannot have is computed on demand.
    if (this.#inputs.registered.get(of)?.intervalMin === MINUTES_PER_DAY)
      return expectSettled(this.#store, await this.#model(of), this.#statistics, []);
    const answers = openAnswers(this.#store, this.#statistics, () => this.#ms);
    try {
      await expectSettled(this.#store, await this.#model(of), this.#statistics, [answers]);
    } finally {
      await answers.close();
    }
  }

  async #model(of: string): Promise<ModelSymbol> {
    const known = this.#inputs.registered.get(of);
    const [bars, news] = [this.#barsOf('base', of), this.#inputs.rows('news', of)];
    if (known?.intervalMin === MINUTES_PER_DAY) for (const [key, bar] of this.#barsOf('daily', of)) bars.set(key, bar);
    const touched = await this.#store.reader.query(
      'SELECT 1 FROM market.day_log WHERE symbol = {symbol:String} LIMIT 1',
      { symbol: of },
    );
    return {
      symbol: of,
      registered: known ? { assetClass: 'etf', intervalMin: known.intervalMin } : null,
      bars,
      news: new Map([...news].map(([key, take]) => [`n${key}`, newsOf(key, take)])),
      touched: touched.length > 0,
    };
  }

  #barsOf(name: 'base' | 'daily', of: string): Map<number, Bar> {
    return new Map([...this.#inputs.rows(name, of)].map(([key, take]) => [key, barAt(key, take)]));
  }

  #wanted(of: string): Record<string, unknown> {
    const isDaily = this.#inputs.registered.get(of)?.intervalMin === MINUTES_PER_DAY;
    const [base, daily] = [this.#barsOf('base', of), this.#barsOf('daily', of)];
    const [earnings, waiting, actions] = (['earnings', 'waiting', 'actions'] as const).map((name) =>
      Object.fromEntries([...this.#inputs.rows(name, of)].map(([key, take]) => [`e${key}`, take])),
    );
    const news = [...this.#inputs.rows('news', of)].map(([key, take]) => [`n${key}`, newsOf(key, take)]);
    return {
      bars: Object.fromEntries(isDaily ? [...base, ...daily] : base),
      bars_daily: Object.fromEntries(isDaily ? [] : daily),
      ...{ earnings, waiting, actions, news: Object.fromEntries(news) },
    };
  }

  async #stored(of: string): Promise<Record<string, unknown>> {
    const { reader } = this.#store;
    const byId = async (sql: string) => {
      const rows = await reader.query<{ id: string; take: number }>(sql, { symbol: of });
      return Object.fromEntries(rows.map(({ id, take }) => [id, Math.round(take)]));
    };
    const where = 'FINAL WHERE symbol = {symbol:String} ORDER BY id';
    return {
      bars: await storedBars(this.#store, of),
      bars_daily: await storedBars(this.#store, of, 'bars_daily'),
      earnings: await byId(`SELECT id, eps_actual AS take FROM market.events_earnings ${where}`),
      actions: await byId(`SELECT id, amount - 1 AS take FROM market.corporate_actions ${where}`),
      waiting: await byId(
        `SELECT replaceOne(id, 'w', 'e') AS id, toInt32(title) AS take FROM market.v_news_waiting
         WHERE symbol = {symbol:String} ORDER BY id`,
      ),
      news: await storedNews(this.#store, of),
    };
  }
}
