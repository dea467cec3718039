import { expect, test } from 'vitest';
import { refuse } from '../contract/events.ts';
import { DeadLetterLimitError, DeadLetterLimits } from './dead-letters.ts';
import type { LogEvent } from './events.ts';

const event = (offset: number): LogEvent => ({
  topic: 'bars',
  partition: 0,
  offset,
  timestampMs: 0,
  key: null,
  value: 'x',
});

/** Which event stops it, and how; `null` where it lets all of them pass. */
function stops(limits: DeadLetterLimits, refused: readonly boolean[]): { after: number; message: string } | null {
  const why = refuse('invalid_json', 'not JSON');
  const refusals = new Map(refused.flatMap((bad, i) => (bad ? [[i, why] as const] : [])));
  try {
    limits.count(
      refused.map((_, i) => event(i)),
      refusals,
    );
    return null;
  } catch (error) {
    if (!(error instanceof DeadLetterLimitError)) throw error;
    return { after: error.refused.at(-1)!.offset + 1, message: error.message };
  }
}
const stopsAfter = (limits: DeadLetterLimits, refused: readonly boolean[]) => stops(limits, refused)?.after ?? null;
const repeat = (pattern: boolean[], times: number) => Array.from({ length: times }, () => pattern).flat();

test('half of the last thousand may be refused, one more stops; a few at the start do not', () => {
  const good = repeat([false], 1000);
  expect(stopsAfter(new DeadLetterLimits(), [...good, ...repeat([true], 500)])).toBeNull();
  expect(stopsAfter(new DeadLetterLimits(), [...good, ...repeat([true], 501)])).toBe(1501);
  expect(stopsAfter(new DeadLetterLimits(), repeat([true, false], 5000))).toBeNull();
  expect(stopsAfter(new DeadLetterLimits(), repeat([true, true, false], 5000))).toBe(751);
  expect(stopsAfter(new DeadLetterLimits(), [...repeat([true], 100), ...repeat([false], 100)])).toBeNull();
});

test('a run longer than the limit stops whatever the ratio, and names the variable and the ways out', () => {
  const run = (length: number) => [...repeat([false], 5000), ...repeat([true], length)];
  expect(stopsAfter(new DeadLetterLimits({ maxRatio: 1 }), run(1000))).toBeNull();
  expect(stopsAfter(new DeadLetterLimits({ maxRatio: 1 }), run(1001))).toBe(6001);
  const few = new DeadLetterLimits({ maxRun: 3 });
  expect(stops(few, [true, true, true, false, true, true, true, true])).toEqual({
    after: 8,
    message: expect.stringMatching(
      /DLQ_MAX_RUN 3.*in the log.*DLQ_ACCEPT=1.*dlq list.*dlq replay.*send again.*bars 0\/7: not JSON/,
    ),
  });
});
