/** State of the installation for operators: problems first, then stored data. */
import { useRef } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useAnswer, useLatest, usePolling } from '../core/answer.ts';
import type { Schemas } from '../core/api.ts';
import { MONTHS, many, number } from '../core/format.ts';
import { type Problem, problemsOf, type Status as StatusOf } from '../core/problems.ts';
import type { Query } from '../core/router.ts';
import type { Row } from '../core/rows.ts';
import { tinted } from '../parts/figure.tsx';
import { change } from '../parts/form.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Answered, Empty, Notice } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';

type Coverage = Schemas['OperatorStatus']['coverage'];
type Status = StatusOf & { readonly coverage: Coverage };

const LEAD = 'Problems to solve now, then collectors, imports and stored data. Refreshed every 15 seconds.';

export function OperatorPage({ query }: { query: Query }) {
  const { account } = useAccount().usage;
  return (
    <>
      <PageHead title="State of the installation">{LEAD}</PageHead>
      {account.operator ? (
        <CurrentStatus cursor={query['cursor']} />
      ) : (
        <Empty>
          This account is not an operator: <code>npm run -s cli -- accounts create --operator</code> creates one that
          is.
        </Empty>
      )}
    </>
  );
}

function CurrentStatus({ cursor }: { cursor: string | undefined }) {
  const round = usePolling(15_000);
  const asking = useAnswer<Status>('/operator/status', { cursor }, { freshMs: 0, round });
  const latest = useLatest(asking, cursor ?? '');
  return (
    <>
      {asking.is === 'failed' && latest && (
        <Notice tone="warn">This is the last answer; the next request failed: {asking.error.message}.</Notice>
      )}
      {latest ? (
        <StatusView status={latest} />
      ) : (
        <Answered asking={asking} lines={8}>
          {() => null}
        </Answered>
      )}
    </>
  );
}

/** Returns the time for which the count has not fallen while this page was open, ms. */
function useStalled(count: number): number {
  const seen = useRef({ count, sinceMs: Date.now() });
  if (count === 0 || count < seen.current.count) seen.current.sinceMs = Date.now();
  seen.current.count = count;
  return Date.now() - seen.current.sinceMs;
}

function StatusView({ status }: { status: Status }) {
  const { behind, dead_letters, quarantined = [], collectors = [], imports = [], symbols, coverage } = status;
  const stalled = { events: useStalled(behind.events ?? 0), days: useStalled(behind.days) };
  const problems = problemsOf(status, stalled, Date.now());
  const dated = (rows: readonly Row[]) => rows.map((row) => (row['interval'] === '1d' ? withDates(row) : row));
  return (
    <section class="result" aria-label="Status">
      <Now problems={problems} />
      <ul class="tiles">
        <StatusTile name="Symbols" value={new Set(symbols.map(({ symbol }) => symbol)).size} />
        <StatusTile name="Events behind" value={behind.events} />
        <StatusTile name="Days behind" value={behind.days} />
        <StatusTile name="Dead letters" value={dead_letters} />
        <StatusTile name="Quarantined symbols" value={quarantined.length} />
      </ul>
      <Rows name="collectors" title="Collectors" rows={collectors} empty="No collector is configured." order="-lag_s" />
      <Rows name="symbols" title="Symbols" rows={dated(symbols)} empty="Nothing is stored." order="-lag_s" />
      <CoverageMap coverage={coverage} />
      <Rows name="imports" title="The last imports" rows={imports} empty="Nothing was imported." />
    </section>
  );
}

function Now({ problems }: { problems: readonly Problem[] }) {
  return (
    <section class="card now" aria-label="Now">
      <h2>Now</h2>
      {problems.length === 0 ? (
        <p data-testid="calm">
          <span class="badge yes">in order</span> Nothing has to be done.
        </p>
      ) : (
        <ul>
          {problems.map(({ level, alert, text }) => (
            <li key={text} data-alert={alert}>
              <span class={`badge ${level === 'act' ? 'no' : 'pending'}`}>{level}</span>
              <span>
                {text} {alert && <>What to do: {alert} in docs/operations.md</>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Replaces the times of daily bars by their dates, which hold on every clock. */
const withDates = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      /^(first|last|last_bar)$/.test(name) && typeof value === 'string' ? value.slice(0, 10) : value,
    ]),
  );

function StatusTile({ name, value }: { name: string; value: number | null }) {
  return (
    <li class="tile">
      <span class="tile-label">{name}</span>
      <span class="tile-value" data-figure={name}>
        {value === null ? 'no log here' : number(value)}
      </span>
    </li>
  );
}

/** Shows rows as a table. @param order the initial one: worst first */
function Rows({
  name,
  title,
  rows,
  empty,
  order,
}: {
  name: string;
  title: string;
  rows: readonly Row[];
  empty: string;
  order?: string;
}) {
  return (
    <section>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p class="quiet">{empty}</p>
      ) : (
        <Table rows={rows} fields={[]} name={name} order={order} caption={title} />
      )}
    </section>
  );
}

/** Shows months by symbols; the darkness of a month is its sessions relative to the fullest. */
function CoverageMap({ coverage }: { coverage: Coverage }) {
  const months = [...new Set(coverage.symbols.flatMap((one) => one.months.map(({ month }) => month)))]
    .sort()
    .slice(-60);
  const most = Math.max(1, ...coverage.symbols.flatMap((one) => one.months.map(({ sessions }) => sessions)));
  return (
    <section class="card" aria-label="Coverage">
      <h2>Sessions by month</h2>
      {months.length === 0 ? (
        <p class="quiet">No bars are stored.</p>
      ) : (
        <Scroll name="Coverage by month" toEnd>
          <table class="grid coverage">
            <thead>
              <tr>
                <th scope="col">Symbol</th>
                {months.map((month) => (
                  <th key={month} scope="col" title={month}>
                    {month.endsWith('-01') ? month.slice(0, 4) : MONTHS[Number(month.slice(5)) - 1]}
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
                        {...(found ? tinted(found.sessions / most) : { class: 'hole' })}
                        title={found ? `${many(found.sessions, 'session')}, ${many(found.bars, 'bar')}` : 'no bars'}
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
