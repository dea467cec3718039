/** What is in play now, against its history. Refreshed by the service as bars land. */
import { useEffect, useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useAnswer } from '../core/answer.ts';
import { date, dateTime, number, percent } from '../core/format.ts';
import { isStale } from '../core/hours.ts';
import { href, type Query } from '../core/router.ts';
import { zone } from '../core/settings.ts';
import { useStore } from '../core/store.ts';
import { Num } from '../parts/figure.tsx';
import type { Metadata } from '../parts/result-header.tsx';
import { Answered, Empty, Notice } from '../parts/states.tsx';

interface History {
  /** The set of sessions and its count in words. */
  readonly text: string;
  readonly low: number | null;
  readonly high: number | null;
}

interface TodayRow {
  readonly symbol: string;
  readonly session_date: string | null;
  readonly state: 'open' | 'closed';
  readonly last: { readonly ts: string; readonly close: number | null } | null;
  readonly gap: {
    readonly direction: string;
    readonly gap_pct: number | null;
    readonly filled?: boolean | null;
    readonly history: (History & { readonly filled_pct: number | null }) | null;
  } | null;
  readonly orb: {
    readonly state: string;
    readonly high: number | null;
    readonly low: number | null;
    readonly history: (History & { readonly rate_pct: number | null }) | null;
  } | null;
  readonly previous: {
    readonly distance_high_pct: number | null;
    readonly distance_low_pct: number | null;
    readonly state: string;
    readonly history: (History & { readonly rate_pct: number | null }) | null;
  } | null;
}

interface Today {
  readonly as_of: string | null;
  readonly data: readonly TodayRow[];
  readonly metadata: Metadata;
}

type Stream = { readonly is: 'connecting' | 'live' | 'away' } | { readonly is: 'limited'; readonly seconds: number };

export function TodayPage({ query }: { query: Query }) {
  const { symbols } = query;
  const asking = useAnswer<Today>('/today', { symbols }, { freshMs: 5_000 });
  const [pushed, push] = useState<{ key: string; body: Today } | null>(null);
  const [stream, say] = useState<Stream>({ is: 'connecting' });
  const key = symbols ?? '';
  useEffect(() => {
    const source = new EventSource(symbols ? `/today/stream?${new URLSearchParams({ symbols })}` : '/today/stream');
    source.addEventListener('today', (event) => {
      push({ key, body: JSON.parse(event.data) as Today });
      say({ is: 'live' });
    });
    source.addEventListener('limited', (event) =>
      say({ is: 'limited', seconds: Number((JSON.parse(event.data) as { retry_after?: number }).retry_after ?? 0) }),
    );
    source.onerror = () => say({ is: 'away' });
    return () => source.close();
  }, [key, symbols]);
  const current = pushed?.key === key ? pushed.body : null;
  return (
    <>
      <header class="page-head">
        <h1>
          Today{' '}
          <span class={`badge ${stream.is === 'live' ? 'yes' : 'pending'}`} role="status">
            {stream.is === 'live'
              ? 'live'
              : stream.is === 'connecting'
                ? 'connecting'
                : stream.is === 'limited'
                  ? `limited, ${stream.seconds} s`
                  : 'reconnecting'}
          </span>
        </h1>
        <p class="lead">
          The latest session of {symbols ? 'the symbols asked for' : 'your watchlist'}, and how sessions like it went in
          the 12 months before. <a href={href('/watchlist')}>Change the watchlist</a>
        </p>
      </header>
      {current ? <Rows today={current} /> : <Answered asking={asking}>{(today) => <Rows today={today} />}</Answered>}
    </>
  );
}

/** Where a level lies, seen from the last price. */
const away = (pct: number | null) =>
  pct === null ? percent(pct) : `${percent(Math.abs(pct))} ${pct < 0 ? 'below' : 'above'}`;

function Odds({ of, rate }: { of: History | null; rate: number | null | undefined }) {
  if (!of) return null;
  return (
    <small class="odds">
      {' '}
      {of.text} ({percent(rate ?? null)}
      {of.low !== null && `, 95 %: ${number(of.low, 'pct')}–${percent(of.high)}`})
    </small>
  );
}

function StateBadge({ state, isStale }: { state: TodayRow['state']; isStale: boolean }) {
  if (isStale)
    return (
      <span class="badge no" title="A later session has begun, and no bar of it is stored">
        stale
      </span>
    );
  return <span class={`badge ${state === 'open' ? 'yes' : ''}`}>{state === 'open' ? 'in progress' : 'closed'}</span>;
}

function Rows({ today }: { today: Today }) {
  const chosen = useStore(zone);
  const { symbols } = useAccount();
  const nowMs = Date.now();
  const staleOf = ({ symbol, session_date, state }: TodayRow) =>
    session_date !== null &&
    state === 'closed' &&
    isStale(session_date, symbols.find((one) => one.symbol === symbol)?.asset_class ?? 'equity', nowMs);
  if (today.data.length === 0) return <Empty>No symbols are stored.</Empty>;
  return (
    <section class="result" aria-label="Today">
      <p class="what" data-testid="what">
        As of {today.as_of ? dateTime(today.as_of, chosen) : 'no bar yet'} · exchange session
      </p>
      {today.metadata.history_limited && <Notice tone="lock">History as far as your plan goes.</Notice>}
      <ul class="today">
        {today.data.map((row) => (
          <li key={row.symbol} class="card" data-symbol={row.symbol}>
            <h2>
              <a
                href={
                  row.session_date
                    ? href('/session', { symbol: row.symbol, date: row.session_date, stat: 'pdhlb', time_window: '1M' })
                    : href('/stat/gap', { symbol: row.symbol })
                }
              >
                {row.symbol}
              </a>{' '}
              {row.session_date && <StateBadge state={row.state} isStale={staleOf(row)} />}
              <strong class="last" data-figure="last">
                <Num value={row.last?.close} unit="price" />
              </strong>
            </h2>
            <p class="quiet">
              {row.session_date ? `session of ${date(row.session_date)}` : 'no session'}
              {row.last && ` · last bar ${dateTime(row.last.ts, chosen)}`}
            </p>
            <dl>
              <div>
                <dt>Gap</dt>
                <dd>
                  {row.gap ? (
                    <>
                      <span class={row.gap.direction}>
                        {row.gap.direction} {percent(row.gap.gap_pct)}
                      </span>
                      <Odds of={row.gap.history} rate={row.gap.history?.filled_pct} />
                    </>
                  ) : (
                    <span class="quiet">{row.previous ? 'opened within the previous session’s range' : '–'}</span>
                  )}
                </dd>
              </div>
              <div>
                <dt>Opening range</dt>
                <dd>
                  {row.orb ? (
                    <>
                      <span class={row.orb.state}>
                        {row.orb.state === 'pending'
                          ? 'not complete yet'
                          : row.orb.state === 'inside'
                            ? 'unbroken'
                            : `broken ${row.orb.state}`}
                      </span>
                      <Odds of={row.orb.history} rate={row.orb.history?.rate_pct} />
                    </>
                  ) : (
                    <span class="quiet">–</span>
                  )}
                </dd>
              </div>
              <div>
                <dt>Previous day</dt>
                <dd>
                  {row.previous ? (
                    <>
                      <span
                        class={row.previous.state === 'above' ? 'up' : row.previous.state === 'below' ? 'down' : ''}
                      >
                        {row.previous.state}
                      </span>
                      <small>
                        {' '}
                        its high is {away(row.previous.distance_high_pct)}, its low{' '}
                        {away(row.previous.distance_low_pct)}
                      </small>
                      <Odds of={row.previous.history} rate={row.previous.history?.rate_pct} />
                    </>
                  ) : (
                    <span class="quiet">–</span>
                  )}
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
