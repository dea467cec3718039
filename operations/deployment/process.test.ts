import { afterEach, expect, it, vi } from 'vitest';
import { silentLogger } from '../../lib/logger.ts';
import { createShutdown } from '../../lib/shutdown.ts';
import { until } from '../../test/support/until.ts';
import { exitWhenUnready } from './process.ts';

afterEach(() => vi.restoreAllMocks());

it('ends a program that stays unready with 1, after its orderly stop, and says what it waited for', async () => {
  const steps: unknown[] = [];
  vi.spyOn(process, 'exit').mockImplementation((code) => steps.push(code) as never);
  const logger = Object.assign(Object.create(silentLogger), {
    fatal: (facts: object) => steps.push(facts),
  });
  const shutdown = createShutdown(silentLogger);
  shutdown.onStop('store', 1_000, () => void steps.push('stopped'));
  const waiting = ['the store'];
  exitWhenUnready(async () => waiting, 60, { logger, shutdown });
  await until(() => steps.length === 3);
  expect(steps).toEqual([{ waitingFor: ['the store'] }, 'stopped', 1]);
});

it('lets a program live that is ready in between', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const shutdown = createShutdown(silentLogger);
  let looks = 0;
  exitWhenUnready(async () => (looks++ % 2 === 0 ? ['the store'] : []), 1_500, { logger: silentLogger, shutdown });
  await until(() => looks > 4);
  expect(exit).not.toHaveBeenCalled();
  await shutdown.stop('the end of the test');
});
