/** The bars of a batch as columns, in their order of arrival: an object for each would cost more than landing it. */

import { GRID, gridsOf } from '../../exchange/grid.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { getOrMake } from '../../lib/collections.ts';
import { MS_PER_MINUTE } from '../../lib/days.ts';
import { BAR_FIGURES, type Bar } from '../contract/bar.ts';
import { type BarTemplate, BlockBar } from '../contract/bar-block.ts';
import { type Bounds, DEFAULT_BOUNDS, decode, type GridsOf, isInProgress } from '../contract/decode.ts';
import { type BarRow, type IdRow, isRefusal, type Refusal, rowsOf } from '../contract/events.ts';
import type { LogEvent } from './events.ts';
import { rankOf } from './ranks.ts';
import type { BarKind, Registry } from './registry/registry.ts';

export class BarColumns {
  length = 0;
  /** In the order of their first bars. */
  readonly kinds: BarKind[] = [];
  #template: BarTemplate | undefined;
  #templateKind = 0;
  readonly #numbers = new Map<string, number[]>();
  /** By bar: the number of its kind. */
  readonly kind: Uint32Array;
  /** Index of its event in the batch, ascending. */
  readonly event: Uint32Array;
  /** Start in whole minutes since the epoch. */
  readonly minute: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** The event's revision, or 0, until {@link rankBatch}. */
  readonly rank: BigUint64Array;
  /** 1: the event has a revision. */
  readonly revised: Uint8Array;
  readonly source: string[] = [];
  /** Canonical symbols by kind, once these were judged; undefined: refused. */
  symbols: (string | undefined)[] = [];

  /** `max`: bars that it may take. */
  constructor(max: number) {
    this.kind = new Uint32Array(max);
    this.event = new Uint32Array(max);
    this.minute = new Int32Array(max);
    [this.open, this.high, this.low, this.close, this.volume] = BAR_FIGURES.map(() => new Float64Array(max));
    this.rank = new BigUint64Array(max);
    this.revised = new Uint8Array(max);
  }

  add(event: number, bar: Bar, source: string): void {
    const kind = this.#kindOf(bar.symbol, bar.assetClass, bar.intervalMin, bar.deleted);
    const i = this.#next(event, kind, bar.ms / MS_PER_MINUTE, bar.source ?? source);
    for (const name of BAR_FIGURES) this[name][i] = bar[name];
    if (bar.revision === undefined) return;
    this.rank[i] = BigInt(bar.revision);
    this.revised[i] = 1;
  }

  addOf(event: number, { bars, at, template }: BlockBar): void {
    if (template !== this.#template) {
      this.#template = template;
      this.#templateKind = this.#kindOf(template.symbol, template.assetClass, template.intervalMin, false);
    }
    const i = this.#next(event, this.#templateKind, bars.ts[at] / MS_PER_MINUTE, bars.source);
    for (const name of BAR_FIGURES) this[name][i] = bars[name][at];
  }

  #next(event: number, kind: number, minute: number, source: string): number {
    const i = this.length++;
    this.kind[i] = kind;
    this.event[i] = event;
    this.minute[i] = minute;
    this.source.push(source);
    return i;
  }

  #kindOf(symbol: string, assetClass: AssetClass | null, intervalMin: number, deleted: boolean): number {
    const numbers = getOrMake(this.#numbers, symbol, (): number[] => []);
    for (const number of numbers) {
      const kind = this.kinds[number];
      if (kind.intervalMin === intervalMin && kind.assetClass === assetClass && kind.deleted === deleted) return number;
    }
    numbers.push(this.kinds.length);
    return this.kinds.push({ symbol, assetClass, intervalMin, deleted }) - 1;
  }

  row(i: number, { timestampMs, importId }: LogEvent): BarRow {
    return {
      table: 'bars',
      ...this.kinds[this.kind[i]],
      symbol: this.symbolOf(i),
      minute: this.minute[i],
      open: this.open[i],
      high: this.high[i],
      low: this.low[i],
      close: this.close[i],
      volume: this.volume[i],
      rank: this.rank[i],
      revised: this.revised[i] === 1,
      source: this.source[i],
      timestampMs,
      importId,
    };
  }

  /** Returns the grids on which all bars of a series lie; see exchange/grid.ts. */
  gridsOf(symbol: string, intervalMin: number): number {
    const isOf = this.kinds.map((kind) => kind.symbol === symbol && kind.intervalMin === intervalMin && !kind.deleted);
    let grids: number = GRID.all;
    for (let i = 0; i < this.length; i++) if (isOf[this.kind[i]]) grids &= gridsOf(intervalMin, this.minute[i]);
    return grids;
  }

  /** Of a bar that was not refused. */
  symbolOf(i: number): string {
    return this.symbols[this.kind[i]]!;
  }

  /** The first of a series registers it. `refusals` by index of the event. Returns those that fit. */
  judge(registry: Pick<Registry, 'judge'>, refusals: Map<number, Refusal>): Uint32Array {
    const judged = new Array<ReturnType<Registry['judge']>>(this.kinds.length);
    const picked = new Uint32Array(this.length);
    let length = 0;
    for (let i = 0; i < this.length; i++) {
      const kind = this.kind[i];
      judged[kind] ??= registry.judge(this.kinds[kind]);
      const said = judged[kind];
      if (typeof said === 'string') picked[length++] = i;
      else refusals.set(this.event[i], said);
    }
    this.symbols = judged.map((said) => (typeof said === 'string' ? said : undefined));
    return picked.subarray(0, length);
  }
}

/** A batch as landing works on it: bars as columns, other events as rows, and why an event is refused. */
/** Indices are those of events in the batch. */
export interface DecodedBatch {
  readonly bars: BarColumns;
  readonly others: { readonly index: number; readonly row: IdRow }[];
  readonly refusals: Map<number, Refusal>;
}

type SeriesRegistry = Pick<Registry, 'gridsOf'>;

/**
 * Decodes every event by the contract; bars are not compared with the registered class. An hour from 09:30 New
 * York that may end at 10:00 is judged by the grid of its series: of the batch and of the stored bars. Never throws for data.
 */
export async function decodeBatch(
  events: readonly LogEvent[],
  bounds: Bounds,
  registry: SeriesRegistry,
): Promise<DecodedBatch> {
  const batch = decodeAll(events, bounds);
  const grids = new Map<string, number>();
  for (const [index, { reason }] of batch.refusals) {
    if (reason !== 'bar_in_progress') continue;
    const { topic, value } = events[index];
    const bar = decode(topic, value, events[index], bounds, () => GRID.utc | GRID.newYork);
    if (!('ms' in bar)) continue;
    const { symbol, intervalMin } = bar;
    const key = `${symbol} ${intervalMin}`;
    if (grids.has(key)) continue;
    grids.set(key, (await registry.gridsOf(symbol, intervalMin)) & batch.bars.gridsOf(symbol, intervalMin));
  }
  if (grids.size === 0) return batch;
  return decodeAll(events, bounds, (symbol, intervalMin) => grids.get(`${symbol} ${intervalMin}`) ?? GRID.all);
}

function decodeAll(events: readonly LogEvent[], bounds: Bounds, gridsOf?: GridsOf): DecodedBatch {
  const batch: DecodedBatch = { bars: new BarColumns(events.length), others: [], refusals: new Map() };
  events.forEach((event, index) => {
    const refusal = decodeInto(batch, event, index, bounds, gridsOf);
    if (refusal) batch.refusals.set(index, refusal);
  });
  return batch;
}

function decodeInto(
  { bars, others }: DecodedBatch,
  event: LogEvent,
  index: number,
  bounds: Bounds,
  gridsOf?: GridsOf,
): Refusal | null {
  if (event.refused) return event.refused;
  if (event instanceof BlockBar && !isInProgress(event, event, bounds, gridsOf)) {
    bars.addOf(index, event);
    return null;
  }
  const decoded = decode(event.topic, event.value, event, bounds, gridsOf);
  if (isRefusal(decoded)) return decoded;
  if ('ms' in decoded) bars.add(index, decoded, event.source ?? '');
  else others.push({ index, row: decoded });
  return null;
}

/** Gives each row the rank of its event. */
export function rankBatch({ bars, others }: DecodedBatch, events: readonly LogEvent[]): void {
  const rankOfRow = (revision: bigint, revised: boolean, event: LogEvent) =>
    revised ? rankOf(revision, event) : event.rank!;
  for (let i = 0; i < bars.length; i++)
    bars.rank[i] = rankOfRow(bars.rank[i], bars.revised[i] === 1, events[bars.event[i]]);
  for (const { index, row } of others)
    for (const one of rowsOf(row)) one.rank = rankOfRow(one.rank, one.revised, events[index]);
}

/** Decodes the events and judges their bars by the registry; `picked`: places of the bars that fit. */
export async function judgeBatch(
  events: readonly LogEvent[],
  registry: Pick<Registry, 'judge' | 'gridsOf'>,
  bounds = DEFAULT_BOUNDS,
) {
  const batch = await decodeBatch(events, bounds, registry);
  return { ...batch, picked: batch.bars.judge(registry, batch.refusals) };
}
