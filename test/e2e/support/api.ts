/** The API as a client with a token sees it. */
import type { Service } from './program.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  readonly body: any;
}

export interface Client {
  readonly accountId: string;
  readonly tokenId: string;
  readonly token: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
}

export async function request(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get body() {
      return JSON.parse(text);
    },
  };
}

/** A new account of the plan with a token. */
export async function newClient(service: Service, plan = 'pro_api', limits: readonly string[] = []): Promise<Client> {
  const account = (await service.cli('--json', 'accounts', 'create', '--name', `e2e ${plan}`, '--plan', plan)).json;
  if (limits.length > 0) {
    const set = await service.cli('--json', 'accounts', 'set-limits', '--account', account.id, ...limits);
    if (set.code !== 0) throw new Error(set.stderr);
  }
  const { token_id: tokenId, token } = (await service.cli('--json', 'tokens', 'issue', '--account', account.id)).json;
  return {
    accountId: account.id,
    tokenId,
    token,
    get: (path, headers = {}) =>
      request(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } }),
  };
}

/** Plenty for a test file. */
export const GENEROUS = ['--per-minute', '100000', '--per-day', '1000000'];
