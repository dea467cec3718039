/** Up to four symbols or parameter sets of one statistic side by side, each an own question with its own header. */
import { useState } from 'preact/hooks';
import { fisher, rateDifference } from '../../../compute/answers/questions/inference.ts';
import { useAccount } from '../core/account.ts';
import { useAnswer, useDoc } from '../core/answer.ts';
import type { Doc, EndpointDoc, Metadata, StatisticEntry, SymbolEntry } from '../core/api.ts';
import { alike, label, probability, signed } from '../core/format.ts';
import { chosenValue, requestOf, sharedOf } from '../core/params.ts';
import { isClear } from '../core/question.ts';
import { go, href, type Query } from '../core/router.ts';
import { type Body, type Cell, type Picture, picture } from '../core/summary.ts';
import { Certainty, isRate, isSmall, RateBar, rateOf, Value } from '../parts/figure.tsx';
import { change, Field, ParamForm, Select } from '../parts/form.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { ResultHeader } from '../parts/result-header.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { SymbolPicker } from '../parts/symbol-picker.tsx';
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

/** A symbol besides those: one that can be asked what the first can, where there is one. */
function another(symbols: readonly SymbolEntry[], taken: readonly string[]): string | undefined {
  const kindOf = (one: SymbolEntry | undefined) => one && `${one.asset_class} ${one.base_interval === '1d'}`;
  const kind = kindOf(symbols.find(({ symbol }) => symbol === taken[0]));
  const free = symbols.filter(({ symbol }) => !taken.includes(symbol));
  return (free.find((one) => kindOf(one) === kind) ?? free[0])?.symbol;
}

export function ComparePage({ query }: { query: Query }) {
  const { statistics, symbols } = useAccount();
  const name = query['stat'] ?? 'gap';
  const entry = statistics.find((one) => one.name === name) ?? statistics[0];
  const asking = useDoc(entry?.doc ?? null);
  if (symbols.length === 0) return <NothingStored />;
  const first = query['symbol'] ?? symbols[0].symbol;
  const second = another(symbols, [first]);
  const columns = query['with'] ? columnsOf(query['with']) : columnsOf([first, second].filter(Boolean).join('|'));
  const set = (next: readonly Column[]) => change({ with: next.map(columnText).join('|') });
  return (
    <>
      <PageHead title="Compare">
        Up to four symbols or parameter sets side by side. Each column is one question.
      </PageHead>
      <div class="toolbar">
        <Select
          label="Statistic"
          value={entry.name}
          onValue={(stat) =>
            go(href('/compare', { ...sharedOf(query), with: columns.map(columnText).join('|'), stat }))
          }
          of={statistics.map(({ name }) => name)}
          say={(name) => statistics.find((one) => one.name === name)!.title}
        />
        <button
          type="button"
          class="plain"
          disabled={columns.length >= MAX}
          onClick={() =>
            set([
              ...columns,
              {
                symbol:
                  another(
                    symbols,
                    columns.map(({ symbol }) => symbol),
                  ) ?? first,
                own: {},
              },
            ])
          }
        >
          + Column
        </button>
      </div>
      <Answered asking={asking}>
        {(doc) => <Columns doc={doc} hints={entry.console} columns={columns} query={query} set={set} />}
      </Answered>
    </>
  );
}

interface ColumnProps {
  readonly column: Column;
  readonly endpoint: EndpointDoc;
  readonly asked: Query;
  readonly onChange: (column: Column | null) => void;
}

/** What each column answered, its figures by their paths; null until it has. */
interface Compared {
  readonly body: Body;
  readonly cells: readonly Cell[];
}

function Columns({
  doc,
  hints,
  columns,
  query,
  set,
}: {
  doc: Doc;
  hints: StatisticEntry['console'];
  columns: readonly Column[];
  query: Query;
  set: (columns: readonly Column[]) => void;
}) {
  const endpoint = doc.endpoints.find(({ path }) => path.endsWith('/summary'));
  const asked = columns.map((column) => askedOf(query, column));
  // As many requests as there may be columns, in the same order at each rendering.
  const asking = Array.from({ length: MAX }, (_, i) =>
    useAnswer<Body>(endpoint && asked[i] ? endpoint.path : null, endpoint && asked[i] && requestOf(endpoint, asked[i])),
  ).slice(0, columns.length);
  if (!endpoint) return <Empty>{doc.title} has no summary to compare.</Empty>;
  const fields = doc.fields.filter((field) => field.endpoint === endpoint.path);
  const parameters = endpoint.parameters.map(({ name }) => name);
  const compared = asking.map((one): Compared | null =>
    one.is === 'done' ? { body: one.body, cells: comparedCells(picture(one.body, fields, parameters), hints) } : null,
  );
  const shown = compared.find((one) => one !== null);
  return (
    <>
      <ParamForm endpoint={endpoint} query={query} symbol={false} />
      <section class="card result" aria-label="Result">
        <Scroll name={`${doc.title} compared`}>
          <table class="grid compare" style={{ '--columns': columns.length }}>
            <thead>
              <tr>
                <th scope="col">
                  <span class="visually-hidden">Figure</span>
                </th>
                {columns.map((column, i) => (
                  <th key={`${i} ${column.symbol}`} scope="col" aria-label={columnText(column)}>
                    <ColumnHead
                      column={column}
                      endpoint={endpoint}
                      asked={asked[i]}
                      onChange={(next) => set(next ? columns.with(i, next) : columns.toSpliced(i, 1))}
                    />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown?.cells.map(({ path, help }) => (
                <ComparedRow
                  key={path}
                  title={titleOf(path, hints)}
                  help={help}
                  cells={compared.map((one) => one?.cells.find((cell) => cell.path === path))}
                />
              ))}
            </tbody>
          </table>
        </Scroll>
        <p class="quiet">
          Differences are against the first column in percentage points, with Newcombe’s 95 % interval and the p value
          of Fisher’s exact test. Both take the columns as independent: the same sessions under two parameter sets, or
          symbols that move together, are not.
        </p>
        <ul class="compared" aria-label="What each column is of">
          {asking.map((one, i) => (
            <li key={`${i} ${columns[i].symbol}`}>
              <Answered asking={one} lines={1}>
                {(body) => (
                  <ResultHeader
                    symbol={String(body['symbol'])}
                    {...countOf(body)}
                    metadata={body['metadata'] as unknown as Metadata}
                    what={ownWords(columns[i])}
                  />
                )}
              </Answered>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** The statistic's first rates, then its other figures at the top level. */
function comparedCells({ all, headline, blocks }: Picture, hints: StatisticEntry['console']): readonly Cell[] {
  const first = Object.keys(hints.headline ?? {}).flatMap((path) => all.find((cell) => cell.path === path) ?? []);
  const figures = blocks.flatMap((block) => (block.kind === 'figures' && block.path === '' ? block.cells : []));
  return [...new Set([...first, ...headline, ...figures])];
}

const ownWords = ({ own }: Column): string =>
  Object.entries(own)
    .filter(([, value]) => value)
    .map(([name, value]) => `${label(name).toLowerCase()} ${value}`)
    .join(', ');

const titleOf = (path: string, { headline }: StatisticEntry['console']) =>
  headline?.[path] ?? label(path.slice(path.lastIndexOf('.') + 1));

function ColumnHead({ column, endpoint, asked, onChange }: ColumnProps) {
  const [open, fold] = useState(false);
  const params = endpoint.parameters.filter(({ name }) => !['symbol', 'format', 'limit', 'cursor'].includes(name));
  return (
    <>
      <div class="fields">
        <SymbolPicker value={column.symbol} onChoose={(symbol) => onChange({ ...column, symbol })} />
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
          Parameters <small>{ownWords(column) || 'as above'}</small>
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
    </>
  );
}

/** One figure of all columns on one axis: rates from 0 to 100 %, the others with the same unit and decimals. */
function ComparedRow({ title, help, cells }: { title: string; help: string; cells: readonly (Cell | undefined)[] }) {
  const values = cells.flatMap((cell) => (typeof cell?.value === 'number' ? [cell.value] : []));
  const show = alike(values, cells.find(Boolean)?.unit ?? 'none');
  const [first] = cells;
  return (
    <tr title={help}>
      <th scope="row">{title}</th>
      {cells.map((cell, i) => (
        <td key={`${i} ${title}`} class={isSmall(cell?.n) ? 'small-n' : ''} data-figure={cell?.path}>
          {cell && isRate(cell) && <RateBar rate={rateOf(cell)} />}
          {cell && <Value cell={cell} show={show} />}{' '}
          {cell && isRate(cell) && (
            <>
              <Certainty cell={cell} />
              {i > 0 && first && <DifferenceLine cell={cell} first={first} />}
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

function DifferenceLine({ cell, first }: { cell: Cell; first: Cell }) {
  const hits = ({ value, n }: Cell) => Math.round((Number(value) / 100) * (n ?? 0));
  if (!cell.n || !first.n) return null;
  const counts = [hits(cell), cell.n, hits(first), first.n] as const;
  const { value, low, high } = rateDifference(...counts);
  const p = fisher(...counts);
  return (
    <span class={`difference ${isClear(low, high, p) ? 'clear' : ''}`} data-p={p}>
      {signed(value)} ({signed(low)} to {signed(high)}), <span class="num">p {probability(p)}</span>
    </span>
  );
}
