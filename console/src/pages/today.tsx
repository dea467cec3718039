/** What is in play now, against its history. Refreshed by the service as bars land. */
import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../core/answer.ts';
import type { Schemas } from '../core/api.ts';
import { address, login } from '../core/client.ts';
import { barEnd } from '../core/format.ts';
import { chosenValue } from '../core/params.ts';
import { href, type Query } from '../core/router.ts';
import { useZone } from '../core/settings.ts';
import { useStore } from '../core/store.ts';
import { byClarity } from '../core/today.ts';
import { Answered, Empty, Notice } from '../parts/states.tsx';
import { TodayCard } from '../parts/today-card.tsx';

type Stream = { readonly is: 'connecting' | 'live' | 'away' } | { readonly is: 'limited'; readonly seconds: number };

export function TodayPage({ query }: { query: Query }) {
  const { symbols } = query;
  const asked = { symbols, orb_minutes: chosenValue('orb_minutes', query) };
  const asking = useAnswer<Schemas['Today']>('/today', asked, { freshMs: 5_000 });
  const [pushed, push] = useState<{ key: string; body: Schemas['Today'] } | null>(null);
  const [stream, say] = useState<Stream>({ is: 'connecting' });
  const key = address('/today', asked);
  const { is: loggedIn } = useStore(login);
  useEffect(() => {
    if (loggedIn !== 'in') return;
    const source = new EventSource(address('/today/stream', asked));
    source.addEventListener('today', (event) => {
      push({ key, body: JSON.parse(event.data) as Schemas['Today'] });
      say({ is: 'live' });
    });
    source.addEventListener('limited', (event) =>
      say({ is: 'limited', seconds: Number((JSON.parse(event.data) as { retry_after?: number }).retry_after ?? 0) }),
    );
    source.onerror = () => say({ is: 'away' });
    return () => source.close();
  }, [key, loggedIn]);
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
          The latest session of {symbols ? 'the symbols asked for' : 'your watchlist'}: what is still open, and how the
          sessions of the last 12 months went that stood there at this time of day.{' '}
          <a href={href('/watchlist')}>Change the watchlist</a>
        </p>
      </header>
      {current ? <Rows today={current} /> : <Answered asking={asking}>{(today) => <Rows today={today} />}</Answered>}
    </>
  );
}

function Rows({ today }: { today: Schemas['Today'] }) {
  const chosen = useZone();
  const { data } = today;
  const nowMs = Date.now();
  const clearest = byClarity(data, nowMs);
  // Cards stay where they are while prices move: the order changes when the reader asks for it.
  const [order, sort] = useState(clearest);
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
        <button type="button" class="plain small" disabled={isSorted} onClick={() => sort(clearest)}>
          Sort again
        </button>
      </div>
      {today.metadata.history_limited && <Notice tone="lock">History as far as your plan goes.</Notice>}
      <ul class="today">
        {shown.map((row) => (
          <TodayCard key={row.symbol} row={row} nowMs={nowMs} zone={chosen} />
        ))}
      </ul>
    </section>
  );
}
