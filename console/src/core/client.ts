/** The service as the console uses it: the same endpoints as for every client, with the session's cookie. */
import type { Schemas } from './api.ts';
import { Store } from './store.ts';

export type Problem = Schemas['ValidationError']['detail'][number];
type Detail = Partial<Schemas['Error']['detail']>;

export class Refused extends Error {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly detail: Detail;
  readonly retryAfterS: number | null;
  readonly requestId: string | null;

  constructor(status: number, body: unknown, headers?: Headers) {
    const detail = (body as { detail?: Problem[] | Detail } | null)?.detail;
    const problems = Array.isArray(detail) ? detail : [];
    const words = Array.isArray(detail) ? undefined : detail;
    super(
      problems.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('\n') ||
        words?.message ||
        (status === 0 ? 'The service cannot be reached.' : `The service answered ${status}.`),
    );
    this.status = status;
    this.problems = problems;
    this.detail = words ?? {};
    const after = Number(headers?.get('retry-after') ?? Number.NaN);
    this.retryAfterS = Number.isFinite(after) ? after : null;
    this.requestId = headers?.get('x-request-id') ?? null;
  }
}

export interface Answer<T> {
  readonly body: T;
  /** Path and query of the request. */
  readonly address: string;
}

export type Asked = Readonly<Record<string, string | undefined>>;

export interface Remaining {
  readonly minute: number;
  readonly minuteLimit: number;
}

/** The account's remaining limits after the last charged answer. */
export const remaining = new Store<Remaining | null>(null);
/** State of the login. `expired`: a login form covers the page, which keeps its input; `out`: nothing is kept. */
export const login = new Store<{ readonly is: 'in' | 'expired' | 'out'; readonly why: string }>({ is: 'in', why: '' });

export function address(path: string, query: Asked = {}): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path;
}

const FRESH_MS = 60_000;
const MAX_KEPT = 60;
const MAX_KEPT_ROWS = 40_000;
const kept = new Map<string, { answer: Answer<unknown>; untilMs: number; rows: number }>();

/** Returns the last minute's answer to an equal request: going back costs nothing. */
export function keptAnswer<T>(key: string): Answer<T> | null {
  const entry = kept.get(key);
  return entry && entry.untilMs > Date.now() ? (entry.answer as Answer<T>) : null;
}

function keep(key: string, answer: Answer<unknown>, ms: number): void {
  kept.delete(key);
  const rows = (answer.body as { data?: unknown[] } | null)?.data?.length ?? 0;
  kept.set(key, { answer, untilMs: Date.now() + ms, rows });
  let all = 0;
  for (const entry of kept.values()) all += entry.rows;
  for (const [oldest, entry] of kept) {
    if (kept.size <= MAX_KEPT && all <= MAX_KEPT_ROWS) break;
    kept.delete(oldest);
    all -= entry.rows;
  }
}

/** Forgets the answers and the remaining limits, which came from an answer, too. */
export function forgetAnswers(): void {
  kept.clear();
  remaining.set(null);
}

export interface Options {
  readonly signal?: AbortSignal;
  /** Time for which an equal request is answered from memory, ms. */
  readonly freshMs?: number;
}

/** Sends a request or returns its kept answer. @throws Refused; an AbortError */
export async function ask<T>(path: string, query: Asked = {}, options: Options = {}): Promise<Answer<T>> {
  const key = address(path, query);
  const cached = keptAnswer<T>(key);
  if (cached) return cached;
  const answer = { body: await send<T>(key, { signal: options.signal }), address: key };
  keep(key, answer, options.freshMs ?? FRESH_MS);
  return answer;
}

type Sent = RequestInit & { readonly json?: unknown };

/** Sends one request without keeping its answer. @throws Refused; an AbortError */
export async function send<T>(url: string, init: Sent = {}): Promise<T> {
  const { json, ...rest } = init;
  const headers = new Headers({ accept: 'application/json' });
  if (json !== undefined) headers.set('content-type', 'application/json');
  let response: Response;
  try {
    response = await fetch(url, { ...rest, headers, ...(json === undefined ? {} : { body: JSON.stringify(json) }) });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new Refused(0, null);
  }
  noteRemaining(url, response.headers);
  if (response.ok) return (response.status === 204 ? null : await response.json().catch(() => null)) as T;
  const refused = new Refused(response.status, await response.json().catch(() => null), response.headers);
  if (response.status === 401 && !url.startsWith('/console/')) {
    login.set({ is: 'expired', why: '' });
  }
  throw refused;
}

/** Paths with a minute limit of their own. */
const FREE = /^\/(symbols|me\/usage|operator\/status)\b/;

function noteRemaining(url: string, headers: Headers): void {
  const number = (name: string) => Number(headers.get(name) ?? Number.NaN);
  if (FREE.test(url) || !headers.has('x-ratelimit-limit-day')) return;
  remaining.set({
    minute: number('x-ratelimit-remaining'),
    minuteLimit: number('x-ratelimit-limit'),
  });
}
