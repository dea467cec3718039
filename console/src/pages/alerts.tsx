/** Saved questions that call when their conditions become true, what they called, and how it went since beside before. */
import { useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useAnswer } from '../core/answer.ts';
import { type Refused, send } from '../core/client.ts';
import { date, dateTime, number } from '../core/format.ts';
import { href } from '../core/router.ts';
import { zone } from '../core/settings.ts';
import { useStore } from '../core/store.ts';
import { Interval, Num } from '../parts/figure.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Answered, Empty, Notice } from '../parts/states.tsx';

interface Alert {
  readonly id: string;
  readonly name: string;
  readonly question: string;
  readonly symbols: readonly string[];
  readonly webhook_url: string | null;
  readonly state: 'active' | 'paused' | 'stopped';
  readonly reason: string | null;
  readonly created_at: string;
}

interface Alerts {
  readonly count: number;
  readonly limit: number;
  readonly data: readonly Alert[];
}

interface Saved {
  readonly id: string;
  readonly name: string;
  readonly question: string;
}

interface Figures {
  readonly cases: number;
  readonly rate_pct?: number | null;
  readonly mean?: number | null;
  readonly confidence: { readonly low: number | null; readonly high: number | null };
}

interface Compared {
  readonly before: Figures;
  readonly since: Figures;
}

interface Outcomes extends Compared {
  readonly since_date: string;
  readonly data: readonly (Compared & { readonly symbol: string })[];
}

interface Call {
  readonly id: string;
  readonly symbol: string;
  readonly session_date: string;
  readonly as_of: string;
  readonly state: 'pending' | 'delivered' | 'given_up' | 'recorded';
  readonly attempts: number;
  readonly error: string | null;
  readonly outcome: boolean | number | null;
}

const SHOWN_CALLS = '20';

export function AlertsPage() {
  const { usage } = useAccount();
  const [round, again] = useState(0);
  const [said, say] = useState('');
  const [secret, show] = useState<string | null>(null);
  const alerts = useAnswer<Alerts>('/me/alerts', {}, { freshMs: 0, round });
  const saved = useAnswer<{ data: readonly Saved[] }>('/me/queries', {}, { freshMs: 0 });
  const write = (method: string, url: string, json: unknown = {}) =>
    send<{ secret?: string | null } | null>(url, { method, json, csrf: usage.csrf_token }).then(
      (made) => {
        say('');
        if (made?.secret !== undefined) show(made.secret);
        again((n) => n + 1);
      },
      (error: Refused) => say(error.message),
    );
  return (
    <>
      <header class="page-head">
        <h1>Alerts</h1>
        <p class="lead">
          A saved question calls a webhook when its conditions become true for one of its symbols, once a session.
        </p>
      </header>
      {secret !== null && (
        <Notice>
          Its secret, shown this once: <code class="secret">{secret}</code>
        </Notice>
      )}
      <p class="problem" role="alert">
        {said}
      </p>
      <Answered asking={alerts} lines={4}>
        {({ data, limit }) => (
          <div class="result">
            {limit === 0 && <Notice tone="lock">The plan of this account includes no alerts.</Notice>}
            {data.map((alert) => (
              <AlertCard key={alert.id} alert={alert} write={write} />
            ))}
            {data.length === 0 && limit > 0 && <Empty>None yet. An alert is made of a saved question.</Empty>}
            <Answered asking={saved} lines={2}>
              {(queries) =>
                data.length < limit && (
                  <NewAlert
                    saved={queries.data}
                    left={limit - data.length}
                    make={(asked) => write('POST', '/me/alerts', asked)}
                  />
                )
              }
            </Answered>
          </div>
        )}
      </Answered>
    </>
  );
}

function AlertCard({ alert, write }: { alert: Alert; write: (method: string, url: string, json?: unknown) => void }) {
  const { id, name, symbols, state, reason, webhook_url, created_at } = alert;
  const chosen = useStore(zone);
  const [open, unfold] = useState(false);
  const path = `/me/alerts/${id}`;
  const question = new URLSearchParams(alert.question);
  return (
    <section class="card" aria-label={name}>
      <h2>
        <a href={href('/query', { ...Object.fromEntries(question), symbol: symbols[0] })}>{name}</a>
      </h2>
      <p>
        <strong>{state === 'active' ? 'calls' : state}</strong>
        {reason && `: ${reason}`} · {symbols.join(', ')} · {webhook_url ?? 'no webhook: the stream and this list'} ·
        made {dateTime(created_at, chosen)}
      </p>
      <div class="toolbar">
        <button
          type="button"
          class="plain small"
          aria-label={`${state === 'paused' ? 'Resume' : 'Pause'} ${name}`}
          onClick={() => write('PUT', path, { paused: state !== 'paused' })}
        >
          {state === 'paused' ? 'Resume' : 'Pause'}
        </button>
        <button
          type="button"
          class="plain small"
          aria-label={`Delete ${name}`}
          onClick={() => confirm(`Delete the alert “${name}”?`) && write('DELETE', path)}
        >
          Delete
        </button>
      </div>
      <details onToggle={(event) => unfold(event.currentTarget.open)}>
        <summary>What it called, and how it went since (two questions)</summary>
        {open && <Past path={path} />}
      </details>
    </section>
  );
}

function Past({ path }: { path: string }) {
  const chosen = useStore(zone);
  const figures = useAnswer<Outcomes>(`${path}/figures`);
  const calls = useAnswer<{ data: readonly Call[] }>(`${path}/calls`, { limit: SHOWN_CALLS });
  return (
    <>
      <Answered asking={figures} lines={3}>
        {({ since_date, data, ...together }) => (
          <Scroll name="Since the alert was made">
            <table class="grid">
              <thead>
                <tr>
                  <th scope="col">Symbol</th>
                  <th scope="col">Since {date(since_date)}</th>
                  <th scope="col">Before</th>
                </tr>
              </thead>
              <tbody>
                {data.length > 1 && <FiguresRow name="All" {...together} />}
                {data.map(({ symbol, ...own }) => (
                  <FiguresRow key={symbol} name={symbol} {...own} />
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </Answered>
      <Answered asking={calls} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>It has not called yet.</Empty>
          ) : (
            <Scroll name="Calls">
              <table class="grid">
                <thead>
                  <tr>
                    {['Session', 'Symbol', 'True at', 'Call', 'Outcome'].map((head) => (
                      <th key={head} scope="col">
                        {head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.map((call) => (
                    <tr key={call.id}>
                      <td>{date(call.session_date)}</td>
                      <td>{call.symbol}</td>
                      <td>{dateTime(call.as_of, chosen)}</td>
                      <td class="text">{stateOf(call)}</td>
                      <td>{outcomeOf(call.outcome)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          )
        }
      </Answered>
    </>
  );
}

function FiguresRow({ name, since, before }: Compared & { name: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {[since, before].map(({ cases, rate_pct, mean, confidence }, i) => (
        <td key={i === 0 ? 'since' : 'before'}>
          <Num value={rate_pct ?? mean ?? null} unit={mean === undefined ? 'pct' : 'none'} />{' '}
          <small>of {number(cases)} cases</small>{' '}
          {mean === undefined && <Interval rate={{ value: 0, n: cases, ...confidence }} />}
        </td>
      ))}
    </tr>
  );
}

const STATES: Readonly<{ [state in Call['state']]: string }> = {
  pending: 'waits',
  delivered: 'delivered',
  given_up: 'given up',
  recorded: 'listed',
};
const stateOf = ({ state, attempts, error }: Call) =>
  `${STATES[state]}${attempts > 1 ? ` after ${attempts} attempts` : ''}${error === null ? '' : `: ${error}`}`;

const outcomeOf = (outcome: Call['outcome']) =>
  outcome === null ? 'not decided, or no case' : typeof outcome === 'number' ? number(outcome) : outcome ? 'yes' : 'no';

function NewAlert({ saved, left, make }: { saved: readonly Saved[]; left: number; make: (asked: object) => void }) {
  const asked = saved.filter(({ question }) => /[?&]then=/.test(question));
  const [id, choose] = useState('');
  const query = asked.find((one) => one.id === id) ?? asked[0];
  const [typed, type] = useState<string | null>(null);
  const [url, setUrl] = useState('');
  if (!query) return <p class="quiet">Save a question first: the button “Save” under an answer of Ask.</p>;
  const sent = new URLSearchParams(query.question.slice(query.question.indexOf('?') + 1));
  const symbols = typed ?? sent.get('symbol') ?? sent.get('symbols') ?? '';
  return (
    <form
      class="card"
      aria-label="New alert"
      onSubmit={(event) => {
        event.preventDefault();
        const names = symbols.split(/[\s,]+/).filter((name) => name !== '');
        make({ query_id: query.id, symbols: names, webhook_url: url.trim() || null });
      }}
    >
      <h2>New alert</h2>
      <div class="fields">
        <label class="field">
          <span>Saved question</span>
          <select
            value={query.id}
            onChange={(event) => {
              choose(event.currentTarget.value);
              type(null);
            }}
          >
            {asked.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Symbols, with commas</span>
          <input value={symbols} required onInput={(event) => type(event.currentTarget.value)} />
        </label>
        <label class="field grow">
          <span>Webhook (HTTPS), or nothing</span>
          <input type="url" value={url} placeholder="https://" onInput={(event) => setUrl(event.currentTarget.value)} />
        </label>
        <button type="submit">Make the alert</button>
      </div>
      <p class="quiet">{number(left)} more may be made.</p>
    </form>
  );
}
