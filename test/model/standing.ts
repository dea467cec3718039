/**
 * Random sequences of imports, pushes, collectors' runs, undos and operators' commands on a real store, each held against
 * plain arrays (see inputs.ts): after every step the store has what is left of all that was brought, and so have the statistics.
 */
import { expect } from 'vitest';
import { formatInterval } from '../../exchange/symbol.ts';
import { ImportRecords } from '../../ingest/files/imports.ts';
import { writePolicy } from '../../ingest/retention/policies.ts';
import { isoDate } from '../../lib/days.ts';
import { OperationError } from '../../operations/operation.ts';
import type { Store } from '../../sql/connect.ts';
import { type OpenedOperations, openOperations } from '../support/operations.ts';
import { type Bench, castOf } from './bench.ts';
import type { BroughtRows, Collect, CollectorName, InputStep } from './input-steps.ts';
import { Inputs, MINUTES_PER_DAY, type Said } from './inputs.ts';
import { SYMBOLS } from './market.ts';
import { compareRows, compareStatistics, registeredOf, StoredRows } from './standing-compare.ts';
import { type Fix, partsWithout, storeWithout } from './unfixed.ts';
import { Vendor } from './vendor.ts';
import { BASE_MIN, CUT_MIN, eventOf, KEEP_DAYS, KEYS, NOW_MS, TOPICS } from './wire.ts';

export interface PlayInputs {
  readonly seed: number;
  /** A fix that is taken out: see unfixed.ts. */
  readonly without?: Fix;
  /** Rows alone are compared: most of what a sequence costs are statistics. */
  readonly rowsAlone?: boolean;
}

export async function playInputs(bench: Bench, steps: readonly InputStep[], given: PlayInputs): Promise<void> {
  await bench.empty();
  const run = new Run(bench, given);
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

class Run {
  readonly #store: Store;
  readonly #statistics: Bench['statistics'];
  readonly #without: Fix | undefined;
  readonly #stored: StoredRows;
  readonly #inputs = new Inputs(BASE_MIN);
  readonly #vendor = new Vendor();
  readonly #imports: { id: string; rows: readonly Said[] }[] = [];
  /** Collectors that have run. */
  readonly #collectors = new Set<CollectorName>();
  #addedMs: number | null = null;
  #opened!: OpenedOperations;
  #ms = NOW_MS;

  constructor(bench: Bench, { seed, without, rowsAlone = false }: PlayInputs) {
    this.#statistics = rowsAlone ? [] : castOf(bench, seed);
    this.#without = without;
    this.#store = storeWithout(bench.store, without);
    this.#stored = new StoredRows(bench);
  }

  /** Time passes with every look at it. */
  readonly #clock = { nowMs: () => this.#ms++ };

  async open(): Promise<void> {
    const { letGo } = partsWithout(this.#without);
    this.#opened = await openOperations(this.#store, this.#statistics, { clock: this.#clock, letGo });
  }

  async close(): Promise<void> {
    await this.#opened?.stop();
  }

  async compare(): Promise<void> {
    const [store, statistics, inputs, opened] = [this.#store, this.#statistics, this.#inputs, this.#opened];
    const standing = { store, stored: this.#stored, statistics, inputs, opened, nowMs: () => this.#ms };
    await compareRows(standing);
    await compareStatistics(standing);
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
      case 'publish':
      case 'cancel':
        return this.#vendor.publish(this.#rowsOf(one));
      case 'collect':
        return this.#collect(one);
      case 'undo':
        return this.#undo(one.import);
      case 'drop':
        return this.#drop(one.symbol);
      case 'set':
        return this.#set(one);
      case 'retention':
        return this.#retain();
      case 'restart':
        await this.close();
        return this.open();
    }
  }

  #rowsOf({ do: what, series: name, symbol: of, from, count, take }: { do: string } & BroughtRows): Said[] {
    const keys = KEYS[name];
    return keys
      .slice(from % keys.length, (from % keys.length) + count)
      .map((key) => ({ series: name, symbol: of, key, value: what === 'delete' || what === 'cancel' ? null : take }));
  }

  #importOf(number: number): readonly Said[] {
    return this.#imports.length === 0 ? [] : this.#imports[number % this.#imports.length].rows;
  }

  async #land(rows: readonly Said[], importId?: string): Promise<void> {
    if (rows.length === 0) return;
    const { landing } = this.#opened;
    const events = rows.map((row) => eventOf(row));
    const { firstRejected } = await landing.landEvents(TOPICS[rows[0].series], events, { importId });
    expect(firstRejected?.message).toBeUndefined();
  }

  async #import(rows: readonly Said[]): Promise<void> {
    const records = new ImportRecords(this.#store, { clock: this.#clock });
    const id = await records.begin('bars', ['file.csv'], {});
    await this.#land(rows, id);
    await records.update(id, { state: 'done' });
    this.#imports.push({ id, rows });
    this.#inputs.bring({ owner: id, source: 'operator', rows });
  }

  async #push(given: readonly Said[]): Promise<void> {
    // A deletion without an interval means a bar of the base.
    const isDailyBase = ({ symbol: of }: Said) => this.#inputs.registered.get(of)?.intervalMin === MINUTES_PER_DAY;
    const rows = given.filter((row) => !(row.value === null && row.series === 'base' && isDailyBase(row)));
    const isNew = (row: Said) => this.#inputs.rows(row.series, row.symbol).get(row.key) !== row.value;
    await this.#land(this.#without === 'owners' ? rows.filter(isNew) : rows);
    this.#inputs.bring({ owner: '', source: 'operator', rows });
  }

  async #collect(one: Collect): Promise<void> {
    this.#addedMs ??= this.#ms;
    this.#inputs.addCollectors();
    this.#collectors.add(one.collector);
    const pages = await this.#vendor.collect(one, {
      store: this.#store,
      landing: this.#opened.landing,
      clock: this.#clock,
      addedMs: this.#addedMs,
      parts: partsWithout(this.#without),
    });
    for (const { rows, whole } of pages)
      this.#inputs.bring({ owner: '', source: one.backfill && whole ? 'backfill' : 'vendor', rows });
    const missed = one.manner === 'newest' || one.manner === 'late' ? [] : this.#vendor.missed(one.collector);
    expect(missed, 'what the collector has never asked for').toEqual([]);
  }

  async #undo(number: number): Promise<void> {
    if (this.#imports.length === 0) return;
    const [{ id, rows }] = this.#imports.splice(number % this.#imports.length, 1);
    await this.#opened.run('imports.undo', { id });
    this.#inputs.undo(id, new Set(rows.map((row) => row.symbol)));
    // Whether rows of the import that others have replaced since are still looked at, merges decide.
    for (const of of SYMBOLS) if (this.#inputs.rows('base', of).size === 0) await this.#adoptEmpty(of, id);
    // What it had kept a collector from bringing comes within the hour.
    for (const collector of this.#collectors)
      await this.#collect({ do: 'collect', collector, manner: 'well', whole: false, backfill: false });
  }

  /** A symbol whose last bars went before the undo may have been left registered, or not. */
  async #adoptEmpty(of: string, id: string): Promise<void> {
    if (!this.#inputs.unchangedBy(id).has(of)) return;
    const stored = (await registeredOf(this.#store, of))[0]?.interval_min;
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
    this.#vendor.forget(of);
  }

  async #set({ symbol: of, intervalMin, adjustedThrough }: InputStep & { do: 'set' }): Promise<void> {
    const known = this.#inputs.registered.get(of);
    // Daily bars alone say nothing against another interval while they are few.
    if (intervalMin === BASE_MIN && known?.intervalMin === MINUTES_PER_DAY) return;
    const through = adjustedThrough === 0 ? 'none' : adjustedThrough === null ? undefined : isoDate(adjustedThrough);
    const args = { symbol: of, assetClass: 'etf', interval: formatInterval(intervalMin), adjustedThrough: through };
    if (!(await this.#operate('symbols.set', args))) return;
    const kept = adjustedThrough ?? known?.adjustedThrough ?? 0;
    this.#inputs.registered.set(of, { origin: 'operator', intervalMin, adjustedThrough: kept });
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
}
