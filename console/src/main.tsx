/** The console. */
import { render } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { App } from './app.tsx';
import { type Account, AccountContext } from './core/account.ts';
import { address, forgetAnswers, loggedOut, loginProblem, Refused, send } from './core/client.ts';
import type { StatisticEntry, Usage } from './core/docs.ts';
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
  const [message, tell] = useState(problem);
  const [failed, fail] = useState<Refused | null>(null);
  const out = useStore(loggedOut);
  const begin = useCallback(() => {
    load((early) => {
      hold((before) => before ?? early);
      loggedOut.set(false);
    }).then(
      (account) => {
        hold(account);
        fail(null);
        tell('');
        loggedOut.set(false);
      },
      (error) => {
        if (error instanceof Refused && error.status === 401) {
          fail(null);
          tell('');
          loggedOut.set(true);
        } else fail(error instanceof Refused ? error : new Refused(-1, { detail: { message: String(error) } }));
      },
    );
  }, []);
  useLayoutEffect(() => {
    if (problem) loggedOut.set(true);
    else begin();
  }, [begin, problem]);
  useEffect(() => {
    if (!out) return;
    forgetAnswers();
    hold(null);
  }, [out]);
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
  if (out) {
    const done = () => {
      loginProblem.set('');
      begin();
    };
    return <LoginPage message={message || loginProblem.value} done={done} />;
  }
  if (!loaded) return <Loading lines={6} />;
  return (
    <AccountContext.Provider value={{ ...loaded, refresh: begin }}>
      <App />
    </AccountContext.Provider>
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
  applyTheme();
  startRouter();
  render(<Console problem={problem} />, document.querySelector('#app')!);
}

void start();
