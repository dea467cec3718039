/** Saved questions that call when their conditions become true, what they called, and how it went since beside before. */
import { useState } from 'preact/hooks';
import { useAnswer, useRounds } from '../core/answer.ts';
import type { Schemas } from '../core/api.ts';
import { date, dateTime, many, number, withUnit } from '../core/format.ts';
import { useWrite, useWriter } from '../core/operate.ts';
import { hrefOfAsked, unitOf } from '../core/question.ts';
import { useZone } from '../core/settings.ts';
import { Chosen, Confirmed, Field, NewSecret, Problem, WriteForm } from '../parts/admin.tsx';
import { Interval, Num } from '../parts/figure.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Warnings } from '../parts/result-header.tsx';
import { Grid } from '../parts/scroll.tsx';
import { Answered, Empty, Notice } from '../parts/states.tsx';
import { SymbolList } from '../parts/symbol-picker.tsx';

type Alert = Schemas['Alert'];
type Call = Schemas['AlertCalls']['data'][number];
type Compared = Pick<Schemas['AlertFigures'], 'since' | 'before'>;

const SHOWN_CALLS = '20';

export function AlertsPage() {
  const [round, changed] = useRounds();
  const [secret, show] = useState<string | null>(null);
  const alerts = useAnswer<Schemas['Alerts']>('/me/alerts', {}, { freshMs: 0, round });
  const saved = useAnswer<Schemas['SavedQueries']>('/me/queries', {}, { freshMs: 0 });
  return (
    <>
      <PageHead title="Alerts">
        A saved question calls a webhook when its conditions become true for one of its symbols, once a session.
      </PageHead>
      <Answered asking={alerts} lines={4}>
        {({ data, limit }) => (
          <div class="result">
            {limit === 0 && <Notice tone="lock">The plan of this account includes no alerts.</Notice>}
            {data.map((alert) => (
              <AlertCard key={alert.id} alert={alert} changed={changed} />
            ))}
            {secret !== null && <NewSecret what="secret">{secret}</NewSecret>}
            {data.length === 0 && limit > 0 && <Empty>None yet. An alert is made of a saved question.</Empty>}
            <Answered asking={saved} lines={2}>
              {(queries) =>
                data.length < limit ? (
                  <NewAlert
                    saved={queries.data}
                    left={limit - data.length}
                    made={(one) => {
                      show(one);
                      changed();
                    }}
                  />
                ) : (
                  limit > 0 && (
                    <Notice tone="lock">
                      Alerts included in the plan: {number(limit)}. Delete one before you create another.
                    </Notice>
                  )
                )
              }
            </Answered>
          </div>
        )}
      </Answered>
    </>
  );
}

const STATE_TONES: Readonly<{ [state in Alert['state']]: string }> = {
  active: 'yes',
  paused: 'pending',
  stopped: 'no',
};

function AlertCard({ alert, changed }: { alert: Alert; changed: () => void }) {
  const { put } = useWriter();
  const { problem, write } = useWrite();
  const { id, name, symbols, state, reason, webhook_url, created_at } = alert;
  const chosen = useZone();
  const [open, unfold] = useState(false);
  const [replaced, show] = useState<Schemas['AlertSecret'] | null>(null);
  const path = `/me/alerts/${id}`;
  const send = (method: 'PUT' | 'DELETE', json?: object) =>
    write(async () => {
      await put(method, path, json);
      changed();
    });
  const question = new URLSearchParams(alert.question);
  return (
    <section class="card" aria-label={name}>
      <h2>
        <a href={hrefOfAsked(question, symbols[0])}>{name}</a>{' '}
        <span class={`badge ${STATE_TONES[state]}`}>{state}</span>
      </h2>
      <p>
        {reason && `${reason} · `}
        {symbols.join(', ')} · {webhook_url ?? 'no webhook: the stream and this list'} · made{' '}
        {dateTime(created_at, chosen)}
      </p>
      <div class="toolbar">
        <button
          type="button"
          class="plain small"
          aria-label={`${state === 'paused' ? 'Resume' : 'Pause'} ${name}`}
          onClick={() => send('PUT', { paused: state !== 'paused' })}
        >
          {state === 'paused' ? 'Resume' : 'Pause'}
        </button>
        {webhook_url !== null && (
          <Confirmed
            ask="Replace it? The one before is valid for a day"
            name={name}
            onClick={() => write(async () => show(await put<Schemas['AlertSecret']>('POST', `${path}/secret`)))}
          >
            Replace secret
          </Confirmed>
        )}
        <Confirmed ask="Delete it?" name={name} onClick={() => send('DELETE')}>
          Delete
        </Confirmed>
      </div>
      <Problem>{problem}</Problem>
      {replaced && (
        <>
          <NewSecret what="secret">{replaced.secret}</NewSecret>
          <p class="quiet">
            Calls are signed with the secret before, too, until {dateTime(replaced.previous_valid_until, chosen)}.
          </p>
        </>
      )}
      <details onToggle={(event) => unfold(event.currentTarget.open)}>
        <summary>What it called, and how it went since (two questions)</summary>
        {open && <Past path={path} unit={unitOf(question.get('then') ?? '')} />}
      </details>
    </section>
  );
}

function Past({ path, unit }: { path: string; unit: string }) {
  const chosen = useZone();
  const figures = useAnswer<Schemas['AlertFigures']>(`${path}/figures`);
  const calls = useAnswer<Schemas['AlertCalls']>(`${path}/calls`, { limit: SHOWN_CALLS });
  return (
    <>
      <Answered asking={figures} lines={3}>
        {({ since_date, data, warnings, ...together }) => (
          <>
            <Warnings texts={warnings} />
            <Grid
              name="Since the alert was made"
              kind="admin"
              heads={['Symbol', `Since ${date(since_date)}`, 'Before']}
            >
              {data.length > 1 && <FiguresRow name="All" unit={unit} {...together} />}
              {data.map(({ symbol, ...own }) => (
                <FiguresRow key={symbol} name={symbol} unit={unit} {...own} />
              ))}
            </Grid>
          </>
        )}
      </Answered>
      <Answered asking={calls} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>It has not called yet.</Empty>
          ) : (
            <Grid name="Calls" kind="admin" heads={['Session', 'Symbol', 'True at', 'Call', 'Outcome']}>
              {data.map((call) => (
                <tr key={call.id}>
                  <td>{date(call.session_date)}</td>
                  <td>{call.symbol}</td>
                  <td>{dateTime(call.as_of, chosen)}</td>
                  <td class="text">{stateOf(call)}</td>
                  <td>{outcomeOf(call.outcome, unit)}</td>
                </tr>
              ))}
            </Grid>
          )
        }
      </Answered>
    </>
  );
}

function FiguresRow({ name, unit, since, before }: Compared & { name: string; unit: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {[since, before].map(({ cases, rate_pct, mean, confidence }, i) => (
        <td key={i === 0 ? 'since' : 'before'}>
          <Num value={rate_pct ?? mean ?? null} unit={mean === undefined ? 'pct' : unit} />{' '}
          <small>of {many(cases, 'case')}</small>{' '}
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

const outcomeOf = (outcome: Call['outcome'], unit: string) =>
  typeof outcome === 'number'
    ? withUnit(outcome, unit)
    : outcome === null
      ? 'not decided, or no case'
      : outcome
        ? 'yes'
        : 'no';

function NewAlert({
  saved,
  left,
  made,
}: {
  saved: readonly Schemas['SavedQuery'][];
  left: number;
  /** @param secret null without a webhook */
  made: (secret: string | null) => void;
}) {
  const { put } = useWriter();
  const asked = saved.filter(({ question }) => /[?&]then=/.test(question));
  const [id, choose] = useState('');
  const query = asked.find((one) => one.id === id) ?? asked[0];
  const [listed, list] = useState<readonly string[] | null>(null);
  if (!query) return <p class="quiet">Save a question first: the button “Save” under an answer of Ask.</p>;
  const sent = new URLSearchParams(query.question.slice(query.question.indexOf('?') + 1));
  const symbols = listed ?? (sent.get('symbol') ?? sent.get('symbols') ?? '').split(',').filter(Boolean);
  return (
    <WriteForm
      name="New alert"
      onSend={async ({ values: { webhook_url = null } }) => {
        const json = { query_id: query.id, symbols, webhook_url };
        made((await put<Schemas['AlertMade']>('POST', '/me/alerts', json)).secret);
        list(null);
      }}
    >
      <h2>New alert</h2>
      <div class="fields">
        <Chosen
          name="query"
          title="Saved question"
          wide
          values={asked.map((one) => one.id)}
          titles={Object.fromEntries(asked.map((one) => [one.id, one.name]))}
          value={query.id}
          onChange={(event) => {
            choose(event.currentTarget.value);
            list(null);
          }}
        />
        <SymbolList symbols={symbols} onSymbols={list} />
        <Field name="webhook_url" title="Webhook (HTTPS), or nothing" type="url" placeholder="https://" wide />
        <button type="submit">Create the alert</button>
      </div>
      <p class="quiet">{number(left)} more may be created.</p>
    </WriteForm>
  );
}
