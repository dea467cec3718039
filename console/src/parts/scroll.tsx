/** A region that scrolls by itself: reached by keyboard, and named. */
import type { ComponentChildren, Ref } from 'preact';

export function Scroll({
  name,
  tall = false,
  holder,
  onScroll,
  children,
}: {
  name: string;
  tall?: boolean;
  holder?: Ref<HTMLElement>;
  onScroll?: (top: number) => void;
  children: ComponentChildren;
}) {
  return (
    <section
      ref={holder}
      class={tall ? 'scroll tall' : 'scroll'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      aria-label={name}
      onScroll={onScroll && ((event) => onScroll(event.currentTarget.scrollTop))}
    >
      {children}
    </section>
  );
}
