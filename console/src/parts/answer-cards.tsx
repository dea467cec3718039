/** The cards of an answer: rate or amount against base and rest; by year; now. */
import type { ComponentChildren } from 'preact';
import type { NumberAnswer, QuestionAnswer, RateAnswer, Schemas } from '../core/api.ts';
import {
  barEnd,
  date as dateShown,
  label,
  many,
  number,
  percent,
  probability,
  signed,
  unitIn,
  withUnit,
} from '../core/format.ts';
import { isClear, isRateAnswer, unitOf } from '../core/question.ts';
import { useZone } from '../core/settings.ts';
import { useWords } from '../core/words.ts';
import { FEW_CASES, Interval, isSmall, Num, type Rate, RateBar, Swatch } from './figure.tsx';
import { Grid } from './scroll.tsx';

type RateGroup = NonNullable<RateAnswer['base']>;
type NumberGroup = NonNullable<NumberAnswer['base']>;

export const rateOf = ({ rate_pct, cases, confidence }: RateGroup): Rate => ({
  value: rate_pct,
  n: cases,
  low: confidence.low,
  high: confidence.high,
});

/** Returns the cases and, if present, their comparisons: days of `among` only if the question has it. */
function compared<G>(
  answer: G & { readonly among: string; readonly rest: G | null; readonly base: G | null },
): (readonly [string, G, string])[] {
  const days = answer.among ? 'days of “Among”' : 'days';
  return [
    ['when it holds', answer, ''] as const,
    ...(answer.rest ? [[`other ${days} (rest)`, answer.rest, 'rest.'] as const] : []),
    ...(answer.base ? [[`all ${days} (base)`, answer.base, 'base.'] as const] : []),
  ];
}

/** Shows the figure in large type; if there are few cases, their count comes first and the figure is small. */
function Headline({ cases, count, figure }: { cases: number; count: string; figure: ComponentChildren }) {
  if (cases === 0) return <p class="answer-rate few">No cases</p>;
  return cases < FEW_CASES ? (
    <p class="answer-rate few">
      <strong>{count}</strong> <span class="quiet">{figure} – too few to say much</span>
    </p>
  ) : (
    <p class="answer-rate">
      <span class="big">{figure}</span> <span class="quiet">{count}</span>
    </p>
  );
}

export function RatePart({ answer }: { answer: RateAnswer }) {
  const groups = compared<RateGroup>(answer);
  return (
    <section class="card" aria-label="How often">
      <Headline
        cases={answer.cases}
        count={`${number(answer.hits)} of ${many(answer.cases, 'case')}`}
        figure={
          <span data-figure="rate_pct">
            <Num value={answer.rate_pct} unit="pct" />
          </span>
        }
      />
      <Grid name="Rates" kind="rates">
        {groups.map(([name, group, path]) => (
          <tr key={name} class={isSmall(group.cases) ? 'small-n' : ''}>
            <th scope="row">
              {name} {path === 'base.' && <Swatch of="warn" title="Marked in each bar" />}
            </th>
            <td class="of">
              <span data-figure={`${path}hits`}>
                <Num value={group.hits} />
              </span>{' '}
              of{' '}
              <span data-figure={`${path}cases`}>
                <Num value={group.cases} />
              </span>
            </td>
            <td class="barcol">
              <RateBar rate={rateOf(group)} mark={answer.base?.rate_pct ?? null} />
            </td>
            <td class="value" data-figure={path ? `${path}rate_pct` : 'rate'}>
              <Num value={group.rate_pct} unit="pct" />
              <Interval rate={rateOf(group)} />
            </td>
          </tr>
        ))}
      </Grid>
      <Difference value={answer.difference_pct} p={answer.p_value} of="points" />
    </section>
  );
}

function Difference({
  value: difference,
  p,
  of,
}: {
  value: RateAnswer['difference_pct'];
  p: number | null;
  /** Unit of the outcome. */
  of: string;
}) {
  if (difference === null || difference.value === null) return null;
  const { value, low, high } = difference;
  return (
    <p class="difference">
      Difference to the rest{' '}
      <strong data-figure="difference" title={String(value)}>
        {signed(value, of)}
      </strong>
      {of === 'points' ? ' percentage points' : withUnit(0, of).replace(/^[\d.]+/, '')}, 95 % between {signed(low, of)}{' '}
      and {signed(high, of)}; p {probability(p)}.{' '}
      {isClear(low, high, p)
        ? 'Chance alone would rarely cause that – if this was the only question.'
        : 'Chance alone may well do that.'}
    </p>
  );
}

export function NumberPart({ answer }: { answer: NumberAnswer }) {
  const unit = unitOf(answer.then);
  const named = unitIn(answer.then.trim());
  const groups = compared<NumberGroup>(answer);
  return (
    <section class="card wide" aria-label="How much">
      <Headline
        cases={answer.cases}
        count={`mean of ${many(answer.cases, 'case')}`}
        figure={
          <span data-figure="mean">
            <Num value={answer.mean} unit={unit} />
          </span>
        }
      />
      <Grid
        name="Distribution of the outcome"
        heads={[
          '',
          'n',
          `mean${named ? ` (${named})` : ''}, 95 % interval`,
          'median',
          'P5',
          'P25',
          'P75',
          'P95',
          'std',
        ]}
      >
        {groups.map(([name, group, path]) => (
          <tr key={name} class={isSmall(group.cases) ? 'small-n' : ''}>
            <th scope="row">{name}</th>
            <td>{number(group.cases)}</td>
            <td data-figure={path ? `${path}mean` : 'mean_row'}>
              <Num value={group.mean} unit={unit} bare />
              <small class="interval">
                {number(group.mean_confidence.low, unit)} to {number(group.mean_confidence.high, unit)}
              </small>
            </td>
            <td>
              <Num value={group.median} unit={unit} bare />
            </td>
            {(['p5', 'p25', 'p75', 'p95'] as const).map((q) => (
              <td key={q}>
                <Num value={group.quantiles[q]} unit={unit} bare />
              </td>
            ))}
            <td>
              <Num value={group.std} unit={unit} bare />
            </td>
          </tr>
        ))}
      </Grid>
      <Difference value={answer.difference} p={answer.p_value} of={unit === 'pct' ? 'points' : unit} />
    </section>
  );
}

export function ByYear({ answer }: { answer: QuestionAnswer }) {
  const rate = isRateAnswer(answer);
  const { by_year, last_30 }: Pick<Schemas['Query'], 'by_year' | 'last_30'> = answer;
  const rows = [...by_year.map((one) => ({ name: String(one.year), ...one })), { name: 'last 30 cases', ...last_30 }];
  return (
    <section class="card" aria-label="By year">
      <h3>Does it still hold?</h3>
      <Grid name="By year" kind="rates">
        {rows.map(({ name, cases, rate_pct, mean }) => (
          <tr key={name} class={isSmall(cases) ? 'small-n' : ''}>
            <th scope="row">{name}</th>
            <td>{number(cases)}</td>
            {rate && (
              <td class="barcol">
                <RateBar
                  rate={{ value: rate_pct ?? null, n: cases, low: null, high: null }}
                  mark={isRateAnswer(answer) ? (answer.base?.rate_pct ?? null) : null}
                />
              </td>
            )}
            <td class="value">{rate ? percent(rate_pct) : withUnit(mean, unitOf(answer.then))}</td>
          </tr>
        ))}
      </Grid>
    </section>
  );
}

export function NowPart({ answer: { now, when, metadata } }: { answer: QuestionAnswer }) {
  const chosen = useZone();
  const words = useWords();
  const word = (state: boolean | 'pending') => (state === 'pending' ? 'pending' : state ? 'yes' : 'no');
  return (
    <section class="card" aria-label="Now">
      <h3>
        Now
        {now.date &&
          `: ${now.session === 'in_progress' ? 'the session of' : 'the next session,'} ${dateShown(now.date)}`}{' '}
        <span class={`badge ${word(now.matches)}`}>
          {now.matches === 'pending' ? 'not decided yet' : now.matches ? 'matches' : 'does not match'}
        </span>
      </h3>
      <ul class="now-list">
        {now.conditions.map(({ condition, state, value, known_at, known }) => (
          <li key={condition}>
            <span class={`badge ${word(state)}`}>{word(state)}</span> {words.condition(condition)}{' '}
            <span class="quiet">
              {words.condition(condition) !== condition && <code>{condition} </code>}
              {value !== null && `value ${typeof value === 'number' ? number(value, 'pct') : value}`}{' '}
              {state === 'pending' &&
                (known_at
                  ? `known ${barEnd(known_at, metadata.base_interval, chosen)}`
                  : `known ${label(known).toLowerCase()}`)}
            </span>
          </li>
        ))}
        {now.conditions.length === 0 && (
          <li class="quiet">{when ? 'No session is stored to look from.' : 'Every session is a case.'}</li>
        )}
      </ul>
    </section>
  );
}
