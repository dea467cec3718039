/** What a page is, in a heading and a sentence. */
import type { ComponentChildren } from 'preact';

export function PageHead({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <header class="page-head">
      <h1>{title}</h1>
      <p class="lead">{children}</p>
    </header>
  );
}
