/** Imports, corrections, deletions and undos in random order, against a plain map of the versions of each key. */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { storeOfFile } from '../../test/support/of-file.ts';
import { runs } from '../../test/support/property-seed.ts';
import type { LogEvent, PushedEvent } from '../landing/events.ts';
import { Landing } from '../landing/landing.ts';
import { ImportRecords } from './imports.ts';
import { undoImport } from './undo.ts';

const store = await storeOfFile();
const landing = await Landing.open({ store });
const records = new ImportRecords(store);

/** `null`: deleted. */
type Value = number | null;

const KEYS = 6;
const key = fc.integer({ min: 0, max: KEYS - 1 });
const value = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.constant(null));
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('import' as const),
      rows: fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 8 }),
    }),
    fc.record({ do: fc.constant('correct' as const), key, value }),
    // Killed after so many pushes, and done again.
    fc.record({ do: fc.constant('undo' as const), import: fc.nat(5), kill: fc.nat(2) }),
  ),
  { minLength: 3, maxLength: 14 },
);

const START = Date.UTC(2025, 5, 4, 13, 30);
const kinds = {
  bars: {
    topic: 'bars',
    event: (symbol: string, at: number, close: Value): object => ({
      symbol,
      asset_class: 'etf',
      interval: '1m',
      ts: START + at * 60_000,
      ...(close === null ? { deleted: true } : { open: close, high: close, low: close, close, volume: 1 }),
    }),
    stored: (symbol: string) =>
      store.reader.query<{ key: number; value: number }>(
        `SELECT intDiv(toUnixTimestamp(ts) - ${START / 1000}, 60) AS key, close AS value
         FROM market.bars FINAL WHERE symbol = {symbol:String} ORDER BY key`,
        { symbol },
      ),
  },
  news: {
    topic: 'events.sentiment',
    // Another day a value: a row that is put back leaves one day for another.
    event: (symbol: string, at: number, impact: Value): object => ({
      symbol,
      asset_class: 'etf',
      id: String(at),
      ...(impact === null
        ? { deleted: true }
        : {
            event_timestamp: START + impact * 86_400_000,
            title: 'T',
            direction: 'neutral',
            impact_score: impact / 10,
          }),
    }),
    stored: (symbol: string) =>
      store.reader.query<{ key: number; value: number }>(
        `SELECT toInt32(id) AS key, round(impact_score * 10) AS value
         FROM market.events_sentiment FINAL WHERE symbol = {symbol:String} ORDER BY key`,
        { symbol },
      ),
  },
  // Odd ones have no classification: they wait, beside what was served before.
  'half-classified news': {
    topic: 'events.sentiment',
    event: (symbol: string, at: number, impact: Value): object => ({
      symbol,
      asset_class: 'etf',
      id: String(at),
      ...(impact === null ? { deleted: true } : { event_timestamp: START + impact * 86_400_000, title: `T${impact}` }),
      ...(impact !== null && impact % 2 === 0 ? { direction: 'neutral', impact_score: impact / 10 } : {}),
    }),
    stored: (symbol: string) =>
      store.reader.query<{ key: number; value: number }>(
        `SELECT toInt32(id) AS key, toInt32(substring(argMax(title, waits), 2)) AS value
         FROM
         (
           SELECT id, title, 0 AS waits FROM market.events_sentiment FINAL WHERE symbol = {symbol:String}
           UNION ALL SELECT id, title, 1 AS waits FROM market.v_news_waiting WHERE symbol = {symbol:String}
         )
         GROUP BY id ORDER BY key`,
        { symbol },
      ),
  },
  macro: {
    topic: 'events.macro',
    event: (symbol: string, at: number, actual: Value): object => ({
      id: `${symbol} ${at}`,
      ...(actual === null ? { deleted: true } : { event_timestamp: START, country: 'US', name: 'CPI', actual }),
    }),
    stored: (symbol: string) =>
      store.reader.query<{ key: number; value: number }>(
        `SELECT toInt32(splitByChar(' ', id)[2]) AS key, actual AS value FROM market.events_macro FINAL
         WHERE startsWith(id, {prefix:String}) ORDER BY key`,
        { prefix: `${symbol} ` },
      ),
  },
} as const;

/** Versions of each key, the oldest first; '' is nobody's import. */
class Model {
  readonly #versions = new Map<number, { owner: string; value: Value }[]>();

  write(owner: string, at: number, value: Value): void {
    const list = this.#versions.get(at) ?? [];
    this.#versions.set(at, list);
    list.push({ owner, value });
  }

  undo(owner: string): void {
    for (const [at, list] of this.#versions)
      this.#versions.set(
        at,
        list.filter((version) => version.owner !== owner),
      );
  }

  rows(): { key: number; value: number }[] {
    return [...this.#versions]
      .flatMap(([at, list]) => {
        const value = list.at(-1)?.value ?? null;
        return value === null ? [] : [{ key: at, value }];
      })
      .sort((a, b) => a.key - b.key);
  }
}

let run = 0;

describe.each(['bars', 'news', 'half-classified news', 'macro'] as const)('undoing imports of %s', (kind) => {
  const { topic, event, stored } = kinds[kind];
  const set = kind === 'half-classified news' ? 'news' : kind;
  const pushed = (symbol: string, at: number, value: Value): PushedEvent => ({
    key: symbol,
    value: JSON.stringify(event(symbol, at, value)),
    source: 'test',
  });

  async function undo(id: string, kill = 0): Promise<void> {
    let pushes = 0;
    const target = {
      registry: landing.registry,
      async landEvents(...args: Parameters<Landing['landEvents']>) {
        if (++pushes === kill) throw new Error('killed');
        return landing.landEvents(...args);
      },
    };
    const undone = (await records.undone()).add(id);
    await records.update(id, { state: 'undoing' });
    const options = { reader: store.reader, target, undone };
    const again = () => undoImport(id, { ...options, target: landing });
    await undoImport(id, options).catch((error) => (error.message === 'killed' ? again() : Promise.reject(error)));
    expect(await again()).toMatchObject({ restored: 0, deleted: 0 });
  }

  test('in any order, broken off or not, leaves what was never of them', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const symbol = `U${run++}`;
        const model = new Model();
        const imports: string[] = [];
        for (const step of list) {
          if (step.do === 'import') {
            const importId = await records.begin(set, ['file.csv'], {});
            imports.push(importId);
            const events = step.rows.map(([at, value]) => pushed(symbol, at, value));
            await landing.landEvents(topic, events, { importId });
            for (const [at, value] of step.rows) model.write(importId, at, value);
          } else if (step.do === 'correct') {
            await landing.landEvents(topic, [pushed(symbol, step.key, step.value)]);
            model.write('', step.key, step.value);
          } else if (imports.length > 0) {
            const id = imports[step.import % imports.length];
            await undo(id, step.kill);
            model.undo(id);
          }
          expect(await stored(symbol)).toEqual(model.rows());
        }
      }),
      { numRuns: runs(1) },
    );
  });

  test('a lower revision is a duplicate that has lost where its values are others', async () => {
    const symbol = `U${run++}`;
    const revised = (value: Value, revision: number): PushedEvent => ({
      key: symbol,
      value: JSON.stringify({ ...event(symbol, 0, value), revision }),
    });
    await landing.landEvents(topic, [revised(2, 5)]);
    const importId = await records.begin(set, ['file.csv'], {});
    const pushes = [revised(2, 4), revised(4, 4), revised(null, 3), revised(4, 5)];
    const found = [];
    for (const one of pushes) found.push(await landing.landEvents(topic, [one], { importId }));
    expect(found.map(({ landed, duplicates, lost }) => [landed, duplicates, lost])).toEqual([
      [0, 1, undefined],
      [0, 1, 1],
      [0, 1, 1],
      [1, 0, undefined],
    ]);
    expect(await stored(symbol)).toEqual([{ key: 0, value: 4 }]);
  });

  test('a row that an undo finds as it shall be is not of the import any more', { timeout: 30_000 }, async () => {
    const symbol = `U${run++}`;
    const ids: string[] = [];
    for (const value of [1, 2, 1]) {
      const importId = await records.begin(set, ['file.csv'], {});
      ids.push(importId);
      await landing.landEvents(topic, [pushed(symbol, 0, value)], { importId });
    }
    await undo(ids[1]);
    await undo(ids[2]);
    expect(await stored(symbol)).toEqual([{ key: 0, value: 1 }]);
    await undo(ids[0]);
    expect(await stored(symbol)).toEqual([]);
  });
});

describe('news that two imports have brought, one of them without a classification', () => {
  const asked = async (symbol: string) => {
    const of = (sql: string) => store.reader.query<object>(`${sql} WHERE symbol = {symbol:String}`, { symbol });
    return {
      served: await of("SELECT CAST(direction, 'String') AS direction FROM market.events_sentiment FINAL"),
      waits: await of('SELECT title FROM market.v_news_waiting'),
    };
  };
  const classification = { direction: 'positive', impact_score: 0.9 };
  async function bring(symbol: string, ...given: object[]): Promise<string> {
    const importId = await records.begin('news', ['news.csv'], {});
    const events = given.map((one) => ({ symbol, asset_class: 'etf', id: '1', event_timestamp: START, ...one }));
    const pushes = events.map((event) => ({ key: symbol, value: JSON.stringify(event), source: 'test' }));
    await landing.landEvents('events.sentiment', pushes, { importId });
    return importId;
  }
  async function takeBack(id: string): Promise<void> {
    await records.update(id, { state: 'undoing' });
    await undoImport(id, { reader: store.reader, target: landing, undone: await records.undone() });
  }

  test('waits where the one that classified it is undone', async () => {
    const symbol = `U${run++}`;
    const classified = await bring(symbol, { title: 'T', ...classification });
    const plain = await bring(symbol, { title: 'T' });
    expect(await asked(symbol)).toEqual({ served: [{ direction: 'positive' }], waits: [] });
    await takeBack(classified);
    expect(await asked(symbol)).toEqual({ served: [], waits: [{ title: 'T' }] });
    await takeBack(plain);
    expect(await asked(symbol)).toEqual({ served: [], waits: [] });
  });

  test.each(['the one before it first', 'it first'])(
    'goes with its classifier’s answer, which a third one had replaced: %s',
    async (order) => {
      const symbol = `U${run++}`;
      const kept = await bring(symbol, { title: 'S' });
      const plain = await bring(symbol, { title: 'T' });
      const answer = { ...classification, classifier: 'small', prompt: 'p' };
      const event = { symbol, asset_class: 'etf', id: '1', event_timestamp: START, title: 'T', ...answer };
      await landing.landEvents('events.sentiment', [{ key: symbol, value: JSON.stringify(event) }]);
      const own = await bring(symbol, { title: 'U', direction: 'negative', impact_score: 0.1 });
      const [first, second] = order === 'it first' ? [own, plain] : [plain, own];
      // Rows that others have replaced stay beside these.
      await store.writer.command('SYSTEM STOP MERGES market.events_sentiment');
      onTestFinished(() => store.writer.command('SYSTEM START MERGES market.events_sentiment'));
      await takeBack(first);
      const direction = order === 'it first' ? 'positive' : 'negative';
      expect((await asked(symbol)).served).toEqual([{ direction }]);
      await takeBack(second);
      expect(await asked(symbol)).toEqual({ served: [], waits: [{ title: 'S' }] });
      await takeBack(kept);
      expect(await asked(symbol)).toEqual({ served: [], waits: [] });
    },
  );

  test('keeps its classification where the other one is undone', async () => {
    const symbol = `U${run++}`;
    await bring(symbol, { title: 'T', ...classification });
    await takeBack(await bring(symbol, { title: 'T' }));
    expect(await asked(symbol)).toEqual({ served: [{ direction: 'positive' }], waits: [] });
  });
});

test('a row with a revision goes back, and the same file can be imported again', async () => {
  const bar = (close: number, revision: number): PushedEvent => ({
    key: 'REV',
    value: JSON.stringify({ ...kinds.bars.event('REV', 0, close), revision }),
  });
  const closes = async () => (await kinds.bars.stored('REV')).map((row) => row.value);
  await landing.landEvents('bars', [bar(1, 3)]);
  const import7 = await records.begin('bars', ['seven.csv'], {});
  await landing.landEvents('bars', [bar(7, 7)], { importId: import7 });
  const undone = new Set([import7]);
  await undoImport(import7, { reader: store.reader, target: landing, undone });
  expect(await closes()).toEqual([1]);
  await landing.landEvents('bars', [bar(7, 7)], { importId: await records.begin('bars', ['seven.csv'], {}) });
  expect(await closes()).toEqual([7]);
  await landing.landEvents('bars', [bar(8, 8)]);
  expect(await closes()).toEqual([8]);
});

test('what an import replaced goes back where its record was stored only at the second try', async () => {
  const bar = (close: number): PushedEvent => ({
    key: 'AGAIN',
    value: JSON.stringify(kinds.bars.event('AGAIN', 0, close)),
  });
  await landing.landEvents('bars', [bar(1)]);
  let tries = 0;
  const insertRows: typeof store.writer.insertRows = async (table, ...rest) => {
    if (table === 'market.import_rows' && ++tries === 1)
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    await store.writer.insertRows(table, ...rest);
  };
  const unsteady = await Landing.open({
    store: { ...store, writer: { ...store.writer, insertRows } },
    retry: { attempts: 2, firstDelayMs: 1 },
  });
  const id = await records.begin('bars', ['again.csv'], {});
  await unsteady.landEvents('bars', [bar(2)], { importId: id });
  expect(tries).toBe(2);
  expect(await kinds.bars.stored('AGAIN')).toEqual([{ key: 0, value: 2 }]);
  await undoImport(id, { reader: store.reader, target: landing, undone: new Set([id]) });
  expect(await kinds.bars.stored('AGAIN')).toEqual([{ key: 0, value: 1 }]);
});

test('rows that have their places in another log go back: of before a restore, or a change of the feed', async () => {
  const bar = (at: number, close: number, offset: number, importId?: string): LogEvent => ({
    topic: 'bars',
    partition: 3,
    offset,
    timestampMs: START + 90 * 86_400_000 + offset,
    key: 'MOVED',
    value: JSON.stringify(kinds.bars.event('MOVED', at, close)),
    importId,
  });
  await landing.land([bar(0, 1, 5_000)]);
  const id = await records.begin('bars', ['moved.csv'], {});
  await landing.land([bar(0, 2, 5_001, id), bar(1, 3, 5_002, id)]);
  expect(await kinds.bars.stored('MOVED')).toEqual([
    { key: 0, value: 2 },
    { key: 1, value: 3 },
  ]);
  const options = { reader: store.reader, target: landing, undone: new Set([id]) };
  expect(await undoImport(id, options)).toMatchObject({ restored: 1, deleted: 1 });
  expect(await kinds.bars.stored('MOVED')).toEqual([{ key: 0, value: 1 }]);
});
