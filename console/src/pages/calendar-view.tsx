/** Every session of the range as a calendar of returns: the records of `trend`, which have a return a session. */
import { Calendar } from '../charts/calendar.tsx';
import { useAnswer } from '../core/answer.ts';
import type { Metadata } from '../core/api.ts';
import { chosenValue, sharedOf } from '../core/params.ts';
import { href, type Query } from '../core/router.ts';
import type { Row } from '../core/rows.ts';
import { ResultHeader } from '../parts/result-header.tsx';
import { Answered } from '../parts/states.tsx';
import { TakeAway } from '../parts/take-away.tsx';

export function CalendarView({ query }: { query: Query }) {
  const shared = { ...sharedOf(query), session: chosenValue('session', query) };
  const asking = useAnswer<{ symbol: string; data: readonly Row[]; metadata: Metadata }>('/stats/trend', shared);
  return (
    <Answered asking={asking}>
      {({ symbol, data, metadata }, address) => (
        <section class="result" aria-label="Result">
          <ResultHeader symbol={symbol} count={data.length} noun="sessions" metadata={metadata} what="Daily returns" />
          <section class="card">
            <Calendar
              symbol={symbol}
              query={{ ...sharedOf(query), stat: 'trend' }}
              points={data.flatMap(({ date, return_pct }) =>
                typeof return_pct === 'number' ? [{ date: String(date), value: return_pct }] : [],
              )}
            />
          </section>
          <div class="result-foot">
            <TakeAway address={address} list />
            <a class="button plain" href={href('/stat/trend', { ...sharedOf(query), view: '/' })}>
              These sessions as a table
            </a>
          </div>
        </section>
      )}
    </Answered>
  );
}
