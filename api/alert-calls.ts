/** What alerts called: the list with what came of it, figures since the alert was made beside those before, and the stream. */

import type { Alert, AlertCall } from '../compute/alerts/store.ts';
import { type Answers, BarsUsed, type SymbolInfo } from '../compute/answers/answers.ts';
import { casesOf, type Found, find, pooled, questionWarnings } from '../compute/answers/questions/ask.ts';
import { SharedOthers } from '../compute/answers/questions/gather.ts';
import { adjustedTo } from '../compute/answers/symbol-variants.ts';
import { firstDayOf } from '../compute/answers/symbols.ts';
import type { RangeRequest } from '../compute/evaluation/range.ts';
import { numbers } from '../compute/market/records.ts';
import { cell, isoTimestamp, type Json } from '../compute/market/render.ts';
import { intParam, type ParamSet } from '../compute/statistics/params.ts';
import { shared } from '../lib/async.ts';
import { dayOfMs, isoDate } from '../lib/days.ts';
import { alertOf, type CallPlace, preparedOf, type StoredAlerts } from './alerts.ts';
import { earliestDay, restricted } from './authenticator.ts';
import { type ComputingDeps, othersOf } from './data.ts';
import { invalid, queryProblem } from './errors.ts';
import type { Who } from './guard.ts';
import type { ResponseWriter } from './http.ts';
import { paging } from './query/params.ts';
import { type Prepared, rangeRequest, readQuery } from './query/prepare.ts';
import type { ParsedQuestion } from './query/question.ts';
import { decodeCursor, encodeCursor, NO_CURSOR, queryMark } from './responses/body.ts';
import { inTurns } from './responses/many-symbols.ts';
import type { OwnRoute } from './routes.ts';
import { EventStreams, type Events } from './streams.ts';

const DEFAULT_CALLS = 100;
const MAX_CALLS = 1_000;
const STREAM_LOOK_MS = 500;
/** Calls that several processes record at one moment may be seen late and out of order. */
const OVERLAP_MS = 60_000;

export const CALLS_PARAMS: ParamSet = {
  limit: intParam({
    description: 'Calls of one answer, newest first',
    minimum: 1,
    maximum: MAX_CALLS,
    fallback: DEFAULT_CALLS,
  }),
  cursor: paging(undefined)['cursor'],
};

interface Deps extends ComputingDeps {
  readonly alerts: StoredAlerts;
  /** `/query`. */
  readonly route: OwnRoute;
}

interface Asked {
  readonly alert: Alert;
  readonly prepared: Prepared;
  readonly question: ParsedQuestion;
  /** Those of the alert's symbols that are stored, and that the account sees. */
  readonly symbols: readonly SymbolInfo[];
  readonly find: (symbol: SymbolInfo, range: RangeRequest) => Promise<Found>;
  readonly earliest: number | undefined;
}

export class AlertCallsEndpoint {
  readonly #deps: Deps;
  readonly #streams: EventStreams;
  /** All streams look together. */
  readonly #recent: () => Promise<readonly AlertCall[]>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#streams = new EventStreams(deps, STREAM_LOOK_MS);
    const { alerts, clock } = deps;
    this.#recent = shared(() => alerts.recorded(clock.nowMs() - OVERLAP_MS), STREAM_LOOK_MS / 2);
  }

  /** The calls of an alert, newest first, each with what came of its session. */
  async calls(response: ResponseWriter, search: string, id: string): Promise<void> {
    const who = await this.#deps.guard.pass(response);
    const sent = readQuery(search, CALLS_PARAMS);
    const limit = (sent.get('limit') as number | undefined) ?? DEFAULT_CALLS;
    const mark = queryMark(`/me/alerts/${id}/calls`);
    const after = placeOf(sent.get('cursor') as string | undefined, mark);
    const { data, next } = await this.#computed(who, id, async (asked, expired) => {
      const found = await this.#deps.alerts.calls(who.account.id, id, limit + 1, after);
      const calls = found.slice(0, limit);
      const outcomes = await this.#outcomes(asked, calls, expired);
      const data = calls.map((call) => callShown(call, outcomes.get(call.symbol)?.get(call.sessionDay) ?? null));
      const { sessionDay, recordedAtMs, id: last } = calls.at(-1) ?? {};
      return { data, next: found.length > limit ? [sessionDay!, recordedAtMs!, last!] : null };
    });
    const nextCursor = next && encodeCursor(mark, { values: next, seen: 1 });
    response.json(200, { count: data.length, data, metadata: { next_cursor: nextCursor } });
  }

  /** Cases, hits and rate since the day on which the alert was made, beside those of the question's range before it. */
  async figures(response: ResponseWriter, search: string, id: string): Promise<void> {
    const who = await this.#deps.guard.pass(response);
    readQuery(search, {});
    const body = await this.#computed(
      who,
      id,
      async ({ alert, prepared, question, symbols, find, earliest }, expired) => {
        const madeOn = dayOfMs(alert.createdAtMs);
        const rows = await inTurns(symbols, expired, async (symbol) => {
          const range = rangeRequest(prepared, [firstDayOf(symbol)], earliest);
          const before = await find(symbol, { ...range, endDate: madeOn - 1 });
          const since = await find(symbol, { ...range, timeWindow: 'custom', startDate: madeOn, endDate: undefined });
          const warnings = questionWarnings(question, prepared.adjustment, since.lookAhead);
          return { symbol: symbol.symbol, before: before.tally, since: since.tally, warnings };
        });
        const { outcome } = question;
        return {
          id,
          since_date: isoDate(madeOn),
          ...question.texts,
          before: pooled(
            outcome,
            rows.map(({ before }) => before),
          ),
          since: pooled(
            outcome,
            rows.map(({ since }) => since),
          ),
          data: rows.map(({ symbol, before, since }) => ({
            symbol,
            before: pooled(outcome, [before]),
            since: pooled(outcome, [since]),
          })),
          warnings: [...new Set(rows.flatMap(({ warnings }) => warnings))],
        };
      },
    );
    response.json(200, body);
  }

  /**
   * The account's calls as they are recorded. With `Last-Event-ID` also those since then; calls of the minute before it
   * come again, since several processes record them.
   */
  stream(response: ResponseWriter): Promise<void> {
    return this.#streams.open(response, (who) => this.#events(who.account.id, response.req.headers['last-event-id']));
  }

  drain(): void {
    this.#streams.drain();
  }

  async #events(accountId: string, lastId: string | string[] | undefined): Promise<Events> {
    const { alerts, lookups, clock } = this.#deps;
    const openedMs = clock.nowMs();
    const lastMs = /^(\d{1,15})-/.exec(String(lastId ?? ''))?.[1];
    const fromMs = lastMs === undefined ? openedMs : Math.min(Number(lastMs) - OVERLAP_MS, openedMs);
    const sent = new Map<string, number>();
    const events = (calls: readonly AlertCall[]) => {
      const own = calls.filter((one) => one.accountId === accountId && one.recordedAtMs >= fromMs && !sent.has(one.id));
      for (const { id, recordedAtMs } of own) sent.set(id, recordedAtMs);
      for (const [id, atMs] of sent) if (atMs < clock.nowMs() - 2 * OVERLAP_MS) sent.delete(id);
      return own
        .map(({ id, recordedAtMs, body }) => `id: ${recordedAtMs}-${id}\nevent: call\ndata: ${body}\n\n`)
        .join('');
    };
    const since = (ms: number) => lookups.run(accountId, () => alerts.recorded(ms));
    const first = events(await since(fromMs));
    let seenMs = openedMs;
    return {
      // Where to continue is known from the beginning: a reader may lose the connection before its first call.
      first: first || `id: ${openedMs}-\n\n`,
      // After looks that failed, or a process that stood still, what all streams look at together begins too late.
      next: async () => {
        const nowMs = clock.nowMs();
        const isBehind = nowMs - seenMs > OVERLAP_MS / 2;
        const text = events(isBehind ? await since(seenMs - OVERLAP_MS) : await this.#recent());
        seenMs = nowMs;
        return text;
      },
    };
  }

  async #computed<T>(who: Who, id: string, compute: (asked: Asked, expired: () => boolean) => Promise<T>): Promise<T> {
    const { alerts, answers, statistics, route, work, lookups, clock } = this.#deps;
    const { figures } = who.account;
    const { alert } = await lookups.run(who.account.id, () => alertOf(alerts, who, id));
    const prepared = preparedOf(route, alert.question, alert.symbols[0]);
    const question = prepared.question as ParsedQuestion;
    const seen = restricted(answers, figures.symbolPrefix);
    const { adjustment } = prepared;
    return work.run(who.account.id, async (expired) => {
      const found = await Promise.all(alert.symbols.map((name) => seen.symbol(name)));
      const stored = found.flatMap((one) => (one?.hasBars ? [one] : []));
      const symbols = stored.map((one) => adjustedTo(one, adjustment));
      const common = {
        statistics,
        question,
        adjustment,
        session: prepared.session!,
        allowLookAhead: true,
        others: await othersOf(seen, question, adjustment),
        barsUsed: new BarsUsed(),
        shared: new SharedOthers(),
      };
      const asked: Asked = {
        alert,
        prepared,
        question,
        symbols,
        earliest: earliestDay(figures, clock),
        find: (symbol, range) => find(answers as Answers, { ...common, symbol, range }),
      };
      return compute(asked, expired);
    });
  }

  /** What came of the sessions of the calls, by symbol and date. */
  async #outcomes({ question, symbols, find, earliest }: Asked, calls: readonly AlertCall[], expired: () => boolean) {
    const called = symbols.filter(({ symbol }) => calls.some((call) => call.symbol === symbol));
    const outcomes = await inTurns(called, expired, async (symbol) => {
      const days = calls.filter((call) => call.symbol === symbol.symbol).map(({ sessionDay }) => sessionDay);
      const range = {
        months: 1,
        timeWindow: 'custom',
        startDate: Math.min(...days),
        endDate: Math.max(...days),
        earliest,
      };
      const { tally, gathered } = await find(symbol, range);
      const { fields, rows } = casesOf(question, tally, gathered.material);
      const outcome = fields[fields.length - 1];
      return new Map([...numbers(rows, 'date')].map((date, row) => [date, cell(outcome, rows, row, '')]));
    });
    return new Map(called.map(({ symbol }, i) => [symbol, outcomes[i]]));
  }
}

/** @throws 422 on `cursor` */
function placeOf(cursor: string | undefined, mark: string): CallPlace | null {
  if (cursor === undefined) return null;
  const [day, recordedAtMs, id, ...more] = decodeCursor(cursor, mark)?.values ?? [];
  if (Number.isSafeInteger(day) && Number.isSafeInteger(recordedAtMs) && typeof id === 'string' && more.length === 0)
    return [day as number, recordedAtMs as number, id];
  throw invalid([queryProblem('cursor', 'value_error', NO_CURSOR)]);
}

const timeOrNull = (ms: number | null) => (ms === null ? null : isoTimestamp(ms));

function callShown(call: AlertCall, outcome: Json) {
  const { as_of, conditions } = JSON.parse(call.body).data;
  return {
    id: call.id,
    symbol: call.symbol,
    session_date: isoDate(call.sessionDay),
    as_of,
    called_at: isoTimestamp(call.recordedAtMs),
    state: call.state,
    attempts: call.attempts,
    error: call.error === '' ? null : call.error,
    next_attempt_at: timeOrNull(call.nextAttemptAtMs),
    ended_at: timeOrNull(call.endedAtMs),
    conditions,
    outcome,
  };
}
