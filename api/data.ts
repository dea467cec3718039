/** Answers the data routes: reads the URL, looks the symbols up, then takes the answer from the cache or has it computed. */
import { hash } from 'node:crypto';
import type { SymbolInfo } from '../compute/answers/answers.ts';
import { atInterval, intervalsOf } from '../compute/answers/series.ts';
import { staleSymbols } from '../compute/answers/stale.ts';
import { adjustedTo } from '../compute/answers/symbol-variants.ts';
import { parseInterval } from '../exchange/symbol.ts';
import type { CacheKey } from './cache.ts';
import type { Context, Middleware } from './context.ts';
import { httpError, invalid, type Problem, planUpgradeRequired, queryProblem, symbolNotFound } from './errors.ts';
import { earliestDay, restricted, type SymbolAnswers } from './plans.ts';
import { adaptedValues, plainValues } from './query/feed.ts';
import type { Format } from './query/params.ts';
import { unknownSymbols } from './query/question.ts';
import { readRequest } from './query/request.ts';
import type { AnswerBody } from './responses/body.ts';
import type { DataRequest, DataRoute, Services, Target } from './route.ts';
import { acceptedFormat, sendFinished } from './send.ts';
import { AccountBusy } from './work.ts';

const NONE: ReadonlySet<string> = new Set();
const HEADERS = ['X-Source', 'X-Cache', 'X-History-Limited', 'ETag'];

type Declared = Pick<DataRoute, 'path' | 'summary' | 'params' | 'scope' | 'response' | 'answer'> & Partial<DataRoute>;

/** Declares a data route by what differs from others. */
export function dataRoute<T extends Declared>(declared: T): NoInfer<T> & DataRoute {
  const route: T & DataRoute = {
    method: 'GET',
    access: 'charged',
    work: 'answers',
    headers: Object.hasOwn(declared.params, 'cursor') ? [...HEADERS, 'X-Next-Cursor'] : HEADERS,
    statuses: { 304: 'NotModified', 404: 'SymbolNotFound' },
    elsewhere: NONE,
    statistic: null,
    own: {},
    handler: (services) => answerData(route, services),
    ...declared,
  };
  return route;
}

/** Answers a request that has passed the limits. @throws 422, 406, 403 for a feature, 404, 503 */
const answerData =
  (route: DataRoute, services: Services): Middleware =>
  async (ctx) => {
    const { cache, clock, lookups, requests, work } = services;
    const { account } = ctx.state.who;
    const { symbolPrefix } = account.figures;
    const request = requests.get(ctx.url) ?? readRequest(route, ctx.querystring);
    if (request.problems.length > 0) throw invalid(request.problems);
    const format = formatOf(ctx, request);
    const lacked = request.needs.find(({ feature }) => !account.features.includes(feature));
    const earliest = earliestDay(account.figures, clock);
    const key = `${request.key} ${format} ${earliest} ${symbolPrefix}`;
    const current = lacked ? undefined : cache.current(key);
    if (current) return sendFinished(ctx, current, 'hit');

    const { target, counter, count } = await lookups.run(account.id, () => lookUp(request, symbolPrefix, services));
    if (target.problems.length > 0) throw invalid(target.problems);
    if (lacked) throw planUpgradeRequired(lacked.feature, lacked.parameter);
    if (target.unknown !== null) throw symbolNotFound(target.unknown);
    const { answer, state } = await cached({ key, counter, count, version: target.version }, account.id, services, () =>
      work.run(account.id, (expired) =>
        route.answer({ request, target, earliest, symbolPrefix, format, expired }, services),
      ),
    );
    // Only successful requests are kept, so invalid ones cannot evict them.
    requests.set(ctx.url, request);
    return sendFinished(ctx, answer, state);
  };

function formatOf(ctx: Context, { route, format: sent }: DataRequest): Format {
  if (sent) return sent;
  const format = ctx.headers.accept ? acceptedFormat(ctx) : 'json';
  if (format === 'json' || route.otherFormats?.includes(format)) return format;
  if (route.otherFormats) throw httpError('not_acceptable');
  return 'json';
}

/** Shares one computation among equal queries; if the account that began it has no place left, this one computes. */
async function cached(key: CacheKey, account: string, { cache }: Services, compute: () => Promise<AnswerBody>) {
  try {
    return await cache.get(key, compute);
  } catch (error) {
    if (!(error instanceof AccountBusy) || error.account === account) throw error;
    return cache.get(key, compute);
  }
}

/** Returns the symbols, and the count of changes that their version includes. */
async function lookUp(request: DataRequest, symbolPrefix: string | null, services: Services) {
  const { answers, changes } = services;
  const { route } = request;
  const before = changes.any.count;
  const target = await findTarget(restricted(answers, symbolPrefix), request);
  const isSingle = route.scope === 'symbol' && target.symbols.length === 1 && target.others.size === 0;
  const counter = isSingle ? changes.of(target.symbols[0].symbol) : changes.any;
  // After a change in between the version may be of before it: the next request compares it again.
  const count = changes.any.count === before ? counter.count : -1;
  return { target, counter, count };
}

/** Looks up the symbols, and compares the parameters with their feeds. */
async function findTarget(answers: SymbolAnswers, request: DataRequest): Promise<Target> {
  const { route, sent, adjustment, question, session } = request;
  const { statistic, scope } = route;
  const names = request.names.length > 0 ? request.names : await route.namesOf?.(answers);
  const isNews = statistic?.events?.sourceOf(plainValues(route, sent)) === 'sentiment';
  const infos = names ? await Promise.all(names.map((name) => answers.symbol(name, isNews))) : await answers.symbols();
  const known = infos.filter((info) => info !== null);
  const series = known.flatMap((info) => inSeries(info, sent) ?? []);
  const without = known.filter((info) => inSeries(info, sent) === null);
  const bySymbol = new Map(series.map((info) => [info.symbol, adjustedTo(info, adjustment)]));
  const assetClass = sent.get('asset_class');
  const symbols = [...bySymbol.values()].filter((one) => assetClass === undefined || one.assetClass === assetClass);
  const others = await findOthers(answers, request);
  const [one] = symbols;
  const intervals = symbols.filter((symbol) => symbol.hasBars).map(({ intervalMin }) => intervalMin);
  const { values, problems } =
    statistic && scope !== 'universe'
      ? adaptedValues(route, sent, intervals)
      : { values: plainValues(route, sent), problems: [] };
  const misfits = one?.hasBars ? (route.misfitsOf?.(request, one, others) ?? []) : [];
  const stale = route.isAboutNow ? staleSymbols(symbols, await answers.newestBars(), session) : new Set<string>();
  return {
    symbols,
    others,
    values,
    problems: [
      ...problems,
      ...unknownSymbols(question, others),
      ...(names ? without.map((info) => noSeries(info, sent)) : []),
      ...misfits,
    ],
    leftOut: without.map(({ symbol }) => symbol),
    stale,
    unknown: names?.find((_, i) => infos[i] === null) ?? null,
    version: [versionOf([...symbols, ...others.values()]), ...stale].join(' '),
  };
}

/** Returns the other symbols of the question that have bars. */
async function findOthers(
  answers: SymbolAnswers,
  { question, adjustment, sent }: DataRequest,
): Promise<Target['others']> {
  const names = question?.symbols ?? [];
  const infos = await Promise.all(names.map((name) => answers.symbol(name)));
  return new Map(
    infos.flatMap((info, i) => {
      const series = info?.hasBars ? inSeries(info, sent) : null;
      return series ? [[names[i], adjustedTo(series, adjustment)] as const] : [];
    }),
  );
}

/** Returns the series of the symbol that the request names, or its base; null where it has no such bars. */
function inSeries(symbol: SymbolInfo, sent: DataRequest['sent']): SymbolInfo | null {
  const interval = sent.get('interval') as string | undefined;
  return atInterval(symbol, interval === undefined ? undefined : parseInterval(interval)!);
}

function noSeries(symbol: SymbolInfo, sent: DataRequest['sent']): Problem {
  const message = `${symbol.symbol} has no ${sent.get('interval')} bars: its intervals are ${intervalsOf(symbol)}`;
  return queryProblem('interval', 'value_error', message);
}

/** Returns a version of fixed length, since every cached answer holds one. */
export function versionOf(symbols: readonly SymbolInfo[]): string {
  if (symbols.length === 1) return `${symbols[0].symbol}@${symbols[0].version}`;
  return hash('sha256', symbols.map(({ symbol, version }) => `${symbol}@${version}`).join(' '), 'base64url');
}
