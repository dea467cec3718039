/** Bearer tokens for OAUTHBEARER: read or requested at each authentication, so that they never grow old. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { TokenSource } from '../../../lib/variables.ts';

const ANSWER_MS = 10_000;
const answer = z.object({ access_token: z.string().min(1) });

/** @throws with what is wrong and never the token or the secret; the client tries again */
export async function bearerToken(source: TokenSource): Promise<string> {
  if ('file' in source) {
    const token = (await readFile(source.file, 'utf8')).trim();
    if (token === '') throw new Error(`KAFKA_OAUTH_TOKEN_FILE: ${source.file} is empty`);
    return token;
  }
  const { url, clientId, clientSecret, scope } = source;
  const encoded = [clientId, clientSecret.reveal()].map(encodeURIComponent).join(':');
  const reply = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: {
      authorization: `Basic ${Buffer.from(encoded).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) }),
  });
  if (!reply.ok) throw new Error(`KAFKA_OAUTH_URL answers ${reply.status}`);
  const parsed = answer.safeParse(await reply.json().catch(() => null));
  if (!parsed.success) throw new Error('KAFKA_OAUTH_URL answers no access_token');
  return parsed.data.access_token;
}
