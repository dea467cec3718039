/** One question for every symbol, ranked by the lower end of the difference, with the rate of false discoveries. */
import { useEffect, useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useAnswer } from '../core/answer.ts';
import type { Param, Schemas } from '../core/api.ts';
import { label, many, number, probability, signed, unitIn } from '../core/format.ts';
import { rememberQuestion } from '../core/lists.ts';
import { chosenValue, sharedOf } from '../core/params.ts';
import { unitOf } from '../core/question.ts';
import { go, href, type Query } from '../core/router.ts';
import { useWords } from '../core/words.ts';
import { Interval, isSmall, Num, RateBar } from '../parts/figure.tsx';
import { Field } from '../parts/form.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { ResultHeader } from '../parts/result-header.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { TakeAway } from '../parts/take-away.tsx';

const param = (name: string, type: string, fallback: string | null, description: string, required = false): Param => ({
  name,
  type,
  required,
  default: fallback,
  description,
});

const PARAMS: readonly Param[] = [
  param('time_window', 'string', '12M', 'Calendar months (or years) back (1M, 3M, 6M, 12M, 24M, 5Y, YTD, MAX)'),
  param('session', 'string', 'exchange', 'Hours of the session (exchange, default)', true),
  param('include_extended_hours', 'boolean', 'false', 'Includes pre- and after-market bars; for crypto the whole day'),
  param('asset_class', 'string', null, 'Only these (equity, etf, crypto)'),
  param('min_cases', 'integer', '30', 'Symbols with fewer cases are left out'),
  param(
    'sort_by',
    'string',
    'difference_low',
    'Ranked by (difference_low, difference, outcome, outcome_low, cases, p_value, q_value)',
  ),
  param('order', 'string', 'desc', 'Largest or smallest first (desc, asc)'),
  param('matching', 'string', 'any', 'Only those whose conditions hold now, or may hold yet (now, any)'),
  param('limit', 'integer', '50', 'Rows'),
];

const EXAMPLE = { when: 'gap.gap_pct<0.5', then: 'gap.filled=true' };

export function ScanPage({ query }: { query: Query }) {
  const { symbolCount } = useAccount();
  const words = useWords();
  // The form is folded on a phone, so that the answer comes first.
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 761px)').matches);
  const when = query['then'] ? (query['when'] ?? '') : EXAMPLE.when;
  const then = query['then'] || EXAMPLE.then;
  const among = query['then'] ? query['among'] : undefined;
  const request = Object.fromEntries(
    PARAMS.map(({ name }) => [
      name,
      name === 'matching' && query[name] !== 'now'
        ? undefined
        : chosenValue(name, query) || (name === 'limit' ? '50' : undefined),
    ]),
  );
  const asking = useAnswer<Schemas['QueryScan']>('/query/scan', {
    ...request,
    start_date: query['start_date'],
    end_date: query['end_date'],
    among,
    when,
    then,
  });
  return (
    <>
      <PageHead title="Screener">
        One question for all {many(symbolCount, 'symbol')}. Chance finds more in more symbols: q is the rate of false
        discoveries up to each row.
      </PageHead>
      <details class="form" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span>Question</span>
          <small class="quiet">{words.question(when, then, among)}</small>
        </summary>
        <form
          key={`${among} ${when} ${then}`}
          class="card builder"
          onSubmit={(event) => {
            event.preventDefault();
            const data = new FormData(event.currentTarget);
            const [among, when, then] = ['among', 'when', 'then'].map((name) => String(data.get(name)));
            go(href('/scan', { ...query, among, when, then }));
          }}
        >
          <div class="fields">
            <Conditions name="among" value={among} />
            <Conditions name="when" value={when} />
            <Conditions name="then" value={then} />
            <button type="submit">Ask all</button>
            <a class="button plain" href={href('/query', { ...sharedOf(query), among, when, then })}>
              Edit in the builder
            </a>
          </div>
          <div class="fields">
            {PARAMS.map((one) => (
              <Field key={one.name} param={one} value={chosenValue(one.name, query)} />
            ))}
          </div>
        </form>
      </details>
      <Answered asking={asking} lines={8}>
        {(scan, address) => <Result scan={scan} address={address} query={query} />}
      </Answered>
    </>
  );
}

/** Edits one side of the question as text. */
function Conditions({ name, value }: { name: 'among' | 'when' | 'then'; value: string | undefined }) {
  const isOutcome = name === 'then';
  return (
    <label class="field grow">
      <span>{label(name)}</span>
      <input
        name={name}
        autocomplete="off"
        defaultValue={value}
        required={isOutcome}
        placeholder={isOutcome ? '' : 'every session'}
      />
    </label>
  );
}

function Result({ scan, address, query }: { scan: Schemas['QueryScan']; address: string; query: Query }) {
  const { data, metadata, when, then } = scan;
  const unit = unitOf(then);
  const words = useWords();
  const asksNow = query['matching'] === 'now';
  const name = `Screener: ${words.question(when, then)}`;
  useEffect(() => rememberQuestion({ address: location.pathname + location.search, name }), [address, name]);
  const rates = data.length === 0 || data[0].rate_pct !== undefined;
  return (
    <section class="result" aria-label="Answer">
      <ResultHeader
        what={words.question(when, then)}
        count={scan.ranked}
        noun={`of ${scan.symbols} symbols ranked`}
        metadata={metadata}
      />
      {scan.skipped > 0 && (
        <p class="quiet">Skipped: {many(scan.skipped, 'symbol')} whose bars a parameter does not fit.</p>
      )}
      {data.length === 0 ? (
        <Empty>
          No symbol has enough cases{query['matching'] === 'now' ? ' and matches now' : ''}. Fewer cases or a longer
          range may help.
        </Empty>
      ) : (
        <Scroll name="Symbols ranked" tall>
          <table class="grid scan">
            <thead>
              <tr>
                <th scope="col">#</th>
                <th scope="col">Symbol</th>
                <th scope="col">Cases</th>
                {rates && (
                  <th scope="col" class="barcol">
                    Rate, base rate marked
                  </th>
                )}
                <th scope="col">{rates ? 'Rate' : 'Mean'}</th>
                {!rates && (
                  <th scope="col" class="wide-only">
                    Others
                  </th>
                )}
                <th scope="col">Difference ({rates || unit === 'pct' ? 'pp' : (unitIn(then) ?? 'in price')})</th>
                <th scope="col" class="wide-only">
                  p
                </th>
                <th scope="col" class="wide-only">
                  q
                </th>
                {asksNow && <th scope="col">Now</th>}
              </tr>
            </thead>
            <tbody>
              {data.map((row) => {
                const rate = {
                  value: row.rate_pct ?? null,
                  n: row.cases ?? null,
                  low: row.rate_low_pct ?? null,
                  high: row.rate_high_pct ?? null,
                };
                const [difference, low, high] = rates
                  ? [row.difference_pct, row.difference_low_pct, row.difference_high_pct]
                  : [row.difference, row.difference_low, row.difference_high];
                const now = { true: 'yes', false: 'no', pending: 'pending' }[String(row.matches)] ?? '–';
                return (
                  <tr key={row.symbol} class={isSmall(row.cases) ? 'small-n' : ''}>
                    <td>{row.rank}</td>
                    <th scope="row">
                      <a
                        href={href('/query', {
                          ...sharedOf(query),
                          symbol: row.symbol,
                          among: query['among'],
                          when,
                          then,
                        })}
                      >
                        {row.symbol}
                      </a>
                    </th>
                    <td data-field="cases" data-value={String(row.cases)}>
                      {number(row.cases)}
                    </td>
                    {rates && (
                      <td class="barcol">
                        <RateBar rate={rate} mark={row.base_rate_pct ?? null} />
                      </td>
                    )}
                    <td class="value" data-field="rate">
                      <Num value={rates ? rate.value : (row.mean ?? null)} unit={rates ? 'pct' : unit} />
                      {rates && <Interval rate={rate} />}
                    </td>
                    {!rates && (
                      <td class="wide-only">
                        <Num value={row.rest_mean ?? null} unit={unit} />
                      </td>
                    )}
                    <td class="value" title={String(difference ?? '')}>
                      {signed(difference)}
                      <small class="interval" title={`95 % interval: ${low} to ${high}`}>
                        {signed(low)} to {signed(high)}
                        <span class="phone-only">
                          <br />p {probability(row.p_value)}
                          <br />q {probability(row.q_value)}
                        </span>
                      </small>
                    </td>
                    <td class="wide-only">{probability(row.p_value)}</td>
                    <td class={`wide-only ${typeof row.q_value === 'number' && row.q_value < 0.1 ? 'up' : ''}`}>
                      {probability(row.q_value)}
                    </td>
                    {asksNow && (
                      <td>
                        <span class={`badge ${now}`}>{now}</span>
                      </td>
                    )}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Scroll>
      )}
      <div class="result-foot">
        <TakeAway address={address} list />
      </div>
    </section>
  );
}
