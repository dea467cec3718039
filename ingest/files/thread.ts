/** What runs in the thread that reads files: recognizes one, or hands its rows over as events, batch by batch, as fast as they are taken. */

import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { type BarBlock, BarBlockBuilder } from '../contract/bar-block.ts';
import type { PushedEvent } from '../landing/events.ts';
import { BarRows, EndStamps, Fillers } from './bar-rows.ts';
import { type FileBounds, ImportError, type ImportFault } from './errors.ts';
import type { ImportKind } from './fields.ts';
import { type KnownSymbols, lookUp, RowMapper, toPushed } from './mapper.ts';
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

/** Yields the rows in the order of the file; returns the number of fillers that were dropped. Throws where the file breaks off. */
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
  const builder = new BarBlockBuilder(source.name, BATCH_ROWS);
  let share = 0;
  let mapper: RowMapper | undefined;
  let events: PushedEvent[] = [];
  let chars = 0;
  let failure: unknown;

  /** Yields what was gathered: bars of a block, or else events. */
  function* flush(): Generator<FileBatch> {
    if (builder.length > 0) yield { block: builder.finish(), share };
    if (events.length > 0) yield { events, share };
    events = [];
    chars = 0;
  }

  try {
    for (const [i, part] of parts.entries()) {
      const reader = openRows(part, layouts[i], options, (read, all) => {
        share = Math.min(1, (i + read / all) / parts.length);
      });
      const own = named ? withSymbol(options, named[i]) : options;
      if (named || !mapper) mapper = new RowMapper({ file: source.path, options: own, conventions, known });
      mapper.member = parts.length > 1 ? part.member : undefined;
      const bars =
        options.kind === 'bars' && !ends ? new BarRows({ conventions, mapper, builder, fillers }) : undefined;
      for await (const rows of reader.rows()) {
        for (const raw of rows) {
          // After a row that is no bar of a block the others of its batch are events, too: kinds may alternate.
          if (events.length === 0 && bars?.take(raw)) {
            if (builder.isFull) yield* flush();
            continue;
          }
          const row = mapper.map(raw);
          if (!row.refusal && fillers?.takeEvent(row.event)) continue;
          if (builder.length > 0) yield* flush();
          const event = toPushed(options.kind, source.name, ends ? ends.toStart(row) : row);
          events.push(event);
          chars += event.value?.length ?? 0;
          if (events.length >= BATCH_ROWS || chars >= BATCH_CHARS) yield* flush();
        }
      }
      // The bars of a block are of one member.
      yield* flush();
    }
  } catch (error) {
    failure = error;
  }
  yield* flush();
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
