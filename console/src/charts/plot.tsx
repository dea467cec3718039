/** A drawing as wide as its place: a unit is a pixel, so that text keeps its size on every screen. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { SavePicture } from '../parts/save-picture.tsx';

/** Of the drawing, with the line of text at its foot. */
export const HEIGHT = 200;
export const FOOT = 22;

export function Plot({
  words,
  caption = true,
  children,
}: {
  /** What it shows, for whoever does not see it; below it, too, unless a table follows. */
  words: string;
  caption?: boolean;
  children: (width: number) => ComponentChildren;
}) {
  const holder = useRef<HTMLElement>(null);
  const [width, measured] = useState(0);
  useLayoutEffect(() => {
    const element = holder.current!;
    const observer = new ResizeObserver(() => measured(element.clientWidth));
    measured(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <figure class="plot" ref={holder}>
      <svg viewBox={`0 0 ${width || 1} ${HEIGHT}`} height={HEIGHT} role="img" aria-label={words}>
        <title>{words}</title>
        {width > 0 && children(width)}
      </svg>
      {caption && <figcaption>{words}</figcaption>}
      <SavePicture of="figure" name={words} />
    </figure>
  );
}
