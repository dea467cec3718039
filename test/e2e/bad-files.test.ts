/** Files that are wrong, whole or in part: the good rows land, the bad ones are reported one by one. */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { type BarEvent, csv, everyMinute, ndjson, sessionTimes, walk, write } from './support/market.ts';

const folder = temporaryFolder();
const file = (name: string) => `${folder.path}/${name}`;
let service: Service;
const json = (...args: string[]) => service.cli('--json', ...args);

beforeAll(async () => {
  ensureBuilt();
  service = await startService(file('data'));
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

interface DeadLetter {
  reason: string;
  message: string;
  position: string;
  payload: string;
  source: string;
}

const good = walk('BAD', 'equity', sessionTimes('2024-07-01', 1).slice(0, 12), 2);
const at = (minute: string) => `2024-07-01T${minute}:00Z`;
const bar: BarEvent = { symbol: 'BAD', asset_class: 'equity', ts: at('14:00'), open: 10, high: 11, low: 9, close: 10, volume: 1 }; // biome-ignore format: a row
const WRONG: readonly [string, object][] = [
  ['invalid_price', { ...bar, open: 'NaN' }],
  ['invalid_price', { ...bar, open: -1, low: -2 }],
  ['invalid_price', { ...bar, low: 0 }],
  ['ohlc_inconsistent', { ...bar, high: 9.5 }],
  ['invalid_volume', { ...bar, volume: -1 }],
  ['unaligned_timestamp', { ...bar, ts: '2024-07-01T14:00:30Z' }],
  ['future_timestamp', { ...bar, ts: `${new Date().getUTCFullYear() + 2}-07-01T14:00:00Z` }],
  ['invalid_timestamp', { ...bar, ts: 'noon' }],
  ['unknown_asset_class', { ...bar, asset_class: 'bond' }],
  ['invalid_symbol', { ...bar, symbol: 'B@D' }],
];

describe('rows of a file', () => {
  it('the good ones land, each bad one is a dead letter with payload, position and reason', async () => {
    const rows = [...good.slice(0, 6), ...WRONG.map(([, row]) => row), ...good.slice(6)];
    const { code, json: counts } = await json('import', 'bars', write(file('mixed.csv'), csv(rows)));
    const reasons: Record<string, number> = {};
    for (const [reason] of WRONG) reasons[reason] = (reasons[reason] ?? 0) + 1;
    expect({ code, counts }).toEqual({
      code: 1,
      counts: {
        import_id: expect.any(String),
        first_rejected: expect.any(Object),
        landed: good.length,
        duplicates: 0,
        dead_letters: reasons,
      },
    });
    const deadLetters: DeadLetter[] = (await json('dlq', 'list')).json.dead_letters;
    const found = new Map(deadLetters.map((deadLetter) => [deadLetter.position, deadLetter]));
    for (const [index, [reason, row]] of WRONG.entries()) {
      const deadLetter = found.get(`row ${6 + index + 1}`);
      expect(deadLetter).toMatchObject({ reason, source: 'mixed.csv', message: expect.stringMatching(/\w/) });
      const { symbol, close } = JSON.parse(deadLetter?.payload ?? '{}');
      expect({ symbol, close }).toEqual({ symbol: (row as BarEvent).symbol, close: 10 });
    }
    expect((await json('status')).json.dead_letters).toBe(WRONG.length);
  });

  it('malformed lines of CSV and NDJSON hold up none of their neighbours', async () => {
    const [a, b, c] = walk('TORN', 'equity', sessionTimes('2024-07-01', 1).slice(0, 3));
    const lines = csv([a, b]).trimEnd().split('\n');
    const torn = [lines[0], lines[1], 'TORN,equity,2024-07-01T15:00:00Z,10', lines[2]];
    const first = await json('import', 'bars', write(file('torn.csv'), `${torn.join('\n')}\n`));
    expect(first).toMatchObject({ code: 1, json: { landed: 2, dead_letters: { malformed_row: 1 } } });
    const text = `${ndjson([a])}{"symbol": "TORN", "open": NaN\n[1,2]\n${ndjson([c])}`;
    const second = await json('import', 'bars', write(file('torn.ndjson'), text));
    expect(second).toMatchObject({ code: 1, json: { landed: 1, duplicates: 1 } });
    expect(Object.values(second.json.dead_letters).reduce((sum, n) => Number(sum) + Number(n), 0)).toBe(2);
  });

  it('bars of another interval or class than the symbol has are refused until the operator says otherwise', async () => {
    const five = walk('BAD', 'equity', sessionTimes('2024-07-02', 1, 5).slice(0, 12));
    const conflict = await json('import', 'bars', write(file('five.csv'), csv(five)));
    expect(conflict.json).toEqual({
      import_id: expect.any(String),
      first_rejected: expect.any(Object),
      landed: 0,
      duplicates: 0,
      dead_letters: { interval_conflict: 12 },
    });
    const crypto = walk('BAD', 'crypto', sessionTimes('2024-07-02', 1).slice(0, 2));
    const other = await json('import', 'bars', write(file('crypto.csv'), csv(crypto)));
    expect(other.json).toEqual({
      import_id: expect.any(String),
      first_rejected: expect.any(Object),
      landed: 0,
      duplicates: 0,
      dead_letters: { asset_class_conflict: 2 },
    });
    await json('symbols', 'drop', '--symbol', 'BAD');
    const set = await json('symbols', 'set', '--symbol', 'BAD', '--interval', '5m', '--asset-class', 'equity');
    expect(set.code).toBe(0);
    expect((await json('dlq', 'replay', '--reason', 'interval_conflict')).json).toEqual({
      replayed: 12,
      dead_letters: {},
    });
    const [status] = (await json('status', '--symbol', 'BAD')).json.symbols;
    expect(status).toMatchObject({ interval: '5m', bars: 12, first: '2024-07-02T13:30:00+00:00' });
  });

  it('a crypto pair is one symbol with and without its slash', async () => {
    const times = everyMinute('2024-07-01T00:00:00Z', 4);
    const [a, b, c, d] = walk('PAIR/USD', 'crypto', times);
    const rows = [a, { ...b, symbol: 'PAIRUSD' }, { ...c, symbol: 'pair/usd' }, d];
    expect((await json('import', 'bars', write(file('pair.csv'), csv(rows)))).json).toMatchObject({ landed: 4 });
    for (const name of ['PAIR/USD', 'pairusd']) {
      expect((await json('status', '--symbol', name)).json.symbols).toMatchObject([{ symbol: 'PAIRUSD', bars: 4 }]);
    }
    expect((await service.operation('sql', { query: 'SELECT count() FROM bars_pairusd' })).rows).toEqual([[4]]);
  });
});

describe('whole files', () => {
  it('of a truncated gzip the rows before the break land, and the break is reported', async () => {
    const rows = walk('CUT', 'equity', sessionTimes('2024-07-01', 6));
    const path = write(file('cut.csv.gz'), csv(rows));
    truncateSync(path, 20_000);
    const { code, json: counts, stderr } = await json('import', 'bars', path);
    expect(code).toBe(1);
    expect(stderr).toContain('gzip');
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(counts.landed).toBeGreaterThan(0);
    expect(counts.landed).toBeLessThan(rows.length);
    expect((await json('status', '--symbol', 'CUT')).json.symbols[0].bars).toBe(counts.landed);
  });

  it('nothing lands where one file of several cannot be read at all', async () => {
    mkdirSync(file('folder'));
    const sound = write(file('sound.csv'), csv(walk('SOUND', 'equity', sessionTimes('2024-07-01', 1).slice(0, 3))));
    const noise = file('noise.bin');
    writeFileSync(noise, Buffer.from(Array.from({ length: 400 }, (_, i) => (i * 37) % 256)));
    for (const [path, why] of [
      [write(file('empty.csv'), ''), 'empty'],
      [write(file('empty.csv.gz'), ''), 'empty'],
      [write(file('header.csv'), 'symbol,asset_class,ts,open,high,low,close,volume\n'), 'no rows'],
      [file('folder'), 'directory'],
      [file('missing.csv'), 'no such file'],
      [write(file('columns.csv'), 'a,b\n1,2\n'), 'no column'],
      [noise, 'CSV'],
    ]) {
      const { code, stdout, stderr } = await json('import', 'bars', sound, path);
      expect({ path, code, answer: JSON.parse(stdout) }).toEqual({
        path,
        code: 3,
        answer: { error: expect.any(String) },
      });
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(stderr).toContain(path);
      expect(stderr).toContain(why);
    }
    expect((await json('status', '--symbol', 'SOUND')).code).toBe(3);
  });
});
