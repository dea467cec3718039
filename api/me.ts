/** `/me/...`: the account's limits, and what it keeps for itself. The only writes of the API; a session of the console signs its own. */
import { isoTimestamp } from '../compute/market/render.ts';
import { parseSymbol } from '../exchange/symbol.ts';
import type { ConsoleSessions } from './console-session.ts';
import { bodyProblem, invalid, notFound, type Problem } from './errors.ts';
import type { Guard } from './guard.ts';
import type { WindowState } from './limits/limiter.ts';
import { type AccountLists, MAX_QUERIES, MAX_WATCHED, type SavedQuery, type Watchlist } from './lists.ts';
import { NO_SYMBOL } from './query/common.ts';
import type { SymbolAnswers } from './restricted.ts';
import type { FreeRequest } from './route-table.ts';

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

/** `/me/usage`: counted in no other limit, and answered while one is reached. */
export async function showUsage(
  { response, who }: Pick<FreeRequest, 'response' | 'who'>,
  guard: Guard,
  sessions: ConsoleSessions,
): Promise<void> {
  const [{ minute, day }, preview, free] = await Promise.all([
    guard.look(response, who),
    guard.look(response, who, 'preview'),
    guard.look(response, who, 'free'),
  ]);
  const { id, name, plan, figures, features, operator } = who.account;
  response.json(200, {
    account: { id, name, plan, direct_api: figures.directApi, history_days: figures.historyDays, features, operator },
    rate_limits: {
      minute: windowShown(minute),
      day: windowShown(day),
      preview: windowShown(preview.minute),
      free: windowShown(free.minute),
    },
    ...(who.session ? { csrf_token: sessions.csrf(who.session) } : {}),
  });
}

/** What an account keeps for itself. Requests have passed the limits and have their place. */
export class MyEndpoints {
  readonly #lists: AccountLists;
  readonly #answers: Pick<SymbolAnswers, 'symbol'>;

  constructor(lists: AccountLists, answers: Pick<SymbolAnswers, 'symbol'>) {
    this.#lists = lists;
    this.#answers = answers;
  }

  async watchlist({ response, who }: FreeRequest): Promise<void> {
    response.json(200, watchlistShown(await this.#lists.watchlist(who.account.id)));
  }

  async putWatchlist({ response, who, body: text }: FreeRequest): Promise<void> {
    const body = bodyOf(text, ['symbols']);
    const { symbols, problems } = symbolsOf(body['symbols']);
    if (problems.length > 0) throw invalid(problems);
    // As they are stored, where they are: a pair loses its slash.
    const known = await Promise.all(symbols.map(async (name) => (await this.#answers.symbol(name))?.symbol ?? name));
    response.json(200, watchlistShown(await this.#lists.setWatchlist(who.account.id, [...new Set(known)])));
  }

  async queries({ response, who }: FreeRequest): Promise<void> {
    const data = (await this.#lists.queries(who.account.id)).map(queryShown);
    response.json(200, { count: data.length, data });
  }

  async putQuery({ response, who, params: { id }, body: text }: FreeRequest): Promise<void> {
    const body = bodyOf(text, ['name', 'question']);
    const problems = [
      ...(new RegExp(QUERY_ID).test(id) ? [] : [idProblem]),
      ...textProblems(body, 'name', 1, MAX_NAME_CHARACTERS),
      ...textProblems(body, 'question', 0, MAX_QUESTION_CHARACTERS),
    ];
    if (problems.length > 0) throw invalid(problems);
    const query = { id, name: body['name'] as string, question: body['question'] as string };
    const saved = await this.#lists.putQuery(who.account.id, query);
    if (saved === null) {
      throw invalid([
        bodyProblem(undefined, 'too_long', `An account may save ${MAX_QUERIES} queries: delete one first`),
      ]);
    }
    response.json(200, queryShown(saved));
  }

  async deleteQuery({ response, who, params: { id } }: FreeRequest): Promise<void> {
    if (!(await this.#lists.deleteQuery(who.account.id, id))) {
      throw notFound(`No query is saved as ${id}; GET /me/queries lists those that are`);
    }
    response.empty(204);
  }
}

const idProblem: Problem = {
  loc: ['path', 'id'],
  msg: 'Input should be 1 to 64 letters, digits, - or _',
  type: 'value_error',
};

/** An object with no other fields than these. @throws 422 */
function bodyOf(text: string, fields: readonly string[]): Record<string, unknown> {
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
