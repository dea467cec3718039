/** A drawing as wide as its place: a unit is a pixel, so that text keeps its size on every screen. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { alike } from '../core/format.ts';

/** Of the drawing, with the line of text at its foot, and the figures of the axis at its left. */
export const HEIGHT = 200;
export const FOOT = 22;
export const LEFT = 60;

/** What is drawn at a place, in words: shown while the pointer or the keyboard is there. */
export interface Mark {
  /** Middle of it, px. */
  readonly x: number;
  readonly words: string;
}

/** Arrows, Home and End go from one mark to another. */
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
  /** What it shows, for readers who do not see it; below it, too. */
  words: string;
  marks?: (width: number) => readonly Mark[];
  children: (width: number) => ComponentChildren;
}) {
  const holder = useRef<HTMLElement>(null);
  const [width, measured] = useState(0);
  const [at, go] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = holder.current!;
    const observer = new ResizeObserver(() => measured(element.clientWidth));
    measured(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const all = (width > 0 && marks?.(width)) || [];
  const mark = at === null ? undefined : all[Math.min(at, all.length - 1)];
  const nearest = (x: number) =>
    all.reduce((best, one, i) => (Math.abs(one.x - x) < Math.abs(all[best].x - x) ? i : best), 0);
  return (
    <figure class="plot" ref={holder}>
      {/* biome-ignore lint/a11y/useSemanticElements: no form is here */}
      <div
        role="group"
        aria-label={words}
        tabIndex={marks ? 0 : undefined}
        onPointerMove={(event) => go(nearest(event.clientX - event.currentTarget.getBoundingClientRect().left))}
        onPointerLeave={() => go(null)}
        onFocus={() => go((before) => before ?? 0)}
        onBlur={() => go(null)}
        onKeyDown={(event) => {
          if (marks) walk(event, at, all.length, go);
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

/** Round values within the bounds, about so many. */
export function ticksOf(low: number, high: number, about = 5): readonly number[] {
  const raw = (high - low) / about;
  if (!(raw > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw * 0.999)!;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Lines across the drawing with their values and unit at its left. */
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
