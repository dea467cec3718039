import { expect, it } from 'vitest';
import type { Session } from '../session.ts';
import { createAnalyst } from './analyst.ts';

/** An engine in whose one session a statement stays until `end`; what is checked before is answered at once. */
function engine() {
  const started: string[] = [];
  let end = () => {};
  const running: Session = {
    run({ sql }) {
      started.push(sql);
      return new Promise((resolve) => {
        end = () => resolve(Buffer.from('{"meta":[],"data":[]}'));
      });
    },
    close: async () => {},
  };
  const text = 'SHOW TABLES FROM market';
  const checking = async <T>() => [{ text }] as T[];
  return { running, checking, started, end: () => end() };
}

it('a statement that the engine does not end in time is given up, and none waits behind it until it has ended', async () => {
  const { running, checking, started, end } = engine();
  const analyst = createAnalyst(checking, running, 50);
  const first = performance.now();
  await expect(analyst.query('SHOW TABLES FROM market')).rejects.toThrow(/exceeded its time limit of 0.05 s/);
  expect(performance.now() - first).toBeLessThan(2_000);
  const again = analyst.query('SHOW TABLES FROM market');
  await expect(again).rejects.toThrow(/before exceeded its time limit .* still being stopped/);
  expect(started).toHaveLength(1);
  end();
  await new Promise((resolve) => setImmediate(resolve));
  const served = analyst.query('SHOW TABLES FROM market');
  while (started.length < 2) await new Promise((resolve) => setImmediate(resolve));
  end();
  expect(await served).toEqual({ columns: [], rows: [] });
});
