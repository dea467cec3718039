import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBarsView } from '../../ingest/landing/registry/table.ts';
import { QueryRefusedError } from '../../sql/analysts/names.ts';
import { identifier } from '../../sql/formats/text.ts';
import { BACKENDS, openTestStore, type TestStore } from '../support/store.ts';

/** `FILE`, `HOST` and `DIR` stand for a secret file, a listening host and a writable folder. */
const ESCAPES = [
  // functions that outrun every limit of time in a single call
  "SELECT editDistance(repeat('a', 60000), repeat('b', 60000)) FROM numbers(10)",
  "SELECT LEVENSHTEINDISTANCE(repeat('a', 60000), repeat('b', 60000))",
  "SELECT arrayMap(editDistanceUTF8, ['a'], ['b'])",
  "SELECT damerauLevenshteinDistance('a', 'b'), jaroWinklerSimilarity('a', 'b')",
  // other databases
  'SELECT * FROM market_accounts.accounts',
  'SELECT * FROM `market_accounts`.`accounts`',
  'SELECT * FROM "market_accounts"."accounts"',
  'SELECT * FROM MARKET_ACCOUNTS.accounts',
  'SELECT b.symbol FROM bars AS b JOIN market_accounts.accounts AS a ON 1 = 1',
  'SELECT (SELECT any(name) FROM market_accounts.accounts)',
  "SELECT 'a1' IN market_accounts.accounts",
  "SELECT 'a1' IN (market_accounts.accounts)",
  "SELECT 'a1' GLOBAL IN (SELECT id FROM market_accounts.accounts)",
  'WITH x AS (SELECT * FROM market_accounts.accounts) SELECT * FROM x',
  'SELECT sum(1) OVER (PARTITION BY (SELECT any(name) FROM market_accounts.accounts)) FROM bars',
  'SELECT 1 UNION ALL SELECT id FROM market_accounts.accounts',
  'SELECT 1 EXCEPT SELECT id FROM market_accounts.accounts',
  'SELECT * FROM bars WHERE EXISTS (SELECT 1 FROM market_accounts.accounts)',
  'SELECT * FROM system.tables',
  'SELECT * FROM system.query_log',
  'SELECT * FROM system.one',
  'SELECT * FROM information_schema.tables',
  'SELECT * FROM INFORMATION_SCHEMA.TABLES',
  'SHOW TABLES FROM market_accounts',
  'SHOW DATABASES',
  'SHOW TABLES FROM market, system',
  'SHOW CREATE TABLE market_accounts.accounts',
  'SHOW CREATE DATABASE market_accounts',
  'SHOW PROCESSLIST',
  "SHOW SETTINGS LIKE '%'",
  'SHOW COLUMNS FROM market_accounts.accounts',
  'SHOW FUNCTIONS',
  'DESCRIBE market_accounts.accounts',
  'DESCRIBE (SELECT * FROM market_accounts.accounts)',
  'EXPLAIN SELECT * FROM market_accounts.accounts',
  'EXPLAIN SYNTAX SELECT * FROM market_accounts.accounts',
  'SELECT * FROM (EXPLAIN SELECT 1)',
  // table functions that reach beyond
  "SELECT * FROM merge('market_accounts', '.*')",
  "SELECT * FROM merge('.*', 'accounts')",
  "SELECT * FROM merge(REGEXP('market.*'), 'accounts')",
  'SELECT * FROM view(SELECT * FROM market_accounts.accounts)',
  "SELECT * FROM viewIfPermitted(SELECT 1 ELSE null('x Int8'))",
  "SELECT * FROM viewExplain('EXPLAIN', '', (SELECT 1))",
  'SELECT * FROM loop(market_accounts.accounts)',
  'SELECT * FROM mergeTreeIndex(market_accounts, accounts)',
  'SELECT * FROM mergeTreeProjection(market_accounts, accounts, p)',
  "SELECT * FROM dictionary('d')",
  "SELECT * FROM remote('HOST', market_accounts.accounts)",
  "SELECT * FROM remoteSecure('HOST', system.one)",
  "SELECT * FROM cluster('default', system.one)",
  "SELECT * FROM clusterAllReplicas('default', system.one)",
  "SELECT * FROM url('http://HOST/x.csv', 'CSV', 'a Int8')",
  "SELECT * FROM url('http://HOST/x.csv')",
  "SELECT * FROM s3('http://HOST/bucket/x.csv', 'CSV', 'a Int8')",
  "SELECT * FROM s3Cluster('default', 'http://HOST/bucket/x.csv')",
  "SELECT * FROM gcs('http://HOST/bucket/x.csv')",
  "SELECT * FROM hdfs('hdfs://HOST/x')",
  "SELECT * FROM azureBlobStorage('http://HOST/x', 'c', 'b')",
  "SELECT * FROM iceberg('http://HOST/x')",
  "SELECT * FROM deltaLake('http://HOST/x')",
  "SELECT * FROM mysql('HOST', 'a', 'b', 'c', 'd')",
  "SELECT * FROM postgresql('HOST', 'a', 'b', 'c', 'd')",
  "SELECT * FROM mongodb('HOST', 'a', 'b', 'c', 'd', 'x Int8')",
  "SELECT * FROM redis('HOST', 'k', 'k Int8')",
  "SELECT * FROM sqlite('FILE', 't')",
  "SELECT * FROM odbc('dsn', 'a', 'b')",
  "SELECT * FROM jdbc('dsn', 'a', 'b')",
  "SELECT * FROM arrowFlight('HOST', 'x')",
  "SELECT * FROM ytsaurus('http://HOST', '//x', 'y', 'a Int8')",
  "SELECT * FROM executable('cat FILE', 'TSV', 'a String')",
  "SELECT * FROM file('FILE', 'CSV', 'a String, b String')",
  "SELECT * FROM File('FILE')",
  "SELECT * FROM `file`('FILE')",
  "SELECT * FROM fileCluster('default', 'FILE')",
  "SELECT * FROM filesystem('DIR')",
  "SELECT * FROM 'FILE'",
  'SELECT * FROM `FILE`',
  'SELECT * FROM "FILE"',
  "SELECT * FROM python('x')",
  "SELECT * FROM input('a Int8')",
  "SELECT * FROM format(CSV, '1')",
  "DESCRIBE file('FILE')",
  "DESCRIBE url('http://HOST/x.csv')",
  "SELECT 1 FROM numbers(1) AS n JOIN file('FILE') AS f ON 1 = 1",
  "SELECT 1 IN file('FILE')",
  // functions that reach beyond
  "SELECT file('FILE')",
  "SELECT FILE('FILE')",
  "SELECT `file`('FILE')",
  "SELECT file /* x */ ('FILE')",
  "SELECT arrayMap(x -> file(x), ['FILE'])",
  "SELECT * APPLY file FROM (SELECT 'FILE' AS a)",
  "SELECT * APPLY(file) FROM (SELECT 'FILE' AS a)",
  "SELECT * APPLY(x -> file(x)) FROM (SELECT 'FILE' AS a)",
  "SELECT COLUMNS('a') APPLY(file) FROM (SELECT 'FILE' AS a)",
  "SELECT * REPLACE (file(a) AS a) FROM (SELECT 'FILE' AS a)",
  "SELECT sum(1) OVER (PARTITION BY file('FILE'))",
  "SELECT sum(1) OVER (PARTITION BY (SELECT * APPLY(file) FROM (SELECT 'FILE')))",
  "SELECT sum(1) OVER w FROM numbers(1) WINDOW w AS (ORDER BY file('FILE'))",
  "SELECT 1 ORDER BY file('FILE')",
  "SELECT number FROM numbers(3) ORDER BY number WITH FILL FROM length(file('FILE')) TO 9",
  "SELECT 1 LIMIT length(file('FILE'))",
  "SELECT quantile(length(file('FILE')))(1)",
  "SELECT CASE file('FILE') WHEN 'a' THEN 1 END",
  "SELECT * FROM values('a String', file('FILE'))",
  // a function by its bare name, as an argument
  "SELECT arrayMap(file, ['FILE'])",
  "SELECT arrayMap(FILE, ['FILE'])".replace('FILE', 'File'),
  "SELECT arrayMap(`file`, ['FILE'])",
  'SELECT arrayMap("file", [\'FILE\'])',
  'SELECT arrayMap("fil\\x65", [\'FILE\'])',
  "SELECT arrayMap(\u201cfile\u201d, ['FILE'])",
  "SELECT arrayFold(file, ['FILE'], '')",
  "SELECT sum(1) OVER (ORDER BY arrayMap(file, ['FILE'])[1])",
  "WITH file AS f SELECT arrayMap(f, ['FILE'])",
  "WITH (x -> file(x)) AS f SELECT arrayMap(f, ['FILE'])",
  "SELECT arrayMap(getSetting, ['readonly'])",
  "SELECT arrayMap(hasColumnInTable, ['market_accounts'], ['accounts'], ['name'])",
  "SELECT sum(1) OVER (PARTITION BY (SELECT max(a) FROM (SELECT n, a FROM (SELECT number AS n, '' AS a FROM numbers(1)) ORDER BY n WITH FILL TO 3 INTERPOLATE (a AS file('FILE')))))",
  "SELECT n, a FROM (SELECT number AS n, '' AS a FROM numbers(1)) ORDER BY n WITH FILL TO 3 INTERPOLATE (a AS file('FILE'))",
  'SELECT @@version',
  "SELECT joinGet('market_accounts.accounts', 'name', 'a1')",
  "SELECT dictGet('d', 'a', 1)",
  "SELECT dictGetOrDefault('d', 'a', 1, 2)",
  "SELECT catboostEvaluate('FILE', 1)",
  'SELECT evalMLMethod(1, 2)',
  "SELECT aiGenerate('http://HOST', 'x')",
  "SELECT hasColumnInTable('market_accounts', 'accounts', 'name')",
  "SELECT hasColumnInTable('HOST', 'u', 'p', 'd', 't', 'c')",
  "SELECT getSetting('readonly')",
  "SELECT getServerSetting('max_connections')",
  "SELECT getMacro('x')",
  'SELECT hostName()',
  'SELECT currentUser()',
  'SELECT serverUUID()',
  'SELECT filesystemAvailable()',
  'SELECT showCertificate()',
  'SELECT sleep(1)',
  'SELECT sleepEachRow(1) FROM numbers(3)',
  'SELECT addressToLine(1)',
  "SELECT logTrace('x')",
  'SELECT throwIf(1)',
  "SELECT formatQuery('SELECT 1')",
  'SELECT regionToName(toUInt32(1))',
  // output, settings, parameters, several statements
  "SELECT 1 INTO OUTFILE 'DIR/out.csv'",
  "SELECT 1 INTO OUTFILE 'DIR/out.csv' FORMAT CSV",
  "SELECT 1 INTO OUTFILE 'DIR/out.csv' TRUNCATE AND STDOUT FORMAT CSV",
  "(SELECT 1) INTO OUTFILE 'DIR/out.csv'",
  "EXPLAIN SELECT 1 INTO OUTFILE 'DIR/out.csv'",
  "SHOW TABLES INTO OUTFILE 'DIR/out.csv'",
  "DESCRIBE bars INTO OUTFILE 'DIR/out.csv'",
  'SELECT 1 FORMAT Native',
  'SELECT 1 SETTINGS readonly = 0',
  'SELECT 1 SETTINGS max_execution_time = 0',
  'SELECT * FROM (SELECT 1 SETTINGS max_threads = 64)',
  'SELECT sum(1) OVER (PARTITION BY (SELECT 1 SETTINGS max_threads = 64))',
  'SHOW TABLES SETTINGS max_threads = 1',
  'EXPLAIN SELECT 1 SETTINGS max_threads = 64',
  'SELECT {query:String}',
  'SELECT * FROM {query:Identifier}',
  'SELECT 1; SELECT 2',
  'SELECT 1; DROP TABLE market.bars',
  "SELECT 1;\n\nSELECT file('FILE')",
  'SELECT 1) UNION ALL (SELECT 2',
  "SELECT 1 -- \n; SELECT file('FILE')",
  // anything but reading
  'SET readonly = 0',
  'SET max_execution_time = 0',
  'USE market_accounts',
  'INSERT INTO bars (symbol) VALUES (1)',
  "INSERT INTO FUNCTION file('DIR/out.csv') SELECT 1",
  'CREATE TABLE x (a Int8) ENGINE = Memory',
  'CREATE TEMPORARY TABLE x (a Int8)',
  'CREATE VIEW x AS SELECT * FROM market_accounts.accounts',
  'CREATE FUNCTION f AS (x) -> file(x)',
  'DROP TABLE bars',
  'TRUNCATE TABLE bars',
  'ALTER TABLE bars DELETE WHERE 1',
  'DELETE FROM bars WHERE 1',
  'OPTIMIZE TABLE bars FINAL',
  'RENAME TABLE bars TO rabs',
  'ATTACH TABLE x',
  'DETACH TABLE bars',
  "BACKUP TABLE market.bars TO File('DIR/b')",
  'SYSTEM SHUTDOWN',
  'SYSTEM FLUSH LOGS',
  'KILL QUERY WHERE 1',
  'GRANT ALL ON *.* TO default',
  'CHECK TABLE bars',
  'EXPLAIN AST DROP TABLE bars',
  'EXPLAIN CURRENT TRANSACTION',
  "EXPLAIN TABLE OVERRIDE mysql('HOST', 'a', 'b', 'c', 'd') PARTITION BY x",
  'SELECT 1 PARALLEL WITH SELECT 2',
  'BEGIN TRANSACTION',
  '',
  ';',
  '-- nothing',
];

describe.each(BACKENDS)('the %s store', (backend) => {
  let store: TestStore;
  let folder: string;
  let secret: string;
  let visits = 0;
  const server = createServer((_, response) => {
    visits++;
    response.end('1\n');
  });
  let host: string;

  beforeAll(async () => {
    store = await openTestStore({ backend });
    folder = mkdtempSync(join(tmpdir(), 'analyst-'));
    secret = join(folder, 'secret.csv');
    writeFileSync(secret, 'top,secret\n');
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    await store.writer.insertRows(
      'market.bars',
      ['symbol', 'interval', 'ts', 'open', 'close'],
      [
        ['AAPL', '1m', '2024-01-02 14:30:00', 1, 2],
        ['AAPL', '1m', '2024-01-02 14:31:00', 2, 3],
        ['MSFT', '1m', '2024-01-02 14:30:00', 5, 4],
      ],
    );
    await store.writer.insertRows(
      'market.series_bases',
      ['symbol', 'interval', 'chosen_by', 'version'],
      [['AAPL', '1m', 'first_bar', 1]],
    );
    await createBarsView(store.writer, 'AAPL', 'bars_aapl');
    await store.writer.insertRows('market_accounts.accounts', ['id', 'field', 'value'], [['a1', 'name', '"Jane"']]);
  });
  afterAll(async () => {
    await store.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('answers an analyst', () => {
    it.each<[string, unknown[][]]>([
      ['SELECT count() FROM bars', [[3]]],
      ["SELECT count() FROM market.bars FINAL WHERE symbol = 'AAPL';", [[2]]],
      [
        'select symbol, sum(close) s from bars group by symbol order by s desc -- best first',
        [
          ['AAPL', 5],
          ['MSFT', 4],
        ],
      ],
      ['WITH x AS (SELECT symbol FROM bars) SELECT uniq(symbol) FROM x', [[2]]],
      ['SELECT open FROM bars_aapl ORDER BY ts', [[1], [2]]],
      ['SELECT a.open FROM bars AS a JOIN symbols AS s ON a.symbol = s.symbol', []],
      [
        'SELECT close, row_number() OVER (PARTITION BY symbol ORDER BY ts) AS n FROM bars ORDER BY symbol, ts',
        [
          [2, 1],
          [3, 2],
          [4, 1],
        ],
      ],
      ['SELECT countIf(open > 1), avgOrNullIf(open, open > 9), quantileExact(0.5)(close) FROM bars', [[2, null, 3]]],
      [
        "SELECT symbol FROM bars_aapl WHERE symbol IN (SELECT symbol FROM bars) UNION DISTINCT SELECT 'AAPL'",
        [['AAPL']],
      ],
      [
        'SELECT toStartOfInterval(ts, INTERVAL 5 MINUTE) AS t, argMax(close, ts) FROM bars_aapl GROUP BY t',
        [['2024-01-02 14:30:00', 3]],
      ],
      ["SELECT CASE WHEN open > 1 THEN 'up' ELSE 'down' END FROM bars_aapl ORDER BY ts", [['down'], ['up']]],
      [
        'SELECT CAST(1.5 AS Decimal(10, 2)), (1, 2).1, arrayMap(x -> x + 1, [1, 2]), if(1, 2, 3)',
        [[1.5, 1, [2, 3], 2]],
      ],
      ['SELECT number FROM numbers(2)', [[0], [1]]],
      ['SELECT 18446744073709551615, 0 / 0', [['18446744073709551615', null]]],
      ["SELECT 'file(', `symbol` FROM bars LIMIT 1", [['file(', 'AAPL']]],
    ])('%s', async (sql, rows) => {
      expect((await store.analyst.query(sql)).rows).toEqual(rows);
    });

    it('every column of every table and view of market', async () => {
      const columns = await store.reader.query<{ table: string; name: string }>(
        "SELECT table, name FROM system.columns WHERE database = 'market' ORDER BY table, position",
      );
      expect(columns.length).toBeGreaterThan(100);
      for (const table of new Set(columns.map((column) => column.table))) {
        const names = columns.filter((column) => column.table === table).map(({ name }) => identifier(name));
        await store.analyst.query(`SELECT ${names.join(', ')} FROM ${identifier(table)} LIMIT 0`);
      }
    });

    it('tells the names of the columns in order', async () => {
      const { columns } = await store.analyst.query('SELECT symbol, close - open AS gain FROM bars LIMIT 0');
      expect(columns).toEqual(['symbol', 'gain']);
    });

    it.each([
      'SHOW TABLES',
      "SHOW TABLES FROM market LIKE 'bars%'",
      'DESCRIBE bars',
      'DESC market.bars',
      'SHOW CREATE TABLE bars',
      'SHOW CREATE VIEW bars_aapl',
      'EXPLAIN SELECT * FROM bars',
      'EXPLAIN indexes = 1 SELECT * FROM bars',
    ])('%s', async (sql) => {
      expect((await store.analyst.query(sql)).rows.length).toBeGreaterThan(0);
    });

    it('tells an unknown column as an error of the store, and answers the next query', async () => {
      await expect(store.analyst.query('SELECT nope FROM bars')).rejects.toMatchObject({
        name: 'StoreError',
        code: 47,
      });
      expect((await store.analyst.query('SELECT 1')).rows).toEqual([[1]]);
    });
  });

  describe('refuses an analyst', () => {
    it.each(ESCAPES)('%s', async (template) => {
      const sql = template
        .replaceAll('FILE', () => secret)
        .replaceAll('HOST', host)
        .replaceAll('DIR', folder);
      const error = await store.analyst.query(sql).then(
        (answer) => expect.fail(`answered ${JSON.stringify(answer)}`),
        (reason) => reason,
      );
      expect(error).toBeInstanceOf(QueryRefusedError);
    });

    it.each([
      ['nested too deep', `SELECT ${'('.repeat(5000)}1`],
      ['of more than 100,000 characters', `SELECT '${'x'.repeat(100_001)}'`],
    ])('a query %s', async (_, sql) => {
      await expect(store.analyst.query(sql)).rejects.toBeInstanceOf(QueryRefusedError);
    });

    it('what the engine itself would answer', async () => {
      // A server's own users and grants are one more layer.
      if (backend === 'embedded') {
        const [row] = await store.reader.query<{ text: string }>('SELECT file({path:String}) AS text', {
          path: secret,
        });
        expect(row.text).toBe('top,secret\n');
      }
      expect(await store.reader.query('SELECT id FROM market_accounts.accounts')).toEqual([{ id: 'a1' }]);
    });

    it('visited no host, wrote no file and changed nothing on the way', async () => {
      expect(visits).toBe(0);
      expect(existsSync(join(folder, 'out.csv'))).toBe(false);
      expect((await store.analyst.query('SELECT count() FROM bars')).rows).toEqual([[3]]);
    });

    it('stops a query that returns too much', async () => {
      await expect(store.analyst.query('SELECT number FROM numbers(2000000)')).rejects.toMatchObject({ code: 396 });
    });
  });
});
