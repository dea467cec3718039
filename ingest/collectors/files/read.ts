/** The rows of a checked file as events, batch by batch: the work of the thread that reads. */
import type { PushedEvent } from '../../landing/index.ts';
import { openRows, type Plan } from './check.ts';
import { EndStamps, IntervalGuess } from './interval.ts';
import { type KnownSymbols, lookUp, type MappedRow, RowMapper, toPushed } from './mapper.ts';
import { partsOf } from './open.ts';
import type { ReadOptions } from './options.ts';
import { type BarColumns, columnsOf } from './understood.ts';

export interface FileBatch {
  readonly events: PushedEvent[];
  /** Those that were not refused, as numbers. */
  readonly bars: BarColumns;
  /** How far the file was read, 0 to 1. */
  readonly share: number;
}

/** Small enough for the event loop that takes them over. */
const BATCH_ROWS = 2_048;
const BATCH_CHARS = 4 * 1024 * 1024;

/**
 * The events in the order of the file (the first bars of a symbol wait until their interval is known). Throws an
 * ImportError where the file breaks off, after the events before that place.
 */
export async function* readEvents(plan: Plan, options: ReadOptions, symbols: KnownSymbols): AsyncGenerator<FileBatch> {
  const { source, layouts, conventions } = plan;
  const known = lookUp(symbols);
  const registeredOf = (symbol: string) => known(symbol)?.intervalMin;
  const intervals =
    options.kind === 'bars' && !('interval' in options.overrides) ? new IntervalGuess(registeredOf) : undefined;
  const ends = options.stamp === 'end' ? new EndStamps(registeredOf) : undefined;
  const parts = partsOf(source);
  let share = 0;
  let mapper: RowMapper | undefined;
  let batch: MappedRow[] = [];
  let events: PushedEvent[] = [];
  let chars = 0;
  let failure: unknown;

  const push = (row: MappedRow) => {
    const ready = ends ? ends.toStart(row) : row;
    const event = toPushed(options.kind, source.name, ready);
    batch.push(ready);
    events.push(event);
    chars += event.value?.length ?? 0;
  };
  const isFull = () => events.length >= BATCH_ROWS || chars >= BATCH_CHARS;
  const flush = (): FileBatch => {
    const full = { events, bars: columnsOf(batch), share };
    batch = [];
    events = [];
    chars = 0;
    return full;
  };

  try {
    for (const [i, part] of parts.entries()) {
      const reader = openRows(part, layouts[i], options, (read, all) => {
        share = Math.min(1, (i + read / all) / parts.length);
      });
      mapper ??= new RowMapper(source.path, reader.textual, options, conventions, known);
      mapper.member = parts.length > 1 ? part.member : undefined;
      for await (const rows of reader.rows()) {
        for (const raw of rows) {
          const row = mapper.map(raw);
          if (intervals) for (const one of intervals.take(row)) push(one);
          else push(row);
          if (isFull()) yield flush();
        }
      }
    }
  } catch (error) {
    failure = error;
  }
  for (const row of intervals?.end() ?? []) {
    push(row);
    if (isFull()) yield flush();
  }
  if (events.length > 0) yield flush();
  if (failure) throw failure;
}
