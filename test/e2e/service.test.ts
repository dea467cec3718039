/** A user's way through the running service: files in, figures out. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../sql/connect.ts';
import { dataFolder, hasMarketData } from '../support/market-data.ts';
import { ensureBuilt, type Service, startService, temporaryFolder } from '../support/programs.ts';
import { type Client, GENEROUS, newClient, request } from './support/api.ts';
import { csv, ndjson, sessionTimes, walk, write } from './support/market.ts';

const folder = temporaryFolder();
const file = (name: string) => join(folder.path, name);
let service: Service;
let client: Client;

beforeAll(async () => {
  ensureBuilt();
  service = await startService(file('data'));
  client = await newClient(service, 'pro_api', GENEROUS);
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

/** Imports and answers what was counted; nothing may be refused. */
async function land(...args: string[]): Promise<{ landed: number; duplicates: number }> {
  const { code, stderr, json } = await service.cli('--json', 'import', ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(json.dead_letters).toEqual({});
  return json;
}

/** A Parquet file, written by the engine. */
async function parquet(path: string, source: string): Promise<string> {
  const store = await openStore({ dataDir: file('writer'), server: null });
  try {
    await store.writer.command(
      `INSERT INTO FUNCTION file('${path}', Parquet) SELECT * FROM file('${source}', CSVWithNames)`,
    );
  } finally {
    await store.close();
  }
  return path;
}

describe('files', () => {
  const times = sessionTimes('2024-07-01', 4, 5);
  const bars = (symbol: string) => walk(symbol, 'equity', times, 7);
  const { length } = times;

  it('the same bars as CSV, NDJSON, packed with gzip and as Parquet give the same statistics', async () => {
    const landed = await land(
      'bars',
      write(file('a.csv'), csv(bars('FMT-CSV'))),
      write(file('b.ndjson'), ndjson(bars('FMT-NDJSON'))),
      write(file('c.csv.gz'), csv(bars('FMT-GZIP'))),
      await parquet(file('d.parquet'), write(file('d.csv'), csv(bars('FMT-PARQUET')))),
    );
    expect(landed).toEqual({ import_id: expect.any(String), landed: 4 * length, duplicates: 0, dead_letters: {} });
    const answers = await Promise.all(
      ['CSV', 'NDJSON', 'GZIP', 'PARQUET'].map(async (name) => {
        const { status, text } = await client.get(`/stats/pdhlb?symbol=FMT-${name}`);
        expect(status).toBe(200);
        return text.replaceAll(`FMT-${name}`, 'X');
      }),
    );
    // Four days are less than the default range asks for.
    const warnings = [expect.stringMatching(/^coverage is shorter than asked: .* the first session is of 2024-07-01$/)];
    expect(JSON.parse(answers[0])).toMatchObject({ count: 3, metadata: { base_interval: '5m', warnings } });
    expect(new Set(answers).size).toBe(1);
  });

  it('what landed before is counted as duplicates, and a changed bar changes the figures at once', async () => {
    expect(await land('bars', file('a.csv'))).toEqual({
      import_id: expect.any(String),
      landed: 0,
      duplicates: length,
      dead_letters: {},
    });
    const before = (await client.get('/stats/trend?symbol=FMT-CSV')).body.data;
    const last = bars('FMT-CSV')[length - 1];
    expect(before.at(-1).close).toBe(last.close);
    const corrected = { ...last, close: last.low };
    expect((await land('bars', write(file('a2.csv'), csv([corrected])))).landed).toBe(1);
    const after = (await client.get('/stats/trend?symbol=FMT-CSV')).body.data;
    expect(after.at(-1).close).toBe(last.low);
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    // An analyst who asks the table itself sees each bar once, too.
    const query = "SELECT count(), argMax(close, ts) FROM bars WHERE symbol = 'FMT-CSV'";
    expect((await service.operation('sql', { query })).rows).toEqual([[length, last.low]]);
  });

  it('a deleted bar is gone from bars and figures, and an older revision does not bring it back', async () => {
    const rows = bars('FMT-REV').map((bar) => ({ ...bar, revision: 1 }));
    await land('bars', write(file('revised.csv'), csv(rows)));
    const { symbol, ts } = rows[0];
    const deletion = ndjson([{ symbol, ts, deleted: true, revision: 3 }]);
    await land('bars', write(file('deleted.ndjson'), deletion), '--interval', '5m');
    await land('bars', write(file('older.csv'), csv([{ ...rows[0], revision: 2 }])), '--interval', '5m');
    const { data } = (await client.get('/stats/orb?symbol=FMT-REV&orb_minutes=5')).body;
    expect(data[0]).toMatchObject({ date: '2024-07-01', or_bars: 0, or_high: null });
    const counted = await service.cli('--json', 'sql', 'SELECT count() AS n FROM bars_fmt_rev');
    expect(counted.json).toEqual({ columns: ['n'], rows: [[length - 1]] });
  });

  it('columns of other names are mapped, what a file lacks is given, and times without offset have a zone', async () => {
    const odd = ['when,first,top,bottom,last', '2024-07-01 09:30:00,10,11,9,10.5', '2024-07-01 09:31:00,10.5,12,10,11'];
    const options = ['--symbol', 'odd', '--asset-class', 'etf', '--tz', 'America/New_York', '--default', 'volume=7'];
    const maps = ['ts=when', 'open=first', 'high=top', 'low=bottom', 'close=last'].flatMap((map) => ['--map', map]);
    await land('bars', write(file('odd.csv'), `${odd.join('\n')}\n`), ...options, ...maps);
    const { body } = await client.get('/symbols');
    expect(body.data.find((row: { symbol: string }) => row.symbol === 'ODD')).toEqual({
      symbol: 'ODD',
      asset_class: 'etf',
      base_interval: '1m',
      first_bar: '2024-07-01T13:30:00+00:00',
      last_bar: '2024-07-01T13:31:00+00:00',
      sessions: 1,
      daily_from: null,
    });
  });
});

describe('news', () => {
  it('is served with the reactions of its bars, and never registers a symbol', async () => {
    const times = sessionTimes('2024-07-08', 2);
    await land('bars', write(file('news-bars.csv'), csv(walk('NWS', 'equity', times, 3))));
    const news = [
      { symbol: 'NWS', event_timestamp: '2024-07-08T14:00:20Z', title: 'Up', direction: 'positive', impact_score: 0.5 },
      { symbol: 'ONLY', event_timestamp: '2024-07-08T14:00:20Z', title: 'x', direction: 'neutral', impact_score: 0 },
    ];
    const path = write(file('news.ndjson'), ndjson(news));
    expect(await land('news', path, '--asset-class', 'equity')).toMatchObject({ landed: 2, duplicates: 0 });
    expect(await land('news', path, '--asset-class', 'equity')).toMatchObject({ landed: 0, duplicates: 2 });

    const { body } = await client.get('/stats/news/reactions?symbol=nws');
    expect(body).toMatchObject({
      symbol: 'NWS',
      event_source: 'sentiment',
      time_window: '12M',
      reaction_windows: ['5m', '15m', '30m', '60m', 'eod'],
      count: 1,
    });
    const bars = walk('NWS', 'equity', times, 3);
    const open = (time: string) => bars.find((bar) => bar.ts === `2024-07-08T${time}:00.000Z`)!.open;
    const move = (open('15:01') / open('14:01') - 1) * 100;
    expect(body.events[0]).toMatchObject({ title: 'Up', asset_class: 'equity', source_table: 'events_sentiment' });
    expect(body.events[0].reactions['60m'].return_pct).toBeCloseTo(move, 4);

    const alone = await client.get('/stats/news/reactions?symbol=ONLY');
    expect(alone.body).toMatchObject({ count: 1, metadata: { base_interval: null, data_through: null } });
    expect((await client.get('/stats/gap?symbol=ONLY')).status).toBe(200);
    const { symbols } = (await service.cli('--json', 'symbols', 'list')).json;
    expect(symbols.map((row: { symbol: string }) => row.symbol)).not.toContain('ONLY');
  });
});

describe.skipIf(!hasMarketData)('real bars of SPY, the week of 2013-10-07', () => {
  const week = 'symbol=SPY&start_date=2013-10-07&end_date=2013-10-11';

  beforeAll(async () => {
    await land('bars', join(dataFolder, 'bars', 'lean', 'SPY_1m.csv.gz'));
  });

  it('has two gaps: the 7th down and filled, the 10th up and filled by 8.04 %', async () => {
    const { body } = await client.get(`/stats/gap?${week}`);
    expect(body).toMatchObject({ symbol: 'SPY', time_window: 'custom', count: 2 });
    expect(body.data[0]).toMatchObject({
      date: '2013-10-07',
      direction: 'down',
      filled: true,
      prev_date: '2013-10-04',
    });
    expect(body.data[1]).toMatchObject({ date: '2013-10-10', direction: 'up', filled: false, fill_bucket: '1-25%' });
    expect(body.data[1].partial_fill_pct).toBeCloseTo(8.04, 2);
    const summary = (await client.get(`/stats/gap/summary?${week}`)).body;
    expect(summary).toMatchObject({ total_days: 5, total_gaps: 2, filled_gaps: 1, fill_rate: 50, sample_size: 2 });
  });

  it('breaks the high on the 10th and 11th, the low on the 7th, 8th and 9th', async () => {
    const { data } = (await client.get(`/stats/pdhlb?${week}&order=asc`)).body;
    const days = (side: string) =>
      data.filter((row: Record<string, unknown>) => row[`${side}_break`]).map((row: { date: string }) => row.date);
    expect(days('high')).toEqual(['2013-10-10', '2013-10-11']);
    expect(days('low')).toEqual(['2013-10-07', '2013-10-08', '2013-10-09']);
    const summary = (await client.get(`/stats/pdhlb/summary?${week}`)).body;
    expect(summary).toMatchObject({ high_breaks: 2, low_breaks: 3, both_broken_same_day: 0 });
  });

  it('any other parameters are answered on demand, from the same bars', async () => {
    const kept = await client.get(`/stats/orb?${week}&orb_minutes=15`);
    const other = await client.get(`/stats/orb?${week}&orb_minutes=17&breakout_criteria=close`);
    expect(kept.headers.get('x-source')).toBe('materialized');
    expect(other.headers.get('x-source')).toBe('on_demand');
    expect(other.body).toMatchObject({ orb_minutes: 17, count: 5 });
  });
});

describe('what is open to everybody', () => {
  it.each(['/healthz', '/readyz', '/openapi.json', '/docs', '/stats'])('%s answers without a token', async (path) => {
    expect((await request(`${service.url}${path}`)).status).toBe(200);
  });

  it('every statistic that the index names has its doc, of the documented shape', async () => {
    const { statistics } = (await request(`${service.url}/stats`)).body;
    for (const { name, path, endpoints, doc } of statistics) {
      const { status, body } = await request(`${service.url}${doc}`);
      expect(status).toBe(200);
      expect(doc).toBe(`${path}/doc`);
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining(['name', 'title', 'description', 'definition', 'endpoints', 'fields', 'notes']),
      );
      expect(body.name).toBe(name);
      expect(body.endpoints.map((endpoint: { path: string }) => endpoint.path)).toEqual(
        expect.arrayContaining(endpoints),
      );
      for (const endpoint of body.endpoints) {
        for (const parameter of endpoint.parameters) {
          expect(Object.keys(parameter)).toEqual(
            expect.arrayContaining(['name', 'type', 'required', 'default', 'description']),
          );
        }
      }
      for (const field of body.fields) {
        expect(Object.keys(field)).toEqual(
          expect.arrayContaining(['name', 'endpoint', 'type', 'unit', 'nullable', 'description', 'formula']),
        );
      }
    }
  });
});
