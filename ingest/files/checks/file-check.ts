import { startOfBar } from '../../../exchange/grid.ts';
import {
  ASSET_CLASSES,
  type AssetClass,
  formatInterval,
  isMixedCase,
  parseInterval,
  parseSymbol,
} from '../../../exchange/symbol.ts';
import { getOrMake } from '../../../lib/collections.ts';
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import type { Reader } from '../../../sql/reader.ts';
import { areFigures } from '../../contract/bar.ts';
import { type BarTemplate, BlockBar } from '../../contract/bar-block.ts';
import type { Reason } from '../../contract/events.ts';
import { judgeBatch } from '../../landing/batch.ts';
import { firstOf, type PushedEvent, type RejectedEvent, rowOf } from '../../landing/events.ts';
import { cutDate, type Policies, policyText } from '../../landing/policies.ts';
import { logEventOf } from '../../landing/push.ts';
import type { Registry } from '../../landing/registry/registry.ts';
import type { ImportKind } from '../fields.ts';
import { type Bar, type Finding, finding } from './findings.ts';
import { Overlap, type OverlapOptions } from './overlap.ts';
import { RejectedTimes, timeOfRejected } from './rejections.ts';
import { Series } from './series.ts';

/** Looks at the rows of one file: what they hold, and what speaks against writing them. */

interface SymbolReport {
  /** `null`: macro events, which have none. */
  symbol: string | null;
  asset_class: string | null;
  interval: string | null;
  rows: number;
  first: string | null;
  last: string | null;
  low: number | null;
  high: number | null;
  /** `null` where nothing is stored of the symbol. */
  overlap: ReturnType<Overlap['report']>;
}

interface FileCheckOptions {
  readonly kind: ImportKind;
  readonly reader: Reader;
  /** A copy of its own, shared by the files of an import: what it registers is never stored. */
  readonly registry: Registry;
  readonly retention: Policies;
  readonly nowMs: number;
  /** What the prices of the file were multiplied by. */
  readonly priceScale?: number;
  /** Columns that are not used and may hold symbols. */
  readonly symbolColumns?: readonly string[];
}

/** With fewer rows each rejected one is a dead letter, as any other. */
const ROWS_MIN = 32;
const REJECTED_SHARE = 0.5;
const SYMBOLS_MAX = 10_000;

interface SymbolRows {
  readonly series: Series;
  /** `null` where nothing was stored of it before this import. */
  readonly overlap: Overlap | null;
  readonly assetClass: string;
}

interface EventRows {
  rows: number;
  firstMs: number;
  lastMs: number;
}

export class FileCheck {
  readonly #options: FileCheckOptions;
  readonly #symbols = new Map<string, SymbolRows>();
  readonly #events = new Map<string | null, EventRows>();
  readonly #rejected = new Map<Reason, number>();
  readonly #times = new RejectedTimes();
  #rows = 0;
  firstRejected: RejectedEvent | undefined;

  constructor(options: FileCheckOptions) {
    this.#options = options;
  }

  /** Takes rows that are not written yet. */
  async take(events: readonly (PushedEvent | BlockBar)[]): Promise<void> {
    const bars = new Map<string, Bar[]>();
    await this.#judge(events);
    let template: BarTemplate | undefined;
    let rows: SymbolRows | undefined;
    this.#rows += events.length;
    for (const event of events) {
      if (event instanceof BlockBar) {
        if (event.template !== template) {
          template = event.template;
          rows = this.#rowsOf(template.symbol, template.assetClass, template.intervalMin);
        }
        this.#takeBar(rows, barOf(event), bars, template.intervalMin);
        continue;
      }
      if (event.refused) continue;
      const value = JSON.parse(String(event.value)) as Record<string, unknown>;
      if (value['deleted'] === true) continue;
      if (this.#options.kind === 'bars') this.#takeEventOfBar(event, value, bars);
      else this.#takeEvent(value);
    }
    await this.#compare(bars);
  }

  async #compare(bars: ReadonlyMap<string, readonly Bar[]>): Promise<void> {
    for (const [symbol, list] of bars) await this.#symbols.get(symbol)?.overlap?.compare(list);
  }

  async #judge(pushed: readonly (PushedEvent | BlockBar)[]): Promise<void> {
    const { registry, nowMs } = this.#options;
    const events = pushed.map((event) => logEventOf(event, { topic: 'bars', nowMs, importId: undefined }));
    const { refusals } = await judgeBatch(events, registry);
    const isBars = this.#options.kind === 'bars';
    for (const [index, event] of pushed.entries()) {
      const refusal = refusals.get(index);
      if (!refusal) {
        if (isBars) this.#times.take(event instanceof BlockBar ? event.bars.ts[event.at] : msOf(event));
        continue;
      }
      const { reason, message } = refusal;
      this.#rejected.set(reason, (this.#rejected.get(reason) ?? 0) + 1);
      const { source = '', position = '', value } = event;
      const rejected = { source, position, reason, message, payload: String(value ?? '') };
      this.firstRejected = firstOf(this.firstRejected, rejected);
      if (isBars) this.#times.take(timeOfRejected(rejected.payload, 'ts'), rejected);
    }
  }

  #takeEvent({ symbol: name, event_timestamp: at }: Record<string, unknown>): void {
    const ts = timeOf(at);
    if (Number.isNaN(ts)) return;
    const symbol = typeof name === 'string' ? name : null;
    const known = this.#events.get(symbol);
    if (known) {
      known.rows++;
      known.firstMs = Math.min(known.firstMs, ts);
      known.lastMs = Math.max(known.lastMs, ts);
    } else if (this.#events.size < SYMBOLS_MAX) this.#events.set(symbol, { rows: 1, firstMs: ts, lastMs: ts });
  }

  #takeEventOfBar(event: PushedEvent, value: Record<string, unknown>, bars: Map<string, Bar[]>): void {
    const { symbol: name, asset_class: assetClass, interval, open, high, low, close, volume } = value;
    const figures = [open, high, low, close];
    if (!figures.every((figure) => typeof figure === 'number') || !isSymbol(name)) return;
    const intervalMin = typeof interval === 'string' ? parseInterval(interval) : null;
    if (intervalMin === null) return;
    const ms = timeOf(value['ts']);
    const ts = startOfBar(assetClass as AssetClass, intervalMin, ms) ?? ms;
    const bar = { row: rowOf(event), ts, open, high, low, close, volume } as Bar;
    const replaces = value['revision'] === undefined && areFigures(bar.open, bar.high, bar.low, bar.close, bar.volume);
    this.#takeBar(this.#rowsOf(name, String(assetClass), intervalMin), bar, bars, intervalMin, replaces);
  }

  #takeBar(
    rows: SymbolRows | undefined,
    bar: Bar,
    bars: Map<string, Bar[]>,
    intervalMin: number,
    replaces = true,
  ): void {
    // Without a time it is a dead letter.
    if (!rows || Number.isNaN(bar.ts)) return;
    rows.series.take(bar, replaces && intervalMin === rows.series.intervalMin);
    if (!rows.overlap) return;
    getOrMake(bars, rows.series.symbol, (): Bar[] => []).push(bar);
  }

  /** `undefined` beyond SYMBOLS_MAX. Class and interval are those of the first of its bars. */
  #rowsOf(name: string, assetClass: string, intervalMin: number): SymbolRows | undefined {
    const { reader, registry, priceScale, symbolColumns } = this.#options;
    const symbol = registry.resolve(name) ?? name;
    let rows = this.#symbols.get(symbol);
    if (!rows) {
      if (this.#symbols.size >= SYMBOLS_MAX) return undefined;
      const known = registry.get(symbol);
      const series = new Series({ symbol, assetClass, intervalMin, priceScale, symbolColumns });
      rows = {
        series,
        overlap: known ? overlapOf({ reader, symbol, intervalMin, priceScale }, known.intervalMin) : null,
        assetClass,
      };
      this.#symbols.set(symbol, rows);
    }
    return rows;
  }

  /** Returns what speaks against the rows so far. */
  findings(): Finding[] {
    const found = this.#rejectedFinding();
    if (found.length > 0) return found;
    const atOneTime = this.#times.finding();
    if (atOneTime) found.push(atOneTime);
    for (const { series, overlap } of this.#symbols.values()) {
      const own = series.findings();
      const other = overlap?.finding();
      // The stored prices say best what is wrong with a scale.
      found.push(...(other?.check === 'price' ? own.filter(({ check }) => check !== 'price') : own));
      if (other) found.push(other);
    }
    found.push(...this.#tooOld());
    return found;
  }

  #tooOld(): Finding[] {
    const { kind, retention, registry, nowMs } = this.#options;
    if (kind === 'actions') return [];
    const of = (symbol: string | null, firstMs: number, given?: string, intervalMin: number | null = null) => {
      // Of another set than bars and news no policy is by class.
      const assetClass = [...ASSET_CLASSES].find(
        (name) => name === (registry.get(symbol ?? '')?.assetClass ?? given ?? 'equity'),
      )!;
      const isByClass = kind === 'bars' || kind === 'news';
      const cut = retention.cut(kind, isByClass ? assetClass : null, intervalMin, nowMs);
      if (!cut || firstMs >= cut.cutMs) return [];
      const policy = policyText(cut.policy);
      const message = `${symbol ?? 'macro'}: rows from ${cutDate(firstMs)} on, but retention keeps them from ${cutDate(cut.cutMs)} on (${policy}); leave the earlier ones out, or keep more with \`retention set\``;
      return [finding('retention', symbol, null, message)];
    };
    const bars = [...this.#symbols].flatMap(([symbol, { series, assetClass }]) =>
      series.rows > 0 ? of(symbol, series.firstMs, assetClass, series.intervalMin) : [],
    );
    return [...bars, ...[...this.#events].flatMap(([symbol, { firstMs }]) => of(symbol, firstMs))];
  }

  #rejectedFinding(): Finding[] {
    const rejected = [...this.#rejected.values()].reduce((sum, count) => sum + count, 0);
    if (this.#rows < ROWS_MIN || rejected <= REJECTED_SHARE * this.#rows || !this.firstRejected) return [];
    const { position, reason, message } = this.firstRejected;
    const all = this.#rejected.size === 1 && rejected === this.#rows;
    const what = all
      ? `all ${this.#rows} rows looked at are rejected (${reason})`
      : `${rejected} of ${this.#rows} rows looked at are rejected`;
    return [
      { ...finding('rejected', null, rowOf(this.firstRejected), `${what}; ${position}: ${message}`), canForce: !all },
    ];
  }

  report() {
    const symbols = [...this.#symbols].map(
      ([symbol, { series, overlap, assetClass }]): SymbolReport => ({
        ...reportOf(symbol, series),
        asset_class: assetClass,
        interval: formatInterval(series.intervalMin),
        low: series.rows > 0 ? series.low : null,
        high: series.rows > 0 ? series.high : null,
        overlap: overlap?.report() ?? null,
      }),
    );
    const events = [...this.#events].map(([symbol, rows]) => reportOf(symbol, rows));
    return {
      rows: this.#rows,
      rejected: Object.fromEntries(this.#rejected),
      symbols: [...symbols, ...events],
      findings: this.findings(),
    };
  }
}

function reportOf(symbol: string | null, { rows, firstMs, lastMs }: EventRows): SymbolReport {
  const [first, last] = rows > 0 ? [iso(firstMs), iso(lastMs)] : [null, null];
  return { symbol, asset_class: null, interval: null, rows, first, last, low: null, high: null, overlap: null };
}

/** Bars are compared with those of their own interval. */
function overlapOf(of: Omit<OverlapOptions, 'table'>, baseMin: number): Overlap | null {
  if (baseMin === MINUTES_PER_DAY && of.intervalMin < baseMin) return null;
  const isDaily = of.intervalMin === MINUTES_PER_DAY && baseMin < of.intervalMin;
  return new Overlap({ ...of, table: isDaily ? 'bars_daily' : 'bars' });
}

function barOf({ bars, at }: BlockBar): Bar {
  const [open, high, low, close] = [bars.open[at], bars.high[at], bars.low[at], bars.close[at]];
  return { row: bars.row[at], ts: bars.ts[at], open, high, low, close, volume: bars.volume[at] };
}

const isSymbol = (name: unknown): name is string =>
  typeof name === 'string' && parseSymbol(name) !== null && !isMixedCase(name);

const msOf = ({ value }: PushedEvent): unknown => (JSON.parse(String(value)) as Record<string, unknown>)['ts'];

const iso = (ms: number) => new Date(ms).toISOString();

function timeOf(value: unknown): number {
  return typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
