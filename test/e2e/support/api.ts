/** The API as a client with a token sees it. */
import type { Service } from '../../support/programs.ts';

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

export interface Limits {
  perMinute?: number;
  perDay?: number;
  directApi?: boolean;
}

/** A new account of the plan with a token, made through the ops port: quicker than three commands. */
export async function newClient(service: Service, plan = 'pro_api', limits: Limits = {}): Promise<Client> {
  const account = await service.operation('accounts.create', { name: `e2e ${plan}`, plan });
  if (Object.keys(limits).length > 0)
    await service.operation('accounts.set-limits', { account: account.id, ...limits });
  const { token_id: tokenId, token } = await service.operation('tokens.issue', { account: account.id });
  return {
    accountId: account.id,
    tokenId,
    token,
    get: (path, headers = {}) =>
      request(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } }),
  };
}

/** Plenty for a test file. */
export const GENEROUS: Limits = { perMinute: 100_000, perDay: 1_000_000 };
