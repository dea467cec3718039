/** A statistic: its summary in pictures, its records, its lists. Parameters stay when tabs change. */
import { useEffect, useMemo } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useAnswer, useDoc } from '../core/answer.ts';
import type { Doc, Metadata, StatisticEntry } from '../core/api.ts';
import { latestSession, shifts } from '../core/hours.ts';
import { fitting, isOfOneDay, remember, requestOf } from '../core/params.ts';
import { go, href, type Query } from '../core/router.ts';
import { useZone, type Zone } from '../core/settings.ts';
import { type Body, type Json, picture } from '../core/summary.ts';
import { useSymbol } from '../core/symbols.ts';
import { chosenView, viewsOf } from '../core/views.ts';
import { AllFigures } from '../parts/all-figures.tsx';
import { SMALL_SAMPLE } from '../parts/figure.tsx';
import { ParamForm } from '../parts/form.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Pictures } from '../parts/pictures.tsx';
import { bucketTime, ResultHeader } from '../parts/result-header.tsx';
import { Answered, Empty, Loading } from '../parts/states.tsx';
import { TakeAway } from '../parts/take-away.tsx';
import { type Props, RecordsView } from './records-view.tsx';

export function StatisticPage({ name, query }: { name: string; query: Query }) {
  const { statistics, symbols } = useAccount();
  const entry = statistics.find((one) => one.name === name);
  const asking = useDoc(entry?.doc ?? null);
  const symbol = query['symbol'] ?? symbols[0]?.symbol;
  const missing = query['symbol'] === undefined && symbol !== undefined;
  useEffect(() => {
    if (missing) go(href(`/stat/${name}`, { ...query, symbol }), { replace: true });
    else remember(name, query);
  }, [missing, name, query, symbol]);
  if (!entry) return <Empty>There is no statistic “{name}”.</Empty>;
  if (symbols.length === 0) return <NothingStored />;
  if (missing) return <Loading />;
  return <Answered asking={asking}>{(doc) => <Statistic key={name} doc={doc} entry={entry} query={query} />}</Answered>;
}

export function NothingStored() {
  return (
    <Empty>
      Nothing is stored yet. Bars land by <code>npm run -s cli -- import bars FILE</code>.
    </Empty>
  );
}

/** Default of the least cases of a ranked symbol, because few cases reach high rates by chance. */
const LEAST_CASES = String(SMALL_SAMPLE);

function Statistic({ doc, entry, query }: { doc: Doc; entry: StatisticEntry; query: Query }) {
  const views = useMemo(() => viewsOf(doc, entry), [doc, entry]);
  const view = chosenView(views, query['view'])!;
  const figures = useMemo(() => (view.key === '/screen' ? figuresOf(doc) : undefined), [doc, view.key]);
  const one = useSymbol(query['symbol'] ?? '');
  const ofOneDay = view.endpoint.parameters.some(isOfOneDay);
  const latest = ofOneDay && one?.last_bar ? latestSession(one.last_bar, one.asset_class, one.base_interval) : '';
  const request = {
    ...(figures && { sort_by: firstRate(doc, entry), min_sample_size: LEAST_CASES }),
    ...(latest && { date: latest }),
    ...query,
  };
  // The row of views is longer than a phone's screen.
  useEffect(() => {
    document.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [view.key]);
  const base = { ...query, date: undefined, sort: undefined, filter: undefined, chart: undefined };
  return (
    <>
      <PageHead title={doc.title}>{doc.description}</PageHead>
      <nav class="tabs" aria-label="Views">
        {views.map(({ key, title, endpoint }) => (
          <a
            key={key}
            href={href(`/stat/${entry.name}`, { ...base, view: key === views[0].key ? undefined : key })}
            title={endpoint.description}
            aria-current={key === view.key ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <ParamForm
        endpoint={fitting(view.endpoint, (!figures && one?.base_interval) || null)}
        query={request}
        choices={{ sort_by: figures }}
      />
      {ofOneDay && one === undefined ? (
        <Loading lines={8} />
      ) : view.key.endsWith('/summary') ? (
        <SummaryView doc={doc} entry={entry} view={view} query={query} />
      ) : (
        <RecordsView doc={doc} entry={entry} view={view} query={request} />
      )}
      <details class="definition">
        <summary>Definition and notes</summary>
        <p>{doc.definition}</p>
        <ul>
          {doc.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Returns the initial figure of the ranking: a rate, because the number of cases does not rate a symbol. */
function firstRate(doc: Doc, { console: { headline } }: StatisticEntry): string {
  const rates = doc.fields.filter(
    ({ endpoint, unit, name }) =>
      endpoint.endsWith('/summary') &&
      unit === 'pct' &&
      /(_rate|_pct)$/.test(name) &&
      !/[*]|^confidence|(^|\.)(avg|median|max|min|stdev)_|return|range/.test(name),
  );
  return Object.keys(headline ?? {})[0] ?? rates[0]?.name ?? 'sample_size';
}

/** Returns the summary's figures by which symbols can be ranked: those that all of them have. */
const figuresOf = (doc: Doc): readonly string[] =>
  doc.fields
    .filter(
      ({ endpoint, type, name }) =>
        endpoint.endsWith('/summary') && /^(number|integer)$/.test(type) && !/[*]|^confidence/.test(name),
    )
    .map(({ name }) => name);

export function countOf(body: Body): { count: number | null; noun: string } {
  if (typeof body['total_days'] === 'number') return { count: body['total_days'], noun: 'sessions' };
  if (typeof body['total_weeks'] === 'number') return { count: body['total_weeks'], noun: 'weeks' };
  return { count: typeof body['sample_size'] === 'number' ? body['sample_size'] : null, noun: 'cases' };
}

const isBucket = (value: Json): value is Body =>
  typeof value === 'object' && value !== null && 'utc_time' in value && 'bucket_start' in value;
const hasBuckets = (body: Body) => Object.values(body).some(isBucket);

/** Shows the start of time-of-day buckets on the reader's clock. */
function onClock(body: Body, metadata: Metadata, chosen: Zone): Body {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (!isBucket(value) || typeof value['bucket_start'] !== 'number') return [key, value];
      const at = bucketTime(value['bucket_start'], metadata, chosen);
      return [key, { ...value, utc_time: at ?? value['utc_time'] }];
    }),
  );
}

function SummaryView(props: Props) {
  const { query, view } = props;
  const { endpoint } = view;
  const asking = useAnswer<Body>(endpoint.path, requestOf(endpoint, query));
  return (
    <Answered asking={asking} lines={8}>
      {(body, address) => <Summary {...props} body={body} address={address} />}
    </Answered>
  );
}

function Summary({ doc, entry, view: { endpoint }, body, address }: Props & { body: Body; address: string }) {
  const fields = useMemo(() => doc.fields.filter((field) => field.endpoint === endpoint.path), [doc, endpoint]);
  const chosen = useZone();
  const metadata = body['metadata'] as unknown as Metadata;
  const parameters = useMemo(() => endpoint.parameters.map(({ name }) => name), [endpoint]);
  const answered = useMemo(() => picture(body, fields, parameters), [body, fields, parameters]);
  const drawn = useMemo(
    () => (hasBuckets(body) ? picture(onClock(body, metadata, chosen), fields, parameters) : answered),
    [answered, body, fields, parameters, chosen],
  );
  const hours = useMemo(() => {
    const { effective_start: from, effective_end: to, session } = metadata;
    // Hours of equities and ETFs follow the exchange in its own session.
    const isExchange = session?.mode === 'exchange' && session.timezone === 'America/New_York';
    const timeZone = isExchange ? 'America/New_York' : 'UTC';
    const by = from && to ? shifts({ from, to, timeZone }, chosen) : [0];
    return { clock: isExchange ? ('New York' as const) : ('UTC' as const), zone: chosen, by };
  }, [metadata, chosen]);
  const { count, noun } = countOf(body);
  return (
    <section class="result" aria-label="Result">
      <ResultHeader symbol={String(body['symbol'])} count={count} noun={noun} metadata={metadata} what={doc.title} />
      {count === 0 ? (
        <Empty>No session in this range has a case. A longer range may help.</Empty>
      ) : (
        <Pictures picture={drawn} path={endpoint.path} hours={hours} hints={entry.console} />
      )}
      <div class="result-foot">
        <TakeAway address={address} list={false} />
      </div>
      <AllFigures cells={answered.all} />
    </section>
  );
}
