/** Files as events. They are read in threads: what a file does to them stays there, and plain data comes out. */
import { on } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { threadModule } from '../../lib/paths.ts';
import { type BlockBar, blockEvents } from '../contract/bar-block.ts';
import type { PushedEvent } from '../landing/events.ts';
import { type FileBounds, ImportError } from './errors.ts';
import type { KnownSymbols } from './mapper.ts';
import type { ReadOptions } from './options.ts';
import type { Recognized } from './recognize.ts';
import type { Fault, FileBatch, ReadMessage, Task } from './thread.ts';

export interface RecognizedFile extends Recognized {
  readonly path: string;
}

/** Files that are read at once; further ones wait. */
const THREADS = 4;
const IDLE_MS = 5_000;
/** Batches on their way beside the one that is being taken. */
const AHEAD = 2;

/** By the heap that their threads may have: the service has one. */
const pools = new Map<number, Piscina>();

function pool(threadMib: number): Piscina {
  const there = pools.get(threadMib);
  if (there) return there;
  const threads = new Piscina({
    ...threadModule('thread', import.meta.url),
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: threadMib },
  });
  // A thread that fails without a task, as where it cannot be loaded: what waits for it fails, the process continues.
  threads.on('error', () => {
    void threads.destroy();
    pools.delete(threadMib);
  });
  pools.set(threadMib, threads);
  return threads;
}

const toError = ({ fault, message }: Fault) => new ImportError(fault, message);

/** What ends a thread is a fault of the file it read. */
function threadFailure(error: unknown, path: string, { threadMib }: FileBounds): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  const message = `${path}: reading it takes more than ${threadMib} MiB of memory; split it`;
  return new ImportError('too_large', message, { cause: error });
}

/** Looks at a file before anything of it lands. Throws an ImportError where it cannot be imported as it is. */
export async function recognizeFile(
  path: string,
  { kind, given, bounds }: ReadOptions,
  known: KnownSymbols,
): Promise<RecognizedFile> {
  const task: Task = { kind, given, bounds, known, do: 'recognize', path };
  const answer = await pool(bounds.threadMib)
    .run(task)
    .catch((error: unknown) => {
      throw threadFailure(error, path, bounds);
    });
  if ('fault' in answer) throw toError(answer.fault);
  const { recognized } = answer as { recognized: Recognized };
  return { ...recognized, path };
}

/** What was a Buffer comes out of the thread as the bare bytes. */
const withBuffer = (event: PushedEvent): PushedEvent => {
  const value: Uint8Array | string | null = event.value;
  if (!(value instanceof Uint8Array)) return event;
  return { ...event, value: Buffer.from(value.buffer, value.byteOffset, value.byteLength) };
};

/**
 * The rows of a checked file in batches, in its order (the first bars of a symbol wait until their interval is known).
 * Throws an ImportError where the file breaks off, after the rows before that place. A caller that stops taking batches ends
 * the thread.
 */
export async function* fileBatches(
  { plan }: RecognizedFile,
  { kind, given, bounds }: ReadOptions,
  known: KnownSymbols,
  onDropped: (fillers: number) => void = () => {},
): AsyncGenerator<FileBatch> {
  const { port1: port, port2 } = new MessageChannel();
  const failed = new AbortController();
  const stop = new AbortController();
  const task: Task = { kind, given, bounds, known, do: 'read', plan, port: port2 as MessagePort };
  pool(bounds.threadMib)
    .run(task, { transferList: [port2], signal: stop.signal })
    .catch((error: unknown) => failed.abort(threadFailure(error, plan.source.path, bounds)));
  let over = false;
  try {
    for (let i = 0; i < AHEAD; i++) port.postMessage(null);
    for await (const [message] of on(port, 'message', { signal: failed.signal }) as AsyncIterable<[ReadMessage]>) {
      over = 'end' in message;
      if ('end' in message) {
        if (message.fault) throw toError(message.fault);
        if (message.dropped) onDropped(message.dropped);
        return;
      }
      port.postMessage(null);
      const { batch } = message;
      yield 'block' in batch ? batch : { ...batch, events: batch.events.map(withBuffer) };
    }
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error;
  } finally {
    port.close();
    if (!over) stop.abort();
  }
}

export async function* fileEvents(
  file: RecognizedFile,
  options: ReadOptions,
  known: KnownSymbols,
): AsyncGenerator<readonly PushedEvent[]> {
  for await (const batch of fileBatches(file, options, known)) yield eventsOf(batch);
}

export const eventsOf = (batch: FileBatch): readonly (PushedEvent | BlockBar)[] =>
  'block' in batch ? blockEvents(batch.block) : batch.events;
