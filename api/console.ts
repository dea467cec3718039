/** The web console: its files, and logging in with an access token for a signed cookie. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Authenticator, Identity } from './authenticator.ts';
import { acceptedEncoding, type Encoding, SECURITY_HEADERS, withPolicy } from './cache.ts';
import type { ConsoleSessions, LoginLinks } from './console-session.ts';
import { badRequest, loginLinkOver, unauthorized } from './errors.ts';
import type { ResponseWriter } from './http.ts';

export const MAX_LOGIN_BYTES = 4_096;
const MAX_FILES = 500;
const MAX_FILES_BYTES = 64 * 2 ** 20;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

// Libraries that set styles do so through the CSSOM, which needs no exception here.
const CONSOLE_CSP =
  "default-src 'self'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

interface File {
  readonly headers: readonly string[];
  /** By content encoding; text alone is compressed: by the build, else once, when it is read. */
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

/** Of pictures and fonts, which are compressed already, each encoding is the file as it is. */
function bodiesOf(path: string, body: Buffer, type: string): File['bodies'] {
  const text = /^(text|application\/(json|manifest)|image\/svg)/.test(type);
  if (!text) return { identity: body, gzip: body, br: body };
  const built = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : null);
  return {
    identity: body,
    gzip: built('.gz') ?? gzipSync(body, { level: 9 }),
    br: built('.br') ?? brotliCompressSync(body),
  };
}

/** Files of the built console by their path below `/console`, read once; empty where it is not built. */
export function consoleFiles(folder: string | undefined): ReadonlyMap<string, File> {
  const files = new Map<string, File>();
  if (folder === undefined) return files;
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true }) as string[];
  } catch {
    return files;
  }
  let bytes = 0;
  for (const name of names) {
    const path = join(folder, name);
    if (/\.(gz|br)$/.test(name) || !statSync(path).isFile()) continue;
    const body = readFileSync(path);
    bytes += body.length;
    if (files.size >= MAX_FILES || bytes > MAX_FILES_BYTES)
      throw new Error(`the console in ${folder} is too large to serve`);
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    // Built names hold a hash of their content; the page itself must not go stale.
    const caching = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const headers = [
      ...withPolicy(SECURITY_HEADERS, CONSOLE_CSP),
      'Content-Type',
      type,
      'Cache-Control',
      caching,
      'Vary',
      'Accept-Encoding',
    ];
    files.set(url, { headers, bodies: bodiesOf(path, body, type) });
  }
  return files;
}

/** A page of the console: its file, else its start page (it finds its way by itself). */
export function consoleFile(files: ReadonlyMap<string, File>, path: string): File | undefined {
  const below = path.slice('/console'.length);
  return files.get(below) ?? (extname(below) === '' ? files.get('/index.html') : undefined);
}

/** Sends the file in the best encoding that the browser takes. */
export function sendFile(response: ResponseWriter, { headers, bodies }: File): void {
  const encoding = acceptedEncoding(response.req.headers['accept-encoding'] ?? '');
  const body = bodies[encoding];
  const encoded = body === bodies.identity ? [] : ['Content-Encoding', encoding];
  response.bytes(200, [...headers, ...encoded], body);
}

export interface Login {
  readonly authenticator: Authenticator;
  readonly sessions: ConsoleSessions;
  readonly links: LoginLinks | undefined;
  readonly nowMs: () => number;
}

/** `POST /console/login {token}`, or `{login}` with the code of a login link: 204 and the cookie. @throws 400, 401, 413 */
export async function logIn(
  response: ResponseWriter,
  text: string,
  { authenticator, sessions, links }: Login,
): Promise<void> {
  const { headers } = response.req;
  // A form of another site cannot send this type without asking first.
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw badRequest('Send {"token": "..."} as application/json');
  let sent: { token?: unknown; login?: unknown } | null;
  try {
    sent = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest('The body is no JSON');
    throw error;
  }
  const { token, login } = sent ?? {};
  let identity: Identity | null;
  if (typeof login === 'string') {
    const tokenHash = links?.take(login) ?? null;
    if (tokenHash === null) throw loginLinkOver();
    identity = await authenticator.byHash(tokenHash);
  } else {
    if (typeof token !== 'string' || token === '') throw badRequest('Send {"token": "..."}');
    identity = await authenticator.byToken(token.trim());
  }
  if (!identity) throw unauthorized('invalid_token');
  response.accountId = identity.account.id;
  const cookie = sessions.open(identity.tokenHash, authenticator.sessionsEndedMs(identity));
  response.empty(204, ['Set-Cookie', cookie, 'Cache-Control', 'no-store']);
}

/**
 * `POST /console/logout`: 204; ends every session of the token that logged in here, in every process. Browsers send a
 * `SameSite=Strict` cookie with no request of another site, so such a request ends no session.
 */
export async function logOut(response: ResponseWriter, { authenticator, sessions, nowMs }: Login): Promise<void> {
  const session = sessions.read(response.req.headers.cookie);
  const identity = session && (await authenticator.byHash(session.tokenHash));
  if (session && identity && session.openedAtMs > authenticator.sessionsEndedMs(identity)) {
    response.accountId = identity.account.id;
    await authenticator.endSessions(session.tokenHash, Math.max(nowMs(), session.openedAtMs));
  }
  response.empty(204, ['Set-Cookie', sessions.end(), 'Cache-Control', 'no-store']);
}
