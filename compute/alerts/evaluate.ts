/** Whether the conditions of an alert hold for a symbol, in the sessions that it may still call about. */

import { LRUCache } from 'lru-cache';
import { MS_PER_DAY, MS_PER_MINUTE } from '../../lib/days.ts';
import type { Answers, BarsUsed, SymbolInfo } from '../answers/answers.ts';
import { gather, gatherSession } from '../answers/questions/gather.ts';
import { dayClock, wrapsMidnight } from '../answers/questions/look-ahead.ts';
import { type Now, type StateOn, stateOn } from '../answers/questions/now.ts';
import { parseWhen } from '../answers/questions/parse.ts';
import {
  type Clause,
  newShared,
  referencesIn,
  type Source,
  sidesOf,
  sourcesOf,
} from '../answers/questions/question.ts';
import type { Material } from '../answers/questions/source-columns.ts';
import { adjustedTo } from '../answers/symbol-variants.ts';
import { endOfBars } from '../answers/symbols.ts';
import { numbers } from '../market/records.ts';
import { isoTimestamp } from '../market/render.ts';
import { windowOf } from '../market/sessions.ts';
import type { Statistic } from '../statistics/statistic.ts';
import type { Alert, AlertAccount, AlertConditions } from './store.ts';

const PARSED = 10_000;

interface Parsed {
  readonly clauses: readonly Clause[];
  /** Names of other symbols, as written. */
  readonly others: readonly string[];
}

/** Active alerts of a symbol that are evaluated once for all of them. */
export interface Group {
  readonly conditions: AlertConditions;
  readonly account: AlertAccount;
  readonly alerts: readonly Alert[];
}

/** A session in which the conditions hold. */
export interface Match extends Pick<Now, 'conditions'> {
  /** Days since the epoch. */
  readonly sessionDay: number;
  /** End of the session's window, or the early close of the exchange. */
  readonly endMs: number;
  /** End of the last stored bar. */
  readonly asOf: string;
}

/** A session in which they may hold yet. */
interface OpenSession extends Pick<Match, 'sessionDay'> {
  readonly state: StateOn;
  /** Close of the session before; NaN without one. */
  readonly closeBefore: number;
  /** After this it is history. */
  readonly untilMs: number;
}

/** A session is history a day after it ended, or after the next one began: that may be the first to tell that it has ended. */
const LATE_MS = MS_PER_DAY;

export interface Evaluation {
  readonly matches: readonly Match[];
  /** While the data end before this minute (UTC), no bar behind those that are stored makes the conditions hold in another session. */
  readonly openFrom: number;
  /** While the data end before this one, no other session begins; minus infinity where that is not all that decides. */
  readonly nextFrom: number;
  readonly open: readonly OpenSession[];
}

export const NOT_EVALUATED: Evaluation = {
  matches: [],
  openFrom: Number.NEGATIVE_INFINITY,
  nextFrom: Number.NEGATIVE_INFINITY,
  open: [],
};

export class Evaluator {
  readonly #answers: Answers;
  readonly #statistics: readonly Statistic[];
  readonly #sources: ReadonlyMap<string, Source>;
  readonly #parsed = new LRUCache<string, Parsed>({ max: PARSED });

  constructor(answers: Answers, statistics: readonly Statistic[]) {
    this.#answers = answers;
    this.#statistics = statistics;
    this.#sources = sourcesOf(statistics);
  }

  /** Other symbols that the conditions look at, as they are stored. @throws where the conditions can no longer be read */
  async others(conditions: AlertConditions): Promise<readonly string[]> {
    const names = this.#read(conditions).others;
    return Promise.all(names.map(async (name) => (await this.#answers.symbol(name))?.symbol ?? name));
  }

  /** Changes with everything that lands for one of the symbols. */
  async version(symbols: Iterable<string>): Promise<string> {
    const found = await Promise.all([...symbols].map((name) => this.#answers.symbol(name)));
    return found.map((symbol) => symbol?.version ?? '').join(' ');
  }

  /**
   * Of sessions that are no history, as `/query` finds them: the session in progress, or one that has just ended.
   *
   * @param barsUsed of all alerts of the symbol
   * @throws what `gather` throws
   */
  async evaluate(
    { conditions, account: { earliest, symbolPrefix } }: Pick<Group, 'conditions' | 'account'>,
    name: string,
    nowMs: number,
    barsUsed: BarsUsed,
  ): Promise<Evaluation> {
    const { clauses, others: names } = this.#read(conditions);
    const [symbol, ...found] = await Promise.all(
      [name, ...names].map((one) => this.#symbol(one, symbolPrefix, conditions)),
    );
    // A symbol that was dropped, or that the account no longer sees.
    if (symbol?.lastBar == null || found.some((other) => other === null)) return NOT_EVALUATED;
    const { session } = conditions;
    const { material } = await gather(this.#answers, {
      statistics: this.#statistics,
      symbol,
      session,
      barsUsed,
      references: referencesIn(clauses),
      range: { months: 1, timeWindow: 'custom', earliest },
      others: new Map(names.map((other, i) => [other, found[i]!])),
    });
    const asOf = isoTimestamp(material.lastBarEnd * MS_PER_MINUTE);
    const dates = numbers(material.days, 'date');
    const matches: Match[] = [];
    const open: OpenSession[] = [];
    for (let row = dates.length - 1; row >= 0; row--) {
      const endMs = windowOf(dates[row], session, symbol).end * MS_PER_MINUTE;
      const nextMs = row + 1 < dates.length ? windowOf(dates[row + 1], session, symbol).start * MS_PER_MINUTE : endMs;
      const untilMs = Math.max(endMs, nextMs) + LATE_MS;
      if (untilMs <= nowMs) break;
      const state = stateOn(material, clauses, dates[row]);
      const sessionDay = dates[row];
      if (state.matches === true) {
        const closeMs = dayClock(dates[row], session, symbol).end * MS_PER_MINUTE;
        matches.push({ sessionDay, endMs: closeMs, asOf, conditions: state.conditions });
      } else {
        const closeBefore = row === 0 ? material.closeBefore : numbers(material.days, 'close')[row - 1];
        open.push({ sessionDay, state, closeBefore, untilMs });
      }
    }
    // What others do is not known from the symbol's own bars, nor where there is no session yet.
    const nextFrom = names.length > 0 || dates.length === 0 ? Number.NEGATIVE_INFINITY : nextStart(material);
    return { matches, open, nextFrom, openFrom: openFromOf(open, nextFrom) };
  }

  /**
   * After bars of the symbol alone came behind those of the evaluation before: from the rows of its open sessions, which are
   * all that these can have changed. Null: all has to be evaluated, for more than these rows decides, or the conditions hold.
   */
  async advance(
    { conditions, account: { earliest } }: Pick<Group, 'conditions' | 'account'>,
    info: SymbolInfo,
    before: Evaluation,
    nowMs: number,
    barsUsed: BarsUsed,
  ): Promise<Evaluation | null> {
    const end = endOfBars(info);
    if (end >= before.nextFrom) return null;
    const symbol = adjustedTo(info, conditions.adjustment);
    const { clauses } = this.#read(conditions);
    const { session } = conditions;
    const open: OpenSession[] = [];
    for (const one of before.open) {
      const { sessionDay, closeBefore } = one;
      if (one.untilMs <= nowMs) continue;
      if (end < one.state.openFrom) {
        open.push(one);
        continue;
      }
      const due = [...one.state.states].filter(([, [, openFrom]]) => end >= openFrom);
      const references = due.flatMap(([condition]) => sidesOf(condition));
      // Which fields a plan with less history may see follows from earlier rows, too.
      if (earliest !== undefined && references.some(({ source }) => source.statistic?.olderFields)) return null;
      const material = await gatherSession(
        this.#answers,
        { symbol, session, references, barsUsed },
        sessionDay,
        closeBefore,
      );
      if (!material) return null;
      const state = stateOn(material, clauses, sessionDay, one.state);
      // A call says how each condition is then.
      if (state.matches === true) return null;
      open.push({ ...one, state });
    }
    return { matches: [], open, nextFrom: before.nextFrom, openFrom: openFromOf(open, before.nextFrom) };
  }

  async #symbol(
    name: string,
    prefix: string | null,
    { adjustment }: Pick<AlertConditions, 'adjustment'>,
  ): Promise<SymbolInfo | null> {
    const found = await this.#answers.symbol(name);
    if (!found?.hasBars || (prefix !== null && !found.symbol.startsWith(prefix))) return null;
    return adjustedTo(found, adjustment);
  }

  #read(conditions: AlertConditions): Parsed {
    const { among, when, session } = conditions;
    const key = JSON.stringify([among, when, session]);
    let parsed = this.#parsed.get(key);
    if (!parsed) {
      const shared = newShared({ wraps: wrapsMidnight(session) });
      const read = [among, when].map((text) => parseWhen(text, this.#sources, shared));
      const problem = read.flatMap(({ problems }) => problems)[0];
      // As when a statistic lost a field since the alert was made.
      if (problem) throw new Error(`the conditions can no longer be read: ${problem.message}`);
      parsed = { clauses: read.flatMap(({ conditions }) => conditions), others: [...shared.symbols] };
      this.#parsed.set(key, parsed);
    }
    return parsed;
  }
}

const openFromOf = (open: readonly OpenSession[], nextFrom: number) =>
  Math.min(nextFrom, ...open.map(({ state }) => state.openFrom));

/** A bar that ends then may be the first of another session. */
function nextStart({ days, session, meta, lastBarEnd }: Material): number {
  let date = numbers(days, 'date')[days.length - 1] + 1;
  while (windowOf(date, session, meta).end <= lastBarEnd) date++;
  return windowOf(date, session, meta).start + 1;
}
