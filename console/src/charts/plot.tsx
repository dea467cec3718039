/** A drawing as wide as its container: a unit is a pixel, so that text keeps its size on every screen. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { alike } from '../core/format.ts';

/** Sizes of the drawing, its line of text at the foot and the values of its axis at the left. */
export const HEIGHT = 200;
export const FOOT = 22;
export const LEFT = 60;

/** Description of one place of the drawing, shown while the pointer or the keyboard is there. */
export interface Mark {
  /** Middle of the place, px. */
  readonly x: number;
  readonly words: string;
}

/** Moves from one mark to another by arrows, Home and End. */
export function walk(event: KeyboardEvent, at: number | null, length: number, go: (next: number) => void): void {
  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: Math.max(0, (at ?? 0) - 1),
    ArrowRight: Math.min(length - 1, (at ?? -1) + 1),
    Home: 0,
    End: length - 1,
  };
  const next = keys[event.key];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  go(next);
}

export function Plot({
  words,
  marks,
  children,
}: {
  /** Description of the drawing for screen readers, also shown below it. */
  words: string;
  marks?: (width: number) => readonly Mark[];
  children: (width: number) => ComponentChildren;
}) {
  const holder = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = holder.current!;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const all = (width > 0 && marks?.(width)) || [];
  const mark = at === null ? undefined : all[Math.min(at, all.length - 1)];
  const nearest = (x: number) =>
    all.reduce((best, one, i) => (Math.abs(one.x - x) < Math.abs(all[best].x - x) ? i : best), 0);
  return (
    <figure class="plot" ref={holder}>
      {/* biome-ignore lint/a11y/useSemanticElements: it is not in a form */}
      <div
        role="group"
        aria-label={words}
        tabIndex={marks ? 0 : undefined}
        onPointerMove={(event) => setAt(nearest(event.clientX - event.currentTarget.getBoundingClientRect().left))}
        onPointerLeave={() => setAt(null)}
        onFocus={() => setAt((before) => before ?? 0)}
        onBlur={() => setAt(null)}
        onKeyDown={(event) => {
          if (marks) walk(event, at, all.length, setAt);
        }}
      >
        <svg viewBox={`0 0 ${width || 1} ${HEIGHT}`} height={HEIGHT} role="img" aria-label={words}>
          {width > 0 && children(width)}
          {mark && <line class="at" x1={mark.x} x2={mark.x} y1="0" y2={HEIGHT - FOOT} />}
        </svg>
      </div>
      <figcaption aria-live="polite">
        <span class={mark ? 'unread' : ''}>{words}</span>
        {mark && <strong>{mark.words}</strong>}
      </figcaption>
    </figure>
  );
}

/** Returns about so many round values within the bounds. */
export function ticksOf(low: number, high: number, about = 5): readonly number[] {
  const raw = (high - low) / about;
  if (!(raw > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw * 0.999)!;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Draws lines across the drawing with their values and unit at the left. */
export function Scale({
  low,
  high,
  unit,
  y,
  width,
}: {
  low: number;
  high: number;
  unit: string;
  y: (value: number) => number;
  width: number;
}) {
  const ticks = ticksOf(low, high, 4);
  const show = alike(ticks, unit);
  return (
    <>
      {ticks.map((value) => (
        <g key={value}>
          <line class={value === 0 ? 'axis' : 'grid'} x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 5} y={y(value) + 4} text-anchor="end">
            {show(value)}
          </text>
        </g>
      ))}
    </>
  );
}
