import { expect, test } from 'vitest';
import { DeadLetterLimitError, DeadLetterLimits } from './dead-letters.ts';

/** After how many events it stops; `null` where it lets all of them pass. */
function stopsAfter(limits: DeadLetterLimits, refused: readonly boolean[]): number | null {
  for (const [i, bad] of refused.entries()) {
    try {
      limits.note(bad ? 'bars 0/7: not JSON' : null);
    } catch (error) {
      expect(error).toBeInstanceOf(DeadLetterLimitError);
      return i + 1;
    }
  }
  return null;
}
const repeat = (pattern: boolean[], times: number) => Array.from({ length: times }, () => pattern).flat();

test('half of the last thousand may be refused, one more stops', () => {
  const good = repeat([false], 1000);
  expect(stopsAfter(new DeadLetterLimits(), [...good, ...repeat([true], 500)])).toBeNull();
  expect(stopsAfter(new DeadLetterLimits(), [...good, ...repeat([true], 501)])).toBe(1501);
  expect(stopsAfter(new DeadLetterLimits(), repeat([true, false], 5000))).toBeNull();
  expect(stopsAfter(new DeadLetterLimits(), repeat([true, true, false], 5000))).toBe(751);
});

test('a few bad events at the start are no reason to stop', () => {
  expect(stopsAfter(new DeadLetterLimits(), [...repeat([true], 100), ...repeat([false], 100)])).toBeNull();
});

test('a run longer than the limit stops whatever the ratio', () => {
  const run = (length: number) => [...repeat([false], 5000), ...repeat([true], length)];
  expect(stopsAfter(new DeadLetterLimits({ maxRatio: 1 }), run(1000))).toBeNull();
  expect(stopsAfter(new DeadLetterLimits({ maxRatio: 1 }), run(1001))).toBe(6001);
  expect(stopsAfter(new DeadLetterLimits({ maxRun: 3 }), [true, true, true, false, true, true, true, true])).toBe(8);
});

test('the message names the variable and the ways out', () => {
  const limits = new DeadLetterLimits({ maxRun: 1 });
  limits.note('bars 0/7: not JSON');
  expect(() => limits.note('bars 0/7: not JSON')).toThrow(
    /DLQ_MAX_RUN 1.*in the log.*DLQ_ACCEPT=1.*dlq list.*dlq replay.*send again.*bars 0\/7: not JSON/,
  );
});
