/** An OpenAI-compatible endpoint on the loopback interface, which misbehaves on request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly model: string;
  readonly instrument: string;
  readonly title: string;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
}

export type Misbehaviour =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  /** In place of the classification. */
  | { readonly content: string | null; readonly refusal?: string; readonly finish?: string }
  /** In place of the whole answer. */
  | { readonly raw: string }
  /** Half of the answer, then the connection is gone. */
  | 'cut'
  /** No answer at all. */
  | 'silent';

export interface ClassifierServer {
  readonly url: string;
  readonly asked: Asked[];
  /** Taken one a request, before anything good is answered. */
  readonly misbehaviours: Misbehaviour[];
  /** The classification of a news item. */
  answer: (asked: Asked) => object | Promise<object>;
  /** How many were asked at a time, at most. */
  readonly sideBySide: () => number;
  /** Ms before each answer. */
  delayMs: number;
  close(): Promise<void>;
}

const TOKENS = 100;

export async function serveClassifier(): Promise<ClassifierServer> {
  const asked: Asked[] = [];
  const misbehaviours: Misbehaviour[] = [];
  let running = 0;
  let most = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return response.writeHead(404).end();
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const { instrument, title } = JSON.parse(body.messages[1].content);
    const one = { model: body.model, instrument, title, authorization: request.headers.authorization, body };
    asked.push(one);
    most = Math.max(most, ++running);
    if (server.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, server.delayMs));
    running--;
    const wrong = misbehaviours.shift();
    if (wrong === 'silent') return;
    const json = { 'content-type': 'application/json' };
    if (typeof wrong === 'object' && 'status' in wrong)
      return response.writeHead(wrong.status, { ...json, ...wrong.headers }).end(JSON.stringify(wrong.body ?? {}));
    if (typeof wrong === 'object' && 'raw' in wrong) return response.writeHead(200, json).end(wrong.raw);
    const said = typeof wrong === 'object' ? wrong : { content: JSON.stringify(await server.answer(one)) };
    const {
      content,
      refusal = null,
      finish = 'stop',
    } = said as { content: string | null; refusal?: string; finish?: string };
    const text = JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      model: `${body.model}-2025-01-01`,
      choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', content, refusal } }],
      usage: { prompt_tokens: TOKENS - 10, completion_tokens: 10, total_tokens: TOKENS },
    });
    if (wrong !== 'cut') return response.writeHead(200, json).end(text);
    response.writeHead(200, { ...json, 'content-length': String(text.length) });
    response.write(text.slice(0, text.length / 2), () => setTimeout(() => response.destroy(), 5));
  }
  const http = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: ClassifierServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    asked,
    misbehaviours,
    answer: () => ({ direction: 'positive', impact_score: 0.5 }),
    sideBySide: () => most,
    delayMs: 0,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}
