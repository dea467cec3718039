/** Looks at a file before anything of it lands: what it is, which column is which, how it spells figures and times. */
import { formatInterval, parseInterval } from '../../../lib/interval.ts';
import { csvLayout, csvRows } from './csv.ts';
import type { CsvLayout } from './csv-layout.ts';
import { ImportError } from './errors.ts';
import { checkRequired, findColumn, hasField, type Mapping, mapColumns, shownColumns, TIME_FIELD } from './fields.ts';
import { EndStamps, IntervalGuess } from './interval.ts';
import { jsonRows } from './json.ts';
import { type Conventions, type Known, type KnownSymbols, lookUp, type MappedRow, RowMapper } from './mapper.ts';
import { ndjsonRows } from './ndjson.ts';
import { openSource, type Part, partsOf, type SourceFile } from './open.ts';
import type { ReadOptions } from './options.ts';
import { parquetRows } from './parquet.ts';
import type { RawRow, RowSource } from './rows.ts';
import { SHAPES, vendorOf } from './shapes.ts';
import { DateOrderJudge, judgeFigures } from './spelling.ts';
import { epochUnit, FileTime, readTime } from './time.ts';
import { type BarColumns, columnsOf, stampSuspicion, type Understood, zoneHint } from './understood.ts';
import { bareFigure, FIGURE_FIELDS, PLAIN, PRICE_FIELDS } from './values.ts';

/** Rows that stand for the file's. */
const SAMPLE_ROWS = 5_000;

/** How the rows of a file are read: plain data. */
export interface Plan {
  readonly source: SourceFile;
  /** By part; `null` of files that name their columns in every row. */
  readonly layouts: readonly (CsvLayout | null)[];
  readonly conventions: Conventions;
}

export interface Checked {
  readonly plan: Plan;
  /** Remarks for the operator, such as columns that are not used. */
  readonly notices: readonly string[];
  readonly understood: Understood;
  /** The first rows. */
  readonly sample: BarColumns;
}

/** The rows of a part. `onShare`: how much of the part was read, in bytes or rows of `all`. */
export function openRows(
  part: Part,
  layout: CsvLayout | null,
  options: ReadOptions,
  onShare?: (read: number, all: number) => void,
): RowSource {
  const { source } = part;
  let read = 0;
  const onBytes = (bytes: number) => {
    read += bytes;
    onShare?.(Math.min(read, source.bytes), source.bytes);
  };
  if (source.format === 'parquet') {
    return parquetRows(part, (columns) => neededOf(columns, options, part.label), onShare);
  }
  if (source.format === 'csv') return csvRows(part, layout!, onBytes);
  if (source.format === 'ndjson') return ndjsonRows(part, onBytes);
  const shape = options.format === undefined ? undefined : SHAPES[options.format];
  return jsonRows(part, options.columns ?? shape?.columns?.[0], onBytes);
}

function neededOf(columns: readonly string[], options: ReadOptions, file: string): ReadonlySet<string> {
  const { columnOf, clockColumn } = mapColumns(options.kind, columns, knownMap(columns, options), file);
  return new Set([...columnOf.values(), ...(clockColumn === undefined ? [] : [clockColumn])]);
}

function knownMap(columns: readonly string[], { map }: ReadOptions): Record<string, string> {
  return Object.fromEntries(Object.entries(map).filter(([, name]) => findColumn(columns, name) !== undefined));
}

async function layoutsOf(parts: readonly Part[], options: ReadOptions): Promise<(CsvLayout | null)[]> {
  const layouts: (CsvLayout | null)[] = [];
  for (const part of parts) {
    const layout = part.source.format === 'csv' ? await csvLayout(part, options) : null;
    layouts.push(layout);
    if (layout && JSON.stringify(layout.columns) !== JSON.stringify(layouts[0]!.columns)) {
      const message = 'has other columns than the files before it; unpack the archive and import its files';
      throw new ImportError('usage', `${part.label} ${message}`);
    }
  }
  return layouts;
}

/** As many as can be had: a file that breaks off early is reported where it is read. */
async function firstRows(rows: RowSource, label: string): Promise<RawRow[]> {
  const first: RawRow[] = [];
  try {
    for await (const group of rows.rows()) {
      first.push(...group.slice(0, SAMPLE_ROWS - first.length));
      if (first.length >= SAMPLE_ROWS) break;
    }
  } catch (error) {
    if (first.length === 0) throw error;
  }
  if (first.length === 0) throw new ImportError('empty', `${label}: the file holds no rows`);
  return first;
}

/** Throws an ImportError where the file cannot be imported, or not without more being said of it. */
export async function check(path: string, options: ReadOptions, symbols: KnownSymbols): Promise<Checked> {
  const source = await openSource(path, options.bounds);
  const parts = partsOf(source);
  const layouts = await layoutsOf(parts, options);
  const reader = openRows(parts[0], layouts[0], options);
  const first = await firstRows(reader, parts[0].label);
  const whole = first.filter((row) => !row.broken);
  const known = lookUp(symbols);
  const columns = [...new Set(whole.flatMap((row) => row.columns))];
  if (whole.length > 0) checkColumns(columns, options, path);

  const shape = layouts[0]?.shape ?? vendorOf(columns);
  const conventions: Conventions = {
    spelling: reader.textual ? judgeFigures(figuresIn(whole, options, path), options.decimal, path) : PLAIN,
    dateOrder: options.dateOrder ?? (await dateOrderOf(whole, parts, layouts, options)),
    priceScale: options.priceScale ?? (shape === 'databento' && hasWholePrices(whole, options, path) ? 1e-9 : 1),
    assetClass: layouts[0]?.shape === 'binance' ? 'crypto' : undefined,
  };
  const plan: Plan = { source, layouts, conventions };
  const mapper = new RowMapper(path, reader.textual, options, conventions, known);
  const mapped = whole.map((row) => mapper.map(row));
  if (whole.length > 0) checkFirst(mapped, whole, options, conventions, path);
  const rows = options.kind === 'bars' ? withIntervals(mapped, options, known, path) : mapped;

  const ignored = whole.length > 0 ? mapper.columnsOf(columns).mapping.ignored : [];
  return {
    plan,
    notices: [
      ...(ignored.length > 0 ? [`${path}: not used: ${shownColumns(ignored)}`] : []),
      ...(whole.length > 0 ? calendarNotices(rows, mapper.columnsOf(columns).mapping, options, path) : []),
    ],
    understood: understoodOf({ plan, shape, columns, whole, rows, options, known, file: path }),
    sample: columnsOf(rows),
  };
}

/** What a calendar's file leaves to be known: said, as it decides what its events can be asked. */
function calendarNotices(rows: readonly MappedRow[], { columnOf }: Mapping, { kind }: ReadOptions, path: string) {
  if (kind === 'bars' || kind === 'news' || kind === 'actions') return [];
  const notices: string[] = [];
  const dated = rows.filter(({ time }) => time?.dateOnly).length;
  if (dated > 0)
    notices.push(
      `${path}: ${dated} of ${rows.length} rows have no time of day: they are stored at 00:00 UTC of their date`,
    );
  if (!columnOf.has('id') && !columnOf.has('deleted')) {
    const parts = { earnings: 'symbol and fiscal period (else time)', crypto: 'symbol, time, category and title' };
    const of = kind === 'macro' ? 'country, name and time' : parts[kind];
    notices.push(`${path}: no column for id: made of ${of}; a row in which one of these changes is another event`);
  }
  return notices;
}

function checkColumns(columns: readonly string[], options: ReadOptions, path: string): void {
  for (const [field, column] of Object.entries(options.map)) {
    if (findColumn(columns, column) !== undefined) continue;
    const message = `${path}: no column "${column}" for ${field}; there are ${shownColumns(columns)}`;
    throw new ImportError('usage', message);
  }
  const mapping = mapColumns(options.kind, columns, options.map, path);
  const given = new Set([...Object.keys(options.overrides), ...Object.keys(options.defaults)]);
  checkRequired(options.kind, mapping, columns, given, path);
}

/** Cells of the columns that carry these fields. */
function* cellsOf(rows: readonly RawRow[], fields: Iterable<string>, options: ReadOptions, path: string) {
  let last: { columns: readonly string[]; indexes: number[] } | undefined;
  const wanted = [...fields];
  for (const { columns, cells } of rows) {
    if (last?.columns !== columns) {
      const { columnOf } = mapColumns(options.kind, columns, knownMap(columns, options), path);
      const names = wanted.flatMap((field) => columnOf.get(field) ?? []);
      last = { columns, indexes: names.map((name) => columns.indexOf(name)) };
    }
    for (const index of last.indexes) yield cells[index];
  }
}

function* figuresIn(rows: readonly RawRow[], options: ReadOptions, path: string): Generator<string> {
  for (const cell of cellsOf(rows, FIGURE_FIELDS, options, path)) if (typeof cell === 'string') yield bareFigure(cell);
}

function hasWholePrices(rows: readonly RawRow[], options: ReadOptions, path: string): boolean {
  for (const cell of cellsOf(rows, PRICE_FIELDS, options, path)) {
    if (typeof cell === 'string' ? !/^\d+$/.test(cell.trim()) : typeof cell === 'number' && !Number.isInteger(cell))
      return false;
  }
  return true;
}

/** Looks on through all of the file, where the sample does not say which of day and month comes first. */
async function dateOrderOf(
  sample: readonly RawRow[],
  parts: readonly Part[],
  layouts: readonly (CsvLayout | null)[],
  options: ReadOptions,
) {
  const [{ label }] = parts;
  const judge = new DateOrderJudge(label);
  const take = (rows: readonly RawRow[]) => {
    for (const cell of cellsOf(rows, [TIME_FIELD[options.kind]], options, label)) {
      if (typeof cell === 'string') judge.take(cell);
    }
  };
  take(sample);
  for (let i = 0; judge.open && i < parts.length; i++) {
    for await (const rows of openRows(parts[i], layouts[i], options).rows()) {
      take(rows.filter((row) => !row.broken));
      if (!judge.open) break;
    }
  }
  return judge.order;
}

/** What would refuse row after row is said once, before the first. */
function checkFirst(
  mapped: readonly MappedRow[],
  whole: readonly RawRow[],
  options: ReadOptions,
  { dateOrder }: Conventions,
  path: string,
): void {
  const isLocal = ({ refusal }: MappedRow) => refusal?.message.includes('--tz') ?? false;
  const row = mapped.find((one) => !one.refusal || isLocal(one)) ?? mapped[0];
  if (isLocal(row)) {
    const hint = zoneHint(localTimes(whole, options, dateOrder, path));
    throw new ImportError('local_time', `${path}: ${row.refusal!.message}${hint ? `: ${hint}` : ''}`);
  }
  if (!hasField(options.kind, 'asset_class')) return;
  if (row.symbol === undefined || row.event['asset_class'] !== undefined || row.event['deleted'] === true) return;
  const which = options.kind === 'bars' ? `the bars of ${row.symbol}` : 'the news';
  throw new ImportError(
    'missing_column',
    `${path}: no asset class for ${which}; give --asset-class equity, etf or crypto`,
  );
}

function localTimes(rows: readonly RawRow[], options: ReadOptions, order: Conventions['dateOrder'], path: string) {
  const times: number[] = [];
  const [{ columns }] = rows;
  const { columnOf, clockColumn } = mapColumns(options.kind, columns, knownMap(columns, options), path);
  const index = columns.indexOf(columnOf.get(TIME_FIELD[options.kind]) ?? '');
  const clock = clockColumn === undefined ? -1 : columns.indexOf(clockColumn);
  for (const row of rows) {
    if (row.columns !== columns) continue;
    const time = readTime(row.cells[index], clock < 0 ? undefined : row.cells[clock], order);
    if (time?.kind === 'local') times.push(time.ms);
  }
  return times;
}

function withIntervals(mapped: readonly MappedRow[], options: ReadOptions, known: Known, path: string): MappedRow[] {
  const registeredOf = (symbol: string) => known(symbol)?.intervalMin;
  const intervals = new IntervalGuess(registeredOf);
  const guess = !('interval' in options.overrides);
  const rows = guess ? [...mapped.flatMap((row) => intervals.take(row)), ...intervals.end()] : [...mapped];
  if (options.stamp !== 'end') return rows;
  if (guess) checkSteps(rows, path);
  const ends = new EndStamps(registeredOf);
  return rows.map((row) => ends.toStart(row));
}

/** Of bars that are stamped by their end the last of a session may be shorter: the steps then tell no interval. */
function checkSteps(rows: readonly MappedRow[], path: string): void {
  const steps = new Map<number, number>();
  const last = new Map<string, number>();
  for (const { symbol, time, refusal } of rows) {
    if (refusal || !time || symbol === undefined) continue;
    const before = last.get(symbol);
    last.set(symbol, time.ms);
    if (before === undefined || before === time.ms) continue;
    const minutes = Math.abs(time.ms - before) / 60_000;
    steps.set(minutes, (steps.get(minutes) ?? 0) + 1);
  }
  const common = [...steps].sort((a, b) => b[1] - a[1])[0]?.[0];
  const interval = rows.map(({ event }) => event['interval']).find((one) => typeof one === 'string');
  const minutes = interval === undefined ? null : parseInterval(interval as string);
  if (common === undefined || minutes === null || common === minutes) return;
  const shown = Number.isInteger(common) ? formatInterval(common) : `${common} minutes`;
  const message = `with --stamp end the steps do not tell the interval (${interval} fits all, ${shown} is the commonest)`;
  throw new ImportError('usage', `${path}: ${message}; give --interval`);
}

const only = (values: Iterable<unknown>): string | null => {
  const found = [...new Set(values)];
  return found.length === 1 && typeof found[0] === 'string' ? found[0] : null;
};

const SYMBOLS_SHOWN = 20;

function understoodOf(found: {
  plan: Plan;
  shape: string | undefined;
  columns: readonly string[];
  whole: readonly RawRow[];
  rows: readonly MappedRow[];
  options: ReadOptions;
  known: Known;
  file: string;
}): Understood {
  const { plan, shape, columns, whole, rows, options, known, file } = found;
  const { source, layouts, conventions } = plan;
  const { kind } = options;
  const [layout] = layouts;
  const shown = layout?.wide ? layout.wide[0].columns : columns;
  const mapping = mapColumns(kind, shown, knownMap(shown, options), file);
  const good = rows.filter(({ refusal }) => !refusal);
  const symbols = [...new Set(good.flatMap(({ symbol }) => symbol ?? []))];
  const local =
    options.zone !== undefined &&
    localTimes(whole.slice(0, SAMPLE_ROWS), options, conventions.dateOrder, file).length > 0;
  const interval =
    kind === 'bars' ? only(good.map(({ event, symbol }) => event['interval'] ?? registered(symbol, known))) : null;
  const assetClass = only(good.map(({ event }) => event['asset_class']));
  const judged = kind === 'bars' && options.stamp === undefined && assetClass !== 'crypto';
  const suspicion = judged ? stampSuspicion(instantsOf(good), interval) : undefined;
  return {
    format: shape ?? source.format,
    compression: source.compression,
    ...(source.format === 'parquet' ? {} : { encoding: 'utf-8' as const }),
    ...(layout ? { delimiter: layout.delimiter } : {}),
    columns: {
      ...Object.fromEntries(mapping.columnOf),
      ...(mapping.clockColumn === undefined ? {} : { clock: mapping.clockColumn }),
    },
    symbols: symbols.slice(0, SYMBOLS_SHOWN),
    symbol: only(symbols),
    assetClass,
    interval,
    timeZone: local ? options.zone!.name : null,
    timestampUnit: mapping.clockColumn === undefined ? unitOf(whole, options, conventions.dateOrder, file) : 'text',
    ...(conventions.dateOrder ? { dateFormat: conventions.dateOrder } : {}),
    stamp: options.stamp ?? 'start',
    ...(suspicion === undefined ? {} : { stampSuspicion: suspicion }),
    priceScale: conventions.priceScale,
    decimal: conventions.spelling.decimal,
  };
}

function registered(symbol: string | undefined, known: Known): string | undefined {
  const minutes = symbol === undefined ? undefined : known(symbol)?.intervalMin;
  return minutes === undefined ? undefined : formatInterval(minutes);
}

function instantsOf(rows: readonly MappedRow[]): number[] {
  return rows.flatMap(({ time }) => (time && !time.dateOnly ? time.ms : []));
}

function unitOf(
  rows: readonly RawRow[],
  options: ReadOptions,
  order: Conventions['dateOrder'],
  file: string,
): Understood['timestampUnit'] {
  for (const cell of cellsOf(rows.slice(0, 100), [TIME_FIELD[options.kind]], options, file)) {
    if (cell instanceof FileTime) return cell.kind === 'date' ? 'date' : 'text';
    const unit = epochUnit(String(cell).trim());
    if (unit) return unit;
    const time = readTime(cell, undefined, order);
    if (time) return time.kind === 'date' ? 'date' : 'text';
  }
  return 'text';
}
