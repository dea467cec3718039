import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { StoreError, toStoreError } from './errors.ts';
import { BLOCK_TEXT_SETTINGS, blocksAsTsv } from './formats/block-text.ts';
import { identifier, paramText, stringLiteral } from './formats/text.ts';
import { checkParams, type Session, type Settings, type SettingValue, type Statement } from './session.ts';

const SCRATCH_PREFIX = 'market-stats-';
/** Names that mkdtemp gives to the folders of a session. */
export const SCRATCH_NAME = /^market-stats-[A-Za-z0-9]{6}$/;

/** Fewer bytes cost less as text than by way of a file. */
const FILE_FROM_BYTES = 16_384;

export async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

function settingLiteral(value: SettingValue): string {
  if (typeof value === 'string') return stringLiteral(value);
  return String(Number(value));
}

function abortable<T>(result: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return result;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * A session of the embedded engine. Settings stick to it there, so it keeps account of what it has set: a statement
 * is preceded by one SET of just those that differ from what it must run under: each SET costs some 0.3 ms, however
 * many settings it has. Statements run one after another, or a SET could reach a neighbour.
 *
 * Parameters are set the same way: the engine's own call for bound parameters lets only one statement of the whole
 * process run at a time.
 *
 * The engine takes the rows of an INSERT from the statement's text, up to the first empty line; what is after
 * that it would run as SQL. Such a body is refused. Blocks in Native, which are no text, and long texts it takes from
 * a file.
 *
 * @param scratch where such files lie while they are read, in a folder of their own
 */
export function embeddedSession(
  client: ClickHouseClient,
  base: Settings,
  database?: string,
  scratch = tmpdir(),
): Session {
  let current = new Map<string, SettingValue | undefined>();
  const initial = new Map<string, SettingValue>();
  let tail: Promise<unknown> = Promise.resolve();
  let inDatabase = database === undefined;
  let leftovers = false;
  let folder: string | undefined;

  /** What a failed statement had put out by then, the engine would put in front of the next answer. */
  async function discardLeftovers(): Promise<void> {
    const { stream } = await client.exec({ query: 'SELECT 1 FORMAT Null' });
    await collect(stream);
    leftovers = false;
  }

  /** At the first statement: before the migrations the database may not be there. */
  async function enterDatabase(): Promise<void> {
    await client.command({ query: `USE ${identifier(database ?? '')}` });
    inDatabase = true;
  }

  async function readSetting(name: string): Promise<string> {
    if (leftovers) await discardLeftovers();
    const { stream } = await client.exec({
      query: `SELECT toString(getSetting(${stringLiteral(name)})) FORMAT RawBLOB`,
    });
    return (await collect(stream)).toString();
  }

  /** Where a statement asks for what the base does not name, the engine's own value is noted, to go back to. */
  async function wanted(settings: Settings): Promise<Map<string, SettingValue>> {
    for (const name of Object.keys(settings)) {
      if (!(name in base) && !initial.has(name)) initial.set(name, await readSetting(name));
    }
    return new Map([...initial, ...Object.entries(base), ...Object.entries(settings)]);
  }

  function checkBody(body: string): void {
    if (!body.includes('\n\n') && !body.startsWith('\n')) return;
    throw new StoreError('the body of an insert may not hold an empty line', { kind: 'poison' });
  }

  async function execute({ blocks, ...statement }: Statement): Promise<Buffer> {
    if (blocks === undefined) return executeBody(statement);
    if (blocks.reduce((sum, { length }) => sum + length, 0) < FILE_FROM_BYTES) {
      const settings = { ...statement.settings, ...BLOCK_TEXT_SETTINGS };
      const body = blocksAsTsv(Buffer.concat(blocks));
      return executeText({ ...statement, sql: `${statement.sql} FORMAT TSV`, settings, body });
    }
    return throughFile(blocks, (file) =>
      executeText({ ...statement, sql: `${statement.sql} FROM INFILE ${stringLiteral(file)} FORMAT Native` }),
    );
  }

  /** A long text costs less by way of a file, too: the engine would take it in as part of the statement, byte by byte. */
  async function executeBody({ body, ...statement }: Omit<Statement, 'blocks'>): Promise<Buffer> {
    const format = /^(INSERT INTO [\s\S]*) FORMAT (\w+)$/.exec(statement.sql);
    if (body === undefined || body.length < FILE_FROM_BYTES || !format) return executeText({ ...statement, body });
    const [, insert, name] = format;
    return throughFile(body, (file) =>
      executeText({ ...statement, sql: `${insert} FROM INFILE ${stringLiteral(file)} FORMAT ${name}` }),
    );
  }

  async function throughFile<T>(
    content: string | readonly Uint8Array[],
    use: (file: string) => Promise<T>,
  ): Promise<T> {
    folder ??= mkdtempSync(join(scratch, SCRATCH_PREFIX));
    const file = join(folder, randomUUID());
    try {
      await writeFile(file, content, { mode: 0o600 });
      return await use(file);
    } finally {
      rmSync(file, { force: true });
    }
  }

  async function executeText({ sql, params = {}, settings = {}, body, signal }: Statement): Promise<Buffer> {
    signal?.throwIfAborted();
    if (body !== undefined) checkBody(body);
    if (!inDatabase) await enterDatabase();
    const target = await wanted(settings);
    const changes = [...target].filter(([name, value]) => current.get(name) !== value);
    const assignments = [
      ...changes.map(([name, value]) => `${name} = ${settingLiteral(value)}`),
      ...Object.entries(params).map(([name, value]) => `param_${name} = ${stringLiteral(paramText(value))}`),
    ];
    if (leftovers) await discardLeftovers();
    // Should it fail half-way, what is set is unknown: everything is said again next time.
    current = new Map();
    leftovers = true;
    const { stream } = await client.exec({
      query: assignments.length > 0 ? `SET ${assignments.join(', ')}; ${sql}` : sql,
      ...(body === undefined ? {} : { values: Readable.from([body]) }),
    });
    current = target;
    leftovers = false;
    return collect(stream);
  }

  return {
    run(statement) {
      checkParams(statement.sql, statement.params);
      const result = tail.then(() => execute(statement));
      // The next statement waits for the engine, not for a caller that has gone.
      tail = result.catch(() => {});
      return abortable(result, statement.signal).catch((error) => {
        throw statement.signal?.aborted ? statement.signal.reason : toStoreError(error);
      });
    },
    async close() {
      await tail;
      await client.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}
