/** The ops port's public interface: lists waiting news and takes classified events. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const waitingSchema = z.object({
  retried_at: z.string().nullable(),
  news: z.array(
    z.object({
      source: z.string(),
      event_id: z.string(),
      symbol: z.string(),
      asset_class: z.string(),
      event_timestamp: z.string(),
      title: z.string(),
      headline: z.string(),
      summary: z.string(),
      provider: z.string(),
      url: z.string(),
      revision: z.string(),
    }),
  ),
});
export type Waiting = z.infer<typeof waitingSchema>;
export type WaitingNews = Waiting['news'][number];

const TIMEOUT_MS = 60_000;
const LISTED = 1_000;

export interface OpsPort {
  waiting(): Promise<Waiting>;
  /** Pushes one event. Returns false if it was rejected as a dead letter. */
  push(event: object): Promise<boolean>;
}

/** Opens the ops port. @throws if neither OPS_URL nor DATA_DIR/ops.json names its address */
export function openOpsPort(environment: NodeJS.ProcessEnv): OpsPort {
  const post = async (path: string, body: object) => {
    // The address is read each time, because an embedded service writes another port and token at each start.
    const { url, token } = addressOf(environment);
    return fetch(`${url}${path}`, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  };
  return {
    async waiting() {
      const response = await post('/operations/news.waiting', { limit: LISTED });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`the ops port answered ${response.status}: ${text}`);
      const lines = text.split('\n').filter((line) => line !== '');
      const last = JSON.parse(lines.at(-1) ?? '{}');
      if (last.error) throw new Error(`news waiting: ${last.error.message}`);
      return waitingSchema.parse(last.result);
    },
    async push(event) {
      const response = await post('/events/news', [event]);
      const text = await response.text();
      if (response.status === 202) return true;
      if (response.status === 422) return false;
      throw new Error(`the ops port answered ${response.status}: ${text}`);
    },
  };
}

function addressOf({ OPS_URL, OPS_TOKEN, DATA_DIR = './data' }: NodeJS.ProcessEnv): { url: string; token: string } {
  if (OPS_URL) {
    if (!OPS_TOKEN) throw new Error('OPS_URL is set, OPS_TOKEN is not');
    return { url: OPS_URL.replace(/\/+$/, ''), token: OPS_TOKEN };
  }
  const file = join(DATA_DIR, 'ops.json');
  try {
    const { host, port, token } = JSON.parse(readFileSync(file, 'utf8'));
    return { url: `http://${host}:${port}`, token };
  } catch {
    throw new Error(`${file} is missing: start the service, or set OPS_URL and OPS_TOKEN`);
  }
}
