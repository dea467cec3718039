/** What the demo market answers to the questions of the task pages, by the API itself. */
import type { ApiDeps } from '../../api/app.ts';
import { TASK_REQUESTS, TASKS_UNTIL } from '../../api/reference/tasks.ts';
import { barsFromTuples } from '../../compute/market/bars.ts';
import { SymbolData } from '../../compute/market/symbol-data.ts';
import { demoBars, demoNews } from '../../demo/bars.ts';
import { DEMO_SYMBOLS, type DemoSymbol } from '../../demo/symbols.ts';
import { parseIsoDate } from '../../lib/days.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { symbolData } from '../support/market-data.ts';

/** A month before the year that is asked for. */
const FROM = parseIsoDate('2025-05-30')!;
/** Two months beyond what is asked for: what formed before its end is followed to the end of its horizon, as later on. */
const UNTIL = parseIsoDate(TASKS_UNTIL)! + 62;
const NOW_MS = (UNTIL + 1) * 86_400_000;
const DIRECTIONS: Readonly<Record<string, number>> = { negative: -1, neutral: 0, positive: 1 };

function dataOf(symbol: DemoSymbol, from: number): SymbolData {
  const bars = [...demoBars(symbol, from, UNTIL, NOW_MS / 60_000)];
  const tuples = bars.map((bar) => [bar.minute, bar.open, bar.high, bar.low, bar.close, bar.volume] as const);
  const { meta, clock, reachesStart, reachesEnd, ...data } = symbolData(
    barsFromTuples(tuples),
    symbol.symbol,
    symbol.assetClass,
    1,
  );
  const news = [...demoNews(symbol, from, UNTIL, NOW_MS)];
  const sentiment = {
    length: news.length,
    timeMs: Float64Array.from(news, ({ timeMs }) => timeMs),
    impact: Float64Array.from(news, ({ impactScore }) => impactScore),
    direction: Int8Array.from(news, ({ direction }) => DIRECTIONS[direction]),
    id: news.map(({ id }) => id),
    title: news.map(({ title }) => title),
    headline: news.map(() => null),
    provider: news.map(() => 'demo'),
    url: news.map(() => null),
    assetClass: news.map(() => symbol.assetClass),
  };
  return new SymbolData({ meta, clock, reachesStart, reachesEnd, bars: data.bars, news: { sentiment } });
}

export function urlOf({ path, query }: { path: string; query: Readonly<Record<string, string>> }): string {
  return `${path}?${new URLSearchParams(query)}`;
}

const ASKED = new Set(TASK_REQUESTS.flatMap(({ query }) => (query['symbols'] ?? query['symbol']).split(',')));

interface DemoApiOptions {
  readonly symbols?: ReadonlySet<string>;
  /** First day of the bars, days since the epoch. */
  readonly from?: number;
  readonly deps?: Partial<ApiDeps>;
}

/** The API on the demo market as it is at one fixed time; by default on the part that the questions are about. */
export function startDemoApi({ symbols = ASKED, from = FROM, deps = {} }: DemoApiOptions = {}): Promise<TestApi> {
  const named = DEMO_SYMBOLS.filter(({ symbol }) => symbols.has(symbol));
  return startApi(
    named.map((symbol) => dataOf(symbol, from)),
    { nowMs: NOW_MS, deps },
  );
}

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
}

/** The shortest request of each list and summary that no question is about: one row, or the summary of a year. */
async function exampleRequests(api: TestApi): Promise<{ path: string; query: Record<string, string> }[]> {
  const { paths, components } = (await api.get('/openapi.json')).body;
  const asked = new Set(TASK_REQUESTS.filter(({ asExample }) => asExample).map(({ path }) => path));
  return Object.keys(paths)
    .filter((path) => path.startsWith('/stats/') && !/\/(doc|screen)$/.test(path) && !asked.has(path))
    .map((path) => {
      const parameters: Parameter[] = paths[path].get.parameters.map((one: Parameter & { $ref?: string }) =>
        one.$ref ? components.parameters[one.$ref.split('/').at(-1)!] : one,
      );
      const needsDate = parameters.some(({ name, required }) => name === 'date' && required);
      const values: Record<string, string> = {
        symbol: 'DEMO-ACME',
        symbols: 'DEMO-ACME,DEMO-INDEX',
        ...(needsDate ? { date: TASKS_UNTIL } : { end_date: TASKS_UNTIL }),
        session: 'exchange',
        limit: '1',
        top_n: '1',
      };
      const known = parameters.flatMap(({ name }) => (name in values ? [[name, values[name]]] : []));
      return { path, query: Object.fromEntries(known) };
    });
}

/** By the question's id; the examples of other endpoints by their path. */
export async function demoAnswers(api: TestApi): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const task of TASK_REQUESTS) {
    const { status, body, text } = await api.get(urlOf(task));
    if (status !== 200) throw new Error(`${urlOf(task)}: ${status} ${text}`);
    answers[task.id] = body;
  }
  for (const request of await exampleRequests(api)) {
    const { status, body, text } = await api.get(urlOf(request));
    if (status !== 200) throw new Error(`${urlOf(request)}: ${status} ${text}`);
    answers[request.path] = body;
  }
  return answers;
}
