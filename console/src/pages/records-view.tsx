/** A list: its distribution and course, and its rows. Pages of 5,000 are fetched on demand; the page says if rows are missing. */
import { useMemo } from 'preact/hooks';
import { Buckets } from '../charts/buckets.tsx';
import { Histogram } from '../charts/histogram.tsx';
import { OverTime } from '../charts/over-time.tsx';
import { useAnswer } from '../core/answer.ts';
import type { Doc, Metadata, StatisticEntry } from '../core/api.ts';
import { dailyEnd, label, labelWithUnit, MONTHS, number, span } from '../core/format.ts';
import { dayAt, minuteOf, shiftedTime, shifts } from '../core/hours.ts';
import { requestOf } from '../core/params.ts';
import { href, type Query } from '../core/router.ts';
import type { Row } from '../core/rows.ts';
import { useZone, type Zone } from '../core/settings.ts';
import type { View } from '../core/views.ts';
import { change, Select } from '../parts/form.tsx';
import { LoadMore, useRest } from '../parts/rest.tsx';
import { bucketTime, ResultHeader } from '../parts/result-header.tsx';
import { Answered, Empty, Notice } from '../parts/states.tsx';
import { columnsOf, Table } from '../parts/table.tsx';
import { TakeAway } from '../parts/take-away.tsx';

export interface List {
  readonly symbol?: string;
  readonly count: number;
  readonly data?: readonly Row[];
  readonly events?: readonly Row[];
  readonly metadata: Metadata;
}

export function rowsOf({ data, events, metadata }: List): readonly Row[] {
  const rows = data ?? events ?? [];
  return metadata.base_interval === '1d' ? rows.map(withDates) : rows;
}

/** Replaces the times of daily candles by dates, which hold on every clock. */
function withDates(row: Row): Row {
  if (!('timeframe' in row)) return row;
  const dated = ([name, value]: [string, Row[string]]) =>
    /_(at|time)$/.test(name) && typeof value === 'string'
      ? [name, name === 'confirmed_at' ? dailyEnd(value) : value.slice(0, 10)]
      : [name, value];
  return Object.fromEntries(Object.entries(row).map(dated));
}

export interface Props {
  readonly doc: Doc;
  readonly entry: StatisticEntry;
  readonly view: View;
  readonly query: Query;
}

export function RecordsView(props: Props) {
  const { doc, view, query } = props;
  const request = requestOf(view.endpoint, query);
  // A ranking covers all symbols, not the first ten, and candles of one length.
  if (view.key === '/screen') {
    request['limit'] ??= '1000';
    const timeframe = view.endpoint.parameters.find(({ name }) => name === 'timeframe')?.default;
    if (timeframe) request['timeframe'] ??= String(timeframe);
  }
  const names = new Set(view.endpoint.parameters.map(({ name }) => name));
  // The newest records come first if an answer cannot hold all; buckets of a day keep their own order.
  const isDated = doc.fields.some(
    ({ endpoint, type }) => endpoint === view.endpoint.path && ['date', 'timestamp'].includes(type),
  );
  if (isDated && names.has('cursor') && names.has('order')) request['order'] = 'desc';
  const asking = useAnswer<List>(view.endpoint.path, request);
  return (
    <Answered asking={asking} lines={8}>
      {(list, address) => <Records key={address} {...props} list={list} address={address} />}
    </Answered>
  );
}

function Records({ doc, entry, view, query, list, address }: Props & { list: List; address: string }) {
  const rest = useRest(list, address, rowsOf);
  const ranked = view.key === '/screen' ? query['sort_by'] || 'sample_size' : null;
  const fields = useMemo(() => {
    const own = doc.fields.filter((field) => field.endpoint === view.endpoint.path);
    // A ranking's values have the unit of its figure.
    const unit = doc.fields.find(({ name, endpoint }) => name === ranked && endpoint.endsWith('/summary'))?.unit;
    return unit ? own.map((field) => (field.name === 'value' ? { ...field, unit } : field)) : own;
  }, [doc, view, ranked]);
  const chosenZone = useZone();
  const rows = useMemo(
    () => rest.rows.map((row) => onClock(flat(row), list.metadata, chosenZone)),
    [list, rest.rows, chosenZone],
  );
  // The pictures are kept when only the order of the rows changes.
  const charts = useMemo(
    () => <Charts rows={rows} metadata={list.metadata} fields={fields} chart={query['chart']} />,
    [rows, list.metadata, fields, query['chart']],
  );
  const screen = ranked !== null;
  const total = list.metadata.total ?? rows.length;
  const ends = [rows[0], rows[rows.length - 1]].map((row) => row && dateOf(row, list.metadata)).sort();

  return (
    <section class="result" aria-label="Result">
      <ResultHeader
        symbol={screen ? undefined : list.symbol}
        {...countOf(rows, total, screen)}
        metadata={list.metadata}
        what={`${doc.title}, ${view.title.toLowerCase()}`}
      />
      {rows.length === 0 ? (
        <Empty>No results in this range. A longer range or other parameters may help.</Empty>
      ) : (
        <>
          {rest.load && (
            <Notice tone="warn">
              Drawn and listed are {number(rows.length)} of {number(total)} records, {span(ends[0], ends[1])}. More are
              loaded below.
            </Notice>
          )}
          {!screen && charts}
          <Table
            rows={rows}
            fields={fields}
            order={view.key === '/' ? newestFirst(rows[0]) : ''}
            titles={ranked ? { value: headingOf(ranked, entry, fields), low: '95 % from', high: '95 % to' } : {}}
            outcome={entry.console.outcome}
            linkOf={(row) => linkOf(row, list.metadata, entry, query)}
            caption={`${doc.title}: ${view.title}`}
            tools={
              <>
                <LoadMore rest={rest} total={total} />
                <TakeAway address={address} list part={{ rows: rowsOf(list).length, total }} />
              </>
            }
          />
        </>
      )}
    </section>
  );
}

function headingOf(ranked: string, { console: { headline } }: StatisticEntry, fields: Doc['fields']): string {
  const words = headline?.[ranked] ?? ranked.split('.').map(labelWithUnit).join(' · ');
  const percent = fields.find(({ name }) => name === 'value')?.unit === 'pct';
  return percent && !words.endsWith(')') ? `${words} (%)` : words;
}

function newestFirst(row: Row): string {
  const name = ['date', 'formed_at', 'event_time', 'event_timestamp'].find((one) => one in row);
  return name ? `-${name}` : '';
}

/** Returns the number of sessions behind the rows: each is in one group, or in all groups if they are times of its day. */
function countOf(rows: readonly Row[], total: number, screen: boolean): { count: number; noun: string } {
  if (screen || !bucketName(rows)) return { count: total, noun: screen ? 'symbols' : 'records' };
  const sum = rows.reduce((all, row) => all + Number(row['count'] ?? 0), 0);
  const most = Math.max(...rows.map((row) => Number(row['sessions'] ?? 0)));
  const noun = 'week_number' in rows[0] ? 'weeks' : 'month' in rows[0] ? 'months' : 'sessions';
  return { count: sum || most, noun };
}

/** Turns the reactions of news, an object each, into columns of returns. */
function flat(row: Row): Row {
  const reactions = row['reactions'] as Readonly<Record<string, { return_pct: number | null }>> | undefined;
  if (!reactions) return row;
  const { reactions: _, ...rest } = row;
  const returns = Object.entries(reactions).map(
    ([window, { return_pct }]) => [`return_${window}_pct`, return_pct] as const,
  );
  return { ...rest, ...Object.fromEntries(returns) };
}

/** Shows the start of time-of-day buckets on the reader's clock. */
function onClock(row: Row, metadata: Metadata, chosen: Zone): Row {
  const { bucket_start, utc_time, date } = row;
  if (typeof utc_time !== 'string' || typeof bucket_start !== 'number') return row;
  if (typeof date === 'string')
    return {
      ...row,
      utc_time: shiftedTime(minuteOf(utc_time), shifts({ from: date, to: date, timeZone: 'UTC' }, chosen)),
    };
  return { ...row, utc_time: bucketTime(bucket_start, metadata, chosen) ?? utc_time };
}

/** Returns the day of a record: its own, else that of its time on the session's clock; news has no session. */
export function dateOf(row: Row, metadata: Metadata): string | null {
  const text = row['date'] ?? row['formed_at'] ?? row['event_time'] ?? row['event_timestamp'] ?? row['week_start'];
  if (typeof text !== 'string') return null;
  return dayAt(text, metadata.session?.timezone ?? (row['asset_class'] === 'crypto' ? 'UTC' : 'America/New_York'));
}

function linkOf(row: Row, metadata: Metadata, entry: StatisticEntry, query: Query): string | null {
  const symbol = typeof row['symbol'] === 'string' ? row['symbol'] : query['symbol'];
  const date = dateOf(row, metadata);
  if (date && !row['week_start'])
    return href('/session', { ...query, view: undefined, chart: undefined, stat: entry.name, symbol, date });
  if (typeof row['rank'] === 'number' && typeof row['symbol'] === 'string')
    return href(`/stat/${entry.name}`, { ...query, view: undefined, sort: undefined, symbol });
  return null;
}

const BUCKETS = ['weekday', 'month', 'week_number', 'bucket'] as const;

/** Returns the field that groups the rows; null if they are records of sessions. */
function bucketName(rows: readonly Row[]): (typeof BUCKETS)[number] | null {
  if (rows.length === 0 || newestFirst(rows[0]) || 'week_start' in rows[0]) return null;
  return BUCKETS.find((name) => name in rows[0]) ?? null;
}

/** Returns a bucket's start on the clock, or its minutes if clocks changed and it has two. */
function startOf(row: Row): string {
  const at = String(row['utc_time'] ?? '');
  return at === '' || at.includes('/') ? String(row['bucket']) : at;
}

const FAVOURITES = [
  'median_return_pct',
  'max_run_pct',
  'gap_pct',
  'breakout_size_pct',
  'rest_return_pct',
  'follow_through_pct',
  'return_60m_pct',
  'return_pct',
];

function Charts({
  rows,
  metadata,
  fields,
  chart,
}: {
  rows: readonly Row[];
  metadata: Metadata;
  fields: Doc['fields'];
  chart: string | undefined;
}) {
  const figures = useMemo(
    () =>
      columnsOf(rows, fields).filter((name) => name !== 'rank' && rows.some((row) => typeof row[name] === 'number')),
    [rows, fields],
  );
  const bucket = bucketName(rows);
  if (figures.length === 0 || rows.length < 2) return null;
  const fallback =
    FAVOURITES.find((name) => figures.includes(name)) ?? figures.find((name) => /_(pct|x)$/.test(name)) ?? figures[0];
  const chosen = chart !== undefined && figures.includes(chart) ? chart : fallback;
  const unit = fields.find(({ name }) => name === chosen)?.unit ?? (chosen.endsWith('_pct') ? 'pct' : 'none');
  const name = label(chosen);
  const points = rows
    .map((row) => ({ date: dateOf(row, metadata) ?? '', value: row[chosen] }))
    .filter((point): point is { date: string; value: number } => typeof point.value === 'number');
  return (
    <section class="card charts" aria-label="Charts">
      <Select
        label="Figure"
        kind="inline"
        value={chosen}
        onValue={(figure) => change({ chart: figure }, { replace: true })}
        of={figures}
        say={labelWithUnit}
      />
      {bucket ? (
        <Buckets
          name={name}
          unit={unit}
          buckets={rows.map((row) => ({
            name:
              bucket === 'month'
                ? MONTHS[Number(row[bucket]) - 1]
                : bucket === 'bucket'
                  ? startOf(row)
                  : String(row[bucket]).slice(0, bucket === 'weekday' ? 3 : 4),
            value: typeof row[chosen] === 'number' ? row[chosen] : null,
            n:
              typeof row['count'] === 'number'
                ? row['count']
                : typeof row['sessions'] === 'number'
                  ? row['sessions']
                  : null,
          }))}
        />
      ) : (
        <div class="pair">
          <Histogram values={points.map(({ value }) => value)} unit={unit} name={name} />
          <OverTime points={points.filter(({ date }) => date)} unit={unit} name={name} />
        </div>
      )}
    </section>
  );
}
