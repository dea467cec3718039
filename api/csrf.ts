/** Tells writes of the console's own pages from those that other pages cause. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { csrf } from './errors.ts';

/** Cookies come with requests that other pages cause; these cannot know the token, nor send JSON or their origin as ours. @throws 403 */
export function refuseForged(req: IncomingMessage, expected: string): void {
  const { origin, host } = req.headers;
  if (origin !== undefined && hostOf(origin) !== host) throw csrf(`This is not sent from ${host}: Origin is ${origin}`);
  if (req.method === 'PUT' && !/^application\/json\b/i.test(req.headers['content-type'] ?? '')) {
    throw csrf('Send the body as application/json');
  }
  const given = Buffer.from(String(req.headers['x-csrf-token'] ?? ''));
  const token = Buffer.from(expected);
  if (given.length !== token.length || !timingSafeEqual(given, token)) {
    throw csrf('Send csrf_token of /me/usage as X-CSRF-Token');
  }
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
