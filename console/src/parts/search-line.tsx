/** Goes anywhere by typing: symbols, statistics, saved questions, pages; what was gone to last comes first. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useAnswer } from '../core/answer.ts';
import { login } from '../core/client.ts';
import { recentTargets, rememberTarget, type Target } from '../core/recent.ts';
import { BASE, go, href, placeNow } from '../core/router.ts';
import { useSymbolSearch } from '../core/symbols.ts';
import { type Choice, Combobox } from './combobox.tsx';

interface Found extends Choice, Target {}

const SYMBOLS = 8;
const OTHERS = 6;
/** Pages of one symbol: another symbol is looked at on the same page. */
const OF_SYMBOL = /^(\/stat\/.*|\/query|\/session|)$/;

const isTyping = (target: EventTarget | null) =>
  (target as Element | null)?.closest?.('input, select, textarea, [contenteditable]');

/** @param pages as the menu has them: path and title */
export function SearchLine({ pages }: { pages: readonly (readonly [path: string, title: string])[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, show] = useState(false);
  // Keys are listened to as soon as the button is in sight.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
      if (!slash && !((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k')) return;
      event.preventDefault();
      if (login.value.is === 'in') show(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  // Before the next key is handled, which may open it again.
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <>
      <button type="button" class="plain search-button" aria-keyshortcuts="/ Control+K" onClick={() => show(true)}>
        Search<span class="wide-only"> a symbol or a page</span> <kbd class="wide-only">/</kbd>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself */}
      <dialog
        ref={dialog}
        class="search"
        aria-label="Search"
        // The event comes later than the closing: it may have been opened again.
        onClose={() => !dialog.current?.open && show(false)}
        onClick={(event) => event.target === dialog.current && show(false)}
      >
        {open && <Search pages={pages} close={() => show(false)} />}
      </dialog>
    </>
  );
}

function Search({ pages, close }: { pages: readonly (readonly [string, string])[]; close: () => void }) {
  const { statistics } = useAccount();
  const [text, type] = useState('');
  const found = useSymbolSearch(text, SYMBOLS);
  const saved = useAnswer<{ data: readonly { name: string; question: string }[] }>('/me/queries');
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ label, kind }: Target) => {
    const all = `${label} ${kind}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const named: readonly Target[] = [
    ...statistics.map(({ name, title }) => ({ label: title, kind: 'Statistic', to: `/stat/${name}` })),
    ...(saved.is === 'done'
      ? saved.body.data.map(({ name, question }) => ({
          label: name,
          kind: 'Saved question',
          to: question.slice(BASE.length),
        }))
      : []),
    ...pages.map(([to, label]) => ({ label, kind: 'Page', to })),
  ];
  const recent = recentTargets().filter(matches);
  const symbols = (words.length > 0 ? found.symbols : []).map(
    ({ symbol }): Target => ({ label: symbol, kind: 'Symbol', to: symbol }),
  );
  const others = words.length === 0 ? named.filter(({ kind }) => kind === 'Page') : named.filter(matches);
  const known = new Set(recent.map(({ kind, to }) => `${kind} ${to}`));
  const rest = [...symbols, ...others.slice(0, OTHERS)].filter(({ kind, to }) => !known.has(`${kind} ${to}`));
  const choices = [...recent, ...rest].map(
    (target): Found => ({
      ...target,
      key: `${target.kind} ${target.to}`,
      hint: known.has(`${target.kind} ${target.to}`) ? `${target.kind}, recent` : target.kind,
    }),
  );
  const choose = (target: Found) => {
    const { label, kind, to } = target;
    rememberTarget({ label, kind, to });
    close();
    go(addressOf(target));
  };
  return (
    <Combobox
      label="Symbol, statistic, saved question or page"
      placeholder="Symbol, statistic, saved question or page"
      text={text}
      onText={type}
      choices={choices}
      onChoose={choose}
      busy={found.busy}
      none={found.none.replace('No symbol', 'Nothing')}
      open
    />
  );
}

/** A symbol stays on the page if that is about one; statistics and pages keep the symbol. */
function addressOf({ kind, to }: Target): string {
  const { path, query } = placeNow();
  if (kind === 'Symbol')
    return OF_SYMBOL.test(path) ? href(path, { ...query, symbol: to, date: undefined }) : href('', { symbol: to });
  if (kind === 'Saved question') return `${BASE}${to}`;
  return href(to, { symbol: query['symbol'] });
}
