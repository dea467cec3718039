import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { type NewsColumns, SymbolData } from '../../compute/market/symbol-data.ts';
import { apiData, newsOf } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';

/** With news whose headlines are there now and then. */
function withHeadlines(data: SymbolData): SymbolData {
  const { meta, bars, clock, reachesStart, reachesEnd } = data;
  const plain = newsOf(meta.symbol, meta.assetClass, 6);
  const sentiment: NewsColumns = { ...plain, headline: plain.id.map((_, i) => (i % 2 === 0 ? `Headline ${i}` : null)) };
  return new SymbolData({ meta, bars, clock, reachesStart, reachesEnd, news: { sentiment } });
}

const [aapl, ...others] = apiData();
const api = await apiOfFile([withHeadlines(aapl), ...others]);
const openapi = (await api.get('/openapi.json', { token: null })).body;

type Json = Record<string, unknown>;

const operations = (): [string, Json][] =>
  Object.entries(openapi.paths as Record<string, Record<string, Json>>).flatMap(([path, item]) =>
    Object.values(item).map((operation): [string, Json] => [path, operation]),
  );

describe('news', () => {
  it('have a headline that is a text: the title where none came', async () => {
    const { events } = (await api.get('/stats/news/reactions?symbol=AAPL')).body;
    expect(events).toHaveLength(6);
    const headlines = events.map(({ news_id, title, headline }: Json) => [
      news_id,
      headline === title ? 'title' : headline,
    ]);
    expect(Object.fromEntries(headlines)).toEqual({
      'AAPL-0': 'Headline 0',
      'AAPL-1': 'title',
      'AAPL-2': 'Headline 2',
      'AAPL-3': 'title',
      'AAPL-4': 'Headline 4',
      'AAPL-5': 'title',
    });
    expect(openapi.components.schemas.StatsNewsReactionsRow.properties.headline.type).toBe('string');
  });

  it('of the other kind are named by the source that has them', async () => {
    const warnings = async (query: string) =>
      (await api.get(`/stats/news/reactions?${query}`)).body.metadata.warnings.join();
    expect(await warnings('symbol=BTCUSD')).toContain('event_source=sentiment_crypto has the news of crypto pairs');
    expect(await warnings('symbol=AAPL&event_source=sentiment_crypto')).toContain(
      'event_source=sentiment has the news of equities and ETFs',
    );
    expect(await warnings('symbol=AAPL')).not.toContain('event_source');
  });
});

describe('/stats/pdhlb', () => {
  it.each(['', '/top', '/retest'])('%s gives ten records, the total, and all with a limit', async (path) => {
    const { body } = await api.get(`/stats/pdhlb${path}?symbol=AAPL&direction=both`);
    const all = (await api.get(`/stats/pdhlb${path}?symbol=AAPL&direction=both&limit=1000`)).body;
    expect([body.count, body.data.length]).toEqual([10, 10]);
    expect(body.metadata.total).toBe(all.count);
    expect(all.count).toBeGreaterThan(10);
    expect(body.data).toEqual(all.data.slice(0, 10));
    const [limit] = openapi.paths[`/stats/pdhlb${path}`].get.parameters.filter(({ name }: Json) => name === 'limit');
    expect(limit.schema.default).toBe(10);
  });
});

describe('an unknown parameter', () => {
  it.each([
    ['/stats/orb?symbol=AAPL&orb_minute=5', 'orb_minutes'],
    ['/stats/gap?symbl=AAPL&symbol=AAPL', 'symbol'],
    ['/stats/gap/summary?symbol=AAPL&timewindow=1M', 'time_window'],
    ['/stats/orb/summary?symbol=AAPL&topn=5', 'top_n'],
    ['/symbols?fromat=csv', 'format'],
  ])('of %s: did you mean %s?', async (path, meant) => {
    const { status, body } = await api.get(path);
    expect([status, body.detail[0].type]).toEqual([422, 'extra_forbidden']);
    expect(body.detail[0].msg).toBe(`Extra inputs are not permitted; did you mean '${meant}'?`);
  });

  it('that is like none is only refused', async () => {
    const { body } = await api.get('/stats/gap?symbol=AAPL&colour=red');
    expect(body.detail[0].msg).toBe('Extra inputs are not permitted');
  });
});

describe('CSV', () => {
  it('of a summary is one row of all its figures by dotted path', async () => {
    for (const [path, get] of operations()) {
      if (!/\/summary$/.test(path) || !(get['parameters'] as Json[]).length) continue;
      const { metadata: _, ...summary } = (await api.get(`${path}?symbol=MSFT`)).body;
      const csv = await api.get(`${path}?symbol=MSFT&format=csv`);
      expect([path, csv.status, csv.headers.get('content-type')]).toEqual([path, 200, 'text/csv; charset=utf-8']);
      const rows = parse(csv.text, { columns: true }) as Record<string, string>[];
      expect(rows).toHaveLength(1);
      const cells = leaves(summary).map(([name, value]) => [name, value === null ? '' : String(value)]);
      expect(rows[0]).toEqual(Object.fromEntries(cells));
      const accepted = await api.get(`${path}?symbol=MSFT`, { headers: { accept: 'text/csv' } });
      expect(accepted.text).toBe(csv.text);
    }
  });

  it('of /symbols has a row a symbol', async () => {
    const { data } = (await api.get('/symbols')).body;
    for (const csv of [
      await api.get('/symbols?format=csv'),
      await api.get('/symbols', { headers: { accept: 'text/csv' } }),
    ]) {
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      const text = (value: unknown) => (value === null ? '' : String(value));
      expect(parse(csv.text, { columns: true })).toEqual(
        data.map(({ series: _, ...row }: Json & { series: unknown }) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)])),
        ),
      );
    }
    expect((await api.get('/symbols?format=json')).body.data).toEqual(data);
  });
});

function leaves(value: unknown, path = ''): [string, unknown][] {
  if (value === null || typeof value !== 'object') return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

describe('the description of the interface', () => {
  it('has the version of the specification', () => {
    expect(openapi.info.version).toBe('0.4.0');
  });

  it('has the headers that answers have', async () => {
    for (const [path, get] of operations()) {
      if (!(get['parameters'] as Json[] | undefined)?.some(({ name }) => name === 'symbol')) continue;
      const { headers, status } = await api.get(`${path}?symbol=AAPL${path === '/stats/pdhlb' ? '' : '&limit=1'}`);
      if (status !== 200) continue;
      const described = Object.keys((get['responses'] as Record<string, { headers: Json }>)['200'].headers);
      const named = new Set(described.map((name) => name.toLowerCase()));
      const own = [...headers.keys()].filter((name) => /^x-(rate|next|source|cache|history)/.test(name));
      expect(own.length).toBeGreaterThan(6);
      expect([path, own.filter((name) => !named.has(name))]).toEqual([path, []]);
    }
    expect(Object.keys(openapi.components.headers)).toContain('X-Next-Cursor');
  });

  it('takes what it describes, and nothing else, as weekday, times and cursors', async () => {
    const pattern = (path: string, name: string) =>
      new RegExp(openapi.paths[path].get.parameters.find((one: Json) => one['name'] === name).schema.pattern);
    const cases: [string, string[], string][] = [
      ['start_time', ['00:00', '23:59', '24:00', '9:30', '24:01'], '/stats/gap'],
      ['end_time', ['00:00', '23:59', '24:00', '9:30', '24:01'], '/stats/gap'],
      ['fill_cutoff', ['00:00', '24:00', '25:00'], '/stats/gap'],
      ['weekday', ['Monday', 'mONDAY, friday', 'Mon', 'Monday,', 'Monday Friday', ''], '/stats/gap'],
    ];
    for (const [name, texts, path] of cases) {
      for (const text of texts) {
        const { status } = await api.get(`${path}?symbol=AAPL&${name}=${encodeURIComponent(text)}`);
        expect([name, text, pattern(path, name).test(text)]).toEqual([name, text, status === 200]);
      }
    }
    const { body } = await api.get('/stats/pdhlb?symbol=AAPL');
    expect(body.metadata.next_cursor).toMatch(pattern('/stats/pdhlb', 'cursor'));
    const [{ schema }] = openapi.paths['/stats/pdhlb'].get.parameters.filter(({ name }: Json) => name === 'cursor');
    expect(schema.maxLength).toBe(1_024);
  });
});
