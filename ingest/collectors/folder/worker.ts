/**
 * A drop folder at work. A file is taken once it has not changed for a while, goes through the importer as if an operator had
 * named it, and is moved to `done/` or `failed/` with a report beside it. Killed before the move it is imported again, which
 * changes nothing. While the store or the log is away files wait where they are, and are tried again.
 */
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backoffMs } from '../../../lib/async.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Logger } from '../../../lib/logger.ts';
import { runsTotal } from '../metrics.ts';
import { ScheduledWorker } from '../side.ts';
import type { CollectorStore } from '../store.ts';
import type { FolderOptions } from './folder-kind.ts';

/** What became of a file: `failed` where it could not be read to its end, or was refused. */
export interface FileReport {
  readonly failed: boolean;
  /** As `import --json` answers, or an error. */
  readonly report: Readonly<Record<string, unknown>>;
}

/** Throws where it is not for the file: the store or the log is away. */
export type ImportFile = (
  kind: FolderOptions['files'],
  path: string,
  options: FolderOptions['import'],
) => Promise<FileReport>;

export interface FolderWorkerOptions {
  readonly id: string;
  readonly options: FolderOptions;
  readonly importFile: ImportFile;
  readonly store: CollectorStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly nextTickMs: () => number | null;
}

/** A file that changed since is still being written. */
const SETTLED_MS = 5_000;
const WAIT = { firstMs: 5_000, maxMs: 5 * 60_000 } as const;
/** Names under which programs write what is not complete. */
const UNFINISHED = /^\.|\.(part|partial|tmp|temp|crdownload|filepart)$|~$/i;

export class FolderWorker extends ScheduledWorker<FolderWorkerOptions> {
  /** Size and time of change at the last look, by name. */
  #seen = new Map<string, string>();
  /** The file that had to wait last: others come before it. */
  #waiting = '';
  #failures = 0;

  /** Stopped, it finishes the file that is under way. */
  protected async run(signal: AbortSignal): Promise<void> {
    const { id, logger } = this.o;
    let error = '';
    try {
      for (const name of await this.#complete()) {
        if (signal.aborted) return;
        this.#waiting = name;
        await this.#note(error, name);
        error = (await this.#take(name)) ?? error;
        this.#waiting = '';
        this.#failures = 0;
      }
      runsTotal.inc({ collector: id, outcome: error === '' ? 'ok' : 'refused' });
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      error = this.#waiting === '' ? message : `${this.#waiting} waits, and is tried again: ${message}`;
      this.#failures++;
      this.pausedUntilMs = this.o.clock.nowMs() + backoffMs(this.#failures, WAIT.firstMs, WAIT.maxMs);
      runsTotal.inc({ collector: id, outcome: this.#waiting === '' ? 'error' : 'away' });
      logger.warn({ collector: id, file: this.#waiting, err: failure }, 'a drop folder is looked at again later');
    }
    await this.#note(error).catch((err) => logger.error({ collector: id, err }, 'its state is not noted'));
  }

  /** Files that are as they were at the last look, in the order of their names. */
  async #complete(): Promise<string[]> {
    const { options, clock } = this.o;
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
    const isWaiting = (name: string) => Number(name === this.#waiting);
    return complete.sort((a, b) => isWaiting(a) - isWaiting(b));
  }

  /** Answers why it failed, where it did. */
  async #take(name: string): Promise<string | null> {
    const { options, importFile, clock, id, logger } = this.o;
    const path = join(options.dir, name);
    const { failed, report } = await importFile(options.files, path, options.import);
    const folder = join(options.dir, failed ? 'failed' : 'done');
    await mkdir(folder, { recursive: true });
    const stamp = new Date(clock.nowMs()).toISOString().replace(/[:.]/g, '-');
    const target = existsSync(join(folder, name)) ? `${stamp}-${name}` : name;
    const written = { file: name, at: new Date(clock.nowMs()).toISOString(), ...report };
    await writeFile(join(folder, `${target}.report.json`), `${JSON.stringify(written, null, 2)}\n`);
    await rename(path, join(folder, target));
    this.#seen.delete(name);
    logger.info({ collector: id, file: name, failed }, 'a dropped file was imported');
    return failed ? `${name}: ${String(report['error'] ?? 'was refused')}` : null;
  }

  #nextRunMs(): number | null {
    const tickMs = this.o.nextTickMs();
    return tickMs === null ? null : Math.max(tickMs, this.pausedUntilMs);
  }

  /** @param file the one that is imported next; with it, a failure of the run before stays in sight, and its time */
  async #note(error: string, file = ''): Promise<void> {
    const { store, id, clock } = this.o;
    const runMs = clock.nowMs();
    const came = { runMs, error, errorMs: error === '' ? null : runMs };
    const [last] = file === '' || error !== '' ? [] : await store.progress(id);
    const row = { ...(last ?? came), item: '', file, resumeMs: null, nextRunMs: this.#nextRunMs() };
    await store.noteProgress(id, [row]);
  }
}
