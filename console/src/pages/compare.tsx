/** Up to four symbols or parameter sets of one statistic side by side, each an own question with its own header. */
import { useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import { useAnswer } from '../core/answer.ts';
import { type Doc, type EndpointDoc, useDoc } from '../core/docs.ts';
import { label, number } from '../core/format.ts';
import { chosenValue, requestOf, sharedOf } from '../core/params.ts';
import { go, href, type Query } from '../core/router.ts';
import { type Body, type Cell, picture } from '../core/summary.ts';
import { Interval, isSmall, Num, RateBar, Value } from '../parts/figure.tsx';
import { change, Field, ParamForm } from '../parts/form.tsx';
import { type Metadata, ResultHeader } from '../parts/result-header.tsx';
import { Answered, Empty, Failure, Loading } from '../parts/states.tsx';
import { countOf, NothingStored } from './statistic.tsx';

const MAX = 4;

/** A column of the address: `DEMO-ACME` or `DEMO-ACME,orb_minutes=15`; values are encoded as in a query. */
interface Column {
  readonly symbol: string;
  readonly own: Readonly<Record<string, string>>;
}

export function columnsOf(text: string): readonly Column[] {
  return text
    .split('|')
    .filter(Boolean)
    .slice(0, MAX)
    .map((one) => {
      const [symbol, ...params] = one.split(',');
      return {
        symbol,
        own: Object.fromEntries(new URLSearchParams(params.join('&'))),
      };
    });
}

export const columnText = ({ symbol, own }: Column): string =>
  [
    symbol,
    ...Object.entries(own)
      .filter(([, value]) => value)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ].join(',');

const RANGE = ['time_window', 'start_date', 'end_date'];

/** The page's parameters with the column's own in their place; a column with a range of its own takes none of the page's. */
export function askedOf(query: Query, { symbol, own }: Column): Query {
  const ranged = RANGE.some((name) => own[name]);
  const page = Object.entries(query).filter(([name]) => !(ranged && RANGE.includes(name)));
  return { ...Object.fromEntries(page), ...own, symbol };
}

export function ComparePage({ query }: { query: Query }) {
  const { statistics, symbols } = useAccount();
  const name = query['stat'] ?? 'gap';
  const entry = statistics.find((one) => one.name === name) ?? statistics[0];
  const asking = useDoc(entry?.doc ?? null);
  if (symbols.length === 0) return <NothingStored />;
  const first = query['symbol'] ?? symbols[0].symbol;
  const second = symbols.find(({ symbol }) => symbol !== first)?.symbol;
  const columns = query['with'] ? columnsOf(query['with']) : columnsOf([first, second].filter(Boolean).join('|'));
  const set = (next: readonly Column[]) => change({ with: next.map(columnText).join('|') });
  return (
    <>
      <header class="page-head">
        <h1>Compare</h1>
        <p class="lead">Up to four symbols or parameter sets side by side. Each column is one question.</p>
      </header>
      <div class="toolbar">
        <label class="field">
          <span>Statistic</span>
          <select
            value={entry.name}
            onChange={(event) =>
              go(
                href('/compare', {
                  ...sharedOf(query),
                  with: columns.map(columnText).join('|'),
                  stat: event.currentTarget.value,
                }),
              )
            }
          >
            {statistics.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="plain"
          disabled={columns.length >= MAX}
          onClick={() =>
            set([
              ...columns,
              {
                symbol: symbols.find(({ symbol }) => !columns.some((one) => one.symbol === symbol))?.symbol ?? first,
                own: {},
              },
            ])
          }
        >
          + Column
        </button>
      </div>
      {asking.is === 'failed' ? (
        <Failure error={asking.error} again={asking.again} />
      ) : asking.is !== 'done' ? (
        <Loading />
      ) : (
        <Columns doc={asking.body} columns={columns} query={query} set={set} />
      )}
    </>
  );
}

function Columns({
  doc,
  columns,
  query,
  set,
}: {
  doc: Doc;
  columns: readonly Column[];
  query: Query;
  set: (columns: readonly Column[]) => void;
}) {
  const endpoint = doc.endpoints.find(({ path }) => path.endsWith('/summary'));
  if (!endpoint) return <Empty>{doc.title} has no summary to compare.</Empty>;
  return (
    <>
      <ParamForm endpoint={endpoint} query={query} symbol={false} />
      <div class="compare">
        {columns.map((column, i) => (
          <CompareColumn
            key={`${i} ${column.symbol}`}
            doc={doc}
            endpoint={endpoint}
            column={column}
            query={query}
            onChange={(next) => set(next ? columns.with(i, next) : columns.toSpliced(i, 1))}
          />
        ))}
      </div>
    </>
  );
}

function CompareColumn({
  doc,
  endpoint,
  column,
  query,
  onChange,
}: {
  doc: Doc;
  endpoint: EndpointDoc;
  column: Column;
  query: Query;
  onChange: (column: Column | null) => void;
}) {
  const { symbols } = useAccount();
  const [open, fold] = useState(false);
  const params = endpoint.parameters.filter(({ name }) => !['symbol', 'format', 'limit', 'cursor'].includes(name));
  const asked = askedOf(query, column);
  const asking = useAnswer<Body>(endpoint.path, requestOf(endpoint, asked));
  const own = Object.entries(column.own).filter(([name]) => params.some((param) => param.name === name));
  return (
    <section class="card" aria-label={columnText(column)}>
      <div class="fields">
        <label class="field symbol">
          <span>Symbol</span>
          <select
            value={column.symbol}
            onChange={(event) => onChange({ ...column, symbol: event.currentTarget.value })}
          >
            {!symbols.some(({ symbol }) => symbol === column.symbol) && (
              <option value={column.symbol}>{column.symbol || '–'}</option>
            )}
            {symbols.map(({ symbol }) => (
              <option key={symbol} value={symbol}>
                {symbol}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="plain small"
          aria-label={`Remove ${columnText(column)}`}
          onClick={() => onChange(null)}
        >
          ✕
        </button>
      </div>
      <details class="own" open={open} onToggle={(event) => fold(event.currentTarget.open)}>
        <summary>
          Parameters of this column{' '}
          <small>{own.map(([name, value]) => `${label(name).toLowerCase()} ${value}`).join(', ') || 'as above'}</small>
        </summary>
        <div class="fields">
          {params.map((param) => (
            <Field
              key={param.name}
              param={param}
              value={chosenValue(param.name, asked)}
              onValue={(value) => onChange({ ...column, own: { ...column.own, [param.name]: value } })}
            />
          ))}
        </div>
      </details>
      <Answered asking={asking} lines={6}>
        {(body) => <ComparedBody doc={doc} endpoint={endpoint} body={body} />}
      </Answered>
    </section>
  );
}

function ComparedBody({ doc, endpoint, body }: { doc: Doc; endpoint: EndpointDoc; body: Body }) {
  const fields = doc.fields.filter((field) => field.endpoint === endpoint.path);
  const { headline, blocks } = picture(
    body,
    fields,
    endpoint.parameters.map(({ name }) => name),
  );
  const { count, noun } = countOf(body);
  const figures = blocks.flatMap((block) => (block.kind === 'figures' && block.path === '' ? block.cells : []));
  const cells = [...headline, ...figures.filter((cell) => !headline.includes(cell) && cell.low === null)];
  return (
    <>
      <ResultHeader
        symbol={String(body['symbol'])}
        count={count}
        noun={noun}
        metadata={body['metadata'] as unknown as Metadata}
      />
      <table class="grid">
        <thead class="visually-hidden">
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {cells.map((cell) => (
            <ComparedRow key={cell.path} cell={cell} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function ComparedRow({ cell }: { cell: Cell }) {
  const rate = { value: typeof cell.value === 'number' ? cell.value : null, n: cell.n, low: cell.low, high: cell.high };
  return (
    <tr class={isSmall(cell.n) ? 'small-n' : ''} title={cell.help}>
      <th scope="row">
        {label(cell.key)}
        {cell.low !== null && <RateBar rate={rate} />}
      </th>
      <td data-figure={cell.path}>
        {cell.low !== null ? <Num value={rate.value} unit="pct" /> : <Value cell={cell} />}
        {cell.low !== null && (
          <>
            <br />
            <Interval rate={rate} /> <small>n {number(cell.n)}</small>
          </>
        )}
      </td>
    </tr>
  );
}
