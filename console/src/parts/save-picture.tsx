import { useState } from 'preact/hooks';
import { savePicture } from '../core/picture.ts';

/** Saves what is around the button, by its selector, as a PNG. */
export function SavePicture({ of, name }: { of: string; name: string }) {
  const [state, tell] = useState<'' | 'saving' | 'failed'>('');
  return (
    <button
      type="button"
      class="plain save-picture"
      disabled={state === 'saving'}
      aria-label={`${name} as PNG`}
      title="Save as a picture"
      onClick={(event) => {
        const element = event.currentTarget.closest<HTMLElement>(of);
        if (!element) return;
        tell('saving');
        // What a picture leaves out of sight, such as its range, stands above it.
        const said = element.closest('.result')?.querySelector('.what')?.textContent ?? '';
        savePicture(element, element.matches('.result') ? '' : said).then(
          () => tell(''),
          () => tell('failed'),
        );
      }}
    >
      {state === 'failed' ? 'not saved' : 'PNG'}
    </button>
  );
}
