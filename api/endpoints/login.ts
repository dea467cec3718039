/** `POST /console/login` and `/console/logout`: a session in a signed cookie for an access token or the code of a login link. */
import { z } from 'zod';
import { type Authenticator, hashToken } from '../authenticator.ts';
import type { ConsoleSessions, LoginLinks } from '../console-session.ts';
import type { Middleware } from '../context.ts';
import { httpError } from '../errors.ts';

export interface Login {
  readonly authenticator: Authenticator;
  readonly sessions: ConsoleSessions;
  readonly links: LoginLinks | undefined;
  readonly nowMs: () => number;
}

const LoginBody = z.union([z.object({ login: z.string() }), z.object({ token: z.string().min(1).trim() })]);

/** Refuses what a form of another site can send. @throws 400 */
export const requireJson: Middleware = (ctx, next) => {
  if (!ctx.is('application/json')) throw httpError('bad_request', 'Send JSON as application/json');
  return next();
};

/** Takes `{token}` or `{login}` as JSON; answers 204 with the cookie. @throws 400, 401 */
export const logIn =
  ({ authenticator, sessions, links }: Login): Middleware =>
  async (ctx) => {
    const { data: body } = LoginBody.safeParse(ctx.request.body);
    if (!body) throw httpError('bad_request', 'Send {"token": "..."}');
    const tokenHash = 'login' in body ? links?.take(body.login) : hashToken(body.token);
    if (!tokenHash) {
      const message = 'This login link was used or is older than ten minutes: log in with an access token';
      throw httpError('invalid_token', message);
    }
    const identity = await authenticator.byHash(tokenHash);
    if (!identity) throw httpError('invalid_token');
    ctx.set('Set-Cookie', sessions.open(identity.tokenHash, authenticator.sessionsEndedMs(identity)));
    ctx.set('Cache-Control', 'no-store');
    ctx.status = 204;
  };

/** Ends every session of the token that logged in, in every process; answers 204. */
export const logOut =
  ({ authenticator, sessions, nowMs }: Login): Middleware =>
  async (ctx) => {
    const session = sessions.read(ctx);
    const identity = session && (await authenticator.byHash(session.tokenHash));
    if (session && identity && session.openedAtMs > authenticator.sessionsEndedMs(identity))
      await authenticator.endSessions(session.tokenHash, Math.max(nowMs(), session.openedAtMs));
    ctx.set('Set-Cookie', sessions.end());
    ctx.set('Cache-Control', 'no-store');
    ctx.status = 204;
  };
