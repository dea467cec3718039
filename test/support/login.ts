/** Sessions of the console, as its page opens them. */

export interface Session {
  readonly cookie: string;
  /** What a write carries: the cookie, its csrf token and a JSON body. */
  readonly signed: Record<string, string>;
}

export async function logIn(url: string, token: string): Promise<Session> {
  const json = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}/console/login`, { method: 'POST', headers: json, body: JSON.stringify({ token }) });
  const cookie = reply.headers.get('set-cookie')!.split(';')[0];
  const usage = await fetch(`${url}/me/usage`, { headers: { cookie } });
  const { csrf_token } = (await usage.json()) as { csrf_token: string };
  return { cookie, signed: { ...json, cookie, 'x-csrf-token': csrf_token } };
}
