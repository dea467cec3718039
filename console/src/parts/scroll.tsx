/** A region that may scroll by itself; if it does, it has a name and the keyboard reaches it. */
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export function Scroll({
  name,
  tall = false,
  toEnd = false,
  holder,
  onScroll,
  children,
}: {
  name: string;
  tall?: boolean;
  /** Shows the end first. */
  toEnd?: boolean;
  holder?: RefObject<HTMLElement | null>;
  onScroll?: (top: number) => void;
  children: ComponentChildren;
}) {
  const own = useRef<HTMLElement>(null);
  const region = holder ?? own;
  const [isScrollable, setScrollable] = useState(tall);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    if (toEnd) element.scrollLeft = element.scrollWidth;
    const look = () =>
      setScrollable(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [region]);
  return (
    <section
      ref={region}
      class={tall ? 'scroll tall' : 'scroll'}
      tabIndex={isScrollable ? 0 : undefined}
      aria-label={name}
      onScroll={onScroll && ((event) => onScroll(event.currentTarget.scrollTop))}
    >
      {children}
    </section>
  );
}

/** Shows a table of few rows in a region of its own. @param kind classes besides those of all such tables */
export function Grid({
  name,
  kind = '',
  tall,
  heads,
  children,
}: {
  name: string;
  kind?: string;
  tall?: boolean;
  heads?: readonly ComponentChildren[];
  children: ComponentChildren;
}) {
  return (
    <Scroll name={name} tall={tall}>
      <table class={`grid ${kind}`}>
        {heads && (
          <thead>
            <tr>
              {heads.map((head, i) => (
                <th key={i} scope="col">
                  {head || <span class="visually-hidden">Row</span>}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}
