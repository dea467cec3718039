/** Who may ask: a writer, and read-only users. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from './failure.ts';

export interface User {
  readonly name: string;
  readonly password: string;
  readonly rights: 'write' | 'read' | 'analyse';
}

/** In the order of ClickHouse: its own headers, basic authentication, the URL; else `default` without a password. */
function given(headers: IncomingHttpHeaders, url: URLSearchParams): { name: string; password: string } {
  const own = headers['x-clickhouse-user'];
  if (own !== undefined) return { name: String(own), password: String(headers['x-clickhouse-key'] ?? '') };
  const basic = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (basic !== undefined) {
    const [name, ...password] = Buffer.from(basic, 'base64').toString().split(':');
    return { name, password: password.join(':') };
  }
  return { name: url.get('user') ?? 'default', password: url.get('password') ?? '' };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** @throws a Failure 516 */
export function authenticate(users: readonly User[], headers: IncomingHttpHeaders, url: URLSearchParams): User {
  const { name, password } = given(headers, url);
  const user = users.find((one) => one.name === name);
  if (user && timingSafeEqual(digest(user.password), digest(password))) return user;
  throw new Failure(
    516,
    'AUTHENTICATION_FAILED',
    `${name}: Authentication failed: password is incorrect, or there is no user with such name`,
  );
}
