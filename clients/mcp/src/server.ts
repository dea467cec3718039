/** The tools: what an assistant can ask of one market-stats API, with the rights and limits of one account. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { MarketStats } from '../../typescript/src/client.ts';
import { ApiError } from '../../typescript/src/error.ts';
import { type Body, onlyOf, shortened } from './answers.ts';

const INSTRUCTIONS = `Statistics on how prices behaved, from stored bars: every figure comes with its number of cases (n, cases, sample_size) and a 95 % interval.
When you report a figure, give n and the interval, and say what it is compared with (base: all sessions of the population; rest: the sessions where the conditions do not hold).
null is no value, never zero: nothing to divide by, not observed, not decided yet, or it did not come; describe_statistic says which of a field.
Fewer than 30 cases say little. If several questions were tried, say how many: one small p value among many is no evidence.
Past frequencies are no forecast and no advice. Symbols that begin with DEMO- are generated; they say nothing about a real market.
Pass on what is in about.warnings where it matters. Begin with find_symbols and list_statistics.`;

const GRAMMAR = `Conditions: [prevN.][SYMBOL@]statistic[parameters].field operator value, joined by ";" (all must hold).
- Statistics with one record a session: orb, pdhlb, gap, prevclose, odc, trend, ib, insideday; session (weekday, month, open, high, low, close, return_pct, range_pct, volume, early_close); news (count, max_impact_score, direction).
- prev.gap.direction=up is the session before, prev3. the third before. SPY@trend.return_pct<0 is another symbol's session of the same date.
- Operators: = != < <= > >=, :a..b (between), :a|b|c (one of), =null. Parameters: orb[orb_minutes=15]. field exists=true: there is a record.
- Values: as describe_statistic shows them, another field (session.open>prev.session.high), or a time of day for moments (prevclose.fill_time<=12:00, clock of the exchange).
- any(a;b): one of them holds. count(fvg[timeframe=15m];direction=bullish)>=2 for statistics with many records a session (fvg, bos, seasonality, intraday).
- What was not known before the outcome is refused (look-ahead): use prev. for closes, trends and results.
Examples: when "gap.direction=up;gap.gap_pct>0.5;session.weekday=Monday", then "gap.filled=true"; when "prev.insideday.day_type=inside", then "pdhlb.high_break=true"; then "session.return_pct" for the distribution of a number.`;

const symbol = z.string().describe('Symbol as find_symbols gives it, such as SPY or BTCUSD');
const RANGE = {
  time_window: z
    .string()
    .optional()
    .describe('1M, 3M, 6M, 12M (default), 24M, 5Y, YTD or MAX, back from the latest session'),
  start_date: z.string().optional().describe('Instead of time_window, where the plan has custom dates: YYYY-MM-DD'),
  end_date: z.string().optional().describe('YYYY-MM-DD'),
  session: z
    .enum(['exchange', 'default'])
    .default('exchange')
    .describe('Hours of the session: the exchange (default), or 13:30 to 20:00 UTC'),
};
const statistic = z
  .string()
  .describe(
    'Name as list_statistics gives it, such as gap or orb; records of seasonality: seasonality/weekday, /week or /month',
  );
const parameters = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .optional()
  .describe('The statistic\'s own parameters, as describe_statistic lists them, such as {"orb_minutes": 15}');
const QUESTION = {
  when: z.string().default('').describe(`Conditions that select the cases; empty: every session. ${GRAMMAR}`),
  then: z
    .string()
    .describe('The outcome: one condition (its rate is returned), or one numeric field (its distribution)'),
  among: z.string().optional().describe('Conditions that select the population, within which base and rest are'),
};

interface Doc {
  readonly title: string;
  readonly definition: string;
  readonly endpoints: readonly Endpoint[];
  readonly fields: readonly DocField[];
}
interface Endpoint {
  readonly path: string;
  readonly parameters: readonly DocParameter[];
}
interface DocParameter {
  readonly name: string;
  readonly type: string;
  readonly default: unknown;
  readonly description: string;
}
interface DocField {
  readonly name: string;
  readonly endpoint: string;
  readonly type: string;
  readonly unit: string;
  readonly known_at: string | null;
  readonly description: string;
}

const isSummary = ({ path }: Endpoint): boolean => path.endsWith('/summary');
const summaryOf = ({ endpoints }: Doc): Endpoint => endpoints.find(isSummary)!;

/** Finds a statistic's endpoint of records, whose path may differ from its name (news, seasonality); per-symbol paths first. */
function recordsOf({ endpoints }: Doc, name: string): Endpoint {
  const own = endpoints.slice(0, endpoints.findIndex(isSummary));
  const match = own.find(({ path }) => path === `/stats/${name}`);
  if (!match && name.includes('/')) throw unknownStatistic(name);
  return match ?? own[0]!;
}

const unknownStatistic = (name: string) => new Error(`There is no statistic '${name}': list_statistics lists them`);

/** Returns the endpoint's parameters: the tool's arguments that the endpoint takes, and the statistic's own parameters. */
function parametersOf({ parameters }: Endpoint, args: Body, own: Body = {}): Body {
  const twice = Object.keys(own).filter((name) => ARGUMENTS.has(name));
  if (twice.length > 0)
    throw new Error(`${twice.join(', ')}: give it as an argument of the tool, beside parameters, not in it`);
  const names = new Set(['session', 'order', 'limit']);
  for (const { name } of parameters) names.delete(name);
  return { ...Object.fromEntries(Object.entries(args).filter(([name]) => !names.has(name))), ...own };
}

/** Parameters of every statistic that are arguments of the tools. */
const ARGUMENTS = new Set(['symbol', 'limit', ...Object.keys(RANGE)]);
const SHARED = new Set([...ARGUMENTS, 'date', 'start_time', 'end_time', 'format', 'cursor', 'order']);

const text = (value: unknown): CallToolResult => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

/** Returns the API's own error message, so that the model can correct its request. */
function failed(error: unknown): CallToolResult {
  const status = error instanceof ApiError ? `${error.status} ` : '';
  const waitMs = error instanceof ApiError ? error.retryAfterMs : null;
  const wait = waitMs === null ? '' : `; try again in ${Math.ceil(waitMs / 1000)} s`;
  return { isError: true, content: [{ type: 'text', text: `${status}${(error as Error).message}${wait}` }] };
}

/** Creates a server for one account; it keeps nothing between calls. */
export function createMcpServer(api: MarketStats): McpServer {
  const server = new McpServer({ name: 'market-stats', version: '0.1.0' }, { instructions: INSTRUCTIONS });
  const get = async (path: string, params: Record<string, unknown> = {}) =>
    (await api.get(path as never, params as never)) as Body;

  async function docOf(name: string): Promise<Doc> {
    try {
      return (await get(`/stats/${encodeURIComponent(name.split('/')[0]!)}/doc`)) as unknown as Doc;
    } catch (error) {
      throw error instanceof ApiError && error.status === 404 ? unknownStatistic(name) : error;
    }
  }

  function tool<S extends z.ZodRawShape>(
    name: string,
    description: string,
    shape: S,
    answer: (args: z.infer<z.ZodObject<S>>) => Promise<unknown>,
  ): void {
    // A misspelt argument is an error, because silently ignoring it would give the figures of its default.
    const inputSchema = z.strictObject(shape);
    const config = { description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } };
    const handler = async (args: unknown) => {
      try {
        return text(await answer(args as z.infer<z.ZodObject<S>>));
      } catch (error) {
        return failed(error);
      }
    };
    server.registerTool(name, config, handler as never);
  }

  tool(
    'find_symbols',
    'Symbols that have data, with their asset class, the interval of their bars, first and last bar and number of sessions.',
    {
      search: z.string().optional().describe('Part of the symbol; none: all'),
      asset_class: z.enum(['equity', 'etf', 'crypto']).optional(),
      limit: z.number().int().min(1).max(100).default(20),
    },
    async ({ search, asset_class, limit }) => {
      const { data, metadata } = await get('/symbols', { search, asset_class, limit });
      return shortened({ found: (metadata as { total: number }).total, data });
    },
  );

  tool('list_statistics', 'The statistics: their names, and what each describes.', {}, async () => {
    const { statistics } = (await get('/stats')) as unknown as {
      statistics: { name: string; title: string; doc: string }[];
    };
    const about = async ({ name, title, doc }: (typeof statistics)[number]) => {
      const { description } = (await get(doc)) as { description?: string };
      return { name, title, description };
    };
    return { statistics: await Promise.all(statistics.map(about)) };
  });

  tool(
    'describe_statistic',
    'Definition of a statistic, its parameters, and the fields of its records that conditions can name, with type, unit and when each is known.',
    { statistic },
    async (args) => {
      const doc = await docOf(args.statistic);
      const { path, parameters: own } = recordsOf(doc, args.statistic);
      return {
        title: doc.title,
        definition: doc.definition,
        parameters: own
          .filter(({ name }) => !SHARED.has(name))
          .map(({ name, type, default: fallback, description }) => ({ name, type, default: fallback, description })),
        fields: doc.fields
          .filter(({ endpoint }) => endpoint === path)
          .map(({ name, type, unit, known_at, description }) => ({
            name,
            type,
            ...(unit === 'none' ? {} : { unit }),
            ...(known_at === null ? {} : { known_at }),
            description,
          })),
      };
    },
  );

  tool(
    'get_summary',
    'The summary of a statistic for a symbol: rates with n and 95 % intervals (in confidence, by the path of the figure), averages, breakdowns.',
    {
      statistic,
      symbol,
      ...RANGE,
      parameters,
      parts: z
        .array(z.string())
        .optional()
        .describe('Breakdowns to return, by name, such as ["weekday_breakdown"]; default: what fits'),
    },
    async ({ statistic: name, parameters: own, parts, ...rest }) => {
      const doc = await docOf(name);
      recordsOf(doc, name);
      const summary = summaryOf(doc);
      return shortened(await get(summary.path, parametersOf(summary, rest, own)), parts);
    },
  );

  tool(
    'get_records',
    'Records of a statistic for a symbol, the newest first: the sessions or events behind the figures.',
    {
      statistic,
      symbol,
      ...RANGE,
      parameters,
      fields: z.array(z.string()).optional().describe('Fields to return, by name; default: all'),
      limit: z.number().int().min(1).max(50).default(10),
    },
    async ({ statistic: name, parameters: own, fields, ...rest }) => {
      const doc = await docOf(name);
      const records = recordsOf(doc, name);
      const body = await get(records.path, parametersOf(records, { order: 'desc', ...rest }, own));
      const rows = body['data'] ? 'data' : 'events';
      if (!fields) return shortened(body);
      const known = doc.fields.filter(({ endpoint }) => endpoint === records.path);
      onlyOf(
        'fields',
        fields,
        known.map((field) => field.name),
      );
      const data = (body[rows] as readonly Body[]).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))),
      );
      return shortened({ ...body, [rows]: data });
    },
  );

  tool(
    'ask_question',
    'How often an outcome followed where conditions held, for one symbol: rate or distribution, base rate, the rest, difference with its interval and p value, by year, whether the conditions hold now, and the newest cases.',
    { symbol, ...QUESTION, ...RANGE, limit: z.number().int().min(1).max(50).default(5).describe('Cases to return') },
    async (args) => shortened(await get('/query', args)),
  );

  tool(
    'scan_symbols',
    'The same question of many symbols: one row each, ranked by the lower end of the difference, with q values (false discovery rate).',
    {
      ...QUESTION,
      ...RANGE,
      symbols: z.string().optional().describe('Symbols with commas between; default: all'),
      asset_class: z.enum(['equity', 'etf', 'crypto']).optional(),
      min_cases: z.number().int().min(1).optional().describe('Symbols with fewer cases are not ranked; default 30'),
      matching: z.enum(['now', 'any']).optional().describe('now: those whose conditions hold now, or may hold yet'),
      limit: z.number().int().min(1).max(50).default(10),
    },
    async (args) => shortened(await get('/query/scan', args)),
  );

  return server;
}
