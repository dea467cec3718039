/** The embedded engine: its data directory, which one process owns at a time, and its sessions. */
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { inTurn, orAborted } from '../lib/async.ts';
import { DiskError, StoreError, toStoreError } from './errors.ts';
import { identifier, paramText, stringLiteral } from './formats/text.ts';
import { checkParams, collect, type Session, type Settings, type SettingValue, type Statement } from './session.ts';

function unusable(path: string, why: string, cause?: unknown): StoreError {
  return new DiskError(`the data directory ${path} cannot be used: ${why}`, { cause });
}

const REASONS: Record<string, string> = {
  EACCES: 'no permission to write there; change its owner, or set DATA_DIR',
  EPERM: 'no permission to write there; change its owner, or set DATA_DIR',
  EROFS: 'its file system is read-only; set DATA_DIR',
  ENOTDIR: 'a part of the path is a file; set DATA_DIR',
  ENOSPC: 'the disk is full; free some space',
};

/** Makes the engine's directory and checks it. Throws a fatal StoreError; `named`: as the operator knows it. */
export function prepareDirectory(path: string, named = path): void {
  try {
    makeDirectory(resolve(path));
    // Bars, accounts and hashes of tokens lie there. A directory of another owner stays as its owner has it.
    const { mode, uid } = statSync(path);
    if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(path, 0o700);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw unusable(named, REASONS[code] ?? message, error);
  }
  const owner = namedOwner(path);
  if (owner && isLockedBy(path, owner)) throw unusable(named, inUseBy(owner));
}

/** One by one: Node's own way says ENOENT on a read-only file system, and hangs below /proc. */
function makeDirectory(path: string): void {
  if (!existsSync(path)) {
    makeDirectory(dirname(path));
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      // Another process was quicker.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (!statSync(path).isDirectory()) throw Object.assign(new Error(`${path} is a file`), { code: 'ENOTDIR' });
}

/** Another process that the engine's lock file names. The file stays behind after a kill, so this alone means nothing. */
function namedOwner(path: string): number | undefined {
  try {
    const owner = Number(/^PID: (\d+)/m.exec(readFileSync(join(path, 'status'), 'utf8'))?.[1]);
    return owner && owner !== process.pid ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** As far as the system tells (Linux). Asked before the engine is, whose own refusal is on stderr alone. */
function isLockedBy(path: string, owner: number): boolean {
  try {
    const { ino } = statSync(join(path, 'status'));
    return new RegExp(`FLOCK .* ${owner} \\w+:\\w+:${ino} `).test(readFileSync('/proc/locks', 'utf8'));
  } catch {
    return false;
  }
}

const inUseBy = (owner: number) => `process ${owner} has it open; stop that one first, or set another DATA_DIR`;

/** Why the engine would not start: the likeliest reason, as it does not tell. */
function whyNotOpened(path: string): string {
  if (statfsSync(path).bavail === 0) return REASONS['ENOSPC'];
  const owner = namedOwner(path);
  return owner ? inUseBy(owner) : 'the engine could not open it; its own message is on stderr';
}

/** The engine serves one data directory a process: which, and how many stores are open on it. */
const inUse = { path: '', stores: 0 };

/** Patterns in a path would make the engine look for several files. */
const HAS_PATTERN = /[*?{}[\]\\]/;
const SCRATCH_PREFIX = 'market-stats-';
/** Names that mkdtemp gives to the folders of a session. */
const SCRATCH_NAME = /^market-stats-[A-Za-z0-9]{6}$/;

/** Where bodies are on their way into the engine. Of what a crash left there only our own folders are removed. */
function scratchFolder(path: string): string {
  if (HAS_PATTERN.test(path)) return tmpdir();
  const folder = join(path, '..', 'clickhouse-scratch');
  prepareDirectory(folder);
  for (const name of inUse.stores === 1 ? readdirSync(folder) : []) {
    if (SCRATCH_NAME.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  return folder;
}

function loadEngine(): (options: { path: string }) => never {
  try {
    return createRequire(import.meta.url)('chdb/connection').createChdbConnection;
  } catch (error) {
    const message = 'the embedded engine (package chdb) cannot be loaded on this machine; set CLICKHOUSE_URL';
    throw new StoreError(message, { kind: 'fatal', cause: error });
  }
}

/** Claims the data directory for this process and opens sessions on it with `open`. @returns what they are, and what ends the claim */
export function onEngine<T>(
  dataDir: string,
  open: (session: (settings: Settings, database?: string) => Session) => T,
): { sessions: T; release: () => void } {
  const path = join(resolve(dataDir), 'clickhouse');
  prepareDirectory(path, dataDir);
  if (inUse.stores > 0 && inUse.path !== path)
    throw unusable(path, `this process has ${inUse.path} open already; close that store first`);
  inUse.path = path;
  inUse.stores++;
  const release = () => {
    inUse.stores--;
  };
  try {
    const createConnection = loadEngine();
    const scratch = scratchFolder(path);
    const session = (settings: Settings, database?: string) => {
      try {
        const log = { level: ClickHouseLogLevel.OFF };
        return embeddedSession(
          createClient({ connection: createConnection({ path }), log }),
          settings,
          scratch,
          database,
        );
      } catch (error) {
        throw unusable(dataDir, whyNotOpened(path), error);
      }
    };
    return { sessions: open(session), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** A file takes 1.4 ms of the processor: a third of a small insert. */
const FILE_FROM_BYTES = 16_384;

/**
 * Opens a session of the embedded engine.
 *
 * Settings outlast their statement. The session records which settings hold, and precedes a statement by one SET of those
 * that must differ; a SET takes 0.3 ms, whatever the number of settings. Statements run one after another, since a SET
 * would also reach a concurrent statement. Parameters are set in the same way: the engine's call for bound parameters runs
 * only one statement of the whole process at a time.
 *
 * The engine reads the rows of an INSERT from the statement's text up to the first empty line and runs the rest as SQL, so a
 * body with an empty line is refused. Arrow streams and long texts go through a file.
 *
 * @param scratch folder for such files
 */
function embeddedSession(client: ClickHouseClient, base: Settings, scratch: string, database?: string): Session {
  let current = new Map<string, SettingValue | undefined>();
  const initial = new Map<string, SettingValue>();
  const turn = inTurn();
  let inDatabase = database === undefined;
  let leftovers = false;
  let folder: string | undefined;

  /** Discards the output of a failed statement, which the engine would put in front of the next answer. */
  async function discardLeftovers(): Promise<void> {
    const { stream } = await client.exec({ query: 'SELECT 1 FORMAT Null' });
    await collect(stream, {});
    leftovers = false;
  }

  /** Returns all settings of a statement. Records the engine's value of a setting that the base lacks, to restore it later. */
  async function settingsFor(settings: Settings): Promise<Map<string, SettingValue>> {
    for (const name of Object.keys(settings)) {
      if (name in base || initial.has(name)) continue;
      if (leftovers) await discardLeftovers();
      const query = `SELECT toString(getSetting(${stringLiteral(name)})) FORMAT RawBLOB`;
      initial.set(name, (await collect((await client.exec({ query })).stream, {})).toString());
    }
    return new Map([...initial, ...Object.entries(base), ...Object.entries(settings)]);
  }

  /** Bytes go through a file, and so does a long text: the engine would parse it byte by byte as part of the statement. */
  function execute(statement: Statement): Promise<Buffer> {
    const { sql, body, ...rest } = statement;
    if (body === undefined || (typeof body === 'string' && body.length < FILE_FROM_BYTES))
      return executeText(sql, body, rest);
    return throughFile(body, (file) =>
      executeText(
        sql.replace(/ FORMAT \w+$/, (format) => ` FROM INFILE ${file}${format}`),
        undefined,
        rest,
      ),
    );
  }

  async function throughFile(
    content: string | readonly Uint8Array[],
    insert: (file: string) => Promise<Buffer>,
  ): Promise<Buffer> {
    folder ??= mkdtempSync(join(scratch, SCRATCH_PREFIX));
    const file = join(folder, randomUUID());
    try {
      await writeFile(file, content, { mode: 0o600 });
      return await insert(stringLiteral(file));
    } finally {
      rmSync(file, { force: true });
    }
  }

  async function executeText(
    sql: string,
    body: string | undefined,
    { params = {}, settings = {}, signal }: Omit<Statement, 'sql' | 'body'>,
  ): Promise<Buffer> {
    signal?.throwIfAborted();
    if (body !== undefined && (body.includes('\n\n') || body.startsWith('\n')))
      throw new StoreError('the body of an insert may not hold an empty line', { kind: 'poison' });
    if (!inDatabase) {
      // Not when the session opens: before the migrations the database may be missing.
      await client.command({ query: `USE ${identifier(database ?? '')}` });
      inDatabase = true;
    }
    const target = await settingsFor(settings);
    const changes = [...target].filter(([name, value]) => current.get(name) !== value);
    const literal = (value: SettingValue) => (typeof value === 'string' ? stringLiteral(value) : Number(value));
    const assignments = [
      ...changes.map(([name, value]) => `${name} = ${literal(value)}`),
      ...Object.entries(params).map(([name, value]) => `param_${name} = ${stringLiteral(paramText(value))}`),
    ];
    if (leftovers) await discardLeftovers();
    // After a failure it is unknown which settings hold: the next statement sets all of them.
    current = new Map();
    leftovers = true;
    const { stream } = await client.exec({
      query: assignments.length > 0 ? `SET ${assignments.join(', ')}; ${sql}` : sql,
      ...(body === undefined ? {} : { values: Readable.from([body]) }),
    });
    current = target;
    leftovers = false;
    return collect(stream, { ...base, ...settings });
  }

  return {
    run(statement) {
      checkParams(statement.sql, statement.params);
      // The next statement waits for the engine, not for a caller that has gone.
      return orAborted(
        turn(() => execute(statement)),
        statement.signal,
      ).catch((error) => {
        throw statement.signal?.aborted ? statement.signal.reason : toStoreError(error);
      });
    },
    async close() {
      await turn(() => client.close());
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}
