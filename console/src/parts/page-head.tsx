/** Shows a page's heading and a sentence about it. */
import type { ComponentChildren } from 'preact';

export function PageHead({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <header class="page-head">
      <h1>{title}</h1>
      <p class="lead">{children}</p>
    </header>
  );
}
