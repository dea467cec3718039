/** Places for the labels of levels and events on a chart, without overlaps. */

/** Left upper corner and size of a label, px. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const meets = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * Returns for each label the first of its places that is free and within the drawing; null if there is none.
 * @param wanted places of each label, the best first
 * @param taken boxes of other things
 */
export function placed(
  wanted: readonly (readonly Box[])[],
  taken: readonly Box[],
  size: Pick<Box, 'width' | 'height'>,
): readonly (Box | null)[] {
  const used = [...taken];
  return wanted.map((places) => {
    const free = places.find(
      (box) =>
        box.x >= 0 &&
        box.y >= 0 &&
        box.x + box.width <= size.width &&
        box.y + box.height <= size.height &&
        !used.some((other) => meets(box, other)),
    );
    if (free) used.push(free);
    return free ?? null;
  });
}

const STEPS = [0, 1, 2, 3, 4, 5];

/** Returns places on the level's line, above or below, from the right end to the left. */
export const ofLevel = (y: number, width: number, height: number, right: number): readonly Box[] =>
  STEPS.flatMap((step) =>
    [y - height - 1, y + 1].map((top) => ({
      x: right - width - (step * right) / (STEPS.length + 1),
      y: top,
      width,
      height,
    })),
  );

/** Returns places beside the bar, its own side first. @param ends of the bar with its arrow: own side first */
export const ofEvent = (
  x: number,
  [own, other]: readonly [number, number],
  width: number,
  height: number,
  right: number,
): readonly Box[] =>
  [own, other].flatMap((end, i) => {
    const down = own > other === (i === 0);
    return STEPS.map((step) => ({
      x: Math.max(0, Math.min(right - width, x - width / 2)),
      y: down ? end + step * height : end - (step + 1) * height,
      width,
      height,
    }));
  });
