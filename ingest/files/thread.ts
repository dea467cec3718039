/** What runs in the thread that reads files: looks at one, or hands its rows over as fast as they are taken. */
import type { MessagePort } from 'node:worker_threads';
import type { FileBounds } from './bounds.ts';
import { ImportError, type ImportFault } from './errors.ts';
import type { ImportKind } from './fields.ts';
import type { KnownSymbols } from './mapper.ts';
import { type ImportOptions, readOptions } from './options.ts';
import { type FileBatch, readEvents } from './read.ts';
import { type Checked, check, type Plan } from './recognize.ts';

export interface Job {
  readonly kind: ImportKind;
  readonly given: ImportOptions;
  readonly bounds: FileBounds;
  readonly known: KnownSymbols;
}

export type Task =
  | (Job & { readonly do: 'check'; readonly path: string })
  | (Job & { readonly do: 'read'; readonly plan: Plan; readonly port: MessagePort });

/** An ImportError as plain data: threads do not share classes. */
export interface Fault {
  readonly fault: ImportFault;
  readonly message: string;
}

/** From the thread: a batch, or the end. To the thread: any message, for one more batch. */
export type ReadMessage = { readonly batch: FileBatch } | { readonly end: true; readonly fault?: Fault };

export default async function work(task: Task): Promise<{ checked: Checked } | { fault: Fault } | null> {
  if (task.do === 'read') {
    await read(task, task.port);
    return null;
  }
  try {
    const options = readOptions(task.kind, task.given, task.bounds);
    return { checked: await check(task.path, options, task.known) };
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

async function read({ kind, given, bounds, known, plan }: Job & { plan: Plan }, port: MessagePort): Promise<void> {
  let wanted = 0;
  let closed = false;
  let wake = () => {};
  port.on('message', () => {
    wanted++;
    wake();
  });
  port.on('close', () => {
    closed = true;
    wake();
  });
  const send = (message: ReadMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  try {
    const named = plan.symbol === undefined ? given : { ...given, symbol: plan.symbol };
    for await (const batch of readEvents(plan, readOptions(kind, named, bounds), known)) {
      send({ batch }, 'plain' in batch ? buffersOf(batch.plain) : []);
      wanted--;
      while (wanted < 0 && !closed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (closed) return;
    }
    send({ end: true });
  } catch (error) {
    send({ end: true, fault: faultOf(error) });
  } finally {
    port.close();
  }
}
