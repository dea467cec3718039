/** Files that operators upload in parts in the console. They go once landed, an hour after their last part, or for newer ones. */
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, rm, stat, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { type Handlers, operationsOf } from '../commands.ts';
import { notDone, type Operation, OperationError, usageError } from '../operation.ts';

const ID = /^[0-9a-f]{32}$/;
const KEPT_MS = 3_600_000;
const MAX_UPLOADS = 8;
const MAX_NAME = 100;

export interface UploadOptions {
  readonly dataDir: string;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly importFiles: Operation;
}

/** The end of the name says the format; what else is in it must mean nothing to a file system or terminal. */
export function safeName(name: string): string {
  const last = basename(name.replaceAll('\\', '/')).replaceAll(/[^\w.-]+/g, '_');
  return last.slice(-MAX_NAME).replace(/^[.-]+/, '') || 'upload';
}

export function uploadOperations({ dataDir, maxBytes, clock, importFiles }: UploadOptions): Record<string, Operation> {
  const folder = join(dataDir, 'uploads');

  async function found(id: string): Promise<{ path: string; bytes: number }> {
    const [name] = ID.test(id) ? await readdir(join(folder, id)).catch(() => []) : [];
    if (name === undefined)
      throw notDone(
        `there is no upload ${id}: uploads are removed an hour after their last part, and with ${MAX_UPLOADS} newer ones`,
      );
    const path = join(folder, id, name);
    return { path, bytes: (await stat(path)).size };
  }

  const remove = (id: string) => rm(join(folder, id), { recursive: true, force: true });

  /** Removes those that nobody continued, and of too many those that were continued longest ago. */
  async function makeRoom(): Promise<void> {
    const kept: { id: string; changedMs: number }[] = [];
    for (const id of await readdir(folder).catch(() => [])) {
      // Without a file, another operator begins it just now.
      const { path } = await found(id).catch(() => ({ path: join(folder, id) }));
      const changedMs = (await stat(path).catch(() => null))?.mtimeMs ?? 0;
      if (clock.nowMs() - changedMs < KEPT_MS) kept.push({ id, changedMs });
      else await remove(id);
    }
    kept.sort((a, b) => b.changedMs - a.changedMs);
    for (const { id } of kept.slice(MAX_UPLOADS - 1)) await remove(id);
  }

  return operationsOf({
    async 'uploads.begin'({ name }) {
      await makeRoom();
      const upload = randomBytes(16).toString('hex');
      const file = safeName(name);
      await mkdir(join(folder, upload), { recursive: true, mode: 0o700 });
      await appendFile(join(folder, upload, file), '', { mode: 0o600 });
      return { upload, name: file, max_bytes: maxBytes };
    },
    async 'uploads.append'({ upload, offset, base64 }) {
      const { path, bytes } = await found(upload);
      // A part that is sent again, because its answer was lost, takes its own place.
      if (offset > bytes) throw usageError(`offset: the file has ${bytes} bytes so far`);
      const part = Buffer.from(base64, 'base64');
      if (offset + part.length > maxBytes) {
        await remove(upload);
        throw notDone(`the file is larger than ${maxBytes} bytes (UPLOAD_MAX_MB): import it with the command line`);
      }
      await truncate(path, offset);
      await appendFile(path, part);
      return { upload, bytes: offset + part.length };
    },
    async 'uploads.import'({ upload, ...rest }, context) {
      const { path } = await found(upload);
      // Who uploads knows the file by its name alone.
      const named = (text: string) => text.replaceAll(path, basename(path));
      const result = await importFiles(
        { ...rest, files: [path] },
        {
          progress: ({ label, ...progress }) => context.progress({ label: named(label), ...progress }),
          notice: (text) => context.notice(named(text)),
        },
      ).catch((error) => {
        throw error instanceof OperationError ? new OperationError(error.exitCode, named(error.message)) : error;
      });
      if (!rest.dryRun) await remove(upload);
      return JSON.parse(named(JSON.stringify(result)));
    },
    async 'uploads.remove'({ upload }) {
      await found(upload);
      await remove(upload);
      return { upload, removed: true };
    },
  } satisfies Handlers<'uploads'>);
}
