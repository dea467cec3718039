/**
 * The ops port: health and metrics without a token, operations and pushed events with it. An operation answers newline-delimited JSON: `{"progress":...}`, `{"notice":...}` and empty lines, then one `{"result":...}` or
 * `{"error":...}`.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGunzip } from 'node:zlib';
import { EVENT_SETS, type EventSet } from '../../ingest/contract/events.ts';
import type { ImportTarget } from '../../ingest/files/imports.ts';
import { PushBodyError, pushEvents } from '../../ingest/landing/push.ts';
import { shared } from '../../lib/async.ts';
import { createBoundedServer, type HttpBounds } from '../../lib/http-bounds.ts';
import type { Logger } from '../../lib/logger.ts';
import { counter, exposition, gauge, onScrape } from '../../lib/metrics.ts';
import { messageOf } from '../../lib/text.ts';
import { classify } from '../../sql/errors.ts';
import { EXIT, isOperatorError, type Operation, OperationError, type Operations } from '../operation.ts';

interface PushReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `null` where the path is not one of its own. The sender is known by its token already. */
type PushRoute = (path: string, request: IncomingMessage) => Promise<PushReply> | null;

export interface OpsServerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly token: string;
  readonly operations: Operations;
  /** Where events are pushed to; none where the program lands nothing. */
  readonly push?: PushRoute;
  /** Empty where the program is ready; else what it waits for. */
  readonly notReady: () => Promise<string[]> | string[];
  readonly logger: Logger;
  /** How long an operation is silent at most. */
  readonly beatMs?: number;
  readonly sockets?: Partial<HttpBounds>;
}

export interface OpsServer {
  readonly port: number;
  close(): Promise<void>;
}

const ready = gauge('ready', '1 where /readyz answers 200');

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const BEAT_MS = 15_000;
const SOCKETS: HttpBounds = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  /** Several beats of an operation. */
  silenceTimeoutMs: 60_000,
  keepAliveMs: 5_000,
};

export async function startOpsServer(options: OpsServerOptions): Promise<OpsServer> {
  // Anybody who reaches the port may ask: one collection at a time.
  const metricsText = shared(() => exposition.metrics(), 0);
  const server = createBoundedServer({ ...SOCKETS, ...options.sockets }, (request, response) => {
    handle(options, metricsText, request, response).catch((error) => {
      options.logger.error({ err: error }, 'the ops port failed to answer');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const unwatch = onScrape(async () => {
    ready.set((await options.notReady()).length === 0 ? 1 : 0);
  });
  await once(server.listen(options.port, options.host), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        unwatch();
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function handle(
  options: OpsServerOptions,
  metricsText: () => Promise<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path] = (request.url ?? '/').split('?', 1);
  if (request.method === 'GET' && path === '/healthz') return json(response, 200, { status: 'ok' });
  if (request.method === 'GET' && path === '/readyz') {
    const waiting = await options.notReady();
    return json(response, waiting.length === 0 ? 200 : 503, { ready: waiting.length === 0, waiting_for: waiting });
  }
  if (request.method === 'GET' && path === '/metrics') {
    const text = await metricsText();
    response.writeHead(200, { 'content-type': exposition.contentType });
    response.end(text);
    return;
  }
  if (!authorized(request, options.token)) {
    response.setHeader('www-authenticate', 'Bearer');
    return json(response, 401, { error: 'the ops port wants its bearer token' });
  }
  const pushed = options.push?.(path, request);
  if (pushed) {
    const { status, body, headers } = await pushed;
    return json(response, status, body, headers);
  }
  const name = path.startsWith('/operations/') ? path.slice('/operations/'.length) : '';
  const operation = Object.hasOwn(options.operations, name) ? options.operations[name] : undefined;
  if (!operation) return json(response, 404, { error: `no operation at ${path}` });
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return json(response, 405, { error: 'operations are POSTed' });
  }
  await perform(options, operation, request, response);
}

async function perform(
  { logger, beatMs = BEAT_MS }: OpsServerOptions,
  operation: Operation,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let args: Record<string, unknown>;
  try {
    const body = await bytesOf(request, (bytes) => {
      if (bytes > MAX_BODY_BYTES) throw new RangeError('the body is too large');
    });
    args = JSON.parse(body.toString('utf8') || '{}');
  } catch {
    return json(response, 400, { error: 'the body must be a JSON object' });
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.flushHeaders();
  const line = (value: unknown) => response.write(`${JSON.stringify(value)}\n`);
  // An empty line now and then: clients and what is between take a long silence for the end.
  const beat = setInterval(() => response.write('\n'), beatMs);
  try {
    const result = await operation(args, {
      progress: (progress) => line({ progress }),
      notice: (notice) => line({ notice }),
    });
    line({ result });
  } catch (error) {
    const known = error instanceof OperationError;
    if (!isOperatorError(error)) logger.error({ err: error }, 'an operation failed');
    const message = messageOf(error);
    line({ error: { message, exit: known ? error.exitCode : EXIT.notDone } });
  } finally {
    clearInterval(beat);
  }
  response.end();
}

/** @param take told of each part, and of all so far, before it is kept; what it throws ends the reading */
async function bytesOf(stream: AsyncIterable<Buffer>, take: (all: number, part: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    take(bytes, chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function authorized(request: IncomingMessage, token: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

function json(response: ServerResponse, status: number, value: unknown, headers: PushReply['headers'] = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(`${JSON.stringify(value)}\n`);
}

// --- pushed events

const pushedTotal = counter('ingest_pushed_events_total', 'Rows of POST /events by what became of them', [
  'set',
  'outcome',
]);

/** Of a body once it is unpacked. */
export const PUSH_BYTES_MAX = 32 * 1024 * 1024;
const RUNNING_MAX = 4;
const HELD_BYTES_MAX = 4 * PUSH_BYTES_MAX;
const RETRY_AFTER_S = 5;
const TYPES = ['application/json', 'application/x-ndjson', 'application/ndjson', 'application/jsonl', 'text/plain'];
const PREFIX = '/events/';

class Refused extends Error {
  readonly reply: PushReply;
  constructor(status: number, error: string, headers?: Record<string, string>) {
    super(error);
    this.reply = { status, body: { error }, headers };
  }
}

/**
 * `POST /events/{bars,news,earnings,crypto,macro,actions}`: 202 with counts once the rows are durable; 422 where every row was
 * rejected. Bounded: the body, also unpacked, and how many are landed at a time. @param target null while nothing can be
 * landed yet
 */
export function pushRoute(target: () => Pick<ImportTarget, 'landEvents'> | null, logger: Logger): PushRoute {
  let running = 0;
  /** Of bodies that are being sent or landed. One that is sent slowly takes no place from others. */
  let heldBytes = 0;
  const busy = () =>
    new Refused(503, `${RUNNING_MAX} pushes are being landed: send it again`, { 'retry-after': String(1) });

  async function push(set: EventSet, request: IncomingMessage): Promise<PushReply> {
    if (request.method !== 'POST') throw new Refused(405, 'events are POSTed', { allow: 'POST' });
    const landing = target();
    if (!landing) {
      throw new Refused(503, 'the service is starting: send it again', { 'retry-after': String(RETRY_AFTER_S) });
    }
    if (running >= RUNNING_MAX) throw busy();
    let ownBytes = 0;
    const hold = (bytes: number) => {
      ownBytes += bytes;
      heldBytes += bytes;
      if (heldBytes > HELD_BYTES_MAX) throw busy();
    };
    try {
      const body = await bodyOf(request, hold);
      if (running >= RUNNING_MAX) throw busy();
      return await land(set, body, landing);
    } finally {
      heldBytes -= ownBytes;
    }
  }

  async function land(set: EventSet, body: Buffer, landing: Pick<ImportTarget, 'landEvents'>): Promise<PushReply> {
    running++;
    try {
      const answer = await pushEvents(set, body, landing);
      const { landed, duplicates, rejected } = answer;
      for (const [outcome, count] of Object.entries({ landed, duplicates, rejected }))
        pushedTotal.inc({ set, outcome }, count);
      return { status: rejected > 0 && landed + duplicates === 0 ? 422 : 202, body: answer };
    } catch (error) {
      if (error instanceof PushBodyError) {
        throw error.tooLarge ? new Refused(413, `${error.message}: send it in parts`) : new Refused(400, error.message);
      }
      logger.error({ err: error, set }, 'a push failed');
      const away = classify(error) === 'transient';
      const why = away
        ? 'the store or the log is unavailable'
        : 'the rows could not be landed (see the log of the service)';
      throw new Refused(away ? 503 : 500, `${why}: send all of it again, nothing counts twice`, {
        'retry-after': String(RETRY_AFTER_S),
      });
    } finally {
      running--;
    }
  }

  return (path, request) => {
    const set = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : '';
    if (!Object.hasOwn(EVENT_SETS, set)) return null;
    return push(set as EventSet, request).catch((error) => {
      if (error instanceof Refused) return error.reply;
      throw error;
    });
  };
}

/** @param hold told of each part before it is kept */
async function bodyOf(request: IncomingMessage, hold: (bytes: number) => void): Promise<Buffer> {
  const type = (request.headers['content-type'] ?? 'application/json').split(';', 1)[0].trim().toLowerCase();
  if (!TYPES.includes(type)) throw new Refused(415, `content-type ${type} is not one of ${TYPES.join(', ')}`);
  const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding !== 'gzip' && coding !== 'identity')
    throw new Refused(415, `content-encoding ${coding} is not read: send gzip, or the text as it is`);
  const tooLarge = () =>
    new Refused(413, `the body is larger than ${PUSH_BYTES_MAX} bytes unpacked: send it in parts`, {
      connection: 'close',
    });
  if (Number(request.headers['content-length'] ?? 0) > PUSH_BYTES_MAX) throw tooLarge();
  const unpacked = coding === 'gzip' ? request.pipe(createGunzip()) : request;
  const onGone = () => unpacked.destroy(new Error('the sender has gone'));
  request.once('close', () => request.complete || onGone());
  try {
    return await bytesOf(unpacked, (bytes, part) => {
      if (bytes > PUSH_BYTES_MAX) throw tooLarge();
      hold(part);
    });
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(400, `the body cannot be read: ${(error as Error).message}`);
  }
}
