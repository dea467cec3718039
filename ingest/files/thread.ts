/** What runs in the thread that reads files: recognizes one, or hands its rows over as events, batch by batch, as fast as they are taken. */

import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { type BarBlock, BarBlockBuilder } from '../contract/bar-block.ts';
import type { PushedEvent } from '../landing/events.ts';
import { BarRows, EndStamps, Fillers } from './bar-rows.ts';
import { type FileBounds, ImportError, type ImportFault } from './errors.ts';
import type { ImportKind } from './fields.ts';
import { type KnownSymbols, lookUp, type MappedRow, RowMapper, toPushed } from './mapper.ts';
import { partsOf } from './open.ts';
import { type ImportOptions, type ReadOptions, readOptions } from './options.ts';
import { openRows, type Plan, type Recognized, recognize, withSymbol } from './recognize.ts';

/** Rows in their order: as events, or as columns where all of them are bars of a block. */
export type FileBatch = ({ readonly events: readonly PushedEvent[] } | { readonly block: BarBlock }) & {
  /** How far the file was read, 0 to 1. */
  readonly share: number;
};

/** Small enough for the event loop that takes them over. */
const BATCH_ROWS = 2_048;
const BATCH_CHARS = 4 * 1024 * 1024;

/** Returns the number of fillers that were dropped. In the order of the file. Throws where it breaks off. */
export async function* readEvents(
  plan: Plan,
  options: ReadOptions,
  symbols: KnownSymbols,
): AsyncGenerator<FileBatch, number> {
  const { source, layouts, conventions, symbols: named } = plan;
  const known = lookUp(symbols);
  const fillers = options.dropFillers ? new Fillers() : undefined;
  const ends = options.stamp === 'end' ? new EndStamps() : undefined;
  const parts = partsOf(source);
  let share = 0;
  let mapper: RowMapper | undefined;
  let events: PushedEvent[] = [];
  let chars = 0;
  let failure: unknown;
  const block = options.kind === 'bars' ? new BarBlockBuilder(source.name, BATCH_ROWS) : undefined;

  /** Answers what is full, or ends because the row is of the other kind. */
  const push = (row: MappedRow) => {
    const ready = ends ? ends.toStart(row) : row;
    if (events.length === 0 && !ready.refusal && block?.take(ready.event, ready.number, ready.member))
      return block.isFull ? flushBlock(block) : null;
    const before = block && block.length > 0 ? flushBlock(block) : null;
    const event = toPushed(options.kind, source.name, ready);
    events.push(event);
    chars += event.value?.length ?? 0;
    return before ?? (events.length >= BATCH_ROWS || chars >= BATCH_CHARS ? flush() : null);
  };
  const flushBlock = (builder: BarBlockBuilder) => ({ block: builder.finish(), share });
  const flush = () => {
    const full = { events, share };
    events = [];
    chars = 0;
    return full;
  };

  try {
    for (const [i, part] of parts.entries()) {
      const reader = openRows(part, layouts[i], options, (read, all) => {
        share = Math.min(1, (i + read / all) / parts.length);
      });
      const own = named ? withSymbol(options, named[i]) : options;
      if (named || !mapper) mapper = new RowMapper({ file: source.path, options: own, conventions, known });
      mapper.member = parts.length > 1 ? part.member : undefined;
      const bars = block && !ends ? new BarRows({ conventions, mapper, builder: block, fillers }) : undefined;
      for await (const rows of reader.rows()) {
        for (const raw of rows) {
          if (events.length === 0 && bars?.take(raw)) {
            if (block?.isFull) yield flushBlock(block);
            continue;
          }
          const row = mapper.map(raw);
          if (fillers?.takeEvent(row.event)) continue;
          const full = push(row);
          if (full) yield full;
        }
      }
      // Bars of one member side by side: those of the next are another batch.
      if (block && block.length > 0 && parts.length > 1) yield flushBlock(block);
    }
  } catch (error) {
    failure = error;
  }
  if (block && block.length > 0) yield flushBlock(block);
  if (events.length > 0) yield flush();
  if (failure) throw failure;
  return fillers?.dropped ?? 0;
}

export interface Job {
  readonly kind: ImportKind;
  readonly given: ImportOptions;
  readonly bounds: FileBounds;
  readonly known: KnownSymbols;
}

export type Task =
  | (Job & { readonly do: 'recognize'; readonly path: string })
  | (Job & { readonly do: 'read'; readonly plan: Plan; readonly port: MessagePort });

/** An ImportError as plain data: threads do not share classes. */
export interface Fault {
  readonly fault: ImportFault;
  readonly message: string;
}

/** From the thread: a batch, or the end. To the thread: any message, for one more batch. */
export type ReadMessage =
  | { readonly batch: FileBatch }
  | { readonly end: true; readonly fault?: Fault; readonly dropped?: number };

export default async function work(task: Task): Promise<{ recognized: Recognized } | { fault: Fault } | null> {
  if (task.do === 'read') {
    await read(task, task.port);
    return null;
  }
  try {
    const options = readOptions(task.kind, task.given, task.bounds);
    return { recognized: await recognize(task.path, options, task.known) };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof ImportError)) throw error;
  return { fault: error.fault, message: error.message };
}

const buffersOf = (columns: object) =>
  Object.values(columns).flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : []));

async function read({ kind, bounds, known, plan }: Job & { plan: Plan }, port: MessagePort): Promise<void> {
  const send = (message: ReadMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const batches = readEvents(plan, readOptions(kind, plan.given, bounds), known);
  try {
    for await (const _ of on(port, 'message', { close: ['close'] })) {
      const next = await batches.next();
      if (next.done) return send({ end: true, dropped: next.value });
      const { value: batch } = next;
      send({ batch }, 'block' in batch ? buffersOf(batch.block) : []);
    }
  } catch (error) {
    send({ end: true, fault: faultOf(error) });
  } finally {
    port.close();
    await batches.return(0);
  }
}
