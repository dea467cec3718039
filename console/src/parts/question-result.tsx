import { useMemo } from 'preact/hooks';
import { Curve } from '../charts/curve.tsx';
import { Histogram } from '../charts/histogram.tsx';
import { useAccount } from '../core/account.ts';
import type { QuestionAnswer, Schemas } from '../core/api.ts';
import { statisticOf } from '../core/condition.ts';
import { many, number } from '../core/format.ts';
import { minuteAt, minuteOf } from '../core/hours.ts';
import { isRateAnswer, unitOf } from '../core/question.ts';
import { href, type Query } from '../core/router.ts';
import type { Row } from '../core/rows.ts';
import { useZone } from '../core/settings.ts';
import { fieldOnly, ofOneSubject, useWords } from '../core/words.ts';
import { ByYear, NowPart, NumberPart, RatePart } from './answer-cards.tsx';
import { CasePathsPart, CaseStrip } from './case-paths.tsx';
import { Counting } from './counting.tsx';
import { LoadMore, useRest } from './rest.tsx';
import { bucketTime, ResultHeader } from './result-header.tsx';
import { Empty, Notice } from './states.tsx';
import { Table } from './table.tsx';
import { TakeAway } from './take-away.tsx';

/** Returns the elapsed minutes of the session in progress; null if there is none. */
function minutesNow({ now, metadata: { session } }: QuestionAnswer): number | null {
  if (now.session !== 'in_progress' || now.as_of === null || session === null) return null;
  return (minuteAt(now.as_of, session.timezone ?? 'UTC') - minuteOf(session.start_time) + 1440) % 1440;
}

const casesOf = ({ data }: QuestionAnswer): readonly Schemas['QueryRow'][] => data;

export function QuestionResult({ answer, address, query }: { answer: QuestionAnswer; address: string; query: Query }) {
  const { statistics } = useAccount();
  const rest = useRest(answer, address, casesOf);
  const { metadata, unknown, curve, paths = null } = answer;
  const total = metadata.total ?? answer.count;
  const rows = useMemo<readonly Row[]>(
    () => rest.rows.map(({ date, values, outcome }) => ({ date, ...values, outcome })),
    [rest.rows],
  );
  const { field: title } = useWords();
  const chosen = useZone();
  const timeOf = (minutes: number) => bucketTime(minutes, metadata, chosen) ?? `${minutes} min`;
  const titles = ofOneSubject(Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, title(name)])));
  const unit = unitOf(answer.then);
  const undecided = unknown.among + unknown.when + unknown.then + unknown.early;
  return (
    <section class="result" aria-label="Answer">
      <ResultHeader symbol={answer.symbol} count={answer.sessions} metadata={metadata} />
      {answer.look_ahead && (
        <Notice tone="warn">This question looks ahead: its conditions were not known before the outcome.</Notice>
      )}
      <div class="answer-grid">
        {isRateAnswer(answer) ? <RatePart answer={answer} /> : <NumberPart answer={answer} />}
        {curve && (
          <section class="card" aria-label="By when">
            <h3>When did it happen?</h3>
            <Curve points={curve} name={title(fieldOnly(answer.then))} now={minutesNow(answer)} timeOf={timeOf} />
          </section>
        )}
        <ByYear answer={answer} />
        <NowPart answer={answer} />
        {paths && <CasePathsPart paths={paths} total={answer.cases} />}
      </div>
      {undecided > 0 && (
        <p class="quiet">
          Not counted:{' '}
          {unknown.among > 0 &&
            `${many(unknown.among, 'session')} that nobody can say to be of the population or not, `}
          {many(unknown.when, 'session')} where a condition is unknown, {number(unknown.then)} without a known outcome,{' '}
          {number(unknown.early)} where it was decided before the conditions were known.
        </p>
      )}
      <Counting answer={answer} />
      {answer.cases === 0 ? (
        <Empty>No case in this range.</Empty>
      ) : (
        <>
          <h2>The cases</h2>
          <CaseStrip symbol={answer.symbol} cases={answer.data} paths={paths} query={query} unit={unit} />
          {!isRateAnswer(answer) && (
            <section class="card">
              <Histogram
                name={title(answer.then)}
                unit={unit}
                values={rest.rows.map(({ outcome }) => outcome).filter((one): one is number => typeof one === 'number')}
              />
            </section>
          )}
          <Table
            rows={rows}
            fields={[]}
            linkOf={(row) =>
              href('/session', {
                ...query,
                symbol: answer.symbol,
                date: String(row['date']),
                stat: statisticOf(answer.when || answer.then, statistics),
                sort: undefined,
                filter: undefined,
              })
            }
            titles={titles}
            outcome="outcome"
            caption="Cases"
            tools={
              <>
                <LoadMore rest={rest} total={total} />
                <TakeAway address={address} list part={{ rows: answer.data.length, total }} />
              </>
            }
          />
        </>
      )}
    </section>
  );
}
