/** Exports of an answer: files, a command line, a link. */
import { useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { number } from '../core/format.ts';

/** Leaves out the courses of the cases, which only the page's pictures need and which are most of the answer. */
function requested(address: string) {
  const [path, search = ''] = address.split('?');
  return { path, params: [...new URLSearchParams(search)].filter(([name]) => name !== 'paths') };
}

function curlOf(address: string): string {
  const { path, params } = requested(address);
  const data = params.map(([name, value]) => ` \\\n  --data-urlencode ${quoted(`${name}=${value}`)}`);
  return `curl -G -H "Authorization: Bearer $TOKEN" '${location.origin}${path}'${data.join('')}`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the request in Python with the client of this project. */
function pythonOf(address: string): string {
  const { path, params } = requested(address);
  const lines = params.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  return `import os

from market_stats import MarketStats

with MarketStats("${location.origin}", token=os.environ["TOKEN"]) as market:
    answer = market.get("${path}", **{
${lines.join('\n')}
    })
    print(answer)
`;
}

/** Returns the name of a file: `/stats/gap/summary?symbol=SPY` becomes `gap-summary-SPY.csv`. */
export function fileName(address: string, format: string): string {
  const [path, search] = address.split('?');
  const symbol = new URLSearchParams(search).get('symbol');
  const words = [...path.split('/').filter((part) => part && part !== 'stats'), ...(symbol ? [symbol] : [])];
  return `${words.join('-').replaceAll(/[^\w.-]+/g, '_')}.${format}`;
}

export function Copy({ text, children }: { text: () => string; children: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <button
      type="button"
      class="plain"
      onClick={() => {
        void navigator.clipboard.writeText(text()).then(() => {
          setCopied(true);
          setTimeout(() => setCopied(false), 1500);
        });
      }}
    >
      <span aria-live="polite">{isCopied ? 'Copied' : children}</span>
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
  /** Rows of the answer at the address, if they are a part of the whole. */
  part?: { readonly rows: number; readonly total: number };
}) {
  const { usage } = useAccount();
  const as = (format: string) => `${address}${address.includes('?') ? '&' : '?'}format=${format}`;
  return (
    <span class="take-away">
      <a class="button plain" href={as('csv')} download={fileName(address, 'csv')}>
        CSV
      </a>
      {list && (
        <a class="button plain" href={as('arrow')} download={fileName(address, 'arrow')}>
          Arrow
        </a>
      )}
      {usage.account.direct_api && (
        <>
          <Copy text={() => curlOf(address)}>Copy curl</Copy>
          <Copy text={() => pythonOf(address)}>Copy Python</Copy>
        </>
      )}
      <Copy text={() => location.href}>Copy link</Copy>
      {part && part.rows < part.total && (
        <small>
          Files have the first {number(part.rows)} of {number(part.total)} rows
          {usage.account.direct_api ? '; the API’s cursor has the rest.' : '.'}
        </small>
      )}
    </span>
  );
}
