/** Cases as small charts, drawn as they come into sight: bars of one date are drawing requests. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Bar } from '../charts/candles.ts';
import { useAccount } from '../core/account.ts';
import { useAnswer } from '../core/answer.ts';
import { statisticOf } from '../core/condition.ts';
import { date as dateShown, NOTHING, number } from '../core/format.ts';
import { chosenValue } from '../core/params.ts';
import type { QuestionAnswer } from '../core/question.ts';
import { href, type Query } from '../core/router.ts';

const SHOWN = 12;

export function CaseStrip({
  symbol,
  cases,
  query,
  unit,
}: {
  symbol: string;
  cases: QuestionAnswer['data'];
  query: Query;
  /** Of the outcomes, where they are numbers. */
  unit: string;
}) {
  return (
    <ul class="strip">
      {cases.slice(0, SHOWN).map(({ date, outcome }) => (
        <Case key={date} symbol={symbol} date={date} outcome={outcome} query={query} unit={unit} />
      ))}
    </ul>
  );
}

function Case({
  symbol,
  date,
  outcome,
  query,
  unit,
}: {
  symbol: string;
  date: string;
  outcome: boolean | number | null;
  query: Query;
  unit: string;
}) {
  const { statistics } = useAccount();
  const holder = useRef<HTMLLIElement>(null);
  const [seen, see] = useState(false);
  useEffect(() => {
    if (!holder.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && see(true),
    );
    observer.observe(holder.current);
    return () => observer.disconnect();
  }, []);
  const asking = useAnswer<{ data: readonly Bar[] }>(
    seen ? '/bars' : null,
    {
      symbol,
      date,
      session: chosenValue('session', query),
      timeframe: '15m',
      include_extended_hours: query['include_extended_hours'],
      start_time: query['start_time'],
      end_time: query['end_time'],
      adjustment: query['adjustment'],
    },
    { freshMs: 5 * 60_000 },
  );
  const hit = typeof outcome === 'boolean' ? (outcome ? 'yes' : 'no') : (outcome ?? 0) > 0 ? 'yes' : 'no';
  return (
    <li ref={holder}>
      <a
        href={href('/session', {
          ...query,
          symbol,
          date,
          stat: statisticOf(`${query['when'] ?? ''};${query['then'] ?? ''};`, statistics),
        })}
      >
        {asking.is === 'done' && asking.body.data.length > 1 ? (
          <Spark bars={asking.body.data} />
        ) : (
          <span class="spark-space">{asking.is === 'failed' ? NOTHING : ''}</span>
        )}
        <span>{dateShown(date)}</span>
        <span class={`badge ${hit}`}>{typeof outcome === 'boolean' ? hit : number(outcome, unit)}</span>
      </a>
    </li>
  );
}

function Spark({ bars }: { bars: readonly Bar[] }) {
  const high = Math.max(...bars.map((bar) => bar.high));
  const low = Math.min(...bars.map((bar) => bar.low));
  const y = (price: number) => 2 + (44 * (high - price)) / (high - low || 1);
  const step = 100 / bars.length;
  return (
    <svg class="spark" viewBox="0 0 100 48" preserveAspectRatio="none" aria-hidden="true">
      {bars.map((bar, i) => (
        <g key={bar.ts} class={bar.close >= bar.open ? 'up' : 'down'}>
          <rect x={i * step + step * 0.44} width={step * 0.12} y={y(bar.high)} height={y(bar.low) - y(bar.high)} />
          <rect
            x={i * step + step * 0.15}
            width={step * 0.7}
            y={y(Math.max(bar.open, bar.close))}
            height={Math.max(0.7, Math.abs(y(bar.open) - y(bar.close)))}
          />
        </g>
      ))}
    </svg>
  );
}
