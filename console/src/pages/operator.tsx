/** How the installation stands: what the command line's `status` says, for accounts that may know. */
import { useEffect, useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useAnswer } from '../core/answer.ts';
import { label, number } from '../core/format.ts';
import type { Query } from '../core/router.ts';
import type { Row } from '../core/rows.ts';
import { change } from '../parts/form.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';

interface Coverage {
  readonly symbols: readonly {
    readonly symbol: string;
    readonly months: readonly { readonly month: string; readonly sessions: number; readonly bars: number }[];
  }[];
  readonly next_cursor: string | null;
}

interface Status {
  readonly symbols: readonly Row[];
  readonly dead_letters: number;
  readonly dead_letters_by_reason?: Readonly<Record<string, number>>;
  readonly behind: { readonly events: number | null; readonly days: number };
  readonly quarantined?: readonly Row[];
  readonly collectors?: readonly Row[];
  readonly imports?: readonly Row[];
  readonly coverage: Coverage;
}

export function OperatorPage({ query }: { query: Query }) {
  const { usage } = useAccount();
  const [round, again] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => again((n) => n + 1), 15_000);
    return () => clearInterval(timer);
  }, []);
  const asking = useAnswer<Status>(
    usage.account.operator ? '/operator/status' : null,
    { cursor: query['cursor'] },
    { freshMs: 0, round },
  );
  return (
    <>
      <header class="page-head">
        <h1>Operator</h1>
        <p class="lead">Lag, refused rows, collectors, imports and coverage. Refreshed every 15 seconds.</p>
      </header>
      {!usage.account.operator && (
        <Empty>
          This account is no operator.{' '}
          <code>npm run -s cli -- accounts set --account {usage.account.id} --operator true</code> makes it one.
        </Empty>
      )}
      <Answered asking={asking} lines={8}>
        {(status) => <StatusView status={status} query={query} />}
      </Answered>
    </>
  );
}

function StatusView({ status, query }: { status: Status; query: Query }) {
  const {
    behind,
    dead_letters,
    dead_letters_by_reason = {},
    quarantined = [],
    collectors = [],
    imports = [],
    symbols,
    coverage,
  } = status;
  return (
    <section class="result" aria-label="Status">
      <ul class="tiles">
        <StatusTile name="Events behind" alert="IngestLag" value={behind.events} bad={(behind.events ?? 0) > 0} />
        <StatusTile name="Days behind" alert="ProjectionBehind" value={behind.days} bad={behind.days > 0} />
        <StatusTile name="Dead letters" alert="DeadLetters" value={dead_letters} bad={dead_letters > 0} />
        <StatusTile
          name="Quarantined symbols"
          alert="SymbolsQuarantined"
          value={quarantined.length}
          bad={quarantined.length > 0}
        />
        <StatusTile name="Symbols" value={symbols.length} bad={false} />
      </ul>
      {Object.keys(dead_letters_by_reason).length > 0 && (
        <section class="card">
          <h2>Dead letters by reason</h2>
          <dl class="figures">
            {Object.entries(dead_letters_by_reason).map(([reason, count]) => (
              <div key={reason}>
                <dt>{label(reason)}</dt>
                <dd>{number(count)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <CoverageMap coverage={coverage} />
      <Rows title="Collectors" rows={collectors} empty="No collector is configured." query={query} />
      <Rows title="The last imports" rows={imports} empty="Nothing was imported." query={query} />
      <Rows title="Symbols" rows={symbols.map(withDates)} empty="Nothing is stored." query={query} />
    </section>
  );
}

/** The time of a daily bar is its date, on every clock. */
const withDates = (row: Row): Row =>
  row['interval'] === '1d'
    ? { ...row, first: String(row['first'] ?? '').slice(0, 10), last: String(row['last'] ?? '').slice(0, 10) }
    : row;

/** @param alert whose section of the runbook says what to do where it is bad */
function StatusTile({ name, value, bad, alert }: { name: string; value: number | null; bad: boolean; alert?: string }) {
  return (
    <li class="tile">
      <span class="tile-label">{name}</span>
      <span class={`tile-value ${bad ? 'down' : ''}`} data-figure={name}>
        {value === null ? 'not known here' : number(value)}
      </span>
      {bad && alert && (
        <small>
          Act: <code>docs/operations.md#{alert.toLowerCase()}</code>
        </small>
      )}
    </li>
  );
}

function Rows({ title, rows, empty, query }: { title: string; rows: readonly Row[]; empty: string; query: Query }) {
  const [sort, setSort] = useState('');
  return (
    <section>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p class="quiet">{empty}</p>
      ) : (
        <Table rows={rows} fields={[]} sort={sort} filter={query['filter'] ?? ''} onSort={setSort} caption={title} />
      )}
    </section>
  );
}

/** Months by symbols; a month is as dark as it has sessions, against the fullest. */
function CoverageMap({ coverage }: { coverage: Coverage }) {
  const months = [...new Set(coverage.symbols.flatMap((one) => one.months.map(({ month }) => month)))]
    .sort()
    .slice(-60);
  const most = Math.max(1, ...coverage.symbols.flatMap((one) => one.months.map(({ sessions }) => sessions)));
  return (
    <section class="card" aria-label="Coverage">
      <h2>Coverage</h2>
      {months.length === 0 ? (
        <p class="quiet">No bars are stored.</p>
      ) : (
        <Scroll name="Coverage by month">
          <table class="grid coverage">
            <thead>
              <tr>
                <th scope="col">Symbol</th>
                {months.map((month) => (
                  <th key={month} scope="col">
                    {month.slice(2)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {coverage.symbols.map(({ symbol, months: stored }) => (
                <tr key={symbol}>
                  <th scope="row">{symbol}</th>
                  {months.map((month) => {
                    const found = stored.find((one) => one.month === month);
                    return (
                      <td
                        key={month}
                        class={found ? `heat-${Math.min(4, Math.round((4 * found.sessions) / most))}` : 'hole'}
                        title={found ? `${found.sessions} sessions, ${number(found.bars)} bars` : 'no bars'}
                      >
                        {found?.sessions ?? '·'}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {coverage.next_cursor && (
        <button type="button" class="plain" onClick={() => change({ cursor: coverage.next_cursor ?? '' })}>
          More symbols
        </button>
      )}
    </section>
  );
}
