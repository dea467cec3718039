/** The same answer elsewhere: files, a command line, a link. */
import { useState } from 'preact/hooks';
import { number } from '../core/format.ts';

export function curlOf(address: string): string {
  const [path, search = ''] = address.split('?');
  const data = [...new URLSearchParams(search)].map(
    ([name, value]) => ` \\\n  --data-urlencode ${quoted(`${name}=${value}`)}`,
  );
  return `curl -G -H "Authorization: Bearer $TOKEN" '${location.origin}${path}'${data.join('')}`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export function pythonOf(address: string): string {
  const [path, search = ''] = address.split('?');
  const params = [...new URLSearchParams(search)].map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`,
  );
  return `import os, requests

answer = requests.get(
    "${location.origin}${path}",
    params={
${params.join('').replace(/^/gm, '    ').trimEnd()}
    },
    headers={"Authorization": f"Bearer {os.environ['TOKEN']}"},
)
answer.raise_for_status()
print(answer.json())
`;
}

export function Copy({ text, children }: { text: () => string; children: string }) {
  const [done, say] = useState(false);
  return (
    <button
      type="button"
      class="plain"
      onClick={() => {
        void navigator.clipboard.writeText(text()).then(() => {
          say(true);
          setTimeout(() => say(false), 1500);
        });
      }}
    >
      <span aria-live="polite">{done ? 'Copied' : children}</span>
    </button>
  );
}

export function TakeAway({
  address,
  list,
  part,
}: {
  address: string;
  list: boolean;
  /** Rows of the answer at the address, where the whole has more. */
  part?: { readonly rows: number; readonly total: number };
}) {
  const as = (format: string) => `${address}${address.includes('?') ? '&' : '?'}format=${format}`;
  return (
    <span class="take-away">
      <a class="button plain" href={as('csv')} download>
        CSV
      </a>
      {list && (
        <a class="button plain" href={as('arrow')} download>
          Arrow
        </a>
      )}
      <Copy text={() => curlOf(address)}>Copy curl</Copy>
      <Copy text={() => pythonOf(address)}>Copy Python</Copy>
      <Copy text={() => location.href}>Copy link</Copy>
      {part && part.rows < part.total && (
        <small>
          Files hold the first {number(part.rows)} of {number(part.total)} rows; the API’s cursor has the rest.
        </small>
      )}
    </span>
  );
}
