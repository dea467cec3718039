/** The threads that read files for this process: what a file does to them stays with them. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { threadModule } from '../../../lib/threads.ts';
import type { FileBounds } from './bounds.ts';
import type { Checked, Plan } from './check.ts';
import { ImportError } from './errors.ts';
import { unpack } from './packed.ts';
import type { FileBatch } from './read.ts';
import type { Fault, Job, ReadMessage, Task } from './thread.ts';

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

export async function checkInThread(path: string, job: Job): Promise<Checked> {
  const task: Task = { ...job, do: 'check', path };
  const answer = await pool(job.bounds.threadMib)
    .run(task)
    .catch((error: unknown) => {
      throw threadFailure(error, path, job.bounds);
    });
  if ('fault' in answer) throw toError(answer.fault);
  return answer.checked;
}

/** Whoever stops taking batches ends the thread. */
export async function* readInThread(plan: Plan, job: Job): AsyncGenerator<FileBatch> {
  const { port1: port, port2 } = new MessageChannel();
  const abort = new AbortController();
  const messages: (ReadMessage | { readonly failure: unknown })[] = [];
  let wake = () => {};
  const take = (message: (typeof messages)[number]) => {
    messages.push(message);
    wake();
  };
  port.on('message', take);
  const task: Task = { ...job, do: 'read', plan, port: port2 as MessagePort };
  let over = false;
  pool(job.bounds.threadMib)
    .run(task, { transferList: [port2], signal: abort.signal })
    .catch((failure: unknown) => take({ failure: threadFailure(failure, plan.source.path, job.bounds) }));
  try {
    for (let i = 0; i < AHEAD; i++) port.postMessage(null);
    for (;;) {
      const message = messages.shift();
      if (!message) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      over = 'failure' in message || 'end' in message;
      if ('failure' in message) throw message.failure;
      if ('end' in message) {
        if (message.fault) throw toError(message.fault);
        return;
      }
      port.postMessage(null);
      yield unpack(message.batch);
    }
  } finally {
    port.close();
    if (!over) abort.abort();
  }
}
