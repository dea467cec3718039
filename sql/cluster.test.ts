import { describe, expect, it } from 'vitest';
import { forCluster } from './cluster.ts';

describe('a statement on the cluster `main`', () => {
  it('a table becomes a replicated one on each shard and a distributed one by symbol', () => {
    const sql = `CREATE TABLE market.t
(
    symbol String COMMENT 'ENGINE = MergeTree ORDER BY x', ts DateTime('UTC'), v Decimal(10, 2)
)
ENGINE = ReplacingMergeTree(rank, is_deleted)
PARTITION BY toYear(ts)
ORDER BY (ts, symbol)
COMMENT 'What (it) is; ENGINE'`;
    expect(forCluster(sql, 'main')).toEqual([
      `CREATE TABLE market.t_local ON CLUSTER main (
    symbol String COMMENT 'ENGINE = MergeTree ORDER BY x', ts DateTime('UTC'), v Decimal(10, 2)
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/market/t_local', '{replica}', rank, is_deleted)
PARTITION BY toYear(ts)
ORDER BY (ts, symbol)
COMMENT 'What (it) is; ENGINE'`,
      `CREATE TABLE market.t ON CLUSTER main AS market.t_local
ENGINE = Distributed(main, market, t_local, cityHash64(symbol))
COMMENT 'What (it) is; ENGINE'`,
    ]);
  });

  it('a view is altered by itself: it has no local part', () => {
    expect(forCluster("ALTER TABLE market.v_stat_gap COMMENT COLUMN IF EXISTS `date` 'x'", 'main')).toEqual([
      "ALTER TABLE market.v_stat_gap ON CLUSTER main COMMENT COLUMN IF EXISTS `date` 'x'",
    ]);
    expect(forCluster("ALTER TABLE market.`bars_a` MODIFY COMMENT 'x'", 'main')).toHaveLength(1);
    expect(forCluster("ALTER TABLE market.bars MODIFY COMMENT 'x'", 'main')).toHaveLength(2);
  });

  it('a table without a symbol is spread by its first sorting column', () => {
    const [, distributed] = forCluster(
      'CREATE TABLE IF NOT EXISTS a.t (id String, x Int8) ENGINE = MergeTree ORDER BY (id, x) SETTINGS index_granularity = 1',
      'main',
    );
    expect(distributed).toBe(`CREATE TABLE IF NOT EXISTS a.t ON CLUSTER main AS a.t_local
ENGINE = Distributed(main, a, t_local, cityHash64(id))`);
  });

  it('a table like another is like its local part, its engine without arguments but its replica', () => {
    const [local] = forCluster('CREATE TABLE a.u AS a.t ENGINE = MergeTree ORDER BY symbol', 'main');
    expect(local).toBe(`CREATE TABLE a.u_local ON CLUSTER main AS a.t_local
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/a/u_local', '{replica}')
ORDER BY symbol`);
  });

  it.each([
    ['CREATE DATABASE IF NOT EXISTS market', ['CREATE DATABASE IF NOT EXISTS market ON CLUSTER main']],
    [
      'CREATE MATERIALIZED VIEW m.v TO m.target AS SELECT a, b AS from_x FROM m.source GROUP BY a',
      [
        'CREATE MATERIALIZED VIEW m.v ON CLUSTER main TO m.target_local AS SELECT a, b AS from_x FROM m.source_local GROUP BY a',
      ],
    ],
    [
      'CREATE VIEW IF NOT EXISTS m.`v` AS SELECT 1 FROM m.t',
      ['CREATE VIEW IF NOT EXISTS m.`v` ON CLUSTER main AS SELECT 1 FROM m.t'],
    ],
    [
      'CREATE OR REPLACE VIEW m.v AS SELECT 1 FROM m.t',
      ['CREATE OR REPLACE VIEW m.v ON CLUSTER main AS SELECT 1 FROM m.t'],
    ],
    [
      'ALTER TABLE m.t ADD COLUMN IF NOT EXISTS x Int8',
      [
        'ALTER TABLE m.t_local ON CLUSTER main ADD COLUMN IF NOT EXISTS x Int8',
        'ALTER TABLE m.t ON CLUSTER main ADD COLUMN IF NOT EXISTS x Int8',
      ],
    ],
    ['ALTER TABLE m.t DROP INDEX IF EXISTS i', ['ALTER TABLE m.t_local ON CLUSTER main DROP INDEX IF EXISTS i']],
    [
      'ALTER TABLE m.t DELETE WHERE symbol = {symbol:String} SETTINGS mutations_sync = 2',
      ['ALTER TABLE m.t_local ON CLUSTER main DELETE WHERE symbol = {symbol:String} SETTINGS mutations_sync = 2'],
    ],
    ['DROP VIEW IF EXISTS m.v', ['DROP VIEW IF EXISTS m.v ON CLUSTER main SYNC']],
    [
      'DROP TABLE IF EXISTS m.t',
      ['DROP TABLE IF EXISTS m.t ON CLUSTER main SYNC', 'DROP TABLE IF EXISTS m.t_local ON CLUSTER main SYNC'],
    ],
  ])('%s', (statement, expected) => {
    expect(forCluster(statement, 'main')).toEqual(expected);
  });

  it.each([
    ['SELECT 1', /no form of this statement/],
    ['CREATE TABLE m.t (a Int8) ENGINE = Memory', /only MergeTree tables/],
    ['CREATE TABLE m.t (a Int8) ENGINE = MergeTree', /needs ORDER BY/],
    ['CREATE MATERIALIZED VIEW m.v AS SELECT 1', /names its table with TO/],
  ])('refuses %s', (statement, message) => {
    expect(() => forCluster(statement, 'main')).toThrow(message);
  });
});
