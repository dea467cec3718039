/** Every command: its JSON, its exit code, what the next command sees of it; and the same without a service. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CliAnswer,
  cli,
  ensureBuilt,
  runCli,
  type Service,
  startService,
  temporaryFolder,
} from '../support/programs.ts';
import { csv, ndjson, sessionTimes, walk, write } from './support/market.ts';

const folder = temporaryFolder();
const dataDir = `${folder.path}/data`;
const file = (name: string) => `${folder.path}/${name}`;
const run = (...args: string[]) => cli(dataDir, ...args);
const json = (...args: string[]) => cli(dataDir, '--json', ...args);
/** Code and JSON of a command; what it says aside from its answer must be nothing. */
async function done(...args: string[]) {
  const answer = await json(...args);
  expect({ args, code: answer.code, stderr: answer.stderr }).toEqual({ args, code: 0, stderr: '' });
  return answer.json;
}
/** A message for people, one object for programs. */
function failureOf({ code, stdout, stderr }: CliAnswer) {
  expect(JSON.parse(stdout)).toEqual({ error: expect.stringMatching(/\w/) });
  expect(stderr).not.toMatch(/^\s+at /m);
  return { code, lines: stderr.trimEnd().split('\n').length, stderr };
}
const bars = walk('CLI', 'equity', sessionTimes('2024-07-01', 3, 15), 4);

/** Each with its words as its title. */
const named = (commands: string[][]) => commands.map((args) => [args.join(' '), args] as const);
let service: Service;

beforeAll(async () => {
  ensureBuilt();
  service = await startService(dataDir);
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

/** Without how far behind the symbols are, which grows by the clock while their exchange is open. */
const steady = (answer: { symbols?: object[] }) =>
  answer.symbols ? { ...answer, symbols: answer.symbols.map((symbol) => ({ ...symbol, lag_s: null })) } : answer;

describe('in order, on a fresh data directory', () => {
  it('status of nothing', async () => {
    expect(await done('status')).toEqual({
      symbols: [],
      dead_letters: 0,
      dead_letters_by_reason: {},
      behind: { events: 0, days: 0 },
      news: { waiting: 0, oldest: null },
      quarantined: [],
      skipped: [],
      collectors: [],
      retention: { policies: [], last_run: null, next_run: null },
      imports: [],
    });
  });

  it.each([
    ['KAFKA_BROKERS', 'CLICKHOUSE_URL', '127.0.0.1:1'],
    ['CLICKHOUSE_URL', 'KAFKA_BROKERS', 'http://127.0.0.1:1'],
  ])('%s without %s: exit 2', async (set, missing, value) => {
    const { code, json: answer } = await runCli({ DATA_DIR: dataDir, [set]: value }, 'status');
    expect({ code, answer }).toEqual({
      code: 2,
      answer: { error: expect.stringContaining(`${missing}: is required with ${set}`) },
    });
  });

  it('import bars and news', async () => {
    const landed = { import_id: expect.any(String), landed: bars.length, duplicates: 0, dead_letters: {} };
    expect(await done('import', 'bars', write(file('bars.csv.gz'), csv(bars)))).toEqual(landed);
    const news = { symbol: 'CLI', event_timestamp: '2024-07-01T14:00:00Z', title: 'a', direction: 'neutral' };
    const options = ['--asset-class', 'equity', '--default', 'impact_score=0.5'];
    expect(await done('import', 'news', write(file('news.ndjson'), ndjson([news])), ...options)).toMatchObject({
      landed: 1,
    });
  });

  it('status: bars, sessions, first and last bar, weekdays without bars', async () => {
    expect(await done('status', '--symbol', 'cli')).toEqual({
      symbols: [
        {
          symbol: 'CLI',
          asset_class: 'equity',
          interval: '15m',
          base: true,
          bars: bars.length,
          sessions: 3,
          first: '2024-07-01T13:30:00+00:00',
          last: '2024-07-03T19:45:00+00:00',
          lag_s: expect.any(Number),
          holes: 0,
          view: 'market.bars_cli',
        },
      ],
      dead_letters: 0,
      dead_letters_by_reason: {},
      behind: { events: 0, days: 0 },
      news: { waiting: 0, oldest: null },
      quarantined: [],
      skipped: [],
      collectors: [],
      retention: { policies: [], last_run: null, next_run: null },
      imports: [expect.anything(), expect.anything()],
    });
  });

  it('the refused rows of a file: exit 1, listed, shown, replayed without success, purged', async () => {
    const [good] = walk('CLI', 'equity', sessionTimes('2024-07-05', 1, 15));
    const path = write(
      file('mixed.csv'),
      csv([
        { ...good, volume: -1 },
        { ...good, ts: '2024-07-05T13:45:00Z' },
      ]),
    );
    const imported = await json('import', 'bars', path);
    expect(imported.code).toBe(1);
    expect(imported.json).toEqual({
      import_id: expect.any(String),
      first_rejected: {
        file: 'mixed.csv',
        row: 1,
        reason: 'invalid_volume',
        field: 'volume',
        value: -1,
        message: expect.stringMatching(/^volume: /),
      },
      landed: 1,
      duplicates: 0,
      dead_letters: { invalid_volume: 1 },
    });
    const { dead_letters: deadLetters } = await done('dlq', 'list');
    expect(deadLetters).toEqual([
      expect.objectContaining({ topic: 'bars', partition: 0, reason: 'invalid_volume', position: 'row 1' }),
    ]);
    expect(deadLetters[0]).toMatchObject({ offset: expect.any(Number), received_at: expect.any(String) });
    expect(JSON.parse(deadLetters[0].payload)).toMatchObject({ symbol: 'CLI', volume: -1 });
    expect(await done('dlq', 'show', deadLetters[0].id)).toEqual({ dead_letters: [deadLetters[0]] });
    expect(await done('dlq', 'list', '--reason', 'invalid_price')).toEqual({ dead_letters: [] });
    const replayed = await json('dlq', 'replay', deadLetters[0].id);
    expect({ code: replayed.code, json: replayed.json }).toEqual({
      code: 1,
      json: { replayed: 0, dead_letters: { invalid_volume: 1 } },
    });
    expect(await done('dlq', 'purge', '--reason', 'invalid_price')).toEqual({ purged: 0 });
    expect(await done('dlq', 'purge', '--all')).toEqual({ purged: 1 });
    expect((await done('status')).dead_letters).toBe(0);
  });

  it('rebuild makes the same records again', async () => {
    const query = 'SELECT * EXCEPT (computed_at, version) FROM v_stat_orb ORDER BY ALL';
    const before = await done('sql', query);
    expect(before.rows.length).toBeGreaterThan(0);
    const all = await done('rebuild');
    expect(all).toEqual({ days: expect.any(Number), records: expect.any(Number) });
    const orb = await done('rebuild', '--symbol', 'CLI', '--statistic', 'orb');
    expect(orb.days).toBeGreaterThan(0);
    expect(orb.records).toBeLessThan(all.records);
    expect(await done('sql', query)).toEqual(before);
  });

  it('accounts and tokens', async () => {
    const account = await done('accounts', 'create', '--name', 'me', '--plan', 'free');
    expect(account).toMatchObject({ id: expect.any(String), name: 'me', plan: 'free', direct_api: false });
    const moved = await done('accounts', 'set-plan', '--account', account.id, '--plan', 'pro_api');
    expect(moved).toMatchObject({ plan: 'pro_api', direct_api: true, per_minute: 300, per_day: 50_000 });
    const limits = ['--per-minute', '7', '--per-day', '70', '--history-days', '30', '--direct-api', 'false'];
    const set = ['set-limits', '--account', account.id, ...limits, '--custom-dates', 'false', '--custom-times', 'true'];
    expect(await done('accounts', ...set)).toMatchObject({
      per_minute: 7,
      per_day: 70,
      history_days: 30,
      direct_api: false,
      custom_dates: false,
      custom_times: true,
    });
    const full = await done('accounts', 'set-limits', '--account', account.id, '--history-days', 'full');
    expect(full).toMatchObject({ history_days: null, per_minute: 7 });
    expect(await done('accounts', 'list')).toEqual({ accounts: [full] });
    const issued = await done('tokens', 'issue', '--account', account.id);
    expect(Buffer.from(issued.token, 'base64url')).toHaveLength(32);
    const shown = { token_id: issued.token_id, name: '', created_at: expect.any(String), last_used_at: null };
    expect(await done('tokens', 'list', '--account', account.id)).toEqual({ tokens: [{ ...shown, revoked: false }] });
    expect(await done('tokens', 'revoke', '--token-id', issued.token_id)).toEqual({ ...shown, revoked: true });
  });

  it('sql: columns and rows, a table, and a big answer whole through a pipe', async () => {
    const query = "SELECT symbol, count() AS n FROM bars WHERE symbol = 'CLI' GROUP BY symbol";
    const n = bars.length + 1;
    expect(await done('sql', query)).toEqual({ columns: ['symbol', 'n'], rows: [['CLI', n]] });
    expect((await run('sql', query)).stdout).toBe(`symbol  n\nCLI     ${n}\n`);
    const big = await done('sql', 'SELECT number FROM numbers(30000)');
    expect(big.rows).toHaveLength(30_000);
  });

  it('demo drop without a demo market', async () => {
    expect(await done('demo', 'drop')).toEqual({ dropped: [] });
  });
});

describe('exit 2, usage error', () => {
  const unread = file('bars.csv.gz');
  it.each(
    named([
      [],
      ['import', 'bars', unread, '--interval', '7m'],
      ['import', 'bars', unread, '--map', 'nosuch=close'],
      ['rebuild', '--from-log'],
      ['dlq', 'purge'],
      ['accounts', 'create', '--name', 'x', '--plan', 'gold'],
    ]),
  )('market-stats %s', async (_, args) => {
    expect(failureOf(await json(...args)).code).toBe(2);
  });
});

describe('exit 3, could not be done', () => {
  it.each(
    named([
      ['import', 'bars', '/nowhere.csv'],
      ['status', '--symbol', 'NOSUCH'],
      ['dlq', 'show', 'nosuch'],
      ['sql', 'SELECT nosuch FROM bars'],
    ]),
  )('market-stats %s', async (_, args) => {
    expect(failureOf(await json(...args))).toMatchObject({ code: 3, lines: 1 });
  });
});

it('says what it could not do to people alone where nobody asked for JSON', async () => {
  expect(await run('status', '--symbol', 'NOSUCH')).toMatchObject({ code: 3, stdout: '' });
});

describe('without a service', () => {
  const QUERY = 'SELECT symbol, count() AS n FROM bars GROUP BY symbol ORDER BY symbol';
  const asked = [['status'], ['sql', QUERY]];

  it('answers are the same, files land and are computed, and what is refused is reported', {
    timeout: 240_000,
  }, async () => {
    const before = [];
    for (const args of asked) before.push(await done(...args));
    const left = JSON.parse(readFileSync(`${dataDir}/ops.json`, 'utf8'));
    await service.stop();
    // What a killed service leaves behind, its process number since given to another one: this.
    write(`${dataDir}/ops.json`, JSON.stringify({ ...left, pid: process.pid }));
    for (const [i, args] of asked.entries()) expect(steady(await done(...args))).toEqual(steady(before[i]));

    const more = walk('CLI', 'equity', sessionTimes('2024-07-08', 1, 15), 4);
    const path = write(file('more.csv'), csv([...more, { ...more[0], ts: 'noon' }]));
    const imported = await json('import', 'bars', path);
    expect({ code: imported.code, json: imported.json }).toEqual({
      code: 1,
      json: {
        import_id: expect.any(String),
        first_rejected: expect.any(Object),
        landed: more.length,
        duplicates: 0,
        dead_letters: { invalid_timestamp: 1 },
      },
    });
    const query = "SELECT count(), max(date) FROM v_stat_trend WHERE symbol = 'CLI' AND session = 'default'";
    expect((await done('sql', query)).rows).toEqual([[5, '2024-07-08']]);
  });
});
