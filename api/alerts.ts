/** `/me/alerts`: saved questions that call when their conditions become true. What they called and what came of it is `alert-calls.ts`. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  type Alert,
  type AlertAccount,
  type AlertCall,
  alertCallsTable,
  alertsTable,
  type Standing,
  standings,
} from '../compute/alerts/store.ts';
import { MAX_URL_LENGTH, newSecret, PREVIOUS_SECRET_MS, urlProblem } from '../compute/alerts/webhook.ts';
import { placeIn } from '../compute/answers/questions/gather.ts';
import { lookAheads } from '../compute/answers/questions/look-ahead.ts';
import { isoTimestamp } from '../compute/market/render.ts';
import { inTurnByKey } from '../lib/async.ts';
import type { Clock } from '../lib/clock.ts';
import type { Store } from '../sql/connect.ts';
import type { Params } from '../sql/formats/text.ts';
import { restricted, type SymbolAnswers } from './authenticator.ts';
import { othersOf } from './data.ts';
import { invalid, notFound, type Problem, planUpgradeRequired } from './errors.ts';
import type { FreeRequest, Who } from './guard.ts';
import { type AccountLists, bodyOf, bodyProblem, QUERY_ID, symbolList } from './me.ts';
import { type Prepared, prepare } from './query/prepare.ts';
import { incompatible, lookAheadProblem, type ParsedQuestion, unknownSymbols } from './query/question.ts';
import type { OwnRoute } from './routes.ts';

const MAX_SYMBOLS = 50;
/** What of a saved query an alert is made of. */
const ASKED = ['among', 'when', 'then', 'session', 'start_time', 'end_time', 'include_extended_hours', 'adjustment'];
const RANGE = ['time_window', 'start_date', 'allow_look_ahead'];

export const AlertRequest = z.object({
  query_id: z
    .string('Input should be a string')
    .regex(new RegExp(QUERY_ID), 'Input should be the id of a saved query')
    .meta({ description: 'A saved query whose text holds the parameters of /query' }),
  symbols: symbolList(1, MAX_SYMBOLS),
  webhook_url: z
    .string('Input should be a URL, or null')
    .nullable()
    .meta({ maxLength: MAX_URL_LENGTH, description: 'HTTPS; null: the stream and the list of calls alone' }),
});
export const AlertChange = z.object({ paused: z.boolean('Input should be true or false') });

/** Day of the session, when it was recorded, id. */
export type CallPlace = readonly [day: number, recordedAtMs: number, id: string];

const READ = 'FINAL WHERE account_id = {accountId:String}';

type ReplacedSecret = 'previousSecret' | 'secretSinceMs';

export type StoredAlerts = ReturnType<typeof storedAlerts>;

export function storedAlerts({ reader, writer }: Pick<Store, 'reader' | 'writer'>, clock: Clock) {
  const oneByOne = inTurnByKey();
  const list = (accountId: string) => alertsTable.select(reader, `${READ} ORDER BY created_at, id`, { accountId });

  return {
    /** By the time they were made. */
    list,
    /** Null: the account has as many as it may. */
    add: (alert: Omit<Alert, 'version' | 'deleted' | 'id' | 'createdAtMs' | 'paused' | ReplacedSecret>, most: number) =>
      oneByOne(alert.accountId, async () => {
        if ((await list(alert.accountId)).length >= most) return null;
        const id = `alt_${randomBytes(8).toString('hex')}`;
        const nowMs = clock.nowMs();
        const secrets = { previousSecret: '', secretSinceMs: nowMs };
        const row = {
          ...alert,
          ...secrets,
          id,
          createdAtMs: nowMs,
          paused: false,
          deleted: false,
          version: nowMs * 1000,
        };
        await alertsTable.insert(writer, [row]);
        return row;
      }),
    /** False where there is none of the id. */
    change: (accountId: string, id: string, to: (alert: Alert) => Partial<Alert>) =>
      oneByOne(accountId, async () => {
        const alert = (await list(accountId)).find((one) => one.id === id);
        if (!alert) return false;
        const version = Math.max(clock.nowMs() * 1000, alert.version + 1);
        await alertsTable.insert(writer, [{ ...alert, ...to(alert), version }]);
        return true;
      }),
    /** Newest first. @param after where the page before ended */
    calls: (accountId: string, alertId: string, limit: number, after: CallPlace | null): Promise<AlertCall[]> => {
      const [day, recordedAtMs, id] = after ?? [];
      const isAfter = `(session_date < toDate32({day:Int32}) OR session_date = toDate32({day:Int32})
          AND (recorded_at < fromUnixTimestamp64Milli({recordedAtMs:Int64})
            OR recorded_at = fromUnixTimestamp64Milli({recordedAtMs:Int64}) AND id > {id:String}))`;
      return alertCallsTable.select(
        reader,
        `${READ} AND alert_id = {alertId:String} ${after ? `AND ${isAfter}` : ''}
         ORDER BY session_date DESC, recorded_at DESC, id LIMIT {limit:UInt32}`,
        { accountId, alertId, limit, ...(after ? { day, recordedAtMs, id } : {}) } as Params,
      );
    },
    /** Of all accounts, oldest first. */
    recorded: (sinceMs: number): Promise<AlertCall[]> =>
      alertCallsTable.select(
        reader,
        'FINAL WHERE recorded_at >= fromUnixTimestamp64Milli({sinceMs:Int64}) ORDER BY recorded_at, id',
        { sinceMs },
      ),
  };
}

/** An account whose request has come this far has a valid token. */
const accountOf = ({ account }: Who): AlertAccount => ({ ...account.figures, earliest: undefined });

const alertShown = (alert: Alert, { state, reason }: Standing) => ({
  id: alert.id,
  name: alert.name,
  query_id: alert.savedQuery,
  question: alert.question,
  symbols: alert.symbols,
  webhook_url: alert.webhookUrl === '' ? null : alert.webhookUrl,
  state,
  reason,
  created_at: isoTimestamp(alert.createdAtMs),
});

/** @throws 404 */
export async function alertOf(alerts: Pick<StoredAlerts, 'list'>, who: Who, id: string) {
  const own = await alerts.list(who.account.id);
  const at = own.findIndex((one) => one.id === id);
  if (at === -1) throw notFound(`There is no alert ${id}; GET /me/alerts lists those that are`);
  return { alert: own[at], standing: standings(own, accountOf(who))[at] };
}

interface Deps {
  readonly alerts: StoredAlerts;
  readonly lists: AccountLists;
  readonly answers: SymbolAnswers;
  /** `/query`. */
  readonly route: OwnRoute;
  /** The operator allows private addresses and plain HTTP. */
  readonly allowPrivate: boolean;
  readonly clock: Clock;
}

/** Requests have passed the limits and have their place. */
export const alertEndpoints = ({ alerts, lists, answers, route, allowPrivate, clock }: Deps) => ({
  async list({ response, who }: FreeRequest) {
    const own = await alerts.list(who.account.id);
    const standing = standings(own, accountOf(who));
    const data = own.map((alert, i) => alertShown(alert, standing[i]));
    response.json(200, { count: data.length, limit: who.account.figures.alerts, data });
  },
  async get({ response, who, params: { id } }: FreeRequest) {
    const { alert, standing } = await alertOf(alerts, who, id);
    response.json(200, alertShown(alert, standing));
  },
  async add({ response, who, body }: FreeRequest) {
    const { figures, features } = who.account;
    if (figures.alerts === 0) throw planUpgradeRequired('alerts', '/me/alerts');
    const { query_id, symbols: names, webhook_url } = bodyOf(body, AlertRequest);
    const [query] = await lists.queries(who.account.id, query_id);
    if (!query) throw invalid([bodyProblem(['query_id'], 'value_error', `No query is saved as ${query_id}`)]);
    const question = questionIn(query.question);
    const prepared = preparedOf(route, question, names[0]);
    const lacked = prepared.needs.find(({ feature }) => !features.includes(feature));
    if (lacked) throw planUpgradeRequired(lacked.feature, lacked.parameter);
    const seen = restricted(answers, figures.symbolPrefix);
    const { symbols, problems } = await symbolsOf(seen, prepared, names);
    const wrongUrl = webhook_url === null ? null : urlProblem(webhook_url, allowPrivate);
    if (wrongUrl !== null) problems.push(bodyProblem(['webhook_url'], 'value_error', wrongUrl));
    if (problems.length > 0) throw invalid(problems);
    const { among, when } = prepared.question!.texts;
    const alert = await alerts.add(
      {
        accountId: who.account.id,
        name: query.name,
        savedQuery: query.id,
        question,
        symbols,
        conditions: { among, when, session: prepared.session!, adjustment: prepared.adjustment },
        webhookUrl: webhook_url ?? '',
        secret: webhook_url === null ? '' : newSecret(),
      },
      figures.alerts,
    );
    if (alert === null) {
      const message = `The plan of this account includes ${figures.alerts} alerts: delete one first`;
      throw invalid([bodyProblem([], 'too_long', message)]);
    }
    response.json(201, { ...alertShown(alert, { state: 'active', reason: null }), secret: alert.secret || null });
  },
  async change({ response, who, params: { id }, body }: FreeRequest) {
    const { paused } = bodyOf(body, AlertChange);
    await alertOf(alerts, who, id);
    await alerts.change(who.account.id, id, () => ({ paused }));
    const { alert, standing } = await alertOf(alerts, who, id);
    response.json(200, alertShown(alert, standing));
  },
  /** One that was replaced less than a day ago is valid no more: at most two are. */
  async replaceSecret({ response, who, params: { id } }: FreeRequest) {
    const { alert } = await alertOf(alerts, who, id);
    if (alert.webhookUrl === '') throw notFound(`The alert ${id} has no webhook, and so no secret`);
    const [secret, secretSinceMs] = [newSecret(), clock.nowMs()];
    await alerts.change(who.account.id, id, (now) => ({ secret, previousSecret: now.secret, secretSinceMs }));
    const until = isoTimestamp(secretSinceMs + PREVIOUS_SECRET_MS);
    response.json(201, { id, secret, previous_valid_until: until });
  },
  async delete({ response, who, params: { id } }: FreeRequest) {
    await alertOf(alerts, who, id);
    await alerts.change(who.account.id, id, () => ({ deleted: true }));
    response.empty(204);
  },
});

/**
 * Parameters of `/query` that a saved text holds, as an address of the console or of the API has them, without the symbol.
 * The console asks about the hours of the exchange where it says nothing else.
 */
function questionIn(text: string): string {
  const sent = new URLSearchParams(text.slice(text.indexOf('?') + 1));
  const kept = [...ASKED, ...RANGE].flatMap((name) =>
    sent.getAll(name).map((value): [string, string] => [name, value]),
  );
  const ofConsole = text.startsWith('/console/') && sent.get('include_extended_hours') !== 'true';
  if (ofConsole && !sent.has('session')) kept.push(['session', 'exchange']);
  return new URLSearchParams(kept).toString();
}

const ofQuery = (problem: Problem): Problem => ({
  ...problem,
  loc: ['body', 'query_id'],
  msg: `The question is not one of /query: ${[problem.loc[1] ?? []].flat().join('')}: ${problem.msg}`,
});

/** The question of an alert as a request about one of its symbols. @throws 422 */
export function preparedOf(route: OwnRoute, question: string, symbol: string): Prepared {
  const prepared = prepare(route, new URLSearchParams({ symbol }).toString().concat('&', question));
  if (prepared.problems.length > 0) throw invalid(prepared.problems.map(ofQuery));
  const { among, when } = prepared.question!.texts;
  if (`${among}${when}` !== '') return prepared;
  const message = 'The question has no condition in among or when: it would call in every session';
  throw invalid([bodyProblem(['query_id'], 'value_error', message)]);
}

/** The symbols as they are stored, and what is wrong with them. */
async function symbolsOf(answers: SymbolAnswers, prepared: Prepared, names: readonly string[]) {
  const question = prepared.question as ParsedQuestion;
  const others = await othersOf(answers, question, prepared.adjustment);
  const problems: Problem[] = unknownSymbols(question, others).map(ofQuery);
  const symbols = new Set<string>();
  for (const [at, name] of names.entries()) {
    const symbol = await answers.symbol(name);
    const refuse = (message: string) => problems.push(bodyProblem(['symbols', at], 'value_error', message));
    if (!symbol?.hasBars) {
      refuse(`no bars of ${name} are stored`);
      continue;
    }
    symbols.add(symbol.symbol);
    const unfit = problems.length === 0 ? incompatible(question, symbol, others) : [];
    for (const { msg } of unfit) refuse(msg);
    if (unfit.length > 0 || question.allowLookAhead) continue;
    for (const found of lookAheads(question, placeIn({ symbol, others, session: prepared.session! })))
      refuse(lookAheadProblem(found, question).msg);
  }
  return { symbols: [...symbols], problems };
}
