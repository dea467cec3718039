/** Real files, as they come: every row lands, and a second import changes nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFolder, hasMarketData } from '../../test/support/market-data.ts';
import { openTestStore, type TestStore } from '../../test/support/store.ts';
import { Landing } from '../landing/landing.ts';
import { importFiles } from './imports.ts';

describe.skipIf(!hasMarketData)('real files', () => {
  let store: TestStore;
  let landing: Landing;
  beforeAll(async () => {
    store = await openTestStore();
    landing = await Landing.open({ store });
  });
  afterAll(() => store.close());

  const textOf = (file: string) => gunzipSync(readFileSync(join(dataFolder, file))).toString('utf8');
  const linesOf = (file: string) => textOf(file).trimEnd().split('\n').slice(1);

  test.each([
    ['bars/lean/SPY_1m.csv.gz', 'SPY', 1],
    ['bars/orb-yf/AAPL_5m.csv.gz', 'AAPL', 5],
    ['bars/eqker/GLD_15m.csv.gz', 'GLD', 15],
    ['bars/lean/TAPA_1h.csv.gz', 'TAPA', 60],
    ['bars/ta4j/ETHUSD_4h.csv.gz', 'ETHUSD', 240],
    ['daily/lean/IBM_1d.csv.gz', 'IBM', 1440],
    ['bars/lean/BTCUSD_1m.csv.gz', 'BTCUSD', 1],
  ])('%s', { timeout: 90_000 }, async (file, symbol, intervalMin) => {
    const lines = linesOf(file);
    const path = join(dataFolder, file);
    expect(await importFiles('bars', [path], {}, landing)).toEqual({
      landed: lines.length,
      duplicates: 0,
      dead_letters: {},
    });
    expect(landing.registry.get(symbol)).toMatchObject({ series: [{ intervalMin }] });
    const stored = await store.reader.query<{ line: string }>(
      `SELECT concat(formatDateTime(ts, '%FT%TZ'), ',', arrayStringConcat([open, high, low, close, volume]::Array(String), ',')) AS line
       FROM market.bars_${symbol.toLowerCase()} ORDER BY ts`,
    );
    const figures = (line: string) => line.split(',').map((cell, i) => (i === 0 ? cell : Number(cell)));
    expect(stored.map(({ line }) => figures(line))).toEqual(
      lines.map((line) =>
        figures(line)
          .slice(2)
          .map((cell, i) => (i === 0 ? line.split(',')[2] : cell)),
      ),
    );
    expect(await importFiles('bars', [path], {}, landing)).toEqual({
      landed: 0,
      duplicates: lines.length,
      dead_letters: {},
    });
  });

  test('news without an impact score lands with a default, all titles whole', { timeout: 90_000 }, async () => {
    const file = 'news/cryptonews_2021-2022.csv.gz';
    const path = join(dataFolder, file);
    const options = { defaults: { impact_score: '0.5' } };
    const rows = linesOf(file).length;
    const notices: string[] = [];
    const counts = await importFiles('news', [path], options, landing, { onNotice: (text) => notices.push(text) });
    expect(counts).toEqual({ landed: rows, duplicates: 0, dead_letters: {} });
    expect(notices).toEqual([expect.stringContaining('"raw_label", "score", "score_kind"')]);
    const [{ n, chars }] = await store.reader.query<{ n: number; chars: number }>(
      `SELECT count() AS n, sum(lengthUTF8(title)) AS chars FROM market.events_sentiment_crypto FINAL WHERE source = 'cryptonews_2021-2022.csv.gz'`,
    );
    // Titles stand between the third comma and the label; quoted where they hold a comma.
    const titles = [
      ...textOf(file).matchAll(/^[^,]*,[^,]*,crypto,(?:"((?:[^"]|"")*)"|([^",]*)),(?:positive|negative|neutral),/gm),
    ];
    const length = (text: string) => [...text.replaceAll('""', '"')].length;
    expect(n).toBe(rows);
    expect(titles).toHaveLength(rows);
    expect(chars).toBe(titles.reduce((sum, [, quoted, plain]) => sum + length(quoted ?? plain), 0));
    expect(await importFiles('news', [path], options, landing)).toEqual({
      landed: 0,
      duplicates: rows,
      dead_letters: {},
    });
  });

  test('news without a direction are dead letters until one is given', async () => {
    const path = join(dataFolder, 'news/ualh_crypto_2024.csv.gz');
    const rows = linesOf('news/ualh_crypto_2024.csv.gz').length;
    const impact = { impact_score: '0.5' };
    expect(await importFiles('news', [path], { defaults: impact }, landing)).toEqual({
      landed: 0,
      duplicates: 0,
      dead_letters: { schema: rows },
    });
    const given = { defaults: { ...impact, direction: 'neutral' } };
    expect(await importFiles('news', [path], given, landing)).toMatchObject({ landed: rows, dead_letters: {} });
  });
});
