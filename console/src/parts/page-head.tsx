/** What a page is, in a heading and a sentence. @param keep the sentence stays on phones */
import type { ComponentChildren } from 'preact';

export function PageHead({ title, keep, children }: { title: string; keep?: boolean; children: ComponentChildren }) {
  return (
    <header class={keep ? 'page-head keep' : 'page-head'}>
      <h1>{title}</h1>
      <p class="lead">{children}</p>
    </header>
  );
}
