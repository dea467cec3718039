/** Logs in to the console, as its page does. Returns the cookie. */
export async function logIn(url: string, token: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}/console/login`, { method: 'POST', headers, body: JSON.stringify({ token }) });
  return reply.headers.get('set-cookie')!.split(';')[0];
}
