/** Answers the data endpoints: from the URL to a finished answer, from the cache if possible. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Answers, SymbolInfo } from '../compute/answers/answers.ts';
import type { Screens } from '../compute/answers/screens.ts';
import { staleSymbols } from '../compute/answers/stale.ts';
import { adjustedTo } from '../compute/answers/symbol-variants.ts';
import type { Adjustment } from '../compute/market/bars.ts';
import { type Timeframe, timeframeFits } from '../compute/market/candles.ts';
import type { SessionSpec } from '../compute/market/sessions.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import { formatInterval } from '../exchange/symbol.ts';
import type { Clock } from '../lib/clock.ts';
import { earliestDay, restricted, type SymbolAnswers } from './authenticator.ts';
import type { AnswersCache, CacheKey, Changes } from './cache.ts';
import type { ApiConfig } from './config.ts';
import type { Context } from './context.ts';
import type { DataRoute } from './data-routes.ts';
import { httpError, invalid, type Problem, planUpgradeRequired, queryProblem, symbolNotFound } from './errors.ts';
import type { Format } from './query/params.ts';
import {
  adaptedValues,
  type Prepared,
  type PreparedOwn,
  type PreparedStatistic,
  plainValues,
  prepare,
} from './query/prepare.ts';
import { incompatible, unknownSymbols } from './query/question.ts';
import { answerBars } from './responses/bars.ts';
import type { AnswerBody } from './responses/body.ts';
import { ManySymbols } from './responses/many-symbols.ts';
import { answerSymbol, type Job, type Target } from './responses/one-symbol.ts';
import { answerQuestion, answerScan } from './responses/question.ts';
import { answerScreen } from './responses/screen.ts';
import { acceptedFormat, sendEntry } from './send.ts';
import { AccountBusy, type WorkLimiter } from './work.ts';

/** Bytes of a parsed request beside its URL. */
const PREPARED_BYTES = 2_000;
const PREPARED_TOTAL_BYTES = 64 * 2 ** 20;
/** Look-ups of the symbols while changes are reported. */
const LOOKS = 3;
/** Attempts to share a computation whose account is busy. */
const TURNS = 3;

export interface ComputingDeps {
  readonly answers: Answers;
  readonly statistics: readonly Statistic[];
  readonly cache: AnswersCache;
  readonly changes: Changes;
  readonly work: WorkLimiter;
  /** Short reads beside the answers that are computed. */
  readonly lookups: WorkLimiter;
  readonly clock: Clock;
  readonly config: ApiConfig;
}

interface Deps extends ComputingDeps {
  /** Rankings from the summaries tables; without it they are computed from the records. */
  readonly screens: Screens | undefined;
}

export class DataEndpoints {
  readonly #deps: Deps;
  readonly #many: ManySymbols;
  /** Requests as parsed, by their URL: parsing costs more than the rest of a hot answer. */
  readonly #prepared: LRUCache<string, Prepared>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#many = new ManySymbols(deps.answers, deps.config.partsBytes);
    this.#prepared = new LRUCache({
      max: deps.config.preparedRequests,
      maxSize: PREPARED_TOTAL_BYTES,
      sizeCalculation: (_, url) => PREPARED_BYTES + 2 * url.length,
    });
  }

  /** Answers a request that has passed the limits. @throws 404, 406, 422, 403 for a feature, 503 */
  async answer(ctx: Context, route: DataRoute): Promise<void> {
    const { account } = ctx.state.who;
    const { id, figures } = account;
    const prepared = this.#prepared.get(ctx.url) ?? prepare(route, ctx.querystring);
    if (prepared.problems.length > 0) throw invalid(prepared.problems);
    const lacked = prepared.needs.find(({ feature }) => !account.features.includes(feature));
    const format = formatOf(ctx, prepared);
    const { symbolPrefix } = figures;
    const earliest = earliestDay(figures, this.#deps.clock);
    const isWhole = earliest === undefined && symbolPrefix === null;
    const key = isWhole && format === 'json' ? prepared.key : `${prepared.key} ${format} ${earliest} ${symbolPrefix}`;
    const current = lacked ? undefined : this.#deps.cache.current(key);
    if (current) {
      this.#prepared.set(ctx.url, prepared);
      return sendEntry(ctx, current, 'hit');
    }

    const lookUp = () => this.#lookedUp(prepared, key, symbolPrefix);
    const { target, ...cacheKey } = await this.#deps.lookups.run(id, lookUp);
    if (target.problems.length > 0) throw invalid(target.problems);
    if (lacked) throw planUpgradeRequired(lacked.feature, lacked.parameter);
    if (target.unknown !== null) throw symbolNotFound(target.unknown);
    const { entry, cache } = await this.#computed(id, cacheKey, () =>
      this.#deps.work.run(id, (expired) => this.#answer({ prepared, target, earliest, format, expired }, symbolPrefix)),
    );
    // Only successful requests are kept, so invalid ones cannot evict them.
    this.#prepared.set(ctx.url, prepared);
    return sendEntry(ctx, entry, cache);
  }

  /** Shares one computation among equal queries. If the first account has no place left for it, the next computes it. */
  async #computed(account: string, cacheKey: CacheKey, compute: () => Promise<AnswerBody>) {
    for (let turn = 1; ; turn++) {
      try {
        return await this.#deps.cache.get(cacheKey, compute);
      } catch (error) {
        if (!(error instanceof AccountBusy) || error.account === account || turn === TURNS) throw error;
      }
    }
  }

  /** Returns the symbols with their version, and the count of changes that the version includes. */
  async #lookedUp(
    prepared: Prepared,
    key: string,
    symbolPrefix: string | null,
  ): Promise<CacheKey & { target: Target }> {
    const answers = restricted(this.#deps.answers, symbolPrefix);
    for (let look = 1; ; look++) {
      const before = this.#deps.changes.any.count;
      const target = await findTarget(answers, prepared);
      const { symbols } = target;
      const summaries = prepared.route.kind === 'screen' ? await this.#deps.screens?.version() : undefined;
      const version = summaries === undefined ? target.version : `${target.version} ${summaries}`;
      const single = prepared.route.scope === 'symbol' && symbols.length === 1 && target.others.size === 0;
      const counter = single ? this.#deps.changes.of(symbols[0].symbol) : this.#deps.changes.any;
      const quiet = this.#deps.changes.any.count === before;
      if (quiet || look === LOOKS) return { target, key, counter, count: quiet ? counter.count : -1, version };
    }
  }

  #answer(job: Job, symbolPrefix: string | null): Promise<AnswerBody> {
    const { answers, statistics, config } = this.#deps;
    const { kind, scope } = job.prepared.route;
    if (kind === 'question') return answerQuestion(answers, statistics, job);
    if (kind === 'scan') return answerScan(answers, statistics, config.maxRowsPerRequest, job);
    if (kind === 'bars') return answerBars(answers, job);
    // The stored summaries rank all symbols: an account that may read only some has them ranked from their records.
    if (kind === 'screen') return answerScreen(answers, symbolPrefix === null ? this.#deps.screens : undefined, job);
    return scope === 'symbol' ? answerSymbol(answers, job) : this.#many.answer(job);
  }
}

function formatOf(ctx: Context, prepared: Prepared): Format {
  if (prepared.formatSent || !ctx.headers.accept) return prepared.format;
  const format = acceptedFormat(ctx);
  if (format === 'arrow' && prepared.route.kind === 'summary') throw httpError('not_acceptable');
  return format;
}

/** Looks up the symbols, and compares the parameters with their feeds. */
async function findTarget(answers: SymbolAnswers, prepared: Prepared): Promise<Target> {
  if (prepared.route.statistic === null) return findOwnTarget(answers, prepared as PreparedOwn);
  return findStatisticTarget(answers, prepared as PreparedStatistic);
}

/** Returns the symbols of a question or of bars; a scan leaves out symbols later that its parameters do not fit. */
async function findOwnTarget(
  answers: SymbolAnswers,
  { route, sent, symbols: names, question, session, adjustment }: PreparedOwn,
): Promise<Target> {
  const { found, unknown } = await findAll(answers, names);
  const assetClass = sent.get('asset_class');
  const all = route.kind === 'scan' && names.length === 0 ? await answers.symbols() : [...found.values()];
  const wanted = all
    .filter((symbol) => route.kind !== 'scan' || assetClass === undefined || symbol.assetClass === assetClass)
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const symbols = wanted.map((symbol) => adjustedTo(symbol, adjustment));
  const others = await othersOf(answers, question, adjustment);
  const [one] = symbols;
  const wrong = route.kind === 'scan' || !one?.hasBars ? [] : problemsOf(route, sent, question, one, others);
  const problems = [...unknownSymbols(question, others), ...wrong];
  const stale = question ? staleSymbols(symbols, await answers.newestBars(), session as SessionSpec) : NONE_STALE;
  const version = [versionOf([...symbols, ...others.values()]), ...stale].join(' ');
  return { symbols, others, values: {}, problems, stale, unknown, version };
}

/** Returns the other symbols of the question that have bars. */
export async function othersOf(
  answers: SymbolAnswers,
  question: PreparedOwn['question'],
  adjustment: Adjustment,
): Promise<Target['others']> {
  const names = question?.symbols ?? [];
  if (names.length === 0) return NO_OTHERS;
  const infos = await Promise.all(names.map((name) => answers.symbol(name)));
  return new Map(
    names.flatMap((name, i) => {
      const info = infos[i];
      return info?.hasBars ? [[name, adjustedTo(info, adjustment)] as const] : [];
    }),
  );
}

const NO_OTHERS: Target['others'] = new Map();
const NONE_STALE: ReadonlySet<string> = new Set();

/** Looks symbols up concurrently, with one statement. */
async function findAll(answers: SymbolAnswers, names: readonly string[], asWritten?: boolean) {
  const infos = await Promise.all(names.map((name) => answers.symbol(name, asWritten)));
  const found = new Map(infos.flatMap((info) => (info ? [[info.symbol, info] as const] : [])));
  return { found, unknown: names.find((_, i) => infos[i] === null) ?? null };
}

function problemsOf(
  route: PreparedOwn['route'],
  sent: PreparedOwn['sent'],
  question: PreparedOwn['question'],
  symbol: SymbolInfo,
  others: Target['others'],
): readonly Problem[] {
  if (route.kind !== 'bars') return incompatible(question, symbol, others);
  const { intervalMin } = symbol;
  const timeframe = sent.get('timeframe') as Timeframe | undefined;
  if (timeframe === undefined || timeframeFits(timeframe, intervalMin)) return [];
  const interval = formatInterval(intervalMin);
  return [
    queryProblem('timeframe', 'value_error', `Input should be a whole multiple of the base interval, ${interval}`),
  ];
}

async function findStatisticTarget(answers: SymbolAnswers, prepared: PreparedStatistic): Promise<Target> {
  const { route, sent, adjustment } = prepared;
  if (route.scope === 'universe') {
    const symbols = (await answers.symbols()).map((symbol) => adjustedTo(symbol, adjustment));
    const values = plainValues(route, sent);
    return { symbols, others: NO_OTHERS, values, problems: [], unknown: null, version: versionOf(symbols) };
  }
  const source = route.statistic.events?.sourceOf(plainValues(route, sent));
  const { found, unknown } = await findAll(answers, prepared.symbols, source === 'sentiment');
  const named = [...found.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const symbols = named.map((symbol) => adjustedTo(symbol, adjustment));
  const intervals = symbols.filter((symbol) => symbol.hasBars).map((symbol) => symbol.intervalMin);
  const { values, problems } = adaptedValues(route, sent, intervals);
  return { symbols, others: NO_OTHERS, values, problems, unknown, version: versionOf(symbols) };
}

/** Returns a version of fixed length, since every cached answer holds one. */
export function versionOf(symbols: readonly SymbolInfo[]): string {
  if (symbols.length === 1) return `${symbols[0].symbol}@${symbols[0].version}`;
  return hash('sha256', symbols.map(({ symbol, version }) => `${symbol}@${version}`).join(' '), 'base64url');
}
