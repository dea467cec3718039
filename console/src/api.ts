/** The service as the console sees it: the same endpoints as everybody's, with the session's cookie. */

export interface Param {
  name: string;
  type: string;
  required: boolean;
  default: string | number | boolean | null;
  description: string;
  /** The words it takes, where they are few. */
  values?: string[];
}

export interface EndpointDoc {
  path: string;
  description: string;
  parameters: Param[];
}

export interface FieldDoc {
  name: string;
  endpoint: string;
  type: string;
  unit: string;
  description: string;
  formula: string | null;
}

export interface Doc {
  name: string;
  title: string;
  description: string;
  definition: string;
  endpoints: EndpointDoc[];
  fields: FieldDoc[];
  notes: string[];
}

export interface StatisticEntry {
  name: string;
  title: string;
  doc: string;
}

export interface SymbolEntry {
  symbol: string;
  asset_class: string;
  base_interval: string | null;
  first_bar: string | null;
  last_bar: string | null;
  sessions: number;
}

export interface Usage {
  account: { name: string; plan: string };
  rate_limits: Record<'minute' | 'day', { limit: number; used: number; remaining: number }>;
}

/** A refused request, in words. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function get<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  const response = await fetch(search.size > 0 ? `${path}?${search}` : path, {
    headers: { accept: 'application/json' },
  });
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new Refusal(response.status, inWords(response.status, body));
  return body as T;
}

interface OpenApi {
  paths: Record<string, { get: { parameters?: { name: string; schema: { enum?: (string | number)[] } }[] } }>;
}
let openapi: Promise<OpenApi> | undefined;

/** The parameters of an endpoint with the words they take: `/doc` has these in its texts alone. */
export async function withWords({ path, parameters }: EndpointDoc): Promise<Param[]> {
  openapi ??= get<OpenApi>('/openapi.json').catch((error) => {
    openapi = undefined;
    throw error;
  });
  const described = (await openapi).paths[path]?.get.parameters ?? [];
  return parameters.map((param) => {
    const words = described.find(({ name }) => name === param.name)?.schema.enum;
    return words ? { ...param, values: words.map(String) } : param;
  });
}

interface Problem {
  loc: (string | number)[];
  msg: string;
}

function inWords(status: number, body: { detail?: Problem[] | { message?: string } } | null): string {
  const detail = body?.detail;
  if (Array.isArray(detail)) return detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('\n');
  return detail?.message ?? `the service answered ${status}`;
}

/** With an access token, or with the code of a login link. */
export async function logIn(by: { token: string } | { login: string }): Promise<void> {
  const response = await fetch('/console/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(by),
  });
  if (!response.ok)
    throw new Refusal(response.status, inWords(response.status, await response.json().catch(() => null)));
}

export async function logOut(): Promise<void> {
  const response = await fetch('/console/logout', { method: 'POST' });
  if (!response.ok)
    throw new Refusal(response.status, inWords(response.status, await response.json().catch(() => null)));
}
