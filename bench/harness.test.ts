import { expect, it } from 'vitest';
import { line, lineText, quantile } from './harness.ts';

/** Returns the figures as received from the process of a part. */
const received = (values: readonly number[], peer: readonly number[]) =>
  JSON.parse(
    JSON.stringify(
      line('a bar', 'ms', quantile(values, 0.5), { part: 'p7', peer: [peer, 'a peer'], ours: { atMost: 300 } }),
    ),
  );

it('says of a line what was measured, and where nothing was', () => {
  expect(lineText(received([100, 200, 900], [50]))).toBe(
    'p7 a bar | ours 200 (200-200) ms | a peer 50 (50-50) | ratio 4 | <= 300: met',
  );
  expect(lineText(received([], [50]))).toBe(
    'p7 a bar | ours not measured | a peer 50 (50-50) | ratio - | <= 300: not measured',
  );
  expect(lineText(received([900], []))).toBe(
    'p7 a bar | ours 900 (900-900) ms | a peer not measured | ratio - | <= 300: MISSED',
  );
});
