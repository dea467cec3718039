/** A TCP proxy on loopback between a program and what it needs: away, hanging, slow, or a black hole. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Cable {
  readonly port: number;
  /** Away: breaks all connections and takes none. */
  cut(): Promise<void>;
  /** Black hole: takes connections and what is sent, and loses it without closing anything. */
  hang(which?: 'both' | 'answers'): void;
  /** Hanging: keeps what is sent until `restore`. */
  hold(): void;
  /** Slow: each part that is sent takes so much longer. */
  slow(delayMs: number): void;
  /** As before; of connections that lost something nothing more arrives. */
  restore(): Promise<void>;
  /** Parts that are kept. */
  readonly held: number;
  /** Parts that were lost. */
  readonly lost: number;
  close(): Promise<void>;
}

export async function cableTo(target: { host: string; port: number }): Promise<Cable> {
  const sockets = new Set<Socket>();
  let hanging: 'both' | 'answers' | null = null;
  let holding = false;
  let delayMs = 0;
  let held: (() => void)[] = [];
  let lost = 0;
  let server: Server;
  let port = 0;

  /** A part that is missing cannot be made up for by those after it. */
  function forward(from: Socket, to: Socket, isAnswer: boolean, state: { broken: boolean }): void {
    sockets.add(from);
    from.on('data', (data) => {
      if (state.broken || hanging === 'both' || (hanging === 'answers' && isAnswer)) {
        state.broken = true;
        lost++;
      } else if (holding) held.push(() => to.write(data));
      else if (delayMs > 0) setTimeout(() => to.write(data), delayMs);
      else to.write(data);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      // Nobody sees an end that gets lost.
      if (!hanging && !state.broken) to.destroy();
      else if (!isAnswer) to.destroy();
      sockets.delete(from);
    });
  }

  const open = () =>
    new Promise<void>((resolve) => {
      server = createServer((near) => {
        const far = connect(target.port, target.host);
        const state = { broken: false };
        forward(near, far, false, state);
        forward(far, near, true, state);
      });
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as { port: number }).port;
        resolve();
      });
    });
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await open();
  return {
    get port() {
      return port;
    },
    cut,
    hang(which = 'both') {
      hanging = which;
    },
    hold() {
      holding = true;
    },
    slow(ms) {
      delayMs = ms;
    },
    async restore() {
      hanging = null;
      holding = false;
      delayMs = 0;
      for (const send of held) send();
      held = [];
      if (!server.listening) await open();
    },
    get held() {
      return held.length;
    },
    get lost() {
      return lost;
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
