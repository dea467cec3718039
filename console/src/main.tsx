/** The console. */
import { render } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { App } from './app.tsx';
import { type Account, AccountContext } from './core/account.ts';
import type { StatisticEntry, Usage } from './core/api.ts';
import { address, forgetAnswers, login, Refused, send } from './core/client.ts';
import { keepFor } from './core/kept.ts';
import { loginCode } from './core/login-link.ts';
import { startRouter } from './core/router.ts';
import { applyTheme } from './core/settings.ts';
import { useStore } from './core/store.ts';
import { PAGE, type SymbolPage } from './core/symbols.ts';
import { LoginPage } from './pages/login.tsx';
import { Loading, Waiting } from './parts/states.tsx';
import './style.css';

type Loaded = Omit<Account, 'refresh'>;

/** @param early told what is known before the list of symbols is */
async function load(early: (account: Loaded) => void): Promise<Loaded> {
  const listed = send<SymbolPage>(address('/symbols', PAGE));
  // Whatever it fails with is the failure of all, below.
  listed.catch(() => {});
  const [usage, { statistics }] = await Promise.all([
    send<Usage>('/me/usage'),
    send<{ statistics: readonly StatisticEntry[] }>('/stats'),
  ]);
  early({ usage, statistics, symbols: [], symbolCount: 0, pending: true });
  const { data: symbols, metadata } = await listed;
  return { usage, statistics, symbols, symbolCount: metadata.total, pending: false };
}

function Console({ problem }: { problem: string }) {
  const [loaded, hold] = useState<Loaded | null>(null);
  const [failed, fail] = useState<Refused | null>(null);
  const { is: state, why } = useStore(login);
  const begin = useCallback(() => {
    const show = (account: Loaded) => {
      keepFor(account.usage.account.id);
      hold((before) => {
        const isSame = before?.usage.account.id === account.usage.account.id;
        if (before && !isSame) forgetAnswers();
        // The list that is there stays until the next one is.
        return isSame && account.pending ? { ...before, usage: account.usage } : account;
      });
      login.set({ is: 'in', why: '' });
    };
    load(show).then(
      (account) => {
        fail(null);
        show(account);
      },
      (error) => {
        // A login is asked for already.
        if (error instanceof Refused && error.status === 401) fail(null);
        else fail(error instanceof Refused ? error : new Refused(-1, { detail: { message: String(error) } }));
      },
    );
  }, []);
  useLayoutEffect(() => {
    if (problem) login.set({ is: 'out', why: problem });
    else begin();
  }, [begin, problem]);
  useEffect(() => {
    if (state !== 'out') return;
    forgetAnswers();
    keepFor('');
    hold(null);
  }, [state]);
  const focused = useRef<HTMLElement | null>(null);
  // Before the page is hidden it still has the focus, and gets it back.
  useLayoutEffect(() => {
    if (state === 'in') focused.current?.focus();
    focused.current = state === 'expired' ? (document.activeElement as HTMLElement | null) : null;
  }, [state]);
  // Before anything is known. What is known stays while the service is away.
  if (failed && (!loaded || loaded.pending)) {
    return (
      <main class="login">
        <Waiting
          seconds={failed.retryAfterS ?? 5}
          title={failed.status === 0 ? 'The service cannot be reached' : 'The console cannot start yet'}
          again={() => {
            fail(null);
            begin();
          }}
        >
          <p class="quiet">{failed.message}</p>
        </Waiting>
      </main>
    );
  }
  return (
    <>
      {state !== 'in' && <LoginPage key={why} message={why} done={begin} />}
      {state === 'in' && !loaded && <Loading lines={6} />}
      {loaded && (
        // What was typed stays below an expired login.
        <div key={loaded.usage.account.id} hidden={state !== 'in'}>
          <AccountContext.Provider value={{ ...loaded, refresh: begin }}>
            <App />
          </AccountContext.Provider>
        </div>
      )}
    </>
  );
}

/** A login link's code is over after one use: it leaves the address, and the history, before it is sent. */
async function start(): Promise<void> {
  let problem = '';
  const code = loginCode(location.hash);
  if (code !== null) {
    history.replaceState(null, '', location.pathname + location.search);
    await send('/console/login', { method: 'POST', json: { login: code } }).catch((error: Error) => {
      problem = error.message;
    });
  }
  // Another link in the tab of one that failed is the same page to the browser.
  addEventListener('hashchange', () => {
    if (loginCode(location.hash) !== null) location.reload();
  });
  applyTheme();
  startRouter();
  render(<Console problem={problem} />, document.querySelector('#app')!);
}

void start();
