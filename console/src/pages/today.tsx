/** The current sessions against their history. The page asks again every minute while it is visible. */
import { useState } from 'preact/hooks';
import { useAnswer, useLatest, usePolling } from '../core/answer.ts';
import type { Schemas } from '../core/api.ts';
import { barEnd } from '../core/format.ts';
import { MAX_WATCHED, setWatchlist, watchlist } from '../core/lists.ts';
import { chosenValue } from '../core/params.ts';
import { href, type Query } from '../core/router.ts';
import { useZone } from '../core/settings.ts';
import { byClarity } from '../core/today.ts';
import { Answered, Empty, Notice } from '../parts/states.tsx';
import { SymbolList } from '../parts/symbol-picker.tsx';
import { TodayCard } from '../parts/today-card.tsx';

/** Interval of requests; the 500 requests per day of a Free account last for eight hours of this page. */
const POLL_MS = 60_000;

export function TodayPage({ query }: { query: Query }) {
  const [watched, setWatched] = useState(watchlist);
  const symbols = query['symbols'] ?? watched.join(',');
  const request = { symbols, orb_minutes: chosenValue('orb_minutes', query) };
  const round = usePolling(POLL_MS);
  const asking = useAnswer<Schemas['Today']>('/today', request, { freshMs: 5_000, round });
  const latest = useLatest(asking, symbols);
  return (
    <>
      <header class="page-head">
        <h1>Today</h1>
        <p class="lead">
          The latest session of {query['symbols'] ? 'the chosen symbols' : 'your watchlist'}: what is still open, and
          how sessions in that state at this time of day went in the last 12 months. Refreshed every minute.
        </p>
      </header>
      {!query['symbols'] && <Watchlist symbols={watched} onSymbols={(next) => setWatched(setWatchlist(next))} />}
      {asking.is === 'failed' && latest && (
        <Notice tone="warn">These are the last figures; the next request failed: {asking.error.message}.</Notice>
      )}
      {latest ? <Rows key={symbols} today={latest} /> : <Answered asking={asking}>{() => null}</Answered>}
    </>
  );
}

function Watchlist({
  symbols,
  onSymbols,
}: {
  symbols: readonly string[];
  onSymbols: (symbols: readonly string[]) => void;
}) {
  return (
    <details class="card watchlist">
      <summary>
        <span>Watchlist</span>{' '}
        <small class="quiet">{symbols.join(', ') || 'empty: the first ten symbols are shown'}</small>
      </summary>
      <SymbolList
        symbols={symbols}
        most={MAX_WATCHED}
        linkOf={(symbol) => href('/stat/gap', { symbol })}
        onSymbols={onSymbols}
      />
      <p class="quiet">Kept in this browser.</p>
    </details>
  );
}

function Rows({ today }: { today: Schemas['Today'] }) {
  const chosen = useZone();
  const { data } = today;
  const nowMs = Date.now();
  const clearest = byClarity(data, nowMs);
  // Cards keep their places while prices move; the order changes when the reader asks for it.
  const [order, setOrder] = useState(clearest);
  const place = (symbol: string) => (order.includes(symbol) ? order.indexOf(symbol) : order.length);
  const shown = [...data].sort((a, b) => place(a.symbol) - place(b.symbol));
  const isSorted = shown.every(({ symbol }, i) => symbol === clearest[i]);
  if (data.length === 0) return <Empty>No symbols are stored.</Empty>;
  return (
    <section class="result" aria-label="Today">
      <div class="toolbar">
        <p class="what" data-testid="what">
          As of {today.as_of ? barEnd(today.as_of, today.metadata.base_interval, chosen) : 'no bar yet'} · exchange
          session · clearest odds first
        </p>
        <button type="button" class="plain small" disabled={isSorted} onClick={() => setOrder(clearest)}>
          Sort again
        </button>
      </div>
      {today.metadata.history_limited && <Notice tone="lock">Your plan limits the history.</Notice>}
      <ul class="today">
        {shown.map((row) => (
          <TodayCard key={row.symbol} row={row} nowMs={nowMs} zone={chosen} />
        ))}
      </ul>
    </section>
  );
}
