/** Judges the rows of one file before they are written: what they hold, and what speaks against writing them. */
import { type AssetClass, formatInterval, seriesName } from '../../../exchange/symbol.ts';
import { getOrMake } from '../../../lib/collections.ts';
import { MS_PER_MINUTE } from '../../../lib/days.ts';
import type { Reader } from '../../../sql/reader.ts';
import { BAR_FIGURES } from '../../contract/bar.ts';
import { BlockBar } from '../../contract/bar-block.ts';
import { EVENT_SETS, eventMsOf, type Reason } from '../../contract/events.ts';
import { judgeBatch } from '../../landing/batch.ts';
import { firstOf, type PushedEvent, type RejectedEvent, rowOf } from '../../landing/events.ts';
import { logEventOf } from '../../landing/push.ts';
import type { Registry } from '../../landing/registry/registry.ts';
import type { ImportKind } from '../fields.ts';
import { figureFindings } from './figures.ts';
import { type Bars, type Finding, finding, isStock, noBars, type SeriesOf } from './finding.ts';
import { Overlap } from './overlap.ts';
import { sessionFinding } from './sessions.ts';

interface FileCheckOptions {
  readonly kind: ImportKind;
  readonly reader: Reader;
  /** A copy that the files of an import share: what it registers is never stored. */
  readonly registry: Registry;
  readonly nowMs: number;
  /** Factor by which the prices of the file were multiplied. */
  readonly priceScale?: number;
  /** Unused columns that may hold symbols. */
  readonly symbolColumns?: readonly string[];
}

/** In a file with fewer rows each rejected row is an ordinary dead letter. */
const ROWS_MIN = 32;
const REJECTED_SHARE = 0.5;
const SERIES_MAX = 10_000;
/** Bars in memory; a longer file is judged part by part. */
const BARS_MAX = 1_000_000;

/** Rows of one series, or of one symbol's events. */
interface Counted {
  readonly symbol: string | null;
  readonly series: { readonly of: SeriesOf; readonly overlap: Overlap; bars: Bars; readonly found: Finding[] } | null;
  rows: number;
  firstMs: number;
  lastMs: number;
  low: number;
  high: number;
}

export class FileCheck {
  readonly #options: FileCheckOptions;
  readonly #counted = new Map<string, Counted>();
  readonly #rejected = new Map<Reason, number>();
  #rows = 0;
  #barsHeld = 0;
  firstRejected: RejectedEvent | undefined;

  constructor(options: FileCheckOptions) {
    this.#options = options;
  }

  /** Takes rows that are not written yet. */
  async take(pushed: readonly (PushedEvent | BlockBar)[]): Promise<void> {
    const { registry, nowMs, kind } = this.#options;
    const events = pushed.map((event) => logEventOf(event, { topic: EVENT_SETS[kind], nowMs }));
    const { bars, others, refusals, picked } = await judgeBatch(events, registry);
    this.#rows += events.length;
    for (const [index, { reason, message }] of refusals) {
      this.#rejected.set(reason, (this.#rejected.get(reason) ?? 0) + 1);
      const { source = '', position = '', value } = pushed[index];
      this.firstRejected = firstOf(this.firstRejected, {
        ...{ source, position, reason, message },
        payload: String(value ?? ''),
      });
    }
    for (const i of picked) {
      const { assetClass, intervalMin, deleted } = bars.kinds[bars.kind[i]];
      const counted = deleted ? undefined : this.#series(bars.symbolOf(i), assetClass!, intervalMin);
      if (!counted) continue;
      const event = pushed[bars.event[i]];
      const { bars: columns } = counted.series!;
      const ms = bars.minute[i] * MS_PER_MINUTE;
      columns.row.push(event instanceof BlockBar ? event.bars.row[event.at] : rowOf(event));
      columns.ts.push(ms);
      for (const name of BAR_FIGURES) columns[name].push(bars[name][i]);
      columns.isRevised.push(bars.revised[i] === 1);
      count(counted, ms);
      counted.low = Math.min(counted.low, bars.low[i]);
      counted.high = Math.max(counted.high, bars.high[i]);
      this.#barsHeld++;
    }
    for (const { row } of others) {
      if (row.deleted || this.#counted.size >= SERIES_MAX) continue;
      const symbol = row.symbol || null;
      count(
        getOrMake(this.#counted, row.symbol, () => nothing(symbol)),
        eventMsOf(row),
      );
    }
    if (this.#barsHeld >= BARS_MAX) this.#barsHeld = await this.#judgeBars();
  }

  /** Returns undefined beyond SERIES_MAX. */
  #series(symbol: string, assetClass: AssetClass, intervalMin: number): Counted | undefined {
    const { reader, priceScale, symbolColumns } = this.#options;
    const key = seriesName({ symbol, intervalMin });
    const known = this.#counted.get(key);
    if (known || this.#counted.size >= SERIES_MAX) return known;
    const of = { symbol, assetClass, intervalMin, priceScale, symbolColumns };
    const counted = nothing(symbol, { of, overlap: new Overlap(reader, of), bars: noBars(), found: [] });
    this.#counted.set(key, counted);
    return counted;
  }

  /** Runs the checks over the bars in memory and lets them go. */
  async #judgeBars(): Promise<number> {
    for (const { series } of this.#counted.values()) {
      if (!series || series.bars.ts.length === 0) continue;
      const { bars, of, found, overlap } = series;
      // A finding of one part of a file would be one of each.
      if (found.length === 0) {
        const session = isStock(of) ? sessionFinding(bars, of) : null;
        found.push(...figureFindings(bars, of), ...(session ? [session] : []));
      }
      await overlap.compare(bars);
      series.bars = noBars();
    }
    return 0;
  }

  #findings(): Finding[] {
    const rejected = this.#rejectedFinding();
    if (rejected) return [rejected];
    return [...this.#counted.values()].flatMap(({ series }) => {
      const other = series?.overlap.finding();
      return [...(series?.found ?? []), ...(other ? [other] : [])];
    });
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
    const found = finding(null, rowOf(this.firstRejected), `${what}; ${position}: ${message}`);
    return { ...found, canForce: !isAll };
  }

  async report() {
    await this.#judgeBars();
    return {
      rows: this.#rows,
      rejected: Object.fromEntries(this.#rejected),
      symbols: [...this.#counted.values()].map(({ symbol, series, rows, firstMs, lastMs, low, high }) => ({
        /** `null` for macro events, which have none. */
        symbol,
        asset_class: series?.of.assetClass ?? null,
        interval: series && formatInterval(series.of.intervalMin),
        rows,
        first: iso(firstMs),
        last: iso(lastMs),
        low: series && low,
        high: series && high,
        /** `null` if nothing is stored of the series. */
        overlap: series?.overlap.report() ?? null,
      })),
      findings: this.#findings(),
    };
  }
}

const nothing = (symbol: string | null, series: Counted['series'] = null): Counted => ({
  symbol,
  series,
  rows: 0,
  firstMs: Number.POSITIVE_INFINITY,
  lastMs: Number.NEGATIVE_INFINITY,
  low: Number.POSITIVE_INFINITY,
  high: Number.NEGATIVE_INFINITY,
});

function count(counted: Counted, ms: number): void {
  counted.rows++;
  counted.firstMs = Math.min(counted.firstMs, ms);
  counted.lastMs = Math.max(counted.lastMs, ms);
}

const iso = (ms: number) => new Date(ms).toISOString();
