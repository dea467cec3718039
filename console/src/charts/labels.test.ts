import { expect, it } from 'vitest';
import { type Box, ofEvent, ofLevel, placed } from './labels.ts';

const HEIGHT = 13;
const overlap = (boxes: readonly (Box | null)[]) =>
  boxes.flatMap((a, i) =>
    boxes.slice(i + 1).filter((b) => {
      if (!a || !b) return false;
      const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
      const along = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
      return across > 0 && along > 0;
    }),
  ).length;

it.each([1200, 300])(
  'words of a breakout, a re-entry a bar later and three close levels stand apart, %i px wide',
  (width) => {
    const levels = [200, 204, 207].map((y) => ofLevel(y, 48, HEIGHT, width));
    // The breakout below its bar, the re-entry above one that is 4 px away.
    const events = [ofEvent(150, [240, 190], 52, HEIGHT, width), ofEvent(154, [238, 186], 50, HEIGHT, width)];
    const wanted = [...levels, ...events];
    // Each where it would stand alone.
    expect(overlap(wanted.map(([first]) => first))).toBeGreaterThan(1);
    const boxes = placed(wanted, [], { width, height: 300 });
    expect(boxes.every((box) => box !== null)).toBe(true);
    expect(overlap(boxes)).toBe(0);
    // A level's word stays at its line.
    for (const [i, y] of [200, 204, 207].entries()) expect(Math.abs(boxes[i]!.y + HEIGHT / 2 - y)).toBeLessThan(HEIGHT);
  },
);

it('a word that has no place is left out, and one at the edge is moved into the drawing', () => {
  const size = { width: 300, height: 100 };
  const all = [{ x: 0, y: 0, ...size }];
  expect(placed([ofLevel(50, 48, HEIGHT, 300)], all, size)).toEqual([null]);
  expect(placed([ofEvent(2, [60, 40], 52, HEIGHT, 300)], [], size)[0]).toMatchObject({ x: 0, y: 60 });
  expect(placed([ofEvent(299, [40, 60], 52, HEIGHT, 300)], [], size)[0]).toMatchObject({ x: 248, y: 40 - HEIGHT });
});
