/** The tools: what an assistant can ask of one market-stats API, with the rights and limits of one account. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { MarketStats } from '../../typescript/src/client.ts';
import { ApiError } from '../../typescript/src/errors.ts';

/** Answers as a model reads them: the whole of what matters, in a bounded number of characters. */

export type Body = Readonly<Record<string, unknown>>;

interface Metadata {
  readonly effective_start?: string | null;
  readonly effective_end?: string | null;
  readonly history_limited?: boolean;
  readonly session?: { readonly mode: string; readonly start_time: string; readonly end_time: string } | null;
  readonly base_interval?: string | null;
  readonly data_through?: string | null;
  readonly total?: number;
  readonly adjustment?: { readonly note: string } | null;
  readonly warnings?: readonly string[];
}

/** Characters of an answer: some two thousand tokens. */
export const MAX_CHARACTERS = 8_000;
/** Steps of 5 minutes between the points of a curve that are kept. */
const CURVE_STEP = 6;

/** What the figures are of, without what repeats the request. */
function about({ effective_start, effective_end, session, ...metadata }: Metadata): Body {
  const { base_interval, data_through, total, history_limited, adjustment, warnings = [] } = metadata;
  return {
    ...(effective_start && effective_end ? { range: `${effective_start} to ${effective_end}` } : {}),
    ...(session
      ? { session: session.mode === 'custom' ? `${session.start_time}-${session.end_time}` : session.mode }
      : {}),
    ...(base_interval ? { bars: base_interval } : {}),
    ...(data_through ? { data_through } : {}),
    ...(adjustment ? { prices: adjustment.note } : {}),
    ...(total === undefined ? {} : { total }),
    ...(history_limited ? { history_limited: 'the plan shows a part of the history that was requested' } : {}),
    warnings,
  };
}

/**
 * The answer without what a model does not need, and within the bound.
 *
 * @param parts members that are asked for, beside the figures that stand alone; undefined: all that fit
 */
export function shortened(body: Body, parts?: readonly string[], maxCharacters = MAX_CHARACTERS): Body {
  const { metadata, curve, warnings, ...rest } = body;
  const kept: Record<string, unknown> = { ...rest };
  if (Array.isArray(curve)) kept['curve'] = curve.filter((_, i) => i % CURVE_STEP === 0 || i === curve.length - 1);
  const left: string[] = [];
  const drop = (name: string) => {
    delete kept[name];
    left.push(name);
    const { confidence } = kept as { confidence?: Record<string, unknown> };
    if (!confidence) return;
    const others = Object.entries(confidence).filter(([path]) => !path.startsWith(`${name}.`));
    kept['confidence'] = Object.fromEntries(others);
  };
  const isPart = (name: string) => typeof kept[name] === 'object' && kept[name] !== null && name !== 'confidence';
  if (parts) for (const name of Object.keys(kept)) if (isPart(name) && !parts.includes(name)) drop(name);
  const said = metadata ? about(metadata as Metadata) : {};
  const known = new Set((said['warnings'] as string[] | undefined) ?? []);
  const all = [...known, ...((warnings as string[] | undefined) ?? []).filter((one) => !known.has(one))];
  const answer = () => ({
    ...kept,
    ...(metadata || warnings ? { about: { ...said, warnings: all } } : {}),
    ...(left.length > 0 ? { left_out: `${left.join(', ')}: ask for them by name in parts` } : {}),
  });
  while (JSON.stringify(answer()).length > maxCharacters) {
    const sizes = Object.keys(kept)
      .filter(isPart)
      .map((name) => ({ name, size: JSON.stringify(kept[name]).length }))
      .sort((a, b) => b.size - a.size);
    if (sizes.length === 0) break;
    const list = kept[sizes[0]!.name];
    // Rows of a list are worth more than none; their number is in `count` or `total`.
    if (Array.isArray(list) && list.length > 1) kept[sizes[0]!.name] = list.slice(0, list.length >> 1);
    else drop(sizes[0]!.name);
  }
  return answer();
}

const INSTRUCTIONS = `Statistics on how prices behaved, from stored bars: every figure comes with its number of cases (n, cases, sample_size) and a 95 % interval.
When you report a figure, give n and the interval, and say what it is compared with (base: all sessions of the population; rest: the sessions where the conditions do not hold).
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

/** The paths of a statistic are its own: news has another than its name, seasonality several. */
const recordsOf = ({ endpoints }: Doc, name: string): Endpoint =>
  endpoints.find(({ path }) => path === `/stats/${name}`) ?? endpoints[0]!;
const summaryOf = ({ endpoints }: Doc): Endpoint => endpoints.find(({ path }) => path.endsWith('/summary'))!;

/** Without what a tool says by itself and the endpoint does not take. */
function taken({ parameters }: Endpoint, args: Body): Body {
  const names = new Set(['session', 'order', 'limit']);
  for (const { name } of parameters) names.delete(name);
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.has(name)));
}

/** Parameters of every statistic: they are arguments of the tools. */
const SHARED = new Set([
  'symbol',
  'date',
  ...Object.keys(RANGE),
  'start_time',
  'end_time',
  'format',
  'cursor',
  'limit',
  'order',
]);

const text = (value: unknown): CallToolResult => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

/** What went wrong, in the API's own words: the model corrects its request by them. */
function failed(error: unknown): CallToolResult {
  const status = error instanceof ApiError ? `${error.status} ` : '';
  return { isError: true, content: [{ type: 'text', text: `${status}${(error as Error).message}` }] };
}

/** A server for one account; it keeps nothing between calls. */
export function createMcpServer(api: MarketStats): McpServer {
  const server = new McpServer({ name: 'market-stats', version: '0.1.0' }, { instructions: INSTRUCTIONS });
  const get = async (path: string, params: Record<string, unknown> = {}) =>
    (await api.get(path as never, params as never)) as Body;

  const docOf = async (name: string) =>
    (await get(`/stats/${encodeURIComponent(name.split('/')[0]!)}/doc`)) as unknown as Doc;

  function tool<S extends z.ZodRawShape>(
    name: string,
    description: string,
    inputSchema: S,
    answer: (args: z.infer<z.ZodObject<S>>) => Promise<unknown>,
  ): void {
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
      const summary = summaryOf(await docOf(name));
      return shortened(await get(summary.path, { ...taken(summary, rest), ...own }), parts);
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
      const records = recordsOf(await docOf(name), name);
      const body = await get(records.path, { ...taken(records, { order: 'desc', ...rest }), ...own });
      const rows = body['data'] ? 'data' : 'events';
      if (!fields) return shortened(body);
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
