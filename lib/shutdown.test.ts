import { describe, expect, it } from 'vitest';
import { silentLogger } from './logger.ts';
import { createShutdown, stopOnSignals } from './shutdown.ts';

describe('shutdown', () => {
  it('closes what was opened last first, one after another', async () => {
    const shutdown = createShutdown(silentLogger);
    const steps: string[] = [];
    for (const name of ['store', 'ingest', 'http']) {
      shutdown.onStop(name, 1000, async () => {
        steps.push(`${name} begins`);
        await new Promise((done) => setTimeout(done, 5));
        steps.push(`${name} ended`);
      });
    }
    expect(await shutdown.stop('test')).toBe(true);
    expect(steps).toEqual([
      'http begins',
      'http ended',
      'ingest begins',
      'ingest ended',
      'store begins',
      'store ended',
    ]);
  });

  it('continues after a drain that fails or never ends, and says that it was not clean', async () => {
    const shutdown = createShutdown(silentLogger);
    let closed = false;
    shutdown.onStop('store', 1000, () => {
      closed = true;
    });
    shutdown.onStop('hangs', 20, () => new Promise(() => {}));
    shutdown.onStop('throws', 1000, () => {
      throw new Error('no');
    });
    expect(await shutdown.stop('test')).toBe(false);
    expect(closed).toBe(true);
  });

  it('tells loops at once, and runs once however often it is asked', async () => {
    const shutdown = createShutdown(silentLogger);
    let runs = 0;
    shutdown.onStop('store', 1000, () => {
      runs++;
      expect(shutdown.signal.aborted).toBe(true);
    });
    expect(shutdown.signal.aborted).toBe(false);
    await Promise.all([shutdown.stop('a'), shutdown.stop('b')]);
    expect(runs).toBe(1);
  });

  it('exits with 0 after a signal, also one that came twice; at once after another a while later', async () => {
    const shutdown = createShutdown(silentLogger);
    const codes: (number | string)[] = [];
    let finish = () => {};
    shutdown.onStop('slow', 10_000, () => new Promise<void>((done) => (finish = done)));
    const before = new Set(process.listeners('SIGTERM'));
    stopOnSignals(
      shutdown,
      (code) => codes.push(code),
      () => codes.push('at once'),
    );
    try {
      process.emit('SIGINT');
      await new Promise((done) => setTimeout(done, 5));
      process.emit('SIGINT');
      expect(codes).toEqual([]);
      await new Promise((done) => setTimeout(done, 1_050));
      process.emit('SIGTERM');
      expect(codes).toEqual(['at once']);
      finish();
      await shutdown.stop('again');
      await new Promise((done) => setTimeout(done, 5));
      expect(codes).toEqual(['at once', 0]);
    } finally {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        for (const listener of process.listeners(signal)) {
          if (!before.has(listener)) process.removeListener(signal, listener);
        }
      }
    }
  });
});
