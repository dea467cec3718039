/** Alpaca's market data as documented: `GET /v2/stocks/bars`, and the WebSocket `/v2/{feed}` beside it. */
import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Candle } from '../../../ingest/collectors/contract.ts';
import { serveVendor, type VendorMarket, type VendorServer } from './server.ts';

export const ALPACA_KEYS = { APCA_API_KEY_ID: 'PKTESTTESTTESTTEST', APCA_API_SECRET_KEY: 'alpaca-secret-never-logged' };
/** So that a day is several pages. */
const PAGE = 400;

/** As documented, without the author, images and content that nobody reads here. */
export interface AlpacaNews {
  readonly id: number;
  readonly headline: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly symbols: readonly string[];
}

/** By the lists of the answer, as documented; of the dates only those that anybody reads here. */
export interface AlpacaAction {
  readonly list: 'forward_splits' | 'reverse_splits';
  readonly symbol: string;
  readonly process_date: string;
  readonly ex_date: string;
  readonly new_rate: number;
  readonly old_rate: number;
}

export interface AlpacaServer extends VendorServer {
  readonly news: AlpacaNews[];
  readonly actions: AlpacaAction[];
  /** Sends `b` or `u` to the subscribers. */
  send(type: 'b' | 'u', symbol: string, candle: Candle): void;
  sendText(text: string): void;
  /** Cuts all streams. */
  cut(): void;
  readonly subscribed: () => number;
  /** Subscriptions so far, those that have ended among them. */
  readonly subscriptions: () => number;
}

const barOf = ({ startMs, open, high, low, close, volume }: Candle) => ({
  t: new Date(startMs).toISOString().replace('.000Z', 'Z'),
  o: open,
  h: high,
  l: low,
  c: close,
  v: volume,
  n: 65,
  vw: 178.235733,
});

const NEWS_PAGE = 3;

function newsOf(news: readonly AlpacaNews[], query: URLSearchParams) {
  const names = (query.get('symbols') ?? '').split(',');
  const all = news
    .filter(({ symbols }) => symbols.some((name) => names.includes(name)))
    .filter(({ updated_at }) => Date.parse(updated_at) >= Date.parse(query.get('start') ?? ''))
    .sort((a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at));
  const at = Number(query.get('page_token') ?? 0);
  const part = all.slice(at, at + NEWS_PAGE).map((item) => ({
    ...item,
    author: 'Charles Gross',
    summary: '',
    content: '',
    images: [],
    source: 'benzinga',
    url: `https://www.benzinga.com/news/${item.id}`,
  }));
  return {
    data: true,
    body: { news: part, next_page_token: at + NEWS_PAGE < all.length ? String(at + NEWS_PAGE) : null },
  };
}

const ACTIONS_PAGE = 2;

function actionsOf(actions: readonly AlpacaAction[], query: URLSearchParams) {
  const names = (query.get('symbols') ?? '').split(',');
  const all = actions
    .filter(({ symbol }) => names.includes(symbol))
    .filter((one) => one.process_date >= query.get('start')! && one.process_date <= query.get('end')!);
  const at = Number(query.get('page_token') ?? 0);
  const lists: Record<string, object[]> = {};
  for (const { list, ...action } of all.slice(at, at + ACTIONS_PAGE)) {
    const rest = { id: `${action.symbol}-${at}`, cusip: '037833100', record_date: action.ex_date };
    lists[list] = [...(lists[list] ?? []), { ...rest, ...action }];
  }
  const next = at + ACTIONS_PAGE < all.length ? String(at + ACTIONS_PAGE) : null;
  return { data: true, body: { corporate_actions: lists, next_page_token: next } };
}

export async function serveAlpaca(market: VendorMarket): Promise<AlpacaServer> {
  const news: AlpacaNews[] = [];
  const actions: AlpacaAction[] = [];
  const server = await serveVendor(market, (url, request) => {
    const { headers } = request;
    const known =
      headers['apca-api-key-id'] === ALPACA_KEYS.APCA_API_KEY_ID &&
      headers['apca-api-secret-key'] === ALPACA_KEYS.APCA_API_SECRET_KEY;
    if (!known) return { status: 403, body: { message: 'forbidden.' } };
    const query = url.searchParams;
    if (url.pathname === '/v1beta1/news') return newsOf(news, query);
    if (url.pathname === '/v1/corporate-actions') return actionsOf(actions, query);
    if (url.pathname !== '/v2/stocks/bars') return null;
    const names = (query.get('symbols') ?? '').split(',');
    const bad = names.find((name) => !/^[A-Z.]{1,5}$/.test(name));
    if (bad) return { status: 400, body: { message: `invalid symbol: ${bad}` } };
    const from = Date.parse(query.get('start') ?? '');
    const to = Date.parse(query.get('end') ?? '');
    const all = names.sort().flatMap((name) => market.range(name, from, to).map((candle) => ({ name, candle })));
    const at = Number(Buffer.from(query.get('page_token') ?? '', 'base64').toString() || 0);
    const part = all.slice(at, at + Math.min(PAGE, Number(query.get('limit') ?? 1000)));
    const bars: Record<string, object[]> = {};
    for (const { name, candle } of part) bars[name] = [...(bars[name] ?? []), barOf(candle)];
    const next = at + part.length < all.length ? Buffer.from(String(at + part.length)).toString('base64') : null;
    return { data: true, headers: { 'x-ratelimit-limit': '200' }, body: { bars, next_page_token: next } };
  });
  const sockets = new Map<WebSocket, Set<string>>();
  let subscriptions = 0;
  const streams = new WebSocketServer({ server: server.server as Server });
  streams.on('connection', (socket) => {
    const say = (value: object) => socket.send(JSON.stringify([value]));
    say({ T: 'success', msg: 'connected' });
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data) => {
      const asked = JSON.parse(data.toString());
      if (asked.action === 'auth') {
        const known = asked.key === ALPACA_KEYS.APCA_API_KEY_ID && asked.secret === ALPACA_KEYS.APCA_API_SECRET_KEY;
        say(known ? { T: 'success', msg: 'authenticated' } : { T: 'error', code: 402, msg: 'auth failed' });
      } else if (asked.action === 'subscribe') {
        sockets.set(socket, new Set(asked.bars));
        subscriptions++;
        say({
          T: 'subscription',
          trades: [],
          quotes: [],
          bars: asked.bars,
          updatedBars: asked.updatedBars,
          dailyBars: [],
        });
      }
    });
  });
  return {
    ...server,
    news,
    actions,
    send(type, symbol, candle) {
      for (const [socket, symbols] of sockets) {
        if (symbols.has(symbol)) socket.send(JSON.stringify([{ T: type, S: symbol, ...barOf(candle) }]));
      }
    },
    sendText(text) {
      for (const socket of sockets.keys()) socket.send(text);
    },
    cut() {
      for (const socket of sockets.keys()) socket.terminate();
    },
    subscribed: () => sockets.size,
    subscriptions: () => subscriptions,
    async close() {
      for (const socket of streams.clients) socket.terminate();
      streams.close();
      await server.close();
    },
  };
}
