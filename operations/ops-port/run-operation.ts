/**
 * `POST /operations/<name>`. The body is a JSON object of arguments; or, with the type of `FILES_TYPE`, a line of JSON
 * (`SentHead`) and the bytes of the files that it names. The answer is newline-delimited JSON: `{"progress":...}`,
 * `{"notice":...}`, `{"data":...}` (base64) and empty lines, then one `{"result":...}` or `{"error":...}`.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Logger } from '../../lib/logger.ts';
import { messageOf } from '../../lib/text.ts';
import { EXIT, isOperatorError, type Operation, OperationError } from '../operation.ts';

export const FILES_TYPE = 'application/x-market-stats-files';

const sentHead = z.object({
  args: z.record(z.string(), z.unknown()),
  /** `name`: the path as the caller wrote it. */
  files: z.array(z.object({ name: z.string().min(1).max(4096), bytes: z.number().int().nonnegative() })).max(10_000),
});
export type SentHead = z.infer<typeof sentHead>;

const JSON_BYTES_MAX = 64 * 1024 * 1024;
/** Of all files of one request. */
const FILES_BYTES_MAX = 64 * 1024 ** 3;
const BEAT_MS = 15_000;

interface Received {
  readonly args: Record<string, unknown>;
  readonly files: readonly { readonly name: string; readonly path: string }[];
}

export async function runOperation(
  {
    name,
    operation,
    logger,
    beatMs = BEAT_MS,
  }: { name: string; operation: Operation; logger: Logger; beatMs?: number },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'market-stats-'));
  try {
    let received: Received;
    try {
      received = await receive(request, folder);
    } catch (error) {
      response.writeHead(400, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
      response.end(`${JSON.stringify({ error: `the request cannot be read: ${messageOf(error)}` })}\n`);
      return;
    }
    const { files } = received;
    // A caller names no file of this machine.
    const args = name === 'import' ? { ...received.args, files: files.map(({ path }) => path) } : received.args;
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.flushHeaders();
    const line = (value: unknown) => response.write(`${withNames(JSON.stringify(value), files)}\n`);
    // Clients and proxies take a long silence for the end.
    const beat = setInterval(() => response.write('\n'), beatMs);
    try {
      const result = await operation(args, {
        progress: (progress) => line({ progress }),
        notice: (notice) => line({ notice }),
        async data(bytes) {
          if (!line({ data: Buffer.from(bytes).toString('base64') }) && !response.destroyed)
            await Promise.race([once(response, 'drain'), once(response, 'close')]);
        },
      });
      line({ result });
    } catch (error) {
      if (!isOperatorError(error)) logger.error({ err: error, operation: name }, 'an operation failed');
      const exit = error instanceof OperationError ? error.exitCode : EXIT.notDone;
      line({ error: { message: messageOf(error), exit } });
    } finally {
      clearInterval(beat);
    }
    response.end();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Messages name files as the caller does. */
function withNames(text: string, files: Received['files']): string {
  const inJson = (path: string) => JSON.stringify(path).slice(1, -1);
  let named = text;
  for (const { name, path } of files) named = named.replaceAll(inJson(path), () => inJson(name));
  return named;
}

async function receive(request: IncomingMessage, folder: string): Promise<Received> {
  const body = new Body(request);
  if (request.headers['content-type'] !== FILES_TYPE) {
    const text = await body.text(JSON_BYTES_MAX);
    return { args: z.record(z.string(), z.unknown()).parse(JSON.parse(text || '{}')), files: [] };
  }
  const { args, files } = sentHead.parse(JSON.parse(await body.text(JSON_BYTES_MAX, '\n')));
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > FILES_BYTES_MAX)
    throw new RangeError(`the files have more than ${FILES_BYTES_MAX} bytes: send them in parts`);
  const received: { name: string; path: string }[] = [];
  for (const [i, { name, bytes }] of files.entries()) {
    // Names of files can tell the symbol, and two folders may each have one of a name.
    const own = join(folder, String(i));
    await mkdir(own);
    const path = join(own, basename(name));
    await pipeline(body.take(bytes), createWriteStream(path));
    received.push({ name, path });
  }
  return { args, files: received };
}

/** Reads a stream in parts of known ends. */
class Body {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async #next(): Promise<Buffer | null> {
    const { value, done } = await this.#chunks.next();
    return done ? null : value;
  }

  /** The text up to the end, or to the first `mark`, which is left out. */
  async text(maxBytes: number, mark?: string): Promise<string> {
    const parts = [this.#rest];
    let bytes = this.#rest.length;
    for (;;) {
      const chunk = await this.#next();
      if (!chunk) break;
      bytes += chunk.length;
      if (bytes > maxBytes) throw new RangeError(`more than ${maxBytes} bytes of arguments`);
      const at = mark === undefined ? -1 : chunk.indexOf(mark);
      if (at < 0) parts.push(chunk);
      else {
        parts.push(chunk.subarray(0, at));
        this.#rest = chunk.subarray(at + 1);
        break;
      }
    }
    return Buffer.concat(parts).toString('utf8');
  }

  async *take(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      const chunk = this.#rest.length > 0 ? this.#rest : await this.#next();
      if (!chunk) throw new RangeError('it ended before the last byte of its files');
      this.#rest = chunk.subarray(left);
      yield chunk.subarray(0, left);
      left -= Math.min(left, chunk.length);
    }
  }
}
