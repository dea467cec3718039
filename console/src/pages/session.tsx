/** One session on a chart with its records drawn in, for a check by eye. */
import { useEffect, useMemo } from 'preact/hooks';
import type { Bar } from '../charts/candles.ts';
import { type Overlay, overlaysOf } from '../charts/overlays.ts';
import { useAccount } from '../core/account.ts';
import { type Asking, useAnswer, useDoc } from '../core/answer.ts';
import type { Doc, Metadata, QuestionAnswer, Schemas } from '../core/api.ts';
import { statisticOf } from '../core/condition.ts';
import { requestOfQuestion } from '../core/draft.ts';
import { date as dateShown, label, number, withUnit } from '../core/format.ts';
import { isInProgress, latestSession } from '../core/hours.ts';
import { chosenValue, requestOf, sharedOf } from '../core/params.ts';
import { go, href, type Query } from '../core/router.ts';
import type { Row } from '../core/rows.ts';
import { useZone } from '../core/settings.ts';
import { useSymbol } from '../core/symbols.ts';
import { useWords } from '../core/words.ts';
import { CandleChart } from '../parts/candle-chart.tsx';
import { Cases } from '../parts/cases.tsx';
import { Swatch } from '../parts/figure.tsx';
import { change, Select } from '../parts/form.tsx';
import { ResultHeader } from '../parts/result-header.tsx';
import { Answered, Empty, Loading } from '../parts/states.tsx';
import { cellText, Table, toneOf } from '../parts/table.tsx';
import { dateOf, type List, rowsOf } from './records-view.tsx';

const TIMEFRAMES = ['', '5m', '15m', '30m', '1H'];

export function SessionPage({ query }: { query: Query }) {
  const { symbols, statistics } = useAccount();
  const symbol = query['symbol'] ?? symbols[0]?.symbol ?? '';
  const date = query['date'] ?? '';
  const ofQuestion = query['then'] && statisticOf(`${query['when'] ?? ''};${query['then']}`, statistics);
  const main = statistics.find(({ name }) => name === (query['stat'] ?? (ofQuestion || 'gap')));
  const words = useWords();
  const assetClass = useSymbol(symbol)?.asset_class;
  // The question from which this day was opened; its answer is still cached for a minute.
  const question = useAnswer<QuestionAnswer>(query['then'] ? '/query' : null, {
    ...requestOfQuestion(query, symbol),
    when: query['when'],
    then: query['then'],
    limit: '5000',
  });
  const bars = useAnswer<Schemas['Bars']>(
    date ? '/bars' : null,
    {
      symbol,
      date,
      session: chosenValue('session', query),
      include_extended_hours: query['include_extended_hours'],
      start_time: query['start_time'],
      end_time: query['end_time'],
      timeframe: query['timeframe'],
      adjustment: query['adjustment'],
    },
    { freshMs: 5 * 60_000 },
  );
  const extra = (query['with'] ?? '').split(',').filter((name) => name && name !== main?.name);
  const records = useRecords(main?.name ?? null, { ...query, symbol });
  // Hooks need a fixed order, so every drawable statistic has a slot; most of them are idle.
  const drawable = statistics.filter(({ console: { drawn } }) => drawn);
  const others = drawable.map(({ name }) => ({
    name,
    records: useRecords(extra.includes(name) ? name : null, { ...sharedOf(query), symbol }),
  }));
  if (!main) return <Empty>There is no statistic “{query['stat']}”.</Empty>;
  if (!date) return <LatestSession symbol={symbol} query={query} />;
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date)))
    return <Empty>“{date}” is no date; one is written as 2025-06-04.</Empty>;
  const today = ofDate(records.asking, date);
  const start = bars.is === 'done' ? (bars.body.data[0]?.ts ?? null) : null;
  const isOpen = assetClass !== undefined && assetClass !== 'crypto' && isInProgress(date, Date.now());
  return (
    <>
      <header class="page-head keep">
        <h1>
          {symbol}, {dateShown(date)} {isOpen && <span class="badge yes">in progress</span>}
        </h1>
        <p class="lead">
          {new Date(date).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })} ·{' '}
          <a
            href={href(`/stat/${main.name}`, {
              ...query,
              date: undefined,
              stat: undefined,
              with: undefined,
              timeframe: undefined,
              view: '/',
            })}
          >
            {main.title}: all records
          </a>
        </p>
      </header>
      {query['then'] ? (
        <Cases
          dates={question.is === 'done' ? question.body.data.map((one) => one.date) : []}
          date={date}
          query={query}
          what={words.question(query['when'] ?? '', query['then'], query['among'])}
          back={href('/query', { ...query, date: undefined, stat: undefined, with: undefined, timeframe: undefined })}
        />
      ) : (
        <Cases dates={datesOf(records.asking)} date={date} query={query} what={main.title} />
      )}
      <Answered asking={bars} lines={9}>
        {({ data, metadata }) =>
          data.length === 0 ? (
            <Empty>No bars of this session are stored.</Empty>
          ) : (
            <Chart
              bars={data}
              metadata={metadata}
              symbol={symbol}
              date={date}
              start={start}
              drawn={[
                { name: main.name, rows: today },
                ...others.map(({ name, records: { asking } }) => ({ name, rows: ofDate(asking, date) })),
              ]}
            />
          )
        }
      </Answered>
      <div class="toolbar">
        <Select
          label="Candles"
          value={query['timeframe'] ?? ''}
          onValue={(timeframe) => change({ timeframe }, { replace: true })}
          of={TIMEFRAMES}
          say={(timeframe) => timeframe || 'as stored'}
        />
        <fieldset class="chips">
          <legend>Also drawn, one question each</legend>
          {drawable
            .filter(({ name }) => name !== main.name)
            .map(({ name, title }) => {
              const on = extra.includes(name);
              return (
                <button
                  key={name}
                  type="button"
                  class="chip"
                  aria-pressed={on}
                  title="One question of your plan; kept for a minute"
                  onClick={() =>
                    change(
                      { with: (on ? extra.filter((one) => one !== name) : [...extra, name]).join(',') },
                      { replace: true },
                    )
                  }
                >
                  {title}
                </button>
              );
            })}
        </fieldset>
      </div>
      <Answered asking={records.asking} lines={2}>
        {() =>
          today.length === 0 && (
            <Empty>
              {main.title}: no record of this session in the requested range ({query['time_window'] ?? '12M'}).
            </Empty>
          )
        }
      </Answered>
      {records.doc && <RecordsOfDay key={date} doc={records.doc} path={main.path} rows={today} />}
    </>
  );
}

/** Returns records of the date, each with the parameters that the answer has once and its rows lack. */
function ofDate(asking: Asking<List>, date: string): readonly Row[] {
  if (asking.is !== 'done') return [];
  const { body } = asking;
  const echoed = Object.entries(body).filter(([name, value]) => /_minutes$/.test(name) && typeof value === 'number');
  return rowsOf(body)
    .filter((row) => dateOf(row, body.metadata) === date)
    .map((row) => ({ ...Object.fromEntries(echoed), ...row }));
}

function useRecords(name: string | null, query: Query) {
  const { statistics } = useAccount();
  const entry = statistics.find((one) => one.name === name);
  const doc = useDoc(entry?.doc ?? null);
  const endpoint = doc.is === 'done' ? doc.body.endpoints.find(({ path }) => path === entry?.path) : undefined;
  const { date: _, ...rest } = query;
  const asking = useAnswer<List>(endpoint ? endpoint.path : null, endpoint ? requestOf(endpoint, rest) : {});
  return {
    asking: (doc.is === 'failed' ? doc : endpoint ? asking : { is: 'idle' }) as Asking<List>,
    doc: doc.is === 'done' ? doc.body : null,
  };
}

/** Shows the latest session, for an address without a date. */
function LatestSession({ symbol, query }: { symbol: string; query: Query }) {
  const entry = useSymbol(symbol);
  const last = entry?.last_bar ?? null;
  const date = last === null ? null : latestSession(last, entry!.asset_class, entry!.base_interval);
  useEffect(() => {
    if (date) go(href('/session', { ...query, symbol, date }), { replace: true });
  }, [date, symbol, query]);
  return date || entry === undefined ? <Loading /> : <Empty>No bars of {symbol || 'any symbol'} are stored.</Empty>;
}

function datesOf(asking: Asking<List>): readonly string[] {
  if (asking.is !== 'done') return [];
  const { body } = asking;
  return rowsOf(body)
    .map((row) => dateOf(row, body.metadata))
    .filter((one): one is string => one !== null);
}

function Chart({
  bars,
  metadata,
  symbol,
  date,
  start,
  drawn,
}: {
  bars: readonly Bar[];
  metadata: Metadata;
  symbol: string;
  date: string;
  start: string | null;
  drawn: readonly { readonly name: string; readonly rows: readonly Row[] }[];
}) {
  const { statistics } = useAccount();
  const key = JSON.stringify(drawn);
  const overlays = useMemo<readonly Overlay[]>(() => {
    const all = drawn.flatMap(({ name, rows }) => {
      const hints = statistics.find((one) => one.name === name)?.console.drawn ?? [];
      return rows.flatMap((row) => overlaysOf(hints, row, start));
    });
    // Two statistics may draw the same level.
    return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  }, [key, start]);
  const [first, last] = [bars[0], bars[bars.length - 1]];
  return (
    <section class="card" aria-label="Chart">
      <CandleChart
        bars={bars}
        overlays={overlays}
        daily={metadata.base_interval === '1d'}
        name={`Candles of ${symbol} on ${date}: open ${first.open}, high ${Math.max(...bars.map(({ high }) => high))}, low ${Math.min(...bars.map(({ low }) => low))}, close ${last.close}`}
      />
      <ResultHeader symbol={symbol} count={bars.length} noun="candles" metadata={metadata} />
      {overlays.length > 0 && (
        <ul class="legend">
          {overlays.map((overlay, i) => (
            <li key={i}>
              <Swatch of={overlay.tone} /> {overlay.label} <OverlayWhere overlay={overlay} />
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">
        Charts by <a href="https://www.tradingview.com/">TradingView Lightweight Charts™</a>
      </p>
    </section>
  );
}

function OverlayWhere({ overlay }: { overlay: Overlay }) {
  const chosen = useZone();
  if (overlay.kind === 'line') return <span data-overlay="line">{number(overlay.price, 'price')}</span>;
  if (overlay.kind === 'mark') return <span data-overlay="mark">{cellText(overlay.time, undefined, chosen)}</span>;
  return (
    <span data-overlay="zone">
      {overlay.bottom !== overlay.top && `${number(overlay.bottom, 'price')}–`}
      {number(overlay.top, 'price')}
    </span>
  );
}

/** Shows one record by its fields, several as a table. */
function RecordsOfDay({ doc, path, rows }: { doc: Doc; path: string; rows: readonly Row[] }) {
  const fields = doc.fields.filter(({ endpoint, name }) => endpoint === path && name !== 'symbol');
  if (rows.length === 1) return <RecordCard doc={doc} fields={fields} row={rows[0]} />;
  if (rows.length === 0) return null;
  return (
    <section class="record" aria-label="Records">
      <h2>{doc.title}: the records</h2>
      <Table rows={rows} fields={fields} name={doc.name} caption={`${doc.title}: records`} />
    </section>
  );
}

/** Returns true if a size in price stands beside the same size in percent. */
const isTwice = ({ name, unit }: Doc['fields'][number], fields: Doc['fields']) =>
  unit === 'price' && fields.some((other) => other.name !== name && label(other.name) === label(name));

function RecordCard({ doc, fields, row }: { doc: Doc; fields: Doc['fields']; row: Row }) {
  const chosen = useZone();
  return (
    <section class="card record" aria-label="Record">
      <h2>{doc.title}: the record</h2>
      <dl class="figures">
        {fields.map((field) => {
          const value = row[field.name];
          if (value === undefined || (typeof value === 'object' && value !== null)) return null;
          return (
            <div key={field.name} title={[field.description, field.formula].filter(Boolean).join('\n')}>
              <dt>
                {label(field.name)}
                {isTwice(field, fields) && ' in price'}
              </dt>
              <dd class={toneOf(value)} data-field={field.name} data-value={String(value)} title={String(value)}>
                {typeof value === 'number' && field.name !== 'trend_before'
                  ? withUnit(value, field.unit)
                  : cellText(value, field, chosen)}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
