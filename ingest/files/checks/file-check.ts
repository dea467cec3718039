/** Judges the rows of one file before they are written: what they hold, and what speaks against writing them. */
import { startOfBar } from '../../../exchange/grid.ts';
import { type AssetClass, formatInterval, isMixedCase, parseInterval, parseSymbol } from '../../../exchange/symbol.ts';
import type { Reader } from '../../../sql/reader.ts';
import { areFigures } from '../../contract/bar.ts';
import { BlockBar } from '../../contract/bar-block.ts';
import type { Reason } from '../../contract/events.ts';
import { judgeBatch } from '../../landing/batch.ts';
import { firstOf, type PushedEvent, type RejectedEvent, rowOf } from '../../landing/events.ts';
import { cutDate, type Policies, policyText } from '../../landing/policies.ts';
import { logEventOf } from '../../landing/push.ts';
import type { Registry } from '../../landing/registry/registry.ts';
import type { ImportKind } from '../fields.ts';
import { type Bars, type BarsOf, type Finding, finding, isStock } from './findings.ts';
import { Overlap } from './overlap.ts';
import { priceFindings } from './prices.ts';
import { RejectedTimes, timeOfRejected } from './rejections.ts';
import { sessionFinding } from './sessions.ts';
import { volumeFindings } from './volumes.ts';

interface FileCheckOptions {
  readonly kind: ImportKind;
  readonly reader: Reader;
  /** A copy that the files of an import share: what it registers is never stored. */
  readonly registry: Registry;
  readonly retention: Policies;
  readonly nowMs: number;
  /** Factor by which the prices of the file were multiplied. */
  readonly priceScale?: number;
  /** Unused columns that may hold symbols. */
  readonly symbolColumns?: readonly string[];
}

/** In a file with fewer rows each rejected row is an ordinary dead letter. */
const ROWS_MIN = 32;
const REJECTED_SHARE = 0.5;
const SYMBOLS_MAX = 10_000;
/** Bars in memory; a longer file is judged part by part. */
const BARS_MAX = 1_000_000;
const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const;

interface SymbolRows {
  /** `null` for events, which are counted only. */
  readonly bars: { readonly of: BarsOf; readonly overlap: Overlap | null; columns: Bars; found: Finding[] } | null;
  rows: number;
  firstMs: number;
  lastMs: number;
  low: number;
  high: number;
}

export class FileCheck {
  readonly #options: FileCheckOptions;
  readonly #symbols = new Map<string | null, SymbolRows>();
  readonly #rejected = new Map<Reason, number>();
  readonly #times = new RejectedTimes();
  #rows = 0;
  #barsHeld = 0;
  firstRejected: RejectedEvent | undefined;

  constructor(options: FileCheckOptions) {
    this.#options = options;
  }

  /** Takes rows that are not written yet. */
  async take(events: readonly (PushedEvent | BlockBar)[]): Promise<void> {
    await this.#judgeRows(events);
    this.#rows += events.length;
    for (const event of events) {
      if (event instanceof BlockBar) this.#takeBlockBar(event);
      else if (!event.refused) this.#takeEvent(event, JSON.parse(String(event.value)));
    }
    if (this.#barsHeld >= BARS_MAX) await this.#judgeBars();
  }

  /** Counts the rows that would be dead letters. */
  async #judgeRows(pushed: readonly (PushedEvent | BlockBar)[]): Promise<void> {
    const { registry, nowMs, kind } = this.#options;
    const events = pushed.map((event) => logEventOf(event, { topic: 'bars', nowMs, importId: undefined }));
    const { refusals } = await judgeBatch(events, registry);
    for (const [index, event] of pushed.entries()) {
      const refusal = refusals.get(index);
      if (!refusal) {
        if (kind === 'bars')
          this.#times.take(event instanceof BlockBar ? event.bars.ts[event.at] : JSON.parse(String(event.value))['ts']);
        continue;
      }
      const { reason, message } = refusal;
      this.#rejected.set(reason, (this.#rejected.get(reason) ?? 0) + 1);
      const { source = '', position = '', value } = event;
      const rejected = { source, position, reason, message, payload: String(value ?? '') };
      this.firstRejected = firstOf(this.firstRejected, rejected);
      if (kind === 'bars') this.#times.take(timeOfRejected(rejected.payload, 'ts'), rejected);
    }
  }

  #takeBlockBar({ template: { symbol, assetClass, intervalMin }, bars, at }: BlockBar): void {
    const held = this.#symbolRows(symbol, assetClass, intervalMin);
    const isOnly = intervalMin === held?.bars?.of.intervalMin;
    if (held) this.#takeBar(held, bars.row[at], bars.ts[at], (name) => bars[name][at], isOnly);
  }

  #takeEvent(event: PushedEvent, value: Record<string, unknown>): void {
    const { symbol, asset_class: assetClass, interval, deleted } = value;
    if (deleted === true) return;
    if (this.#options.kind !== 'bars') {
      const ms = timeOf(value['event_timestamp']);
      const rows = Number.isNaN(ms) ? undefined : this.#symbolRows(typeof symbol === 'string' ? symbol : null);
      if (rows) count(rows, ms);
      return;
    }
    const intervalMin = typeof interval === 'string' ? parseInterval(interval) : null;
    if (intervalMin === null || typeof symbol !== 'string' || parseSymbol(symbol) === null || isMixedCase(symbol))
      return;
    const [open, high, low, close, volume] = FIGURES.map((name) => value[name]) as number[];
    if (![open, high, low, close].every((price) => typeof price === 'number' && price > 0)) return;
    const ms = timeOf(value['ts']);
    const held = Number.isNaN(ms) ? undefined : this.#symbolRows(symbol, String(assetClass), intervalMin);
    const ts = startOfBar(assetClass as AssetClass, intervalMin, ms) ?? ms;
    const mayRepeat = value['revision'] !== undefined || !areFigures(open, high, low, close, volume);
    const isOnly = !mayRepeat && intervalMin === held?.bars?.of.intervalMin;
    if (held) this.#takeBar(held, rowOf(event), ts, (name) => Number(value[name] ?? 0), isOnly);
  }

  #takeBar(
    held: SymbolRows,
    row: number | null,
    ts: number,
    figure: (name: (typeof FIGURES)[number]) => number,
    isOnly: boolean,
  ): void {
    const { columns } = held.bars!;
    columns.isOnly.push(isOnly);
    columns.row.push(row ?? 0);
    columns.ts.push(ts);
    for (const name of FIGURES) columns[name].push(figure(name));
    count(held, ts);
    held.low = Math.min(held.low, figure('low'));
    held.high = Math.max(held.high, figure('high'));
    this.#barsHeld++;
  }

  /** Returns `undefined` beyond SYMBOLS_MAX. Class and interval are those of a symbol's first bar. */
  #symbolRows(name: string | null, assetClass?: string, intervalMin?: number): SymbolRows | undefined {
    const { reader, registry, priceScale, symbolColumns } = this.#options;
    const isBars = assetClass !== undefined && intervalMin !== undefined && name !== null;
    const symbol = isBars ? (registry.resolve(name) ?? name) : name;
    const held = this.#symbols.get(symbol);
    if (held || this.#symbols.size >= SYMBOLS_MAX) return held;
    const of = isBars ? { symbol: symbol!, assetClass, intervalMin, priceScale, symbolColumns } : null;
    const known = of ? registry.get(of.symbol) : undefined;
    const rows: SymbolRows = {
      bars: of && { of, overlap: known ? new Overlap(reader, of!) : null, columns: noBars(), found: [] },
      rows: 0,
      firstMs: Number.POSITIVE_INFINITY,
      lastMs: Number.NEGATIVE_INFINITY,
      low: Number.POSITIVE_INFINITY,
      high: Number.NEGATIVE_INFINITY,
    };
    this.#symbols.set(symbol, rows);
    return rows;
  }

  /** Runs the checks over the bars in memory and lets them go. */
  async #judgeBars(): Promise<void> {
    for (const { bars } of this.#symbols.values()) {
      if (!bars || bars.columns.ts.length === 0) continue;
      const { columns, of } = bars;
      const session = isStock(of) ? sessionFinding(columns, of) : null;
      const found = [...priceFindings(columns, of), ...(session ? [session] : []), ...volumeFindings(columns, of)];
      for (const one of found) if (!bars.found.some(({ check }) => check === one.check)) bars.found.push(one);
      await bars.overlap?.compare(columns);
      bars.columns = noBars();
    }
    this.#barsHeld = 0;
  }

  #findings(): Finding[] {
    const rejected = this.#rejectedFinding();
    if (rejected) return [rejected];
    const atOneTime = this.#times.finding();
    const found = atOneTime ? [atOneTime] : [];
    for (const { bars } of this.#symbols.values()) {
      const other = bars?.overlap?.finding();
      // The stored prices show best what is wrong with a scale.
      found.push(...(bars?.found.filter(({ check }) => check !== 'price' || other?.check !== 'price') ?? []));
      if (other) found.push(other);
    }
    for (const entry of this.#symbols) found.push(...this.#tooOld(...entry));
    return found;
  }

  /** Finds rows that retention would remove again. */
  #tooOld(symbol: string | null, { bars, firstMs }: SymbolRows): Finding[] {
    const { kind, retention, registry, nowMs } = this.#options;
    if (kind === 'actions') return [];
    const assetClass = registry.get(symbol ?? '')?.assetClass ?? (bars?.of.assetClass as AssetClass) ?? 'equity';
    const isByClass = kind === 'bars' || kind === 'news';
    const cut = retention.cut(kind, isByClass ? assetClass : null, bars?.of.intervalMin ?? null, nowMs);
    if (!cut || firstMs >= cut.cutMs) return [];
    const message = `${symbol ?? 'macro'}: rows from ${cutDate(firstMs)} on, but retention keeps them from ${cutDate(cut.cutMs)} on (${policyText(cut.policy)}); leave the earlier ones out, or keep more with \`retention set\``;
    return [finding('retention', symbol, null, message)];
  }

  /** Finds a file that is mostly rejected; if all rows are for one reason, nothing can be forced. */
  #rejectedFinding(): Finding | null {
    const rejected = [...this.#rejected.values()].reduce((sum, one) => sum + one, 0);
    if (this.#rows < ROWS_MIN || rejected <= REJECTED_SHARE * this.#rows || !this.firstRejected) return null;
    const { position, reason, message } = this.firstRejected;
    const isAll = this.#rejected.size === 1 && rejected === this.#rows;
    const what = isAll
      ? `all ${this.#rows} rows looked at are rejected (${reason})`
      : `${rejected} of ${this.#rows} rows looked at are rejected`;
    const found = finding('rejected', null, rowOf(this.firstRejected), `${what}; ${position}: ${message}`);
    return { ...found, canForce: !isAll };
  }

  async report() {
    await this.#judgeBars();
    return {
      rows: this.#rows,
      rejected: Object.fromEntries(this.#rejected),
      symbols: [...this.#symbols].map(([symbol, { bars, rows, firstMs, lastMs, low, high }]) => ({
        /** `null` for macro events, which have none. */
        symbol,
        asset_class: bars?.of.assetClass ?? null,
        interval: bars ? formatInterval(bars.of.intervalMin) : null,
        rows,
        first: rows > 0 ? iso(firstMs) : null,
        last: rows > 0 ? iso(lastMs) : null,
        low: bars && rows > 0 ? low : null,
        high: bars && rows > 0 ? high : null,
        /** `null` if nothing is stored of the series. */
        overlap: bars?.overlap?.report() ?? null,
      })),
      findings: this.#findings(),
    };
  }
}

const noBars = (): Bars => ({ row: [], ts: [], open: [], high: [], low: [], close: [], volume: [], isOnly: [] });

function count(rows: SymbolRows, ms: number): void {
  rows.rows++;
  rows.firstMs = Math.min(rows.firstMs, ms);
  rows.lastMs = Math.max(rows.lastMs, ms);
}

const iso = (ms: number) => new Date(ms).toISOString();

function timeOf(value: unknown): number {
  return typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
