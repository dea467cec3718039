/** The first screen: one answered question, the market at a glance, links to further pages. */
import { useEffect } from 'preact/hooks';
import { DEMO_ACCOUNT, DEMO_PREFIX, DEMO_SYMBOLS, featuredQuery } from '../../../demo/symbols.ts';
import { useAccount } from '../core/account.ts';
import { useAnswer } from '../core/answer.ts';
import type { RateAnswer } from '../core/api.ts';
import { date, dateTime, many, NOTHING, number } from '../core/format.ts';
import { sharedOf } from '../core/params.ts';
import { isClear } from '../core/question.ts';
import { href, type Query } from '../core/router.ts';
import { useZone } from '../core/settings.ts';
import { demoOnly } from '../core/symbols.ts';
import { rateOf } from '../parts/answer-cards.tsx';
import { Num, type Rate, RateBar } from '../parts/figure.tsx';
import { ResultHeader } from '../parts/result-header.tsx';
import { Starters } from '../parts/starters.tsx';
import { Answered, Loading } from '../parts/states.tsx';
import { About } from './login.tsx';
import { NothingStored } from './statistic.tsx';

const POLL_MS = 4_000;

export function StartPage({ query }: { query: Query }) {
  const { symbols, symbolCount, pending, usage, refresh } = useAccount();
  const demo = symbols.filter(({ symbol }) => symbol.startsWith(DEMO_PREFIX)).length;
  // The demo's own account waits for the first symbol; the store of any other account may be empty.
  const ours = usage.account.name === DEMO_ACCOUNT;
  const isWhole = !pending && symbols.length === symbolCount;
  const landing = isWhole && demo < DEMO_SYMBOLS.length && (demo > 0 || (symbols.length === 0 && ours));
  useEffect(() => {
    if (!landing) return;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  }, [landing, refresh]);
  // The demo's account is admitted once the first symbol is served, so its question need not wait for the list.
  const symbol = query['symbol'] ?? (pending && ours ? DEMO_SYMBOLS[0].symbol : symbols[0]?.symbol);
  return (
    <>
      <header class="page-head">
        <h1>What the market usually does next</h1>
        <About />
      </header>
      {landing && (
        <p class="notice info landing" role="status">
          {demo} of {DEMO_SYMBOLS.length} symbols of the demo market have bars, the rest is landing{' '}
          <progress max={DEMO_SYMBOLS.length} value={demo} aria-label="Symbols landed" />
        </p>
      )}
      {symbol === undefined ? (
        landing || pending ? (
          <Loading lines={6} />
        ) : (
          <NothingStored />
        )
      ) : (
        <Featured symbol={symbol} />
      )}
      <Starters query={{ ...sharedOf(query), symbol }} />
      <Symbols />
    </>
  );
}

/** Least cases of a finding that is shown unasked. */
const MIN_CASES = 30;

/** Shows the featured finding if it is clear for this symbol. */
function Featured({ symbol }: { symbol: string }) {
  const { limit, ...question } = featuredQuery(symbol);
  const asking = useAnswer<RateAnswer>('/query', { ...question, limit });
  if (asking.is === 'done') {
    const { cases, difference_pct: difference, p_value } = asking.body;
    if (cases < MIN_CASES || !difference || !isClear(difference.low, difference.high, p_value)) return null;
  }
  return (
    <section class="card featured" aria-label="An example">
      <Answered asking={asking} lines={5}>
        {(body) => (
          <>
            {symbol.startsWith(DEMO_PREFIX) && <DemoNotice />}
            <p class="headline">
              When <strong>{symbol}</strong> opens less than half a percent beyond yesterday’s range, the gap is filled
              the same day in{' '}
              <strong class="big" data-figure="rate_pct">
                <Num value={body.rate_pct} unit="pct" />
              </strong>{' '}
              of {many(body.cases, 'case')} – otherwise in{' '}
              <strong data-figure="rest.rate_pct">
                <Num value={body.rest?.rate_pct ?? null} unit="pct" />
              </strong>
              .
            </p>
            <div class="versus">
              <Versus name="small gaps" rate={rateOf(body)} />
              {body.rest && <Versus name="larger gaps" rate={rateOf(body.rest)} />}
            </div>
            <ResultHeader symbol={symbol} count={body.sessions} metadata={body.metadata} />
            <a class="button" href={href('/query', question)}>
              See the cases
            </a>
          </>
        )}
      </Answered>
    </section>
  );
}

function DemoNotice() {
  return (
    <p class="notice info">
      <strong>This is the demo market.</strong> Its symbols are generated, and effects were put in on purpose, so that
      there is something to find: small gaps fill and large ones go on, Tuesdays rise and Fridays fall, the first 15
      minutes lead the day. No figure says anything about a real market.
    </p>
  );
}

function Versus({ name, rate }: { name: string; rate: Rate }) {
  return (
    <div>
      <span>{name}</span>
      <RateBar rate={rate} />
      <small>n {number(rate.n)}</small>
    </div>
  );
}

function Symbols() {
  const account = useAccount();
  const { symbols, symbolCount } = account;
  const chosen = useZone();
  const limited = demoOnly(account);
  if (symbols.length === 0) return null;
  const day = (iso: string | null, isDaily: boolean) =>
    iso === null ? NOTHING : isDaily ? date(iso) : dateTime(iso, chosen).split(',')[0];
  return (
    <section aria-label="Symbols">
      <h2>{many(symbolCount, 'symbol')}</h2>
      {limited && <p class="quiet">{limited}</p>}
      <ul class="symbols">
        {symbols.map(({ symbol, asset_class, sessions, first_bar, last_bar, base_interval }) => (
          <li key={symbol}>
            <a href={href('/stat/gap', { symbol })}>
              <strong>{symbol}</strong>
              <span class="quiet">
                {asset_class} · {base_interval ?? 'news only'} · {many(sessions, 'session')}
              </span>
              <span class="quiet">
                {day(first_bar, base_interval === '1d')} – {day(last_bar, base_interval === '1d')}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
