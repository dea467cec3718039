/**
 * `POST /operations/<name>`. The body is a JSON object of arguments; or, with files, a form whose field `args` has that
 * object and whose files follow in the order of its `files`, their names. The answer is newline-delimited JSON:
 * `{"progress":...}`, `{"notice":...}`, `{"data":...}` (base64) and empty lines, then one `{"result":...}` or `{"error":...}`.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PassThrough } from 'node:stream';
import formidable from 'formidable';
import type { Context } from 'koa';
import readBody from 'raw-body';
import { z } from 'zod';
import type { Logger } from '../../lib/logger.ts';
import { messageOf } from '../../lib/text.ts';
import { type Args, EXIT, isOperatorError, type Operation, OperationError } from '../operation.ts';

const ARGS_BYTES_MAX = 64 * 1024 * 1024;
/** The bound of all files of one request. */
const FILES_BYTES_MAX = 64 * 1024 ** 3;
const FILES_MAX = 10_000;
const BEAT_MS = 15_000;

const jsonArgs = z.record(z.string(), z.unknown());

interface Received {
  readonly args: Args;
  /** The path as the caller wrote it, and where the file is now. */
  readonly files: readonly { readonly name: string; readonly path: string }[];
}

/** Returns once the request is read; `done` resolves once the operation has ended. */
export async function runOperation(
  run: { name: string; operation: Operation; logger: Logger; beatMs?: number },
  ctx: Context,
): Promise<{ done: Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'market-stats-'));
  const discard = () => {
    process.off('exit', discard);
    rmSync(folder, { recursive: true, force: true });
  };
  // A program that stops does not wait for every operation to end.
  process.once('exit', discard);
  try {
    const received = await receive(ctx, run.name, folder);
    const lines = new PassThrough();
    ctx.type = 'application/x-ndjson';
    ctx.body = lines;
    return { done: answer(run, received, lines).finally(discard) };
  } catch (error) {
    discard();
    ctx.set('Connection', 'close');
    ctx.throw(400, `the request cannot be read: ${messageOf(error)}`);
  }
}

async function answer(
  { name, operation, logger, beatMs = BEAT_MS }: Parameters<typeof runOperation>[0],
  { args, files }: Received,
  lines: PassThrough,
): Promise<void> {
  // The operation goes on without a caller.
  lines.on('error', () => {});
  const line = (value: unknown) => lines.destroyed || lines.write(`${withNames(JSON.stringify(value), files)}\n`);
  // Clients and proxies take a long silence for the end.
  const beat = setInterval(() => lines.destroyed || lines.write('\n'), beatMs);
  try {
    const result = await operation(args, {
      progress: (progress) => void line({ progress }),
      notice: (notice) => void line({ notice }),
      async data(bytes) {
        if (!line({ data: Buffer.from(bytes).toString('base64') }))
          await Promise.race([once(lines, 'drain'), once(lines, 'close')]);
      },
    });
    line({ result });
  } catch (error) {
    if (!isOperatorError(error)) logger.error({ err: error, operation: name }, 'an operation failed');
    const exit = error instanceof OperationError ? error.exitCode : EXIT.notDone;
    line({ error: { message: messageOf(error), exit } });
  } finally {
    clearInterval(beat);
    lines.end();
  }
}

/** Messages name files as the caller does. */
function withNames(text: string, files: Received['files']): string {
  const inJson = (path: string) => JSON.stringify(path).slice(1, -1);
  return files.reduce((named, { name, path }) => named.replaceAll(inJson(path), () => inJson(name)), text);
}

async function receive(ctx: Context, operation: string, folder: string): Promise<Received> {
  if (!ctx.is('multipart')) {
    const text = await readBody(ctx.req, { limit: ARGS_BYTES_MAX, encoding: 'utf8' });
    const args = jsonArgs.parse(JSON.parse(text || '{}'));
    // A caller names no file of this machine.
    return { args: operation === 'import' ? { ...args, files: [] } : args, files: [] };
  }
  let count = 0;
  const form = formidable({
    uploadDir: folder,
    createDirsFromUploads: true,
    // Names of files can tell the symbol, and two folders may each have one of a name.
    filename: (_, __, { originalFilename }) => `${count++}/${basename(originalFilename ?? '')}`,
    allowEmptyFiles: true,
    minFileSize: 0,
    maxFileSize: FILES_BYTES_MAX,
    maxTotalFileSize: FILES_BYTES_MAX,
    maxFiles: FILES_MAX,
    maxFieldsSize: ARGS_BYTES_MAX,
  });
  const [fields, uploads] = await form.parse(ctx.req);
  const args = jsonArgs.parse(JSON.parse(fields['args']?.[0] ?? ''));
  const names = z.array(z.string()).parse(args['files']);
  const placeOf = (path: string) => Number(path.slice(folder.length + 1).split('/', 1)[0]);
  const paths = Object.values(uploads).flatMap((all = []) => all.map(({ filepath }) => filepath));
  paths.sort((a, b) => placeOf(a) - placeOf(b));
  if (paths.length !== names.length) throw new RangeError(`${names.length} files are named, ${paths.length} were sent`);
  return { args: { ...args, files: paths }, files: paths.map((path, i) => ({ name: names[i], path })) };
}
