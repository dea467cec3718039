/** Frame of every page: navigation by task, the account's remaining questions, theme and time zone. */
import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleHints } from '../../../compute/statistics/statistic.ts';
import { useAccount } from '../core/account.ts';
import { login, remaining, send } from '../core/client.ts';
import { number, PLAN_NAMES } from '../core/format.ts';
import { remembered, sharedOf } from '../core/params.ts';
import { go, href, type Place } from '../core/router.ts';
import { THEMES, theme, ZONES, zone } from '../core/settings.ts';
import { useStore } from '../core/store.ts';
import { Mark } from '../pages/login.tsx';
import { Select } from './form.tsx';

const PAGES = [
  ['', 'Overview'],
  ['/today', 'Today'],
  ['/query', 'Ask'],
  ['/scan', 'Screener'],
] as const;

/** Groups of statistics in the order of the menu. */
const GROUPS: Readonly<Record<NonNullable<ConsoleHints['group']> | 'other', string>> = {
  opening: 'Opening',
  levels: 'Levels',
  structure: 'Structure',
  calendar: 'Calendar',
  news: 'News',
  other: 'Other statistics',
};

export function Shell({ place, children }: { place: Place; children: ComponentChildren }) {
  const { usage, statistics } = useAccount();
  const shared = sharedOf(place.query);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => setOpen(false), [place.path]);
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isOpen]);
  const link = (path: string, title: string, query: Readonly<Record<string, string>> = shared) => (
    <li key={path}>
      <a href={href(path, query)} aria-current={place.path === path ? 'page' : undefined}>
        {title}
      </a>
    </li>
  );
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <button
          ref={button}
          type="button"
          class="plain menu"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
        <a class="brand" href={href('', shared)}>
          <Mark /> market-stats
        </a>
        <Left />
        <Choices />
      </header>
      <div class="body">
        <nav id="menu" class={isOpen ? 'side open' : 'side'} aria-label="Pages">
          <ul>{PAGES.map(([path, title]) => link(path, title))}</ul>
          {Object.entries(GROUPS).map(([group, title]) => {
            const inGroup = statistics.filter(({ console }) => (console.group ?? 'other') === group);
            if (inGroup.length === 0) return null;
            return (
              <Fragment key={group}>
                <h2>{title}</h2>
                <ul>
                  {inGroup.map(({ name, title }) => link(`/stat/${name}`, title, { ...remembered(name), ...shared }))}
                </ul>
              </Fragment>
            );
          })}
          {usage.account.operator && (
            <>
              <h2>Operator</h2>
              <ul>{link('/operator', 'State', {})}</ul>
            </>
          )}
          <h2>Account</h2>
          <ul>
            {link('/usage', `Usage · ${PLAN_NAMES[usage.account.plan]}`)}
            <li>
              <a href="/docs">Reference</a>
            </li>
            <li>
              <button
                type="button"
                class="linklike"
                onClick={() =>
                  void send('/console/logout', { method: 'POST', json: {} })
                    .catch(() => {})
                    .then(() => {
                      // The address may contain the last account's question.
                      go(href(''), { replace: true });
                      login.set({ is: 'out', why: '' });
                    })
                }
              >
                Log out {usage.account.name}
              </button>
            </li>
          </ul>
          {/* Shown if the bar at the top has no room for them. */}
          <h2 class="phone-only">Shown in</h2>
          <Choices />
        </nav>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
}

function Left() {
  const left = useStore(remaining);
  const { usage } = useAccount();
  const minute = left?.minute ?? usage.rate_limits.minute.remaining;
  const limit = left?.minuteLimit ?? usage.rate_limits.minute.limit;
  return (
    <a class="left" href="/console/usage" title="Questions left in this minute">
      <meter min={0} max={limit} value={minute} low={limit * 0.2} aria-label="Questions left in this minute" />
      <span>
        {number(minute)}
        <span class="wide-only">/{number(limit)}</span> left<span class="wide-only"> this minute</span>
      </span>
    </a>
  );
}

const Choices = () => (
  <>
    <Choice name="Time zone" values={ZONES} store={zone} />
    <Choice name="Theme" values={THEMES} store={theme} />
  </>
);

function Choice<T extends string>({
  name,
  values,
  store,
}: {
  name: string;
  values: readonly T[];
  store: typeof theme | typeof zone;
}) {
  const value = useStore(store as typeof theme);
  return (
    <label class="choice">
      <span>{name}</span>
      <Select value={value} of={values} onValue={(next) => (store as typeof theme).set(next as never)} />
    </label>
  );
}
