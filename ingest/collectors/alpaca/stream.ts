/** Alpaca's WebSocket of minute bars: connected, authenticated, subscribed, then `b` (a bar) and `u` (a correction of one). */
import { type RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { type Secret, withoutSecrets } from '../../../lib/config.ts';
import type { StreamRequest } from '../contract.ts';
import { VendorError, type VendorFault } from '../errors.ts';
import { parsedJson, shaped } from '../http.ts';
import { candleOf, figures, instant } from '../wire.ts';

export interface FollowOptions extends StreamRequest {
  readonly url: string;
  readonly key: Secret;
  readonly secret: Secret;
}

const HANDSHAKE_MS = 15_000;
const PING_MS = 20_000;
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
/** Their numbers of errors: of credentials and subscriptions, and of too many connections. */
const FAULTS: Readonly<Record<number, VendorFault>> = {
  401: 'denied',
  402: 'denied',
  403: 'denied',
  409: 'denied',
  406: 'limited',
  405: 'refused',
};

/** By request and by stream. */
export const wireBar = z.object({ t: instant('2022-01-03T09:00:00Z'), ...figures });

const messages = z.array(
  z.discriminatedUnion('T', [
    wireBar.extend({ T: z.literal('b'), S: z.string() }),
    wireBar.extend({ T: z.literal('u'), S: z.string() }),
    z.object({ T: z.literal('success'), msg: z.string() }),
    z.object({ T: z.literal('subscription') }),
    z.object({ T: z.literal('error'), code: z.number(), msg: z.string() }),
  ]),
);

/** Resolves when the signal aborts. @throws {VendorError} when the stream is cut, silent or refused */
export function followBars({ url, key, secret, symbols, onCandles, onOpen, signal }: FollowOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MESSAGE_BYTES_MAX,
      followRedirects: false,
    });
    let heard = true;
    let over = false;
    const ping = setInterval(() => {
      if (!heard) return end(new VendorError('away', 'the stream of alpaca fell silent'));
      heard = false;
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, PING_MS);
    const end = (error?: Error) => {
      if (over) return;
      over = true;
      clearInterval(ping);
      signal.removeEventListener('abort', abort);
      socket.terminate();
      if (error) reject(error);
      else resolve();
    };
    const abort = () => end();
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) end();

    const send = (value: object) => socket.send(JSON.stringify(value));
    const take = (data: RawData) => {
      const text = withoutSecrets(data.toString(), [key, secret]);
      const parsed = parsedJson(text, 'the stream of alpaca sent no JSON');
      for (const message of shaped('alpaca', 'stream', messages, parsed)) {
        if (message.T === 'b' || message.T === 'u') onCandles(message.S, [candleOf(message)]);
        else if (message.T === 'subscription') onOpen();
        else if (message.T === 'error')
          throw new VendorError(FAULTS[message.code] ?? 'away', `the stream of alpaca: ${message.code} ${message.msg}`);
        else if (message.msg === 'connected') send({ action: 'auth', key: key.reveal(), secret: secret.reveal() });
        else if (message.msg === 'authenticated') send({ action: 'subscribe', bars: symbols, updatedBars: symbols });
      }
    };
    socket.on('pong', () => {
      heard = true;
    });
    socket.on('message', (data) => {
      heard = true;
      try {
        take(data);
      } catch (error) {
        end(error as Error);
      }
    });
    socket.on('error', (error) =>
      end(new VendorError('away', `the stream of alpaca: ${error.message}`, { cause: error })),
    );
    socket.on('close', (code) => end(new VendorError('away', `the stream of alpaca was closed (${code})`)));
  });
}
