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

/** Loads the account. @param early is called with everything but the list of symbols, which takes longer */
async function load(early: (account: Loaded) => void): Promise<Loaded> {
  const listed = send<SymbolPage>(address('/symbols', PAGE));
  // An error of the list rejects the whole load below.
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
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<Refused | null>(null);
  const { is: state, why } = useStore(login);
  const begin = useCallback(() => {
    const show = (account: Loaded) => {
      keepFor(account.usage.account.id);
      setLoaded((before) => {
        const isSame = before?.usage.account.id === account.usage.account.id;
        if (before && !isSame) forgetAnswers();
        // The previous list stays until the next one arrives.
        return isSame && account.pending ? { ...before, usage: account.usage } : account;
      });
      login.set({ is: 'in', why: '' });
    };
    load(show).then(
      (account) => {
        setFailure(null);
        show(account);
      },
      (error) => {
        // The login form is shown already.
        if (error instanceof Refused && error.status === 401) setFailure(null);
        else setFailure(error instanceof Refused ? error : new Refused(-1, { detail: { message: String(error) } }));
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
    setLoaded(null);
  }, [state]);
  const focused = useRef<HTMLElement | null>(null);
  // The focused element is noted before the page is hidden, and focused again later.
  useLayoutEffect(() => {
    if (state === 'in') focused.current?.focus();
    focused.current = state === 'expired' ? (document.activeElement as HTMLElement | null) : null;
  }, [state]);
  // A failure is shown before the first data only: loaded data stay while the service is away.
  if (failure && (!loaded || loaded.pending)) {
    return (
      <main class="login">
        <Waiting
          seconds={failure.retryAfterS ?? 5}
          title={failure.status === 0 ? 'The service cannot be reached' : 'The console cannot start yet'}
          again={() => {
            setFailure(null);
            begin();
          }}
        >
          <p class="quiet">{failure.message}</p>
        </Waiting>
      </main>
    );
  }
  return (
    <>
      {state !== 'in' && <LoginPage key={why} message={why} done={begin} />}
      {state === 'in' && !loaded && <Loading lines={6} />}
      {loaded && (
        // An expired login hides the page, which keeps its input.
        <div key={loaded.usage.account.id} hidden={state !== 'in'}>
          <AccountContext.Provider value={{ ...loaded, refresh: begin }}>
            <App />
          </AccountContext.Provider>
        </div>
      )}
    </>
  );
}

/** Starts the console. A login link's code works once, so it leaves the address and the history before it is sent. */
async function start(): Promise<void> {
  let problem = '';
  const code = loginCode(location.hash);
  if (code !== null) {
    history.replaceState(null, '', location.pathname + location.search);
    await send('/console/login', { method: 'POST', json: { login: code } }).catch((error: Error) => {
      problem = error.message;
    });
  }
  // The browser treats another link in the tab of a failed one as the same page.
  addEventListener('hashchange', () => {
    if (loginCode(location.hash) !== null) location.reload();
  });
  applyTheme();
  startRouter();
  render(<Console problem={problem} />, document.querySelector('#app')!);
}

void start();
