import { ConnectionError } from './errors.ts';
import { LARGEST_PAGES } from './generated/pages.ts';
import { type Then, type When, whenText } from './question.ts';
import { type Answered, type QueryValues, type RequestOptions, Transport, type TransportOptions } from './transport.ts';
import type {
  Alert,
  AlertCall,
  AlertCallListed,
  AlertCalls,
  AlertMade,
  AlertRequest,
  AlertSecret,
  Answer,
  BarsRow,
  CaseOf,
  ListPath,
  Params,
  ParamsArgument,
  Path,
  QuestionAnswer,
  QuestionParams,
  Row,
  SavedQuery,
} from './types.ts';

type Arguments<P extends Path> = [...ParamsArgument<P>, options?: RequestOptions];

/** What a page of a list says of the next one. */
interface Paged {
  readonly data?: readonly unknown[];
  readonly metadata?: { readonly next_cursor?: string | null };
}

/**
 * Client of one API. All methods throw an ApiError where the API refuses, a ConnectionError where there is no answer.
 *
 * A list is answered in pages: `get` gives one, `pages` and `rows` follow `metadata.next_cursor`; `limit` is the size of a
 * page there. Each page is a request of the plan's limits.
 */
export class MarketStats {
  readonly #transport: Transport;

  constructor(options: TransportOptions) {
    this.#transport = new Transport(options);
  }

  /** The answer of a path, as the API gives it. */
  async get<P extends Path>(path: P, ...[params, options]: Arguments<P>): Promise<Answer<P>> {
    return json(await this.#transport.get(path, asSent(params), options)) as Answer<P>;
  }

  /** All pages of a list, each as it is answered. */
  async *pages<P extends ListPath>(path: P, ...[params, options]: Arguments<P>): AsyncGenerator<Answer<P>, void, void> {
    let values = allPages(path, params);
    for (;;) {
      const page = json(await this.#transport.get(path, values, options));
      yield page as Answer<P>;
      const cursor = (page as Paged).metadata?.next_cursor ?? null;
      if (cursor === null) return;
      values = following(values, cursor);
    }
  }

  /** Rows of all pages of a list. */
  async *rows<P extends ListPath>(path: P, ...args: Arguments<P>): AsyncGenerator<Row<P>, void, void> {
    for await (const page of this.pages(path, ...args)) {
      const { data, events } = page as { data?: Row<P>[]; events?: Row<P>[] };
      yield* data ?? events!;
    }
  }

  /** One page as CSV (RFC 4180, a header line first). */
  async csv<P extends Path>(path: P, ...[params, options]: Arguments<P>): Promise<string> {
    const { body } = await this.#transport.get(path, { ...asSent(params), format: 'csv' }, options);
    return new TextDecoder().decode(body);
  }

  /** One page of a list as an Arrow IPC stream, for `tableFromIPC` of apache-arrow, DuckDB and the like. */
  async arrow<P extends ListPath>(path: P, ...[params, options]: Arguments<P>): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#transport.get(path, { ...asSent(params), format: 'arrow' }, options)).body;
  }

  /** All pages of a list, an Arrow IPC stream each. */
  async *arrowPages<P extends ListPath>(
    path: P,
    ...[params, options]: Arguments<P>
  ): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
    let values: QueryValues = { ...allPages(path, params), format: 'arrow' };
    for (;;) {
      const { body, headers } = await this.#transport.get(path, values, options);
      yield body;
      const cursor = headers.get('x-next-cursor');
      if (!cursor) return;
      values = following(values, cursor);
    }
  }

  /**
   * How often `then` holds (or how its number is distributed) where all of `when` hold, beside all other sessions, with
   * the first page of the cases.
   *
   * @throws LookAheadError where conditions tell what nobody knew at the time of the outcome
   */
  async query<const T extends Then>(params: QuestionParams<T>, options?: RequestOptions): Promise<QuestionAnswer<T>> {
    return json(await this.#transport.get('/query', asSent(params), options)) as QuestionAnswer<T>;
  }

  /** All cases of a question, the newest first. */
  async *cases<const T extends Then>(
    params: QuestionParams<T>,
    options?: RequestOptions,
  ): AsyncGenerator<CaseOf<T>, void, void> {
    yield* this.rows('/query', params as Params<'/query'>, options) as AsyncGenerator<CaseOf<T>, void, void>;
  }

  /** The same question of many symbols, a row each, ranked. */
  scan(params: Params<'/query/scan'>, options?: RequestOptions): Promise<Answer<'/query/scan'>> {
    return this.get('/query/scan', params, options);
  }

  /** Bars of a session or a range, oldest first, over all pages. */
  bars(params: Params<'/bars'>, options?: RequestOptions): AsyncGenerator<BarsRow, void, void> {
    return this.rows('/bars', params, options);
  }

  /**
   * `/today` at once and after each change, until the API ends the stream or the loop is left; each counts as a request.
   * While the plan's limit is reached nothing comes.
   *
   * @throws TimeoutError where nothing came for `timeoutMs`; the API sends a heartbeat every 15 s
   */
  async *today(params: Params<'/today'> = {}, options?: RequestOptions): AsyncGenerator<Answer<'/today'>, void, void> {
    for await (const { name, data } of this.#transport.events('/today/stream', asSent(params), options)) {
      if (name === 'today') yield JSON.parse(data) as Answer<'/today'>;
    }
  }

  /** Replaces the account's watchlist: at most 200 symbols, in this order. Answers it as it is kept. */
  async setWatchlist(symbols: readonly string[], options?: RequestOptions): Promise<Answer<'/me/watchlist'>> {
    const answered = await this.#transport.write('PUT', '/me/watchlist', { symbols }, options);
    return json(answered) as Answer<'/me/watchlist'>;
  }

  /** Keeps a question under an id of your own (1 to 64 letters, digits, `-`, `_`), in the place of one of that id. */
  async saveQuery(
    id: string,
    query: { name: string; question: string },
    options?: RequestOptions,
  ): Promise<SavedQuery> {
    return json(await this.#transport.write('PUT', queryPath(id), query, options)) as SavedQuery;
  }

  /** @throws NotFoundError where none has this id */
  async deleteQuery(id: string, options?: RequestOptions): Promise<void> {
    await this.#transport.write('DELETE', queryPath(id), undefined, options);
  }

  /** Lets a saved query call when its conditions become true for one of the symbols. Keep the secret: it is shown this once. */
  async addAlert(alert: AlertRequest, options?: RequestOptions): Promise<AlertMade> {
    return json(await this.#transport.write('POST', '/me/alerts', alert, options)) as AlertMade;
  }

  /** Pauses an alert, or lets it call again. @throws NotFoundError where none has this id */
  async setAlert(id: string, change: { paused: boolean }, options?: RequestOptions): Promise<Alert> {
    return json(await this.#transport.write('PUT', alertPath(id), change, options)) as Alert;
  }

  /** @throws NotFoundError where none has this id */
  async deleteAlert(id: string, options?: RequestOptions): Promise<void> {
    await this.#transport.write('DELETE', alertPath(id), undefined, options);
  }

  /** The new secret of the webhook, shown this once; calls are signed with the one before, too, for a day. */
  async replaceAlertSecret(id: string, options?: RequestOptions): Promise<AlertSecret> {
    return json(await this.#transport.write('POST', `${alertPath(id)}/secret`, undefined, options)) as AlertSecret;
  }

  /** What an alert called, the newest first, with what came of it, over all pages. */
  async *alertCalls(id: string, options?: RequestOptions): AsyncGenerator<AlertCallListed, void, void> {
    let values: QueryValues = { limit: LARGEST_PAGES['/me/alerts/{id}/calls'] };
    for (;;) {
      const page = json(await this.#transport.get(`${alertPath(id)}/calls`, values, options)) as AlertCalls;
      yield* page.data;
      const cursor = page.metadata.next_cursor;
      if (cursor === null) return;
      values = following(values, cursor);
    }
  }

  /**
   * The calls of all alerts as they are recorded, until the API ends the stream or the loop is left. With `since`, the
   * `timestamp` of the last call that was handled, also those recorded after it; calls of the minute before it come again.
   *
   * @throws as `today` does
   */
  async *alertStream(options?: RequestOptions & { readonly since?: Date }): AsyncGenerator<AlertCall, void, void> {
    const lastEventId = options?.since && `${options.since.getTime()}-`;
    for await (const { name, data } of this.#transport.events('/me/alerts/stream', {}, options, lastEventId)) {
      if (name === 'call') yield JSON.parse(data) as AlertCall;
    }
  }
}

const alertPath = (id: string) => `/me/alerts/${encodeURIComponent(id)}`;

const queryPath = (id: string) => `/me/queries/${encodeURIComponent(id)}`;

/** @throws ConnectionError where something else than the API has answered */
function json({ body, url }: Answered): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new ConnectionError(`${url} answered something else than JSON: is the API there?`, { cause });
  }
}

/** Conditions as the API's text. */
function asSent(params: object | undefined): QueryValues {
  const values: Record<string, unknown> = { ...params };
  for (const name of ['among', 'when']) {
    if (values[name] !== undefined) values[name] = whenText(values[name] as When);
  }
  return values;
}

/** Without a limit the largest pages: small ones cost a request each. */
function allPages(path: string, params: object | undefined): QueryValues {
  const largest = LARGEST_PAGES[path];
  return { ...(largest === undefined ? {} : { limit: largest }), ...withoutUndefined(asSent(params)) };
}

const withoutUndefined = (values: QueryValues): QueryValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** @throws Error where a page names itself as the next: the rows would never end */
function following(values: QueryValues, cursor: string): QueryValues {
  if (values['cursor'] === cursor) throw new Error(`the next page of ${cursor} is that page itself`);
  return { ...values, cursor };
}
