/**
 * One request to a user's receiver, signed as Standard Webhooks says. Addresses are checked when the connection is made, by
 * the address that it goes to, so a name that changes its address is no way around it. Redirects are not followed.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { lookup as dnsLookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { type ConfigOf, defineSection, flag } from '../../lib/config.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import type { Alert } from './store.ts';

/** Whether alerts may call private addresses, and over plain HTTP. */
export const alertsConfigSchema = defineSection({ allowPrivate: ['ALERTS_ALLOW_PRIVATE', flag(false)] });
export type AlertsConfig = ConfigOf<typeof alertsConfigSchema>;

const TIMEOUT_MS = 10_000;
/** Of an answer nothing but its status is used; what is longer ends the connection. */
const MAX_ANSWER_BYTES = 65_536;
export const MAX_URL_LENGTH = 2_048;
const SECRET_PREFIX = 'whsec_';
const NOT_PUBLIC = 'the address of the receiver is not public';

/** 256 random bits, as receivers configure them. */
export const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`;

/** A secret that was replaced signs beside the new one for so long: receivers have a day to change over. */
export const PREVIOUS_SECRET_MS = MS_PER_DAY;

type Secrets = Pick<Alert, 'secret' | 'previousSecret' | 'secretSinceMs'>;

/** Headers of a call: its id, the time of this attempt in seconds, and a signature of both with the body for each valid secret. */
export function signedHeaders(alert: Secrets, id: string, body: string, nowMs: number): Record<string, string> {
  const { secret, previousSecret, secretSinceMs } = alert;
  const isBoth = previousSecret !== '' && nowMs < secretSinceMs + PREVIOUS_SECRET_MS;
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = (isBoth ? [secret, previousSecret] : [secret]).map((one) => {
    const key = Buffer.from(one.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** Why a URL cannot be called; null where it can. @param allowPrivate the operator allows private addresses and plain HTTP */
export function urlProblem(text: string, allowPrivate: boolean): string | null {
  if (text.length > MAX_URL_LENGTH) return `URL should have at most ${MAX_URL_LENGTH} characters, not ${text.length}`;
  if (!URL.canParse(text)) return 'Input should be a URL, such as https://example.com/alerts';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return 'URL should begin with https://';
  return username || password ? 'URL should hold no user or password: calls are signed' : null;
}

/** Public IPv6 addresses are those of 2000::/3; the agents take some others for public, such as ::127.0.0.1. */
const isForeign = (address: string) => isIPv6(address) && !/^[23][\da-f]{3}:/i.test(address);

const notAllowed = () => new Error('the address is not allowed');

const refusingForeign =
  (lookup: LookupFunction): LookupFunction =>
  (host, options, done) =>
    lookup(host, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      done(!error && addresses.some(isForeign) ? notAllowed() : error, found, family);
    });

export interface Webhook {
  /** Resolves on a 2xx. @throws Error that says what came instead; TypeError where the URL may not be called */
  post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<void>;
  close(): void;
}

/**
 * @param allowPrivate the operator allows private addresses and plain HTTP
 * @param lookup of names, for each call; what it answers is checked as the connection is made
 */
export function openWebhook(
  allowPrivate: boolean,
  timeoutMs = TIMEOUT_MS,
  lookup: LookupFunction = dnsLookup,
): Webhook {
  const options = { allowPrivateIPAddress: allowPrivate, allowMetaIPAddress: false, keepAlive: false };
  const agents = { http: new RequestFilteringHttpAgent(options), https: new RequestFilteringHttpsAgent(options) };
  return {
    post: (text, body, headers) =>
      new Promise((resolve, reject) => {
        const problem = urlProblem(text, allowPrivate);
        if (problem !== null) throw new TypeError(problem);
        const url = new URL(text);
        if (!allowPrivate && isForeign(url.hostname.slice(1, -1))) throw new Error(NOT_PUBLIC);
        const plain = url.protocol === 'http:';
        const signal = AbortSignal.timeout(timeoutMs);
        const request = (plain ? requestHttp : requestHttps)(url, {
          method: 'POST',
          agent: plain ? agents.http : agents.https,
          lookup: allowPrivate ? lookup : refusingForeign(lookup),
          headers: { 'content-type': 'application/json', 'user-agent': 'market-stats', ...headers },
          signal,
        });
        request.once('error', (error) => {
          if (signal.aborted) reject(new Error(`no answer within ${timeoutMs / 1000} s`));
          // Which one it is would tell a user about the network inside.
          else reject(/is not allowed/.test(error.message) ? new Error(NOT_PUBLIC) : error);
        });
        request.once('response', (response) => {
          const { statusCode: status = 0 } = response;
          let bytes = 0;
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > MAX_ANSWER_BYTES) response.destroy();
          });
          response.once('error', () => {});
          if (status >= 200 && status < 300) return resolve();
          const more = status >= 300 && status < 400 ? ': redirects are not followed' : '';
          reject(new Error(`the receiver answered ${status}${more}`));
        });
        request.end(body);
      }),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
