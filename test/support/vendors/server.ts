/**
 * A vendor on the loopback interface: answers as the vendor documents, of a market that the test holds, and fails when it
 * is asked to. What it sent is what the store is compared with.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Candle } from '../../../ingest/collectors/contract.ts';
import type { Clock } from '../../../lib/clock.ts';

export interface VendorReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Instead of the next answer that is one of candles. */
export type VendorFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** Half of the answer, then the connection is gone. */
  | { readonly kind: 'cut' }
  /** The answer with something changed. */
  | { readonly kind: 'change'; readonly change: (body: string) => string; readonly delayMs?: number };

export class VendorMarket {
  readonly clock: Clock;
  readonly candles = new Map<string, Map<number, Candle>>();
  /** Paths with their parameters. */
  readonly requests: string[] = [];
  readonly faults: VendorFault[] = [];
  /** It publishes so late. */
  lateMs = 0;
  /** It answers so many of its newest candles, whatever is asked; null: what is asked. */
  newest: number | null = null;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  put(symbol: string, candles: Iterable<Candle>): void {
    const known = this.candles.get(symbol) ?? new Map<number, Candle>();
    this.candles.set(symbol, known);
    for (const candle of candles) known.set(candle.startMs, candle);
  }

  /** In [fromMs, toMs], the one that is being formed among them; ascending. */
  range(symbol: string, fromMs: number, toMs: number): Candle[] {
    const known = this.candles.get(symbol) ?? new Map();
    const publishedMs = this.clock.nowMs() - this.lateMs;
    const all = [...known.values()]
      .filter(({ startMs }) => startMs <= publishedMs)
      .sort((a, b) => a.startMs - b.startMs);
    if (this.newest !== null) return all.slice(-this.newest);
    return all.filter(({ startMs }) => startMs >= fromMs && startMs <= toMs);
  }
}

/** So that what was written is on its way. */
const CUT_MS = 5;

export interface VendorServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** @param answer null: 404. `data` says whether faults apply to the request. */
export async function serveVendor(
  market: VendorMarket,
  answer: (url: URL, request: IncomingMessage) => (VendorReply & { data?: boolean }) | null,
): Promise<VendorServer & { readonly server: ReturnType<typeof createServer> }> {
  const handle = (request: IncomingMessage, response: ServerResponse): unknown => {
    const url = new URL(request.url ?? '/', 'http://vendor');
    market.requests.push(`${url.pathname}${url.search}`);
    response.setHeader('date', new Date(market.clock.nowMs()).toUTCString());
    const reply = answer(url, request) ?? { status: 404, body: { message: 'not found' } };
    const fault = reply.data ? market.faults.shift() : undefined;
    const { status = 200, headers = {}, body } = fault?.kind === 'status' ? { body: {}, ...fault } : reply;
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (fault?.kind === 'cut') {
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
      return setTimeout(() => response.destroy(), CUT_MS);
    }
    if (fault?.kind !== 'change') return response.end(bytes);
    const changed = Buffer.from(fault.change(bytes.toString('latin1')), 'latin1');
    setTimeout(() => response.end(changed), fault.delayMs ?? 0);
  };
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
