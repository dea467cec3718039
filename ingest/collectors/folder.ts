/**
 * `folder` imports the files of a folder. A file that has not changed for five seconds goes through the importer and is moved
 * to `done/` or `failed/` with a report. After a kill before the move it is imported again, which changes nothing. Files wait
 * while the store or the log is unavailable. The newest file in `failed/` is the collector's last error until it is removed.
 */

import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { isSchedule } from '../../lib/cron.ts';
import { gauge } from '../../lib/metrics.ts';
import { messageOf } from '../../lib/text.ts';
import { EVENT_SET_NAMES } from '../contract/events.ts';
import type { WorkerContext } from './contract.ts';
import { runsTotal, VendorError } from './errors.ts';
import { type GivenOptions, optionError, type StoredOptions } from './kind.ts';
import type { Progress } from './store.ts';
import { Worker } from './worker.ts';

const text = z.string().min(1).optional();
const pairs = z.record(z.string(), z.string()).optional();
const optionsGiven = z.strictObject({
  dir: z.string('name the folder').refine(isAbsolute, 'name the folder by its whole path'),
  files: z.enum(EVENT_SET_NAMES, `give one of ${EVENT_SET_NAMES.join(', ')}`).default('bars'),
  schedule: z
    .string()
    .refine(isSchedule, 'give a cron expression of five fields, or six with seconds')
    .default('*/10 * * * * *'),
  interval: text,
  assetClass: text,
  symbol: text,
  tz: text,
  columns: text,
  stamp: text,
  priceScale: text,
  decimal: text,
  dateFormat: text,
  dropFillers: z.boolean().optional(),
  map: pairs,
  default: pairs,
});
const optionsStored = z.object({
  dir: z.string(),
  files: z.enum(EVENT_SET_NAMES),
  schedule: z.string(),
  import: z.record(z.string(), z.unknown()),
});
type FolderOptions = Readonly<z.infer<typeof optionsStored>>;

export interface FolderKind {
  readonly form: 'folder';
  readonly name: 'folder';
  prepare(given: GivenOptions): { id: string; options: StoredOptions };
  folder(options: StoredOptions): FolderOptions;
}

export const folderKind: FolderKind = {
  form: 'folder',
  name: 'folder',
  prepare(options) {
    const parsed = optionsGiven.safeParse(options);
    if (!parsed.success) throw optionError('folder', parsed.error, []);
    const { dir, files, schedule, default: defaults, ...rest } = parsed.data;
    const given = Object.fromEntries(Object.entries({ ...rest, defaults }).filter(([, value]) => value !== undefined));
    return { id: 'folder', options: { dir, files, schedule, import: given } };
  },
  folder: (options) => optionsStored.parse(options),
};

/** Result of an import: `failed` if the file was refused or could not be read to its end. */
interface FileReport {
  readonly failed: boolean;
  readonly report: Readonly<Record<string, unknown>>;
}

/** Throws only if the store or the log is unavailable. */
export type ImportFile = (
  kind: FolderOptions['files'],
  path: string,
  options: FolderOptions['import'],
) => Promise<FileReport>;

interface FolderContext extends WorkerContext {
  readonly options: FolderOptions;
  readonly importFile: ImportFile;
}

const waitingFiles = gauge(
  'ingest_collector_waiting_files',
  'Files in a drop folder that have not been imported, those that are still being written among them',
  ['collector'],
);

const REPORT = '.report.json';
/** A file that changed within this time is still being written. */
const SETTLED_MS = 5_000;
/** Names of unfinished files. */
const UNFINISHED = /^\.|\.(part|partial|tmp|temp|crdownload|filepart)$|~$/i;

export class FolderWorker extends Worker<FolderContext> {
  protected override readonly pauseMaxMs = 5 * 60_000;
  /** Size and time of change at the last look, by name. */
  #seen = new Map<string, string>();
  /** The file that had to wait last: the others come before it. */
  #waiting = '';

  protected async run(signal: AbortSignal): Promise<void> {
    const { id } = this.context;
    try {
      for (const name of await this.#complete()) {
        signal.throwIfAborted();
        this.#waiting = name;
        await this.#recordFile(name);
        await this.#take(name);
        this.#waiting = '';
      }
    } catch (failure) {
      if (this.#waiting === '' || signal.aborted) throw failure;
      const message = `${this.#waiting} was not imported; it is retried: ${messageOf(failure)}`;
      throw new VendorError('away', message, { cause: failure });
    }
    const failed = await this.#newestFailed();
    runsTotal.inc({ collector: id, outcome: failed ? 'refused' : 'ok' });
  }

  /** Returns the files that have not changed since the last look, in the order of their names. */
  async #complete(): Promise<string[]> {
    const { options, clock, id } = this.context;
    const complete: string[] = [];
    const seen = new Map<string, string>();
    for (const name of (await readdir(options.dir)).sort()) {
      if (UNFINISHED.test(name)) continue;
      const stats = await lstat(join(options.dir, name)).catch(() => null);
      if (!stats?.isFile()) continue;
      const mark = `${stats.size} ${stats.mtimeMs} ${stats.ino}`;
      seen.set(name, mark);
      if (this.#seen.get(name) === mark && clock.nowMs() - stats.mtimeMs >= SETTLED_MS) complete.push(name);
    }
    this.#seen = seen;
    waitingFiles.set({ collector: id }, seen.size);
    const isWaiting = (name: string) => Number(name === this.#waiting);
    return complete.sort((a, b) => isWaiting(a) - isWaiting(b));
  }

  /** Imports a file and moves it to `done/` or `failed/` with its report. */
  async #take(name: string): Promise<void> {
    const { options, importFile, clock, id, logger } = this.context;
    const path = join(options.dir, name);
    const { failed, report } = await importFile(options.files, path, options.import);
    const folder = join(options.dir, failed ? 'failed' : 'done');
    await mkdir(folder, { recursive: true });
    const at = new Date(clock.nowMs()).toISOString();
    const target = existsSync(join(folder, name)) ? `${at.replace(/[:.]/g, '-')}-${name}` : name;
    await writeFile(join(folder, `${target}${REPORT}`), `${JSON.stringify({ file: name, at, ...report }, null, 2)}\n`);
    await rename(path, join(folder, target));
    this.#seen.delete(name);
    waitingFiles.set({ collector: id }, this.#seen.size);
    logger.info({ file: name, failed }, 'a dropped file was imported');
  }

  /** Writes which file is imported next. */
  async #recordFile(file: string): Promise<void> {
    const { store, id } = this.context;
    await store.recordProgress(id, [{ ...(await this.#state('')), file }]);
  }

  protected override async record(error: string): Promise<void> {
    await this.context.store.recordProgress(this.context.id, [await this.#state(error)]);
  }

  async #state(error: string): Promise<Progress> {
    const failed = error === '' ? await this.#newestFailed() : null;
    return failed ? this.progressOf('', failed.error, failed.atMs) : this.progressOf('', error);
  }

  /** Returns why the newest file in `failed/` is there, and since when. Operators may change the folder meanwhile. */
  async #newestFailed(): Promise<{ error: string; atMs: number } | null> {
    const folder = join(this.context.options.dir, 'failed');
    const files: { name: string; report: string; atMs: number }[] = [];
    for (const name of await readdir(folder).catch(() => [])) {
      const report = join(folder, `${name}${REPORT}`);
      const stats = await stat(report).catch(() => null);
      if (stats) files.push({ name, report, atMs: Math.floor(stats.mtimeMs) });
    }
    const [newest, ...others] = files.sort((a, b) => b.atMs - a.atMs);
    if (!newest) return null;
    const report = await readFile(newest.report, 'utf8').catch(() => '');
    const error = jsonOf(report)?.['error'] ?? 'was refused';
    const more = others.length > 0 ? ` (${others.length} more in failed/)` : '';
    return { error: `${newest.name}: ${error}${more}`, atMs: newest.atMs };
  }
}

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
