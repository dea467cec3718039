import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';

const api = await apiOfFile(apiData());
const openapi = (await api.get('/openapi.json', { token: null })).body;

const SYMBOLS = ['AAPL', 'BTCUSD', 'SPY', 'HOURLY', 'NEWSY'];

/** Requests of a path that are right. */
function requestsOf(path: string): string[] {
  const names = openapi.paths[path].get.parameters.map(({ name }: { name: string }) => name);
  if (names.includes('symbol')) return SYMBOLS.map((symbol) => `${path}?symbol=${symbol}`);
  if (names.includes('symbols')) return [`${path}?symbols=AAPL,MSFT`, `${path}?symbols=NEWSY`];
  if (path.endsWith('top-picks')) return [`${path}?date=2025-03-12`, `${path}?date=1999-01-01`];
  return [path];
}

/** The same schemas, which take no property but those named. */
// biome-ignore lint/suspicious/noExplicitAny: schemas of many shapes
function closed(schema: any): any {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const object = [schema.type].flat().includes('object') && schema.properties;
  return object && schema.additionalProperties === undefined ? { ...inner, additionalProperties: false } : inner;
}

const dataPaths = () =>
  Object.keys(openapi.paths).filter((path) => path.startsWith('/stats/') && openapi.paths[path].get?.parameters);

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(openapi));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('has a property for everything that an answer holds, and answers keep to it', { timeout: 90_000 }, async () => {
    let answers = 0;
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addSchema({ $id: 'https://api.example/closed', ...closed(openapi) });
    const fixed = ['/stats', '/stats/gap/doc', '/symbols', '/me/usage', '/today'];
    for (const path of [...fixed, ...dataPaths()]) {
      const pointer = encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
      const validate = ajv.getSchema(
        `https://api.example/closed#/paths/${pointer}/get/responses/200/content/application~1json/schema`,
      );
      for (const request of fixed.includes(path) ? [path] : requestsOf(path)) {
        const { status, body } = await api.get(request);
        if (status === 422) continue;
        validate!(body);
        expect([request, status, validate!.errors ?? []]).toEqual([request, 200, []]);
        const { warnings = [], warning_codes: codes = [] } = body.metadata ?? {};
        expect([request, codes.length]).toEqual([request, warnings.length]);
        answers++;
      }
    }
    expect(answers).toBeGreaterThan(100);
  });

  it('lets null match wherever it is among the types', () => {
    const seen = new Set<string>();
    // biome-ignore lint/suspicious/noExplicitAny: schemas of many shapes
    const walk = (value: any): void => {
      if (value === null || typeof value !== 'object') return;
      const { type, enum: values, const: only } = value;
      if (Array.isArray(type) && type.includes('null')) seen.add(JSON.stringify({ type, enum: values, const: only }));
      Object.values(value).forEach(walk);
    };
    walk(openapi);
    expect(seen.size).toBeGreaterThan(5);
    const ajv = new Ajv2020({ strict: false });
    expect([...seen].filter((schema) => !ajv.validate(JSON.parse(schema), null))).toEqual([]);
  });

  it('gives defaults that the endpoints take', async () => {
    for (const path of dataPaths()) {
      const [request] = requestsOf(path);
      const url = new URL(request, 'http://any');
      for (const { name, schema } of openapi.paths[path].get.parameters) {
        if (schema.default !== undefined) url.searchParams.set(name, String(schema.default));
      }
      const { status, body } = await api.get(url.pathname + url.search);
      expect([url.href, status, status === 422 ? body.detail : null]).toEqual([url.href, 200, null]);
    }
  });
});

describe('/stats', () => {
  it('lists every statistic with paths that exist', async () => {
    const { body } = await api.get('/stats', { token: null });
    const names = body.statistics.map(({ name }: { name: string }) => name);
    expect(names).toEqual((await loadStatistics()).map(({ name }) => name));
    const promised = ['bos', 'fvg', 'gap', 'intraday', 'news', 'odc', 'orb', 'owc', 'pdhlb', 'seasonality', 'trend'];
    expect(names).toEqual(expect.arrayContaining(promised));
    for (const { title, path, endpoints, doc } of body.statistics) {
      expect(title).not.toBe('');
      expect((await api.get(doc, { token: null })).status).toBe(200);
      for (const endpoint of endpoints) {
        expect(endpoint.startsWith(path) || endpoint.startsWith('/stats/news')).toBe(true);
        expect([404, 405]).not.toContain((await api.get(endpoint)).status);
      }
    }
  });
});

/** Dotted paths of everything in a value that is no object. */
function leaves(value: unknown, path = ''): string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

describe('/doc', () => {
  it('documents every field that an endpoint answers with', { timeout: 20_000 }, async () => {
    const statistics = (await api.get('/stats', { token: null })).body.statistics;
    for (const { doc, endpoints } of statistics) {
      const { body } = await api.get(doc, { token: null });
      expect(Object.keys(body)).toEqual(['name', 'title', 'description', 'definition', 'endpoints', 'fields', 'notes']);
      for (const path of endpoints) {
        const names: string[] = body.fields
          .filter((field: { endpoint: string }) => field.endpoint === path)
          .map((field: { name: string }) => field.name);
        const patterns = names.map((name) => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '.+?')}$`));
        for (const request of requestsOf(path)) {
          const reply = await api.get(request);
          if (reply.status === 422) continue;
          const rows = reply.body.data ?? reply.body.events;
          if (rows) {
            for (const row of rows) expect(names).toEqual(expect.arrayContaining(Object.keys(row)));
            continue;
          }
          const { metadata, ...summary } = reply.body;
          // A segment that is null as a whole stands for all its fields.
          const unknown = leaves(summary).filter(
            (leaf) =>
              !patterns.some((pattern) => pattern.test(leaf)) && !names.some((name) => name.startsWith(`${leaf}.`)),
          );
          expect([request, unknown.filter((leaf) => leaf !== 'confidence')]).toEqual([request, []]);
        }
      }
    }
  });

  it('says of every statistic on sessions what an early close does and where a closing print goes', async () => {
    for (const { name, events } of await loadStatistics()) {
      const { body } = await api.get(`/stats/${name === 'news' ? 'news/reactions' : name}/doc`, { token: null });
      const said = body.notes.join(' ');
      expect([name, said.includes('with an early close of its date'), said.includes('closing print')]).toEqual([
        name,
        events === undefined,
        events === undefined,
      ]);
    }
  });

  it('has the promised keys at every level, and no other', async () => {
    const { statistics } = (await api.get('/stats', { token: null })).body;
    for (const entry of statistics) {
      expect(Object.keys(entry)).toEqual(['name', 'title', 'path', 'endpoints', 'doc', 'record_of', 'console']);
      const { endpoints, fields } = (await api.get(entry.doc, { token: null })).body;
      expect(endpoints.map(({ path }: { path: string }) => path)).toEqual(entry.endpoints);
      const keys = (items: object[]) => [...new Set(items.map((item) => Object.keys(item).join()))];
      expect(keys(endpoints)).toEqual(['path,description,parameters']);
      const parameters = endpoints.flatMap(({ parameters }: { parameters: object[] }) => parameters);
      expect(keys(parameters)).toEqual(['name,type,required,default,description,minimum,maximum,affects']);
      expect(keys(fields)).toEqual([
        'name,endpoint,type,unit,nullable,description,formula,known_at,known_at_field,never,decided_at',
      ]);
    }
  });

  it('tells of each field what its null means, and what decides it before the close', async () => {
    const said = async (name: string) => {
      const { body } = await api.get(`/stats/${name}/doc`, { token: null });
      const rows = body.fields.filter(({ endpoint }: { endpoint: string }) => endpoint === `/stats/${name}`);
      return new Map<string, unknown[]>(
        rows.map((row: Record<string, string>) => [row['name'], [row['known_at'], row['never'], row['decided_at']]]),
      );
    };
    const ofBar = 'the end of the bar that decides it, else the close';
    const gap = await said('gap');
    expect(gap.get('fill_time')).toEqual(['event', 'filled=false', 'fill_time']);
    expect(gap.get('partial_fill_time')).toEqual(['close', 'fill_bucket:0%|100%', null]);
    expect(gap.get('filled_to_prev_close')).toEqual(['close', null, ofBar]);
    expect(gap.has('filled_to_prev_close_time')).toBe(false);
    const orb = await said('orb');
    expect(orb.get('hit_1x')).toEqual(['close', null, ofBar]);
    expect(orb.get('breakout_size_pct')).toEqual(['close', 'break_type=none', null]);
    expect(orb.get('or_high')).toEqual(['end_of_range', null, null]);
    expect((await said('pdhlb')).get('opened_beyond')).toEqual(['open', 'always', null]);
  });

  it('gives each parameter its type, default and words', async () => {
    const { body } = await api.get('/stats/orb/doc', { token: null });
    const raw = body.endpoints.find(({ path }: { path: string }) => path === '/stats/orb');
    const of = (name: string) => raw.parameters.find((parameter: { name: string }) => parameter.name === name);
    expect(of('symbol')).toMatchObject({ type: 'string', required: true, default: null });
    expect(of('start_time')).toMatchObject({ type: 'time', required: false, default: '13:30' });
    expect(of('end_time')).toMatchObject({ default: '20:00' });
    expect(of('time_window')).toMatchObject({ default: '12M' });
    expect(of('time_window').description).toMatch(/\(1M, 3M, 6M, 12M, 24M, 5Y, YTD, MAX\)$/);
    expect(of('orb_minutes')).toMatchObject({ type: 'integer', default: 5 });
    expect(of('orb_minutes').description).toMatch(/\(1 to 240\)$/);
    expect(of('include_extended_hours')).toMatchObject({ type: 'boolean', default: false });
    const picks = body.endpoints.find(({ path }: { path: string }) => path === '/stats/orb/top-picks');
    expect(picks.parameters.find(({ name }: { name: string }) => name === 'date').required).toBe(true);
  });
});

describe('/docs', () => {
  it('is one page that loads the reference from the service itself', async () => {
    const { text, headers } = await api.get('/docs', { token: null });
    expect([...text.matchAll(/ (?:src|href|data-url)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      '/openapi.json',
      '/docs/scalar.js',
    ]);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
  });
});
