/**
 * Corporate actions by files and by pushed events: what lands is what is in the file, what is not one is a dead
 * letter, and compute is notified of what an action changes. Expected rows are written by hand.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { decode } from '../ingest/contract/decode.ts';
import type { ChangedDays } from '../ingest/landing/events.ts';
import { Landing } from '../ingest/landing/landing.ts';
import { systemClock } from '../lib/clock.ts';
import { parseIsoDate } from '../lib/days.ts';
import { pushTo } from '../test/support/push.ts';
import { openTestStore, type TestStore } from '../test/support/store.ts';
import { importOperations } from './commands/imports.ts';
import { operationsOf } from './handlers.ts';
import type { Operation } from './operation.ts';

const META = { partition: 0, offset: 1, timestampMs: Date.parse('2024-06-10T04:00:00Z') };
const judge = (value: object, timestampMs = META.timestampMs) =>
  decode('events.actions', JSON.stringify(value), { ...META, timestampMs });
const SPLIT = { symbol: 'NVDA', kind: 'split', ex_date: '2024-06-10', ratio: 10 };

describe('an action', () => {
  it('is known by its kind and date where it has no id', () => {
    const row = { symbol: 'NVDA', id: 'split:2024-06-10', values: { kind: 'split', ratio: 10 } };
    expect(judge(SPLIT)).toMatchObject(row);
    expect(judge({ ...SPLIT, id: 'x1' })).toMatchObject({ ...row, id: 'x1' });
    const gone = { symbol: 'NVDA', kind: 'split', ex_date: '2024-06-10', deleted: true };
    expect(judge(gone)).toMatchObject({ id: 'split:2024-06-10', deleted: true });
    expect(judge({ symbol: 'NVDA', id: 'x1', deleted: true })).toMatchObject({ id: 'x1' });
  });

  it.each([
    ['4:1', 4],
    ['1:10', 0.1],
    ['3/2', 1.5],
    [0.05, 0.05],
  ])('of a ratio %s has %d new shares for an old one', (ratio, shares) => {
    expect(judge({ ...SPLIT, ratio })).toMatchObject({ values: { ratio: shares } });
  });

  it('is taken from its date on, which begins at midnight in New York', () => {
    expect(judge(SPLIT)).not.toHaveProperty('reason');
    expect(judge(SPLIT, META.timestampMs - 60_001)).toMatchObject({ reason: 'future_timestamp' });
  });

  it.each([
    [{ ...SPLIT, ratio: undefined }, 'schema', 'ratio: required'],
    [{ ...SPLIT, amount: 1 }, 'unknown_field', 'unknown field "amount"'],
    [{ ...SPLIT, ratio: 0 }, 'invalid_number', 'ratio: must be new shares'],
    [{ ...SPLIT, ratio: '4-1' }, 'invalid_number', 'ratio: must be new shares'],
    [{ ...SPLIT, ratio: '4:0' }, 'invalid_number', 'ratio: must be new shares'],
    [{ ...SPLIT, kind: 'dividend' }, 'schema', 'kind: must be split'],
    [{ ...SPLIT, ex_date: '2024-06-31' }, 'invalid_timestamp', 'ex_date: must be a date'],
    [{ ...SPLIT, ex_date: '2024-06-10T13:30:00Z' }, 'invalid_timestamp', 'ex_date: must be a date'],
    [{ ...SPLIT, ratios: 1 }, 'unknown_field', 'unknown field "ratios"'],
    [{ symbol: 'NVDA', kind: 'split', deleted: true }, 'schema', 'id: '],
  ])('%j is refused: %s', (value, reason, message) => {
    expect(judge(value)).toMatchObject({ reason, message: expect.stringContaining(message) });
  });
});

describe('in the store', () => {
  let store: TestStore;
  let landing: Landing;
  let operations: Record<string, Operation>;
  let folder: string;
  let notified: ChangedDays[] = [];
  let files = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'actions-'));
    store = await openTestStore();
    landing = await Landing.open({ store, onLanded: (changed) => void notified.push(...changed) });
    operations = operationsOf(
      importOperations({
        store,
        clock: systemClock,
        push: pushTo(landing),
      }),
    );
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await store?.close();
  });

  const context = { progress() {}, notice() {} };
  async function run(content: string, rest: object = {}) {
    const path = join(folder, `file${files++}.csv`);
    writeFileSync(path, content);
    notified = [];
    return (await operations['import']({ kind: 'actions', files: [path], ...rest }, context)) as Record<
      string,
      unknown
    >;
  }
  const rows = () =>
    store.reader.query(
      'SELECT symbol, id, kind, ex_date, ratio FROM market.v_corporate_actions ORDER BY symbol, ex_date',
    );

  const older = { symbol: 'AAPL', id: 'split:2014-06-09', kind: 'split', ex_date: '2014-06-09', ratio: 7 };
  const split = { symbol: 'AAPL', id: 'split:2020-08-31', kind: 'split', ex_date: '2020-08-31', ratio: 4 };

  test('a file lands, is a duplicate when it comes again, is corrected', { timeout: 45_000 }, async () => {
    const text = 'Symbol,Type,Ex-Date,Ratio\naapl,split,2020-08-31,4:1\naapl,split,2014-06-09,7:1\n';
    expect(await run(text)).toMatchObject({ landed: 2, duplicates: 0, dead_letters: {} });
    expect(await rows()).toEqual([older, split]);
    // The day before each.
    const days = ['2014-06-08', '2020-08-30'].map((date) => parseIsoDate(date));
    expect(notified).toEqual([{ kind: 'actions', symbol: 'AAPL', days }]);
    expect(await run(text)).toMatchObject({ landed: 0, duplicates: 2 });

    const corrected = await run('symbol,kind,ex_date,ratio\nAAPL,split,2020-08-31,5\n');
    expect(corrected).toMatchObject({ landed: 1 });
    expect(await rows()).toMatchObject([{ ratio: 7 }, { ratio: 5 }]);
  });

  test('what is no action, or not yet one, is a dead letter', async () => {
    const far = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const text = `symbol,kind,ex_date,ratio,amount\nNEW,split,${far},2,\nNEW,split,2020-01-02,3,\nNEW,dividend,2020-01-03,,0.1\n`;
    expect(await run(text)).toMatchObject({ landed: 1, dead_letters: { future_timestamp: 1, schema: 1 } });
  });
});
