/** The data endpoints: from a request's URL to a finished answer, the shortest way first. */
import { LRUCache } from 'lru-cache';
import type { Answers } from '../compute/answers/answers.ts';
import type { Screens } from '../compute/answers/screens.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import type { Clock } from '../lib/clock.ts';
import type { AnswersCache, Question } from './cache/answers-cache.ts';
import type { Changes } from './cache/changes.ts';
import type { ApiConfig } from './config.ts';
import { invalid, notAcceptable, planUpgradeRequired, symbolNotFound } from './errors.ts';
import type { Guard, Who } from './guard.ts';
import { acceptedFormat } from './http/negotiate.ts';
import type { ResponseWriter } from './http/response-writer.ts';
import type { Bucket } from './limits/limiter.ts';
import type { Format } from './query/common.ts';
import { MAX_QUESTION_BYTES, queryTooLarge } from './query/parse.ts';
import { type Prepared, type PreparedOwn, type PreparedStatistic, prepare, seemsPreview } from './query/prepare.ts';
import { answerBars } from './responses/bars.ts';
import type { AnswerBody } from './responses/body.ts';
import { ManySymbols } from './responses/many-symbols.ts';
import { answerSymbol } from './responses/one-symbol.ts';
import { answerQuestion } from './responses/question.ts';
import { answerScan } from './responses/scan.ts';
import { answerScreen } from './responses/screen.ts';
import { findTarget, type Target } from './responses/target.ts';
import { earliestDay, restricted } from './restricted.ts';
import { isOwn, type Route } from './routes.ts';
import { AccountBusy, type WorkLimiter } from './work-limiter.ts';

/** What a request read by its URL weighs beside the URL itself. */
const PREPARED_BYTES = 2_000;
const PREPARED_TOTAL_BYTES = 64 * 2 ** 20;
/** A change reported while the symbols were looked up: look again, but not for ever. */
const LOOKS = 3;
/** Others' shares that may be used up one after another. */
const TURNS = 3;

/** What endpoints that compute have in common. */
export interface ComputingDeps {
  readonly guard: Guard;
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
  readonly screens: Screens | undefined;
}

export class DataEndpoints {
  readonly #deps: Deps;
  readonly #many: ManySymbols;
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

  /** A request seen before by its URL; undefined: read it by its route. */
  seen(url: string): Prepared | undefined {
    return this.#prepared.get(url);
  }

  /**
   * @param known what the URL was read as before; undefined: it is read now
   * @param search the URL's query, as sent
   */
  async answer(response: ResponseWriter, route: Route, known: Prepared | undefined, search: string): Promise<void> {
    response.route = route.path;
    const asked = this.#deps.guard.who(response);
    const who = asked instanceof Promise ? await asked : asked;
    const { figures, features } = who.account;
    if (!who.viaConsole && !figures.directApi) await this.#deps.guard.direct(response, who);

    const prepared = known ?? (await this.#read(response, who, route, search));
    if (prepared.needs.length > 0) {
      const lacked = prepared.needs.find(({ feature }) => !features.includes(feature));
      if (lacked) return this.#refuse(response, who, prepared, lacked);
    }
    await this.#deps.guard.charge(response, who, bucketOf(prepared.preview));
    if (prepared.problems.length > 0) throw invalid(prepared.problems);

    const format = formatOf(response, prepared);
    const { symbolPrefix } = figures;
    const earliest = earliestDay(figures, this.#deps.clock);
    const whole = earliest === undefined && symbolPrefix === null;
    const key = whole && format === 'json' ? prepared.key : `${prepared.key} ${format} ${earliest} ${symbolPrefix}`;
    const current = this.#deps.cache.current(key);
    if (current) {
      if (!known) this.#remember(response, prepared);
      return response.entry(current, 'hit');
    }

    const { id } = who.account;
    const asks = () => this.#question(prepared, key, symbolPrefix);
    const { target, ...question } = await this.#deps.lookups.run(id, asks);
    if (target.problems.length > 0) throw invalid(target.problems);
    if (target.unknown !== null) throw symbolNotFound(target.unknown);
    const { entry, hit } = await this.#computed(id, question, () =>
      this.#deps.work.run(id, (expired) => this.#make(prepared, target, { earliest, symbolPrefix }, format, expired)),
    );
    if (!known) this.#remember(response, prepared);
    return response.entry(entry, hit ? 'hit' : 'miss');
  }

  /** Equal questions share an answer; where the first to ask has no place left for it, the next asks for itself. */
  async #computed(account: string, question: Question, make: () => Promise<AnswerBody>) {
    for (let turn = 1; ; turn++) {
      try {
        return await this.#deps.cache.get(question, make);
      } catch (error) {
        if (!(error instanceof AccountBusy) || error.account === account || turn === TURNS) throw error;
      }
    }
  }

  /** Who is over a limit is refused before anything is parsed. @throws 429, 422 */
  async #read(response: ResponseWriter, who: Who, route: Route, search: string): Promise<Prepared> {
    const own = isOwn(route);
    const bucket = bucketOf(own && seemsPreview(route, search));
    await this.#deps.guard.check(response, who, bucket);
    const tooLarge = queryTooLarge(search, own && route.kind !== 'bars' ? MAX_QUESTION_BYTES : undefined);
    if (tooLarge === null) return prepare(route, search);
    await this.#deps.guard.charge(response, who, bucket);
    throw invalid([tooLarge]);
  }

  /** Only what was answered: refused requests cost nobody the memory of others' good ones. */
  #remember(response: ResponseWriter, prepared: Prepared): void {
    this.#prepared.set(response.req.url ?? '', prepared);
  }

  /** A feature that the plan lacks: not charged, but what is wrong with the request is reported before it, and is. */
  async #refuse(
    response: ResponseWriter,
    who: Who,
    prepared: Prepared,
    lacked: Prepared['needs'][number],
  ): Promise<never> {
    await this.#deps.guard.check(response, who, bucketOf(prepared.preview));
    const seen = restricted(this.#deps.answers, who.account.figures.symbolPrefix);
    const { problems } = await this.#deps.lookups.run(who.account.id, () => findTarget(seen, prepared));
    if (problems.length > 0) {
      await this.#deps.guard.charge(response, who, bucketOf(prepared.preview));
      throw invalid(problems);
    }
    throw planUpgradeRequired(lacked.feature, lacked.parameter);
  }

  /** The symbols with their version, and the count of changes that the version surely holds. */
  async #question(
    prepared: Prepared,
    key: string,
    symbolPrefix: string | null,
  ): Promise<Question & { target: Target }> {
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

  #make(
    prepared: Prepared,
    { symbols, others, values }: Target,
    { earliest, symbolPrefix }: { earliest: number | undefined; symbolPrefix: string | null },
    format: Format,
    expired: () => boolean,
  ): Promise<AnswerBody> {
    const answers = this.#deps.answers;
    const { route } = prepared;
    if (isOwn(route)) {
      const own = prepared as PreparedOwn;
      const deps = { answers, statistics: this.#deps.statistics, maxRows: this.#deps.config.maxRowsPerRequest };
      if (route.kind === 'question') return answerQuestion(deps, own, symbols[0], others, earliest, format);
      if (route.kind === 'scan') return answerScan(deps, own, symbols, others, earliest, format, expired);
      return answerBars(answers, own, symbols[0], earliest, format);
    }
    const asked = prepared as PreparedStatistic;
    if (route.kind === 'screen') {
      // The stored summaries rank all symbols: who may see some has them ranked from their records.
      const screens = symbolPrefix === null ? this.#deps.screens : undefined;
      return answerScreen({ answers, screens }, asked, symbols, earliest, format, expired);
    }
    if (route.scope === 'symbol') return answerSymbol(answers, asked, symbols[0], values, earliest, format);
    return this.#many.answer(asked, { symbols, values }, earliest, format, expired);
  }
}

const bucketOf = (preview: boolean): Bucket => (preview ? 'preview' : 'charged');

function formatOf(response: ResponseWriter, prepared: Prepared): Format {
  const { accept } = response.req.headers;
  if (prepared.formatSent || accept === undefined || accept === '*/*') return prepared.format;
  const format = acceptedFormat(accept) ?? 'json';
  if (format === 'arrow' && prepared.route.kind === 'summary') throw notAcceptable('application/json or text/csv');
  return format;
}
