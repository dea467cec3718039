/** The MCP server by the SDK's own client, over stdio and HTTP, in front of the API on a year of the demo market. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CHARACTERS, shortened } from '../../clients/mcp/src/answers.ts';
import { createHttpServer } from '../../clients/mcp/src/http.ts';
import { MarketStats } from '../../clients/typescript/src/index.ts';
import { projectFile } from '../../lib/paths.ts';
import type { TestApi } from '../support/api.ts';
import { startService } from './service.ts';

let api: TestApi;
let server: Server;
let url: URL;
let client: Client;

const connect = async (token: string): Promise<Client> => {
  const connected = new Client({ name: 'test', version: '1' });
  await connected.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  );
  return connected;
};

beforeAll(async () => {
  api = await startService();
  server = createHttpServer((token) => new MarketStats({ baseUrl: api.url, token, retries: 0 }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  client = await connect(api.account('pro_api', { perMinute: 10_000 }));
});
afterAll(async () => {
  await client?.close();
  server?.closeAllConnections();
  server?.close();
  await api?.close();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Any = any;

async function call(name: string, args: object, by = client): Promise<{ body: Any; text: string; isError: boolean }> {
  const result = (await by.callTool({ name, arguments: args as Record<string, unknown> })) as CallToolResult;
  const [content] = result.content;
  const text = content?.type === 'text' ? content.text : '';
  return { text, isError: result.isError === true, body: result.isError ? null : JSON.parse(text) };
}

/** What the API itself answers. */
async function direct(path: string, query: Record<string, string>): Promise<Any> {
  const token = api.account('pro_api');
  const reply = await fetch(`${api.url}${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(200);
  return reply.json();
}

it('introduces itself, and all of its tools only read', async () => {
  expect(client.getInstructions()).toContain('95 % interval');
  expect(client.getInstructions()).toContain('null is no value, never zero');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'ask_question',
    'describe_statistic',
    'find_symbols',
    'get_records',
    'get_summary',
    'list_statistics',
    'scan_symbols',
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  const ask = tools.find(({ name }) => name === 'ask_question');
  expect(JSON.stringify(ask?.inputSchema)).toContain('prev.insideday.day_type=inside');
});

it('finds symbols and statistics, and describes their fields', async () => {
  const { body: found } = await call('find_symbols', { search: 'acme' });
  expect(found.data).toMatchObject([{ symbol: 'DEMO-ACME', asset_class: 'equity', base_interval: '1m' }]);
  const { body: listed } = await call('list_statistics', {});
  expect(listed.statistics.length).toBeGreaterThanOrEqual(14);
  for (const { description } of listed.statistics) expect(description).toMatch(/\.$/);
  const { body: gap } = await call('describe_statistic', { statistic: 'gap' });
  expect(gap.fields.find(({ name }: Any) => name === 'gap_pct')).toMatchObject({ unit: 'pct', known_at: 'open' });
  const { body: orb } = await call('describe_statistic', { statistic: 'orb' });
  expect(orb.parameters.map(({ name }: Any) => name)).toContain('orb_minutes');
});

it('a summary has the figures of the API, with n and intervals, and one breakdown where that is asked for', async () => {
  const expected = await direct('/stats/gap/summary', { symbol: 'DEMO-ACME', session: 'exchange' });
  const { body, text } = await call('get_summary', { statistic: 'gap', symbol: 'DEMO-ACME' });
  expect(body.fill_rate).toBe(expected.fill_rate);
  expect(body.confidence.fill_rate).toEqual(expected.confidence.fill_rate);
  // Whose splits are in the prices is said, too: without them a gap may be one.
  expect(body.about).toMatchObject({
    session: 'exchange',
    bars: '1m',
    prices: expect.stringMatching(/^no split is stored/),
  });
  expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS);
  const { body: part } = await call('get_summary', {
    statistic: 'gap',
    symbol: 'DEMO-ACME',
    parts: ['weekday_breakdown'],
  });
  expect(part.weekday_breakdown).toEqual(expected.weekday_breakdown);
  expect(part).not.toHaveProperty('size_breakdown');
  expect(part.confidence).not.toHaveProperty(['size_breakdown.<0.25.fill_rate']);
  const { body: orb } = await call('get_summary', {
    statistic: 'orb',
    symbol: 'DEMO-ACME',
    parameters: { orb_minutes: 15 },
  });
  expect(orb.orb_minutes).toBe(15);
});

it('records are the newest, with the fields asked for', async () => {
  const { data } = await direct('/stats/gap', { symbol: 'DEMO-ACME', session: 'exchange', order: 'desc', limit: '3' });
  const { body } = await call('get_records', {
    statistic: 'gap',
    symbol: 'DEMO-ACME',
    limit: 3,
    fields: ['date', 'gap_pct'],
  });
  expect(body.data).toEqual(data.map(({ date, gap_pct }: Any) => ({ date, gap_pct })));
});

it('says which rows are left out of an answer that would be too long', async () => {
  const { body, text } = await call('get_records', { statistic: 'orb', symbol: 'DEMO-ACME', limit: 50 });
  expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS);
  expect(body.count).toBe(50);
  expect(body.left_out).toBe(`data: all but the first ${body.data.length} of 50 rows`);
});

it('a question and a scan have the figures of the API, with what they are compared with', async () => {
  const question = { when: 'gap.gap_pct<0.5', then: 'gap.filled=true' };
  const expected = await direct('/query', { symbol: 'DEMO-ACME', session: 'exchange', limit: '5', ...question });
  const { body, text } = await call('ask_question', { symbol: 'DEMO-ACME', ...question });
  for (const name of ['cases', 'rate_pct', 'confidence', 'base', 'rest', 'difference_pct', 'p_value'])
    expect([name, body[name]]).toEqual([name, expected[name]]);
  expect(body.data).toEqual(expected.data);
  expect(body.about.warnings).toEqual(expected.warnings);
  expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS);
  const { body: scan } = await call('scan_symbols', { ...question, min_cases: 5 });
  expect(scan.data.map((row: Any) => row.symbol).sort()).toEqual(['DEMO-ACME', 'DEMO-INDEX']);
  expect(scan.data[0]).toHaveProperty('q_value');
});

describe('what the API refuses', () => {
  it('is an error in its own words', async () => {
    const misspelt = await call('ask_question', { symbol: 'DEMO-ACME', when: 'gap.gp_pct<1', then: 'gap.filled=true' });
    expect([misspelt.isError, misspelt.text]).toEqual([true, expect.stringContaining("did you mean 'gap_pct'")]);
    const early = await call('ask_question', {
      symbol: 'DEMO-ACME',
      when: 'session.return_pct>0',
      then: 'gap.filled=true',
    });
    expect([early.isError, early.text]).toEqual([true, expect.stringContaining('looks ahead')]);
    const unknown = await call('get_summary', { statistic: 'gap', symbol: 'NONE' });
    expect([unknown.isError, unknown.text]).toEqual([true, expect.stringMatching(/^404 /)]);
  });

  it('and so is what no tool has: it would give other figures than those asked for', async () => {
    const orb = { statistic: 'orb', symbol: 'DEMO-ACME' };
    const said = async (tool: string, args: object) => {
      const { isError, text } = await call(tool, args);
      return [isError, text];
    };
    expect(await said('get_summary', { ...orb, orb_minutes: 15 })).toEqual([
      true,
      expect.stringMatching(/orb_minutes/),
    ]);
    expect(await said('get_summary', { ...orb, parameters: { symbol: 'DEMO-INDEX' } })).toEqual([
      true,
      'symbol: give it as an argument of the tool, beside parameters, not in it',
    ]);
    expect(await said('get_summary', { ...orb, parts: ['weekdays'] })).toEqual([
      true,
      expect.stringMatching(/^parts: there is no weekdays; there are .*weekday_breakdown/),
    ]);
    expect(await said('get_records', { ...orb, fields: ['date', 'or_hihg'] })).toEqual([
      true,
      expect.stringMatching(/^fields: there is no or_hihg; there are .*or_high/),
    ]);
    // The largest of all symbols are no records of the one that was asked for.
    for (const tool of ['get_records', 'get_summary'])
      for (const statistic of ['orb/top', 'orbs'])
        expect(await said(tool, { ...orb, statistic })).toEqual([
          true,
          `There is no statistic '${statistic}': list_statistics lists them`,
        ]);
  });

  it('holds for the account of each request: no token, a wrong one, a plan without the API, a limit', async () => {
    await expect(connect('')).rejects.toThrow(/401|token/);
    const wrong = await connect('wrong');
    expect((await call('find_symbols', {}, wrong)).text).toMatch(/^401 /);
    const web = await connect(api.account('pro_web'));
    expect((await call('get_summary', { statistic: 'gap', symbol: 'DEMO-ACME' }, web)).text).toMatch(/^403 /);
    const few = await connect(api.account('pro_api', { perMinute: 1 }));
    const answers = [];
    for (let i = 0; i < 2; i++) answers.push(await call('get_summary', { statistic: 'gap', symbol: 'DEMO-ACME' }, few));
    expect(answers.map(({ isError }) => isError)).toEqual([false, true]);
    expect(answers[1]?.text).toMatch(/^429 .* is reached; try again in [1-9]\d? s$/);
    for (const one of [wrong, web, few]) await one.close();
  });
});

it('over HTTP refuses browsers, other methods and paths, large and broken bodies', async () => {
  const post = (headers: Record<string, string>, body: string) =>
    fetch(url, { method: 'POST', headers: { authorization: 'Bearer t', ...headers }, body });
  expect((await post({ origin: 'http://evil.example' }, '{}')).status).toBe(403);
  expect((await post({}, 'no json')).status).toBe(400);
  expect((await post({}, 'x'.repeat(300_000))).status).toBe(413);
  expect((await fetch(url)).status).toBe(405);
  expect((await fetch(new URL('/other', url))).status).toBe(404);
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
});

it('over stdio serves the account of its environment, and says what is missing', { timeout: 30_000 }, async () => {
  const start = (env: Record<string, string>) =>
    new StdioClientTransport({
      command: process.execPath,
      args: ['--import', 'tsx', projectFile('clients', 'mcp', 'src', 'main.ts')],
      env: { PATH: process.env['PATH'] ?? '', ...env },
      cwd: projectFile(),
      stderr: 'pipe',
    });
  const local = new Client({ name: 'test', version: '1' });
  await local.connect(start({ MARKET_STATS_URL: api.url, MARKET_STATS_TOKEN: api.account('pro_api') }));
  const { body } = await call('find_symbols', {}, local);
  expect(body.found).toBe(2);
  await local.close();
  const missing = start({});
  let said = '';
  missing.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  await expect(new Client({ name: 'test', version: '1' }).connect(missing)).rejects.toThrow();
  expect(said).toContain('MARKET_STATS_TOKEN');
});

it('an answer of any size is within the bound, keeps its figures, and names what it leaves out', () => {
  const members = fc.dictionary(
    fc.stringMatching(/^[a-z]{3,8}$/),
    fc.oneof(
      fc.double({ noNaN: true }),
      fc.array(fc.record({ date: fc.string({ maxLength: 12 }), value: fc.integer() }), { maxLength: 400 }),
      fc.dictionary(fc.string({ maxLength: 8 }), fc.integer(), { maxKeys: 200 }),
    ),
    { maxKeys: 12 },
  );
  fc.assert(
    fc.property(members, (body) => {
      const answer = shortened(body, undefined, 2_000);
      const figures = Object.entries(body).filter(([name, value]) => typeof value === 'number' && name !== 'curve');
      for (const [name, value] of figures) expect(answer[name]).toBe(value);
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(2_000);
      const gone = Object.keys(body).filter((name) => !(name in answer) && !/^(metadata|curve|warnings)$/.test(name));
      for (const name of gone) expect(String(answer['left_out'])).toContain(name);
    }),
  );
});
