/**
 * A data directory that an earlier release wrote (test/fixtures/released/README.md), opened by this program: nothing is
 * lost, the figures are those of the bars, and the token of then still opens the door.
 */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import { cli, ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { until } from '../support/until.ts';

/** Issued then, for this directory alone. */
const TOKEN = 'ogyIrUBPc5p2H8AsR3CyrzRMLr7P30PhxkpywZ-RXgg';
const folder = temporaryFolder();
const dataDir = `${folder.path}/data`;
let service: Service;

beforeAll(async () => {
  ensureBuilt();
  execFileSync('tar', ['-xzf', projectFile('test', 'fixtures', 'released', 'data-directory.tgz'), '-C', folder.path]);
  service = await startService(dataDir);
});
afterAll(async () => {
  await service?.stop('SIGKILL');
  folder.remove();
});

const rows = async (query: string) => (await service.operation('sql', { query })).rows;

it('holds every bar, the news, the dead letter and the account', async () => {
  expect(await rows('SELECT symbol, count(), sum(volume) FROM market.bars GROUP BY symbol ORDER BY symbol')).toEqual([
    ['AAPL', 208, 1_084_444],
    ['BTCUSD', 208, 1_042_713],
  ]);
  expect(await rows('SELECT id, title, impact_score FROM market.events_sentiment')).toEqual([
    ['n1', 'A title, quoted', 0.7],
  ]);
  const { dead_letters: letters } = await service.operation('dlq.list', {});
  expect(letters).toMatchObject([{ reason: 'ohlc_inconsistent' }]);
  expect((await service.operation('accounts.list', {})).accounts).toMatchObject([{ name: 'before', plan: 'pro_api' }]);
});

it('computes what its definitions have changed, and serves the figures of the bars', async () => {
  await until(async () => (await service.operation('status', {})).behind.days === 0);
  // First open and last close of the day's bars, as the imported file had them.
  const query = `SELECT open, close FROM market.v_stat_trend
    WHERE symbol = 'AAPL' AND session = 'default' AND date = '2025-06-03' LIMIT 1`;
  expect(await rows(query)).toEqual([[99.33, 98.87]]);
  const answer = await fetch(`${service.url}/stats/trend?symbol=AAPL&time_window=5Y`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: { date: string; open: number; close: number }[] };
  expect(data).toHaveLength(8);
  expect(data.find(({ date }) => date === '2025-06-03')).toMatchObject({ open: 99.33, close: 98.87 });
});

it('is the same as rebuilt, and can be backed up', async () => {
  const of =
    'SELECT count(), toString(sum(cityHash64(toString(tuple(symbol, session, date, open, high, low, close))))) FROM market.v_stat_trend';
  const before = await rows(of);
  expect((await cli(dataDir, '--json', 'rebuild')).code).toBe(0);
  expect(await rows(of)).toEqual(before);
  const { json } = await cli(dataDir, '--json', 'backup', `${folder.path}/backup`);
  expect(json.tables).toMatchObject({ 'market.bars': 416, 'market_accounts.accounts': 1 });
});
