/** `/me/...`: the account's limits, and what it keeps for itself. The only writes of the API; a session of the console signs its own. */
import { timingSafeEqual } from 'node:crypto';
import { isoTimestamp } from '../compute/market/records/render.ts';
import { parseSymbol } from '../lib/symbol.ts';
import type { ConsoleSessions } from './console-session.ts';
import { bodyProblem, csrf, invalid, notFound, type Problem } from './errors.ts';
import type { Guard, Who } from './guard.ts';
import { readText } from './http/body-text.ts';
import type { ResponseWriter } from './http/response-writer.ts';
import type { WindowState } from './limits/limiter.ts';
import { type AccountLists, MAX_QUERIES, MAX_WATCHED, type SavedQuery, type Watchlist } from './lists.ts';
import { NO_SYMBOL } from './query/common.ts';
import type { SymbolAnswers } from './restricted.ts';

/** 8,192 characters of a question, each escaped, and the name. */
const MAX_BODY_BYTES = 65_536;
export const MAX_QUESTION_CHARACTERS = 8_192;
export const MAX_NAME_CHARACTERS = 200;
export const QUERY_ID = '^[A-Za-z0-9_-]{1,64}$';

const watchlistShown = ({ symbols, updatedAtMs }: Watchlist) => ({
  symbols,
  updated_at: updatedAtMs === null ? null : isoTimestamp(updatedAtMs),
});
const queryShown = ({ id, name, question, updatedAtMs }: SavedQuery) => ({
  id,
  name,
  question,
  updated_at: isoTimestamp(updatedAtMs),
});

const windowShown = ({ limit, remaining, resetMs }: WindowState) => ({
  limit,
  used: limit - remaining,
  remaining,
  reset_at: isoTimestamp(Math.ceil(resetMs / 1000) * 1000),
});

/** `/me/usage`: not charged, and answered while a limit is reached. */
export async function showUsage(response: ResponseWriter, guard: Guard, sessions: ConsoleSessions): Promise<void> {
  const who = await guard.who(response);
  const [{ minute, day }, draw] = await Promise.all([guard.look(response, who), guard.draws(who)]);
  const { id, name, plan, figures, features, operator } = who.account;
  response.json(200, {
    account: { id, name, plan, direct_api: figures.directApi, history_days: figures.historyDays, features, operator },
    rate_limits: { minute: windowShown(minute), day: windowShown(day), draw: windowShown(draw.minute) },
    ...(who.session ? { csrf_token: sessions.csrf(who.session) } : {}),
  });
}

interface Deps {
  readonly guard: Guard;
  readonly sessions: ConsoleSessions;
  readonly lists: AccountLists;
  readonly answers: Pick<SymbolAnswers, 'symbol'>;
}

export class MyEndpoints {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async watchlist(response: ResponseWriter): Promise<void> {
    const { account } = await this.#deps.guard.pass(response, 'draw');
    response.json(200, watchlistShown(await this.#deps.lists.watchlist(account.id)));
  }

  async putWatchlist(response: ResponseWriter): Promise<void> {
    const { account } = await this.#writer(response);
    const body = await bodyOf(response, ['symbols']);
    const { symbols, problems } = symbolsOf(body['symbols']);
    if (problems.length > 0) throw invalid(problems);
    // As they are stored, where they are: a pair loses its slash.
    const known = await Promise.all(
      symbols.map(async (name) => (await this.#deps.answers.symbol(name))?.symbol ?? name),
    );
    response.json(200, watchlistShown(await this.#deps.lists.setWatchlist(account.id, [...new Set(known)])));
  }

  async queries(response: ResponseWriter): Promise<void> {
    const { account } = await this.#deps.guard.pass(response, 'draw');
    const data = (await this.#deps.lists.queries(account.id)).map(queryShown);
    response.json(200, { count: data.length, data });
  }

  async putQuery(response: ResponseWriter, id: string): Promise<void> {
    const { account } = await this.#writer(response);
    const body = await bodyOf(response, ['name', 'question']);
    const problems = [
      ...(new RegExp(QUERY_ID).test(id) ? [] : [idProblem]),
      ...textProblems(body, 'name', 1, MAX_NAME_CHARACTERS),
      ...textProblems(body, 'question', 0, MAX_QUESTION_CHARACTERS),
    ];
    if (problems.length > 0) throw invalid(problems);
    const query = { id, name: body['name'] as string, question: body['question'] as string };
    const saved = await this.#deps.lists.putQuery(account.id, query);
    if (saved === null) {
      throw invalid([
        bodyProblem(undefined, 'too_long', `An account may save ${MAX_QUERIES} queries: delete one first`),
      ]);
    }
    response.json(200, queryShown(saved));
  }

  async deleteQuery(response: ResponseWriter, id: string): Promise<void> {
    const { account } = await this.#writer(response);
    if (!(await this.#deps.lists.deleteQuery(account.id, id))) {
      throw notFound(`No query is saved as ${id}; GET /me/queries lists those that are`);
    }
    response.empty(204);
  }

  /** Who may write, charged. @throws 401, 403, 429 */
  async #writer(response: ResponseWriter): Promise<Who> {
    const who = await this.#deps.guard.who(response);
    await this.#deps.guard.direct(response, who);
    if (who.session) this.#refuseForged(response, this.#deps.sessions.csrf(who.session));
    await this.#deps.guard.charge(response, who, 'draw');
    return who;
  }

  /** Cookies come with requests that other pages cause; what these cannot know or set tells ours from theirs. */
  #refuseForged({ req }: ResponseWriter, expected: string): void {
    const { origin, host } = req.headers;
    if (origin !== undefined && hostOf(origin) !== host)
      throw csrf(`This is not sent from ${host}: Origin is ${origin}`);
    if (req.method === 'PUT' && !/^application\/json\b/i.test(req.headers['content-type'] ?? '')) {
      throw csrf('Send the body as application/json');
    }
    const given = Buffer.from(String(req.headers['x-csrf-token'] ?? ''));
    const token = Buffer.from(expected);
    if (given.length !== token.length || !timingSafeEqual(given, token)) {
      throw csrf('Send csrf_token of /me/usage as X-CSRF-Token');
    }
  }
}

const idProblem: Problem = {
  loc: ['path', 'id'],
  msg: 'Input should be 1 to 64 letters, digits, - or _',
  type: 'value_error',
};

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}

/** An object with no other fields than these. @throws 413, 422 */
async function bodyOf(response: ResponseWriter, fields: readonly string[]): Promise<Record<string, unknown>> {
  const text = await readText(response.req, MAX_BODY_BYTES);
  let read: unknown = null;
  try {
    read = JSON.parse(text);
  } catch {
    // No object either.
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw invalid([bodyProblem(undefined, 'value_error', 'Input should be a JSON object')]);
  }
  const body = new Map(Object.entries(read));
  const problems = [
    ...fields.filter((name) => !body.has(name)).map((name) => bodyProblem(name, 'missing', 'Field required')),
    ...[...body.keys()]
      .filter((name) => !fields.includes(name))
      .map((name) => bodyProblem(name.slice(0, 100), 'extra_forbidden', `Only ${fields.join(', ')} may be sent`)),
  ];
  if (problems.length > 0) throw invalid(problems);
  return Object.fromEntries(body);
}

function symbolsOf(value: unknown): { symbols: string[]; problems: Problem[] } {
  const none = (type: Problem['type'], msg: string) => ({ symbols: [], problems: [bodyProblem('symbols', type, msg)] });
  if (!Array.isArray(value)) return none('value_error', 'Input should be a list of symbols');
  if (value.length > MAX_WATCHED) {
    return none('too_long', `List should have at most ${MAX_WATCHED} symbols, not ${value.length}`);
  }
  const symbols = value.map((one) => (typeof one === 'string' ? parseSymbol(one) : null));
  const problems = symbols.flatMap((one, at): Problem[] =>
    one === null ? [{ ...bodyProblem('symbols', 'value_error', NO_SYMBOL), loc: ['body', 'symbols', at] }] : [],
  );
  return { symbols: symbols.flatMap((one) => one ?? []), problems };
}

function textProblems(body: Record<string, unknown>, name: string, least: number, most: number): Problem[] {
  const value = body[name];
  if (typeof value !== 'string') return [bodyProblem(name, 'value_error', 'Input should be a string')];
  if (value.trim().length < least) return [bodyProblem(name, 'value_error', 'Input should not be empty')];
  if (value.length > most) {
    return [bodyProblem(name, 'too_long', `String should have at most ${most} characters, not ${value.length}`)];
  }
  return [];
}
