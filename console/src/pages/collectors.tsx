/** Collectors for operators: what each collects and how far it is, and adding, stopping and removing them. */
import { useState } from 'preact/hooks';
import { useRounds } from '../core/answer.ts';
import { useOperation, useWrite, useWriter } from '../core/operate.ts';
import { href, type Query } from '../core/router.ts';
import type { Row } from '../core/rows.ts';
import { Check, Chosen, Confirmed, Field, OperatorsOnly, Problem, WriteForm } from '../parts/admin.tsx';
import { change } from '../parts/form.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';

interface Collector {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly symbols?: readonly string[] | string;
  readonly [option: string]: unknown;
}

const LEAD = 'They bring bars from a vendor and follow it. Drop folders and credentials are set by the command line.';

export function CollectorsPage({ query }: { query: Query }) {
  return (
    <OperatorsOnly title="Collectors" lead={LEAD}>
      <Collectors query={query} />
    </OperatorsOnly>
  );
}

function Collectors({ query }: { query: Query }) {
  const { operate } = useWriter();
  const [round, changed] = useRounds();
  const listed = useOperation<{ collectors: readonly Collector[] }>('collectors.list', {}, round);
  const status = useOperation<{ symbols: readonly Row[] }>('collectors.status', {}, round);
  const { busy, problem, write } = useWrite();
  const failureOf = (id: string) =>
    status.is === 'done'
      ? status.body.symbols.find(({ collector, last_error }) => collector === id && last_error)?.['last_error']
      : undefined;
  const act = (name: string, id: string) =>
    write(async () => {
      await operate(name, { id });
      changed();
    });
  return (
    <>
      <section class="card" aria-label="Collectors">
        <Answered asking={listed}>
          {({ collectors }) =>
            collectors.length === 0 ? (
              <Empty>There is none yet. Add one below: bars of crypto exchanges need no account there.</Empty>
            ) : (
              <ul class="lines">
                {collectors.map(({ id, kind, state, symbols }) => (
                  <li key={id}>
                    <span>
                      <strong>{id}</strong> <span class={`badge ${state === 'running' ? 'yes' : ''}`}>{state}</span>{' '}
                      <small class="quiet">
                        {kind} {Array.isArray(symbols) ? symbols.join(', ') : symbols}
                      </small>
                      {state === 'running' && failureOf(id) && <p class="problem">It fails: {failureOf(id)}</p>}
                    </span>
                    <button
                      type="button"
                      class="plain small"
                      aria-label={`${state === 'running' ? 'Stop' : 'Start'} ${id}`}
                      onClick={() => !busy && act(state === 'running' ? 'collectors.stop' : 'collectors.start', id)}
                    >
                      {state === 'running' ? 'Stop' : 'Start'}
                    </button>
                    <Confirmed ask="Remove it? Its bars stay" name={id} onClick={() => act('collectors.remove', id)}>
                      Remove
                    </Confirmed>
                  </li>
                ))}
              </ul>
            )
          }
        </Answered>
        <Problem>{problem}</Problem>
      </section>
      <AddForm kind={query['kind'] ?? 'crypto'} changed={changed} />
      <section aria-label="Progress">
        <h2>Progress by symbol</h2>
        <button type="button" class="plain" onClick={() => changed()}>
          Look again
        </button>
        <Answered asking={status}>
          {({ symbols }) =>
            symbols.length === 0 ? (
              <Empty>No symbol is collected.</Empty>
            ) : (
              <Table rows={symbols} fields={[]} caption="Progress by symbol" />
            )
          }
        </Answered>
      </section>
    </>
  );
}

const KINDS = { crypto: 'Crypto exchange', alpaca: 'Alpaca', massive: 'Massive' };
const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '1d'];

interface Tried {
  readonly day: string;
  readonly symbols: readonly Row[];
}

function AddForm({ kind, changed }: { kind: string; changed: () => void }) {
  const { operate } = useWriter();
  const [tried, show] = useState<Tried | null>(null);
  const [notices, tell] = useState<readonly string[]>([]);
  return (
    <WriteForm
      name="Add a collector"
      onSend={async ({ values, button }) => {
        const dryRun = button === 'dryRun';
        const done = await operate<Tried>('collectors.add', { ...values, ...(dryRun ? { dryRun } : {}) });
        tell(done.notices);
        show(dryRun ? done.result : null);
        if (!dryRun) changed();
        return !dryRun;
      }}
      after={
        <>
          {notices.map((notice) => (
            <p key={notice} class="notice info">
              {notice}
            </p>
          ))}
          {tried && (
            <div role="status">
              <p>What the vendor answers of {tried.day}; nothing was added:</p>
              <Table rows={tried.symbols} fields={[]} name="tried" caption="Bars of one day" />
            </div>
          )}
          <p class="quiet">
            Alpaca and Massive need credentials in the environment of the service: <a href={href('/operator')}>State</a>{' '}
            shows what fails.
          </p>
        </>
      }
    >
      <h2>Add a collector</h2>
      <div class="fields">
        <Chosen
          name="kind"
          title="Kind"
          values={Object.keys(KINDS)}
          titles={KINDS}
          value={kind}
          onChange={(event) => {
            show(null);
            change({ kind: event.currentTarget.value });
          }}
        />
        {kind === 'crypto' && (
          <Field name="exchange" title="Exchange" placeholder="binance" required help="As ccxt names it" />
        )}
        {kind === 'alpaca' && <Chosen name="feed" title="Feed" values={['iex', 'sip', 'delayed_sip', 'otc']} />}
        <Field
          name="symbols"
          title="Symbols, with commas"
          placeholder={kind === 'crypto' ? 'BTC/USDT' : 'SPY,QQQ'}
          required
          help="As the vendor spells them"
        />
        {kind !== 'crypto' && <Chosen name="assetClass" title="Asset class" values={['equity', 'etf']} />}
        <Chosen name="interval" title="Interval" values={INTERVALS} />
        <Field name="backfill" title="How far back" placeholder="30d" help="Days, or a date such as 2024-01-02" />
        <Field name="id" title="Its name" placeholder="automatic" />
        <Check name="stream">live stream</Check>
        <button type="submit" class="plain" value="dryRun">
          Try one day
        </button>
        <button type="submit">Add and start</button>
      </div>
    </WriteForm>
  );
}
