/** What the account keeps: symbols to watch, and questions under a name. */
import { useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useAnswer } from '../core/answer.ts';
import { type Refused, send } from '../core/client.ts';
import { dateTime } from '../core/format.ts';
import { BASE, href } from '../core/router.ts';
import { zone } from '../core/settings.ts';
import { useStore } from '../core/store.ts';
import { Answered, Empty } from '../parts/states.tsx';
import { SymbolPicker } from '../parts/symbol-picker.tsx';

interface Watchlist {
  readonly symbols: readonly string[];
  readonly updated_at: string | null;
}

interface Saved {
  readonly id: string;
  readonly name: string;
  readonly question: string;
  readonly updated_at: string;
}

export function WatchlistPage() {
  const [round, again] = useState(0);
  const watched = useAnswer<Watchlist>('/me/watchlist', {}, { freshMs: 0, round });
  const saved = useAnswer<{ data: readonly Saved[] }>('/me/queries', {}, { freshMs: 0, round });
  const changed = () => again((n) => n + 1);
  return (
    <>
      <header class="page-head">
        <h1>Watchlist and saved questions</h1>
        <p class="lead">They belong to the account and are the same on every device.</p>
      </header>
      <section class="card" aria-label="Watchlist">
        <h2>Watchlist</h2>
        <Answered asking={watched} lines={2}>
          {({ symbols }) => <Watched symbols={symbols} changed={changed} />}
        </Answered>
      </section>
      <section class="card saved" aria-label="Saved questions">
        <h2>Saved questions</h2>
        <Answered asking={saved} lines={3}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty>None yet. The builder and the screener have a button “Save”.</Empty>
            ) : (
              <SavedList rows={data} changed={changed} />
            )
          }
        </Answered>
      </section>
    </>
  );
}

/** A write with the session's own token; what was refused is said. */
function useWrite(changed: () => void): [string, (url: string, method: string, json?: unknown) => void] {
  const { usage } = useAccount();
  const [problem, tell] = useState('');
  return [
    problem,
    (url, method, json) => {
      send(url, { method, json: json ?? {}, csrf: usage.csrf_token }).then(
        () => {
          tell('');
          changed();
        },
        (error: Refused) => tell(error.message),
      );
    },
  ];
}

function Watched({ symbols, changed }: { symbols: readonly string[]; changed: () => void }) {
  const [problem, write] = useWrite(changed);
  const put = (next: readonly string[]) => write('/me/watchlist', 'PUT', { symbols: next });
  return (
    <>
      <ul class="chips watched">
        {symbols.map((symbol) => (
          <li key={symbol} class="chip">
            <a href={href('/stat/gap', { symbol })}>{symbol}</a>
            <button
              type="button"
              class="linklike"
              aria-label={`Stop watching ${symbol}`}
              onClick={() => put(symbols.filter((one) => one !== symbol))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      {symbols.length === 0 && <p class="quiet">Nothing is watched: Today shows the first ten symbols.</p>}
      <div class="toolbar">
        <SymbolPicker
          title="Add"
          placeholder="type a symbol"
          hidden={symbols}
          onChoose={(symbol) => put([...symbols, symbol])}
        />
        <a class="button plain" href={href('/today')}>
          See them today
        </a>
      </div>
      <p class="problem" role="alert">
        {problem}
      </p>
    </>
  );
}

function SavedList({ rows, changed }: { rows: readonly Saved[]; changed: () => void }) {
  const chosen = useStore(zone);
  const [problem, write] = useWrite(changed);
  return (
    <>
      <ul class="saved-list">
        {rows.map(({ id, name, question, updated_at }) => (
          <li key={id}>
            {/* Only pages of the console are links: the text is whatever a client stored. */}
            {question === BASE || question.startsWith(`${BASE}/`) ? <a href={question}>{name}</a> : <span>{name}</span>}
            <small>{dateTime(updated_at, chosen)}</small>
            <button
              type="button"
              class="plain small"
              aria-label={`Delete ${name}`}
              onClick={() => write(`/me/queries/${id}`, 'DELETE')}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
      <p class="problem" role="alert">
        {problem}
      </p>
    </>
  );
}
