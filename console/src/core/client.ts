/** The service as the console sees it: the same endpoints as everybody's, with the session's cookie. */
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
  /** With its query, as it was asked. */
  readonly address: string;
}

export type Asked = Readonly<Record<string, string | undefined>>;

export interface Remaining {
  readonly minute: number;
  readonly minuteLimit: number;
}

/** What the last charged answer left of the account's limits. */
export const remaining = new Store<Remaining | null>(null);
/** `expired`: a login is asked for, and the page stays below it with what was typed; `out`: nothing stays. */
export const login = new Store<{ readonly is: 'in' | 'expired' | 'out'; readonly why: string }>({ is: 'in', why: '' });

export function address(path: string, query: Asked = {}): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path;
}

const FRESH_MS = 60_000;
const MAX_KEPT = 60;
const MAX_KEPT_ROWS = 40_000;
const kept = new Map<string, { answer: Answer<unknown>; untilMs: number; rows: number }>();

/** An answer of the last minute to the very same question: going back costs nothing. */
export function keptAnswer<T>(key: string): Answer<T> | null {
  const found = kept.get(key);
  return found && found.untilMs > Date.now() ? (found.answer as Answer<T>) : null;
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

/** What is left of the limits was said by an answer, too. */
export function forgetAnswers(): void {
  kept.clear();
  remaining.set(null);
}

export interface Options {
  readonly signal?: AbortSignal;
  /** How long an equal question is answered without asking, ms. */
  readonly freshMs?: number;
}

/** @throws Refused; an AbortError */
export async function ask<T>(path: string, query: Asked = {}, options: Options = {}): Promise<Answer<T>> {
  const key = address(path, query);
  const found = keptAnswer<T>(key);
  if (found) return found;
  const answer = { body: await send<T>(key, { signal: options.signal }), address: key };
  keep(key, answer, options.freshMs ?? FRESH_MS);
  return answer;
}

type Sent = RequestInit & { readonly json?: unknown };

/** One request, not kept. @throws Refused; an AbortError */
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

/** Paths that count in a minute of their own. */
const FREE = /^\/(symbols|me\/usage|operator\/status)\b/;

function noteRemaining(url: string, headers: Headers): void {
  const number = (name: string) => Number(headers.get(name) ?? Number.NaN);
  if (FREE.test(url) || !headers.has('x-ratelimit-limit-day')) return;
  remaining.set({
    minute: number('x-ratelimit-remaining'),
    minuteLimit: number('x-ratelimit-limit'),
  });
}
