/** Backups of both back ends: of a server, restored into an embedded store, and the other way. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../sql/connect.ts';
import { folderOfFile } from '../../test/support/of-file.ts';
import { BACKENDS, type Backend, openTestStore } from '../../test/support/store.ts';
import { backupStore, restoreStore } from './backup.ts';
import { readManifest } from './format.ts';

const folder = folderOfFile();
const options = { version: '0.0.0', nowMs: () => Date.parse('2025-06-04T12:00:00Z') };

const NASTY = 'a\tb\\N\n\n\'"ü\u0000\r\n';
const COLUMNS = [
  'symbol',
  'ts',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'version',
  'partition',
  'offset',
  'ingested_at',
  'is_deleted',
];

async function fill({ writer }: Store): Promise<void> {
  const bar = (symbol: string, ts: number, close: number, version: number | bigint, deleted = 0) => {
    return [symbol, ts, 0.1 + 0.2, 1e300, 5e-324, close, 0, version, 0, version, '2025-06-04 12:00:00.123', deleted];
  };
  const day = 1_700_000_000 - (1_700_000_000 % 60);
  await writer.insertRows('market.bars', COLUMNS, [
    bar('AAA', day, 1, 1),
    bar('AAA', day + 60, 2, 1),
    bar('BBB', day, 3, 1),
  ]);
  await writer.insertRows('market.bars', COLUMNS, [bar('AAA', day, 1.5, 9_007_199_254_740_993n, 0)]);
  await writer.insertRows('market.bars', COLUMNS, [
    bar('AAA', day + 60, 2, 2, 1),
    bar('AAA', day + 400 * 86_400, 7, 1),
  ]);
  const letter = [
    'id',
    'received_at',
    'topic',
    'partition',
    'offset',
    'key',
    'reason',
    'message',
    'payload',
    'source',
    'position',
    'version',
  ];
  await writer.insertRows('market.dead_letters', letter, [
    ['x', '2025-06-04 12:00:00.000', 'bars', 0, 7, NASTY, 'r', NASTY, NASTY, '', '', 1],
  ]);
}

/** Rows that count, tombstones among them, by the hash of each. */
const hashes = ({ writer }: Store) =>
  writer.query(
    `SELECT * FROM (SELECT 'bars' AS t, symbol || toString(ts) AS k, toString(argMax(cityHash64(toString(tuple(*))), rank)) AS h FROM market.bars GROUP BY k
     UNION ALL SELECT 'letters', id, toString(cityHash64(toString(tuple(*)))) FROM market.dead_letters FINAL) ORDER BY t, k`,
  );

describe.each(BACKENDS)('of a %s store', (backend: Backend) => {
  it('is restored into the other form row by row, each float to its last bit', { timeout: 90_000 }, async () => {
    const path = join(folder, backend);
    const source = await openTestStore({ backend });
    await fill(source);
    const expected = await hashes(source);
    const manifest = await backupStore(source, path, options);
    await source.close();
    expect(expected).toHaveLength(5);
    const rows = Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows]));
    expect(rows).toMatchObject({ 'market.bars': 4, 'market.dead_letters': 1, 'market_accounts.accounts': 0 });
    expect(Object.keys(rows).filter((name) => /stat_|day_log|coverage/.test(name))).toEqual([]);

    const target = await openTestStore({ backend: backend === 'embedded' ? 'server' : 'embedded' });
    try {
      await restoreStore(target, path);
      expect(await hashes(target)).toEqual(expected);
      // Days are logged as if the rows had landed here.
      const days = await target.writer.query<{ n: number }>('SELECT uniqExact(symbol, day) AS n FROM market.day_log');
      expect(days).toEqual([{ n: 3 }]);
      // Again it has nothing to do; where the store has gone on it is none that it may be restored into.
      await restoreStore(target, path);
      expect(await hashes(target)).toEqual(expected);
      await target.writer.insertRows('market.bars', ['symbol', 'ts', 'version'], [['BBB', 1_699_999_980, 9]]);
      await expect(restoreStore(target, path)).rejects.toThrow(/not empty/);
    } finally {
      await target.close();
    }
  });
});

it('a manifest of another form, or of a newer program, is rejected with an explanation', async () => {
  expect(() => readManifest(join(folder, 'embedded', 'nothing'))).toThrow(/is not a backup/);
  expect(readManifest(join(folder, BACKENDS[0])).version).toBe('0.0.0');
});
