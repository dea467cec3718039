/**
 * `folder`: files that somebody drops into a folder. A file is taken once it has not changed for a while, goes through the
 * importer as if an operator had named it, and is moved to `done/` or `failed/` with a report beside it. Killed before the move
 * it is imported again, which changes nothing. While the store or the log is away files wait where they are, and are tried again.
 * What is in `failed/` is the collector's last error until an operator removes it from there.
 */

import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { gauge } from '../../lib/metrics.ts';
import { messageOf } from '../../lib/text.ts';
import { EVENT_SET_NAMES } from '../contract/events.ts';
import type { WorkerContext } from './contract.ts';
import { VendorError } from './errors.ts';
import { CRON, type GivenOptions, optionError, type StoredOptions } from './kind.ts';
import { ScheduledWorker } from './scheduled-worker.ts';
import type { Progress } from './store.ts';

const text = z.string().min(1).optional();
const pairs = z.record(z.string(), z.string()).optional();
const optionsGiven = z.strictObject({
  dir: z.string('name the folder').refine(isAbsolute, 'name the folder by its whole path'),
  files: z.enum(EVENT_SET_NAMES, `give one of ${EVENT_SET_NAMES.join(', ')}`).default('bars'),
  schedule: z
    .string()
    .regex(CRON, 'give a cron expression of five fields, or six with seconds')
    .default('*/10 * * * * *'),
  interval: text,
  assetClass: text,
  symbol: text,
  tz: text,
  format: text,
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
export type FolderOptions = Readonly<z.infer<typeof optionsStored>>;

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

/** What became of a file: `failed` where it could not be read to its end, or was refused. */
export interface FileReport {
  readonly failed: boolean;
  readonly report: Readonly<Record<string, unknown>>;
}

/** Throws where it is not for the file: the store or the log is away. */
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
/** A file that changed since is still being written. */
const SETTLED_MS = 5_000;
/** Names under which programs write what is not complete. */
const UNFINISHED = /^\.|\.(part|partial|tmp|temp|crdownload|filepart)$|~$/i;

export class FolderWorker extends ScheduledWorker<FolderContext> {
  protected readonly item = '';
  protected override readonly pauseMaxMs = 5 * 60_000;
  /** Size and time of change at the last look, by name. */
  #seen = new Map<string, string>();
  /** The file that had to wait last: others come before it. */
  #waiting = '';

  /** Stopped, it finishes the file that is under way. */
  protected async collect(signal: AbortSignal): Promise<string> {
    let error = '';
    try {
      for (const name of await this.#complete()) {
        signal.throwIfAborted();
        this.#waiting = name;
        await this.#recordFile(name, error);
        error = (await this.#take(name)) ?? error;
        this.#waiting = '';
      }
      return error;
    } catch (failure) {
      if (this.#waiting === '' || signal.aborted) throw failure;
      const message = messageOf(failure);
      throw new VendorError('away', `${this.#waiting} was not imported; it is retried: ${message}`, { cause: failure });
    }
  }

  /** Files that are as they were at the last look, in the order of their names. */
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

  /** Answers why it failed, where it did. */
  async #take(name: string): Promise<string | null> {
    const { options, importFile, clock, id, logger } = this.context;
    const path = join(options.dir, name);
    const { failed, report } = await importFile(options.files, path, options.import);
    const folder = join(options.dir, failed ? 'failed' : 'done');
    await mkdir(folder, { recursive: true });
    const stamp = new Date(clock.nowMs()).toISOString().replace(/[:.]/g, '-');
    const target = existsSync(join(folder, name)) ? `${stamp}-${name}` : name;
    const written = { file: name, at: new Date(clock.nowMs()).toISOString(), ...report };
    await writeFile(join(folder, `${target}${REPORT}`), `${JSON.stringify(written, null, 2)}\n`);
    await rename(path, join(folder, target));
    this.#seen.delete(name);
    waitingFiles.set({ collector: id }, this.#seen.size);
    logger.info({ file: name, failed }, 'a dropped file was imported');
    return failed ? whyFailed(name, report['error']) : null;
  }

  /** The file that is imported next; a failure of the run before stays in sight, and its time. */
  async #recordFile(file: string, error: string): Promise<void> {
    const { store, id } = this.context;
    const [last] = error === '' ? await store.progress(id) : [];
    const before = last ? { runMs: last.runMs, error: last.error, errorMs: last.errorMs } : { error };
    await this.record({ ...before, file });
  }

  protected override async record(state: Pick<Progress, 'error'> & Partial<Progress>): Promise<void> {
    await super.record({ ...state, ...(state.error === '' && (await this.#failed())) });
  }

  /** Why the newest file in `failed/` is there, and when it came. */
  async #failed(): Promise<Pick<Progress, 'error' | 'errorMs'> | null> {
    const folder = join(this.context.options.dir, 'failed');
    // An operator may remove or change them meanwhile: that must keep no file from being imported.
    const files = await Promise.all(
      (await readdir(folder).catch(() => [])).map(async (name) => {
        const report = join(folder, `${name}${REPORT}`);
        return {
          name,
          report,
          at: await stat(report).then(
            ({ mtimeMs }) => mtimeMs,
            () => null,
          ),
        };
      }),
    );
    const [newest, ...others] = files
      .flatMap(({ at, ...file }) => (at === null ? [] : { ...file, at }))
      .sort((a, b) => b.at - a.at);
    if (!newest) return null;
    const error = await readFile(newest.report, 'utf8')
      .then((text) => JSON.parse(text).error)
      .catch(() => undefined);
    const more = others.length > 0 ? ` (${others.length} more in failed/)` : '';
    return { error: `${whyFailed(newest.name, error)}${more}`, errorMs: Math.floor(newest.at) };
  }
}

const whyFailed = (name: string, error: unknown) => `${name}: ${String(error ?? 'was refused')}`;
