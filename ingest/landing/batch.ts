/** A batch as landing works on it: bars as columns, other events as rows, and why an event is refused. */
import {
  type Bounds,
  DEFAULT_BOUNDS,
  type IdRow,
  isBar,
  isTooLate,
  parseValue,
  type Refusal,
  validate,
} from '../contract/index.ts';
import { plainBar } from '../contract/plain-bar.ts';
import { PlainBarEvent } from '../contract/plain-bars.ts';
import { isObject } from '../contract/validate.ts';
import { BarColumns } from './bar-columns.ts';
import type { LogEvent } from './events.ts';
import type { Registry } from './registry/registry.ts';

/** Indices are those of events in the batch. */
export interface DecodedBatch {
  readonly bars: BarColumns;
  readonly others: { readonly index: number; readonly row: IdRow }[];
  readonly refusals: Map<number, Refusal>;
}

/** Every event by the contract alone; what the registry says of bars comes later. Never throws for data. */
export function decodeBatch(events: readonly LogEvent[], bounds: Bounds): DecodedBatch {
  const batch: DecodedBatch = { bars: new BarColumns(events.length), others: [], refusals: new Map() };
  events.forEach((event, index) => {
    const refusal = decodeInto(batch, event, index, bounds);
    if (refusal) batch.refusals.set(index, refusal);
  });
  return batch;
}

function decodeInto({ bars, others }: DecodedBatch, event: LogEvent, index: number, bounds: Bounds): Refusal | null {
  if (event.refused) return event.refused;
  if (event instanceof PlainBarEvent && !isTooLate(event.bars.ts[event.at], event, bounds)) {
    bars.addOf(index, event);
    return null;
  }
  const json = parseValue(event.value);
  if ('ok' in json) return json;
  const { value } = json;
  const bar = event.topic === 'bars' && isObject(value) ? plainBar(value) : null;
  if (bar && !isTooLate(bar.ms, event, bounds)) {
    bars.addPlain(
      index,
      bar,
      value as Record<'open' | 'high' | 'low' | 'close' | 'volume', number>,
      event.source ?? '',
    );
    return null;
  }
  const judged = validate(event.topic, value, event, bounds);
  if (!judged.ok) return judged;
  if (isBar(judged.row)) bars.addRow(index, judged.row);
  else others.push({ index, row: judged.row });
  return null;
}

/** The same, and bars against what the registry says; those that fit by table, as their places in the columns. */
export function judgeBatch(events: readonly LogEvent[], registry: Pick<Registry, 'judge'>, bounds = DEFAULT_BOUNDS) {
  const batch = decodeBatch(events, bounds);
  return { ...batch, picked: batch.bars.judge(registry, batch.refusals) };
}
