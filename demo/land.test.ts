import { expect, test } from 'vitest';
import type { BarBlock } from '../ingest/contract/bar-block.ts';
import { Landing } from '../ingest/landing/landing.ts';
import { storeOfFile } from '../test/support/of-file.ts';
import { landDemo } from './land.ts';

const store = await storeOfFile();

const clock = { nowMs: () => Date.UTC(2026, 10, 20, 12) };

/** Returns the landing with `before` called ahead of each event. */
function watched(landing: Landing, before: () => void): Landing {
  return Object.assign(Object.create(landing) as Landing, {
    landEvents: (...[topic, events, options]: Parameters<Landing['landEvents']>) => {
      const taken = (function* () {
        for (const event of events as Iterable<never>) {
          before();
          yield event;
        }
      })();
      return landing.landEvents(topic, taken, options);
    },
  });
}

test('aborted in the middle of a batch it ends without an error', async () => {
  const stop = new AbortController();
  let events = 0;
  const landing = watched(await Landing.open({ store }), () => {
    events += 1;
    if (events === 10) stop.abort();
  });
  const options = { landing, clock, signal: stop.signal, lastDay: () => null, onSymbol: () => {} };
  expect(await landDemo(options)).toBe(0);
  expect(events).toBe(10);
});

test('fails where landing fails', async () => {
  const landing = watched(await Landing.open({ store }), () => {
    throw new Error('the disk is full');
  });
  const { signal } = new AbortController();
  const options = { landing, clock, signal, lastDay: () => null, onSymbol: () => {} };
  await expect(landDemo(options)).rejects.toThrow('the disk is full');
});

test('a market of an older generator is landed again from its first stored day', async () => {
  const stop = new AbortController();
  const days: number[] = [];
  const landing = await Landing.open({ store });
  const heard = Object.assign(Object.create(landing) as Landing, {
    async landEvents(topic: string, events: Iterable<unknown> | AsyncIterable<BarBlock>) {
      if (topic === 'bars') {
        for await (const { ts } of events as AsyncIterable<BarBlock>) {
          days.push(Math.floor(ts[0] / 86_400_000));
          break;
        }
        stop.abort();
      }
      return { landed: 0 };
    },
  });
  // The first day is a Tuesday, two years before the 25 months of a new market.
  const firstDay = Date.UTC(2022, 9, 18) / 86_400_000;
  const options = { landing: heard, clock, signal: stop.signal, lastDay: () => null, onSymbol: () => {} };
  await landDemo({ ...options, firstDay: () => firstDay });
  expect(days).toEqual([firstDay]);
});
