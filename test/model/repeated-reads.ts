/**
 * A store that one test has for itself, in front of which a read is answered from memory where nothing has been written
 * since to the tables it names. Three of four statements of a trace are such reads: without this the engine takes most
 * of the time to say again what it has said.
 */
import type { Store } from '../../sql/connect.ts';
import type { Params } from '../../sql/formats/text.ts';
import type { Reader } from '../../sql/reader.ts';
import type { Writer } from '../../sql/writer.ts';

export interface RepeatedReads {
  readonly store: Store;
  /** Changes with every write in which the symbol occurs. */
  writesOf(symbol: string): number;
  /** Empties what has been written to since the last time. */
  empty(): Promise<void>;
}

type ReadArguments = Parameters<Reader['columns']>;

const NAMED = /\bmarket\.`?(\w+)`?/g;
/** A table's rows of the symbols or series that are given, and no others. */
const CONFINED = /\b(?:symbol|series) (?:=|IN) \{(?:symbol|symbols|names|series):/g;
/** Answers that are kept: a few traces' worth. */
const MOST_ANSWERS = 4_000;
/** Tables of a few rows: neither to share a read among threads nor to compile its expressions pays. */
const SMALL_READ = `
SETTINGS max_threads = 1, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0`;

/** @param symbols those that are ever written */
export async function repeatedReads(store: Store, symbols: readonly string[]): Promise<RepeatedReads> {
  const { reader, writer } = store;
  const tables = await reader.query<{ name: string; engine: string; made: string }>(
    "SELECT name, engine, create_table_query AS made FROM system.tables WHERE database = 'market'",
  );
  /** By table, and by table and symbol, what state it is in; 0: empty. Other names are views: who reads one asks the engine. */
  const states = new Map<string, number>();
  const ofSymbols = new Map<string, number>();
  /** By table, the tables that follow it through a materialized view. */
  const followers = new Map<string, string[]>();
  for (const { name, engine } of tables) if (engine.endsWith('MergeTree')) states.set(name, 1);
  for (const { made } of tables.filter(({ engine }) => engine === 'MaterializedView')) {
    const [to, ...from] = [...made.replace(/^\S+ MATERIALIZED VIEW \S+/, '').matchAll(NAMED)].map(([, name]) => name);
    for (const name of from) followers.set(name, [...(followers.get(name) ?? []), to]);
  }
  let writes = 1;
  /** By symbol, the last write in which it occurs. */
  const concerned = new Map<string, number>();
  const wrote = (args: readonly [string, ...unknown[]]) => {
    writes++;
    const about = symbols.filter((symbol) => mentions(args, symbol));
    for (const symbol of about) concerned.set(symbol, writes);
    const named = [...args[0].matchAll(NAMED)].map(([, name]) => name);
    for (const name of named.flatMap((one) => [one, ...(followers.get(one) ?? [])])) {
      if (!states.has(name)) continue;
      states.set(name, writes);
      for (const symbol of about.length > 0 ? about : symbols) ofSymbols.set(`${name} ${symbol}`, writes);
    }
  };

  const answers = new Map<string, unknown>();
  const stateOf = (sql: string, { symbol, symbols: some, names, series }: Params): string | null => {
    const all = [...sql.matchAll(NAMED)].map(([, name]) => name);
    const named = [...new Set(all)];
    if (named.length === 0 || sql.includes('system.') || !named.every((name) => states.has(name))) return null;
    if ([...sql.matchAll(CONFINED)].length < all.length) return named.map((name) => states.get(name)).join();
    const given = [symbol, some, names, series].flat().filter((one) => one !== undefined);
    const asked = given.map((one) => String(one).split(' ')[0]);
    if (!asked.every((one) => symbols.includes(one))) return null;
    return named.map((name) => Math.max(...asked.map((one) => ofSymbols.get(`${name} ${one}`) ?? 0))).join();
  };
  const remembering =
    <R>(kind: string, read: (...args: ReadArguments) => Promise<R>) =>
    async (...args: ReadArguments): Promise<R> => {
      const [sql, params = {}] = args;
      const state = stateOf(sql, params);
      const [, ...rest] = args;
      const ask = () => read(sql + SMALL_READ, ...rest);
      if (state === null) return ask();
      const key = `${kind} ${state} ${JSON.stringify(params, quoted)} ${sql}`;
      const known = answers.get(key) as R | undefined;
      if (known !== undefined) return copied(known);
      const answer = await ask();
      if (stateOf(sql, params) !== state) return answer;
      if (answers.size >= MOST_ANSWERS) answers.clear();
      answers.set(key, copied(answer));
      return answer;
    };
  const noting =
    <A extends [target: string, ...rest: unknown[]], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await write(...args);
      } finally {
        wrote(args);
      }
    };

  return {
    store: {
      ...store,
      reader: {
        query: remembering('query', reader.query<unknown>) as Reader['query'],
        columns: remembering('columns', reader.columns),
        arrow: remembering('arrow', reader.arrow),
        parquet: reader.parquet,
      },
      writer: {
        insertText: noting(writer.insertText),
        insertRows: noting(writer.insertRows),
        insertBlocks: noting(writer.insertBlocks),
        command: noting(writer.command),
        query: remembering('query', writer.query<unknown>) as Writer['query'],
      },
    },
    writesOf(symbol) {
      return concerned.get(symbol) ?? 0;
    },
    async empty() {
      for (const [name, state] of states) {
        if (state === 0) continue;
        await writer.command(`TRUNCATE TABLE market.${name}`);
        states.set(name, 0);
      }
      ofSymbols.clear();
      concerned.clear();
      writes++;
    },
  };
}

const quoted = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

function mentions(value: unknown, symbol: string): boolean {
  if (typeof value === 'string') return value.includes(symbol);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length).includes(symbol);
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => mentions(one, symbol));
}

/** Bytes are read as a Buffer. A caller may change the answer that it gets. */
const copied = <T>(answer: T): T => (Buffer.isBuffer(answer) ? (Buffer.from(answer) as T) : structuredClone(answer));
