/** Looks at a file before anything of it lands: what it is, which column is which, how it spells figures and times. */
import { isMixedCase, parseSymbol } from '../../exchange/symbol.ts';
import { SurveyRows } from './bar-rows.ts';
import { csvLayout, csvRows } from './csv.ts';
import type { CsvLayout } from './csv-layout.ts';
import { ImportError } from './errors.ts';
import {
  findColumns,
  hasField,
  type Mapping,
  mapColumns,
  missingColumns,
  NO_COLUMN,
  quoted,
  shownColumns,
  TIME_FIELD,
  volumeColumns,
} from './fields.ts';
import { IntervalSurvey } from './intervals.ts';
import { type Conventions, type KnownSymbols, lookUp, type MappedRow, RowMapper, ZONE_ADVICE } from './mapper.ts';
import { openSource, type Part, partsOf, type SourceFile } from './open.ts';
import { type ImportOptions, type ReadOptions, symbolsOfParts } from './options.ts';
import { parquetRows } from './parquet.ts';
import { jsonRows, ndjsonRows, type RawRow, type RowSource } from './rows.ts';
import { readTime, shortYearFormats, twoFigures, zoneHint } from './time.ts';
import { DateFormatJudge, FIGURE_FIELDS, judgeFigures, PRICE_FIELDS } from './values.ts';

const SAMPLE_ROWS = 5_000;

export interface Plan {
  readonly source: SourceFile;
  /** By part; `null` of files that name their columns in every row. */
  readonly layouts: readonly (CsvLayout | null)[];
  readonly conventions: Conventions;
  /** The options of the import, completed by what the file shows. */
  readonly given: ImportOptions;
  /** By part, for bars without a column for it. */
  readonly symbols?: readonly string[];
}

export interface Recognized {
  readonly plan: Plan;
  /** Remarks for the operator, such as columns that are not used. */
  readonly notices: readonly string[];
  readonly understood: ReturnType<typeof understoodOf>;
  /** Columns of bars that are not used and may hold symbols. */
  readonly symbolColumns: readonly string[];
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
  if (source.format === 'parquet') return parquetRows(part, onShare);
  if (source.format === 'csv') return csvRows(part, layout!, onBytes);
  if (source.format === 'ndjson') return ndjsonRows(part, onBytes);
  return jsonRows(part, options.columns, onBytes);
}

async function layoutsOf(parts: readonly Part[], options: ReadOptions): Promise<(CsvLayout | null)[]> {
  const layouts: (CsvLayout | null)[] = [];
  for (const part of parts) {
    const layout = part.source.format === 'csv' ? await csvLayout(part, options.columns) : null;
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
export async function recognize(path: string, given: ReadOptions, symbols: KnownSymbols): Promise<Recognized> {
  let options = given;
  const source = await openSource(path, options.bounds);
  const parts = partsOf(source);
  const layouts = await layoutsOf(parts, options);
  const reader = openRows(parts[0], layouts[0], options);
  const first = await firstRows(reader, parts[0].label);
  const whole = first.filter((row) => !row.broken);
  const known = lookUp(symbols);
  const columns = [...new Set(whole.flatMap((row) => row.columns))];
  const named = whole.length > 0 ? symbolsOfParts(columns, options, parts) : undefined;
  if (named) options = withSymbol(options, named[0]);
  const counted = countedVolume(columns, whole, options);
  if (counted) options = { ...options, map: { ...options.map, volume: counted.column } };
  if (whole.length > 0)
    checkColumns(columns, whole, options, { path, isBundle: parts.length > 1, repeated: layouts[0]?.repeated ?? [] });

  const shape = layouts[0]?.shape ?? (isDatabento(columns) ? 'databento' : undefined);
  const conventions: Conventions = {
    spelling: judgeFigures(cellsOf(whole, FIGURE_FIELDS, options), options.decimal, path),
    times: {
      date: options.dateFormat ?? (await dateFormatOf(whole, parts, layouts, options)),
      clockDigits: clockDigitsOf(whole, options),
    },
    priceScale: options.priceScale ?? (shape === 'databento' && hasWholePrices(whole, options) ? 1e-9 : 1),
    assetClass: shape === 'binance' ? 'crypto' : undefined,
    interval: undefined,
  };
  const completed = counted ? { ...options.given, map: options.map } : options.given;
  const mapper = new RowMapper({ file: path, options, conventions, known });
  const mapped = whole.map((row) => mapper.map(row));
  if (whole.length > 0) checkFirst(mapped, options, path);
  const mapperOf = (i: number) =>
    named ? new RowMapper({ file: path, options: withSymbol(options, named[i]), conventions, known }) : mapper;
  const surveyed = parts.map((part, i) => ({ part, layout: layouts[i], mapper: mapperOf(i) }));
  const interval = options.kind === 'bars' ? await surveyInterval(surveyed, options) : undefined;
  const plan: Plan = {
    source,
    layouts,
    conventions: { ...conventions, interval },
    given: completed,
    symbols: named,
  };

  const { mapping } = mapper.columnsOf(layouts[0]?.wide ? layouts[0].wide[0].columns : columns);
  const ignored = whole.length > 0 ? mapper.columnsOf(columns).mapping.ignored : [];
  return {
    plan,
    notices: [
      ...symbolNotices(named, parts),
      ...refusedSymbols(layouts[0]).map((name) => `${path}: "${name}" is not a symbol: its rows are dead letters`),
      ...(counted
        ? [`${path}: volume is read from "${counted.column}": "${counted.empty}" is 0 in all rows looked at`]
        : []),
      ...(ignored.length > 0 ? [`${path}: not used: ${shownColumns(ignored)}`] : []),
      ...(whole.length > 0 ? calendarNotices(mapped, mapping, options, path) : []),
    ],
    symbolColumns: options.kind === 'bars' ? symbolColumnsOf(ignored, whole) : [],
    understood: understoodOf(plan, shape, mapping, mapped, options),
  };
}

export const withSymbol = (options: ReadOptions, symbol: string): ReadOptions => ({
  ...options,
  overrides: { ...options.overrides, symbol },
});

function symbolNotices(symbols: readonly string[] | undefined, parts: readonly Part[]): string[] {
  if (!symbols) return [];
  const [{ label, member }] = parts;
  const more = parts.length > 1 ? `, and so on for all ${parts.length} files` : '';
  const name = member === undefined ? "the file's name" : 'its name in the archive';
  return [`${label}: the symbol is ${symbols[0]}, from ${name}${more}; --symbol overrides it`];
}

/** Unused columns that may be the time, or the symbol of bars. */
function nearColumns({ ignored }: Mapping, rows: readonly RawRow[], options: ReadOptions) {
  const [row] = rows;
  const isTime = (column: string) => {
    const cell = row.cells[row.columns.indexOf(column)];
    const isSpelled =
      typeof cell === 'string' && (twoFigures(cell.trim()) !== null || shortYearFormats(cell.trim()).length > 0);
    return isSpelled || readTime(cell, undefined, { date: options.dateFormat }) !== null;
  };
  const symbol = options.kind === 'bars' ? symbolColumnsOf(ignored, rows) : [];
  return { [TIME_FIELD[options.kind]]: ignored.filter(isTime), symbol };
}

/** Of these columns, those with several texts that may be symbols. */
function symbolColumnsOf(columns: readonly string[], rows: readonly RawRow[]): string[] {
  return columns.filter((column) => {
    const texts = new Set(rows.map((row) => row.cells[row.columns.indexOf(column)]));
    return (
      texts.size > 1 && [...texts].every((text) => typeof text === 'string' && /^[A-Z][A-Z0-9.\-/:]{0,14}$/.test(text))
    );
  });
}

const refusedSymbols = (layout: CsvLayout | null): string[] =>
  (layout?.wide ?? []).map(({ symbol }) => symbol).filter((name) => parseSymbol(name) === null || isMixedCase(name));

/** The column that counts, if the one of the volume is 0 in each row and another of its names is not. */
function countedVolume(columns: readonly string[], rows: readonly RawRow[], options: ReadOptions) {
  const empty = mapColumns(options, columns).columnOf.get('volume');
  if (options.kind !== 'bars' || empty === undefined || 'volume' in options.map) return undefined;
  const isCounted = (column: string) =>
    rows.some((row) => Number(String(row.cells[row.columns.indexOf(column)] ?? 0).replace(/[^1-9]/g, '')) > 0);
  if (isCounted(empty)) return undefined;
  const column = volumeColumns(columns).find((name) => name !== empty && isCounted(name));
  return column === undefined ? undefined : { column, empty };
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

function checkColumns(
  columns: readonly string[],
  whole: readonly RawRow[],
  options: ReadOptions,
  { path, isBundle, repeated }: { path: string; isBundle: boolean; repeated: readonly string[] },
): void {
  for (const [field, column] of Object.entries(options.map)) {
    if (column === NO_COLUMN || findColumns(columns, column)) continue;
    const message = `${path}: no column "${column}" for ${field}; there are ${shownColumns(columns)}`;
    throw new ImportError('usage', message);
  }
  const mapping = mapColumns(options, columns);
  for (const [field, column] of mapping.columnOf) {
    if (!repeated.includes(column) || field in options.map) continue;
    const ways = columns
      .filter((name) => name === column || name.startsWith(`${column}.`))
      .map((name) => `--map ${field}=${quoted(name)}`);
    throw new ImportError(
      'usage',
      `${path}: several columns are named "${column}"; give ${ways.join(' or ')}, in their order`,
    );
  }
  const given = new Set([...Object.keys(options.overrides), ...Object.keys(options.defaults)]);
  const missing = missingColumns(options.kind, mapping, columns, given, nearColumns(mapping, whole, options));
  if (missing === undefined) return;
  const isUnnamed =
    isBundle && hasField(options.kind, 'symbol') && !mapping.columnOf.has('symbol') && !given.has('symbol');
  const names = '; an archive with a file per symbol needs the symbol in their names: else unpack it';
  throw new ImportError('missing_column', `${path}: ${missing}${isUnnamed ? names : ''}`);
}

function* cellsOf(rows: readonly RawRow[], fields: Iterable<string>, options: ReadOptions) {
  let last: { columns: readonly string[]; indexes: number[] } | undefined;
  const wanted = [...fields];
  for (const { columns, cells } of rows) {
    if (last?.columns !== columns) {
      const { columnOf } = mapColumns(options, columns);
      const names = wanted.flatMap((field) => columnOf.get(field) ?? []);
      last = { columns, indexes: names.map((name) => columns.indexOf(name)) };
    }
    for (const index of last.indexes) yield cells[index];
  }
}

/** Databento's files have prices as whole billionths. */
const isDatabento = (columns: readonly string[]) =>
  ['ts_event', 'rtype', 'instrument_id'].every((name) => columns.includes(name));

function hasWholePrices(rows: readonly RawRow[], options: ReadOptions): boolean {
  for (const cell of cellsOf(rows, PRICE_FIELDS, options)) {
    if (typeof cell === 'string' ? !/^\d+$/.test(cell.trim()) : typeof cell === 'number' && !Number.isInteger(cell))
      return false;
  }
  return true;
}

/** Reads on through all of the file if the sample does not show the format of its dates. */
async function dateFormatOf(
  sample: readonly RawRow[],
  parts: readonly Part[],
  layouts: readonly (CsvLayout | null)[],
  options: ReadOptions,
) {
  const judge = new DateFormatJudge(parts[0].label);
  const take = (rows: readonly RawRow[]) => {
    for (const cell of cellsOf(rows, [TIME_FIELD[options.kind]], options)) {
      if (typeof cell === 'string') judge.take(cell);
    }
  };
  take(sample);
  for (let i = 0; judge.isOpen && i < parts.length; i++) {
    for await (const rows of openRows(parts[i], layouts[i], options).rows()) {
      take(rows.filter((row) => !row.broken));
      if (!judge.isOpen) break;
    }
  }
  return judge.format;
}

/** Digits of times of day that are written without colons, leading zeros included; `undefined` if there are none. */
function clockDigitsOf(rows: readonly RawRow[], options: ReadOptions): number | undefined {
  const { clockColumn } = mapColumns(options, rows[0]?.columns ?? []);
  if (clockColumn === undefined) return undefined;
  let longest = 0;
  for (const { columns, cells } of rows) {
    const text = String(cells[columns.indexOf(clockColumn)] ?? '').trim();
    if (/^\d{1,6}$/.test(text)) longest = Math.max(longest, text.length);
  }
  return longest === 0 ? undefined : longest > 4 ? 6 : 4;
}

/** What would refuse row after row is said once, before the first. */
function checkFirst(mapped: readonly MappedRow[], options: ReadOptions, path: string): void {
  const row = mapped.find(({ refusal, localMs }) => !refusal || localMs !== undefined) ?? mapped[0];
  if (row.localMs !== undefined && !options.zone) {
    const hint = zoneHint(mapped.flatMap(({ localMs }) => localMs ?? [])) ?? ZONE_ADVICE;
    throw new ImportError('local_time', `${path}: ${row.refusal!.message.replace(ZONE_ADVICE, hint)}`);
  }
  if (!lacksClass(row, options)) return;
  const which = options.kind === 'bars' ? `the bars of ${row.symbol}` : 'the news';
  throw new ImportError(
    'missing_column',
    `${path}: no asset class for ${which}; give --asset-class equity, etf or crypto`,
  );
}

const lacksClass = ({ symbol, event }: MappedRow, { kind }: ReadOptions) =>
  hasField(kind, 'asset_class') &&
  symbol !== undefined &&
  event['asset_class'] === undefined &&
  event['deleted'] !== true;

interface Surveyed {
  readonly part: Part;
  readonly layout: CsvLayout | null;
  readonly mapper: RowMapper;
}

/** Returns the interval of bars that declare none, from all rows of the file up to where it breaks off. */
async function surveyInterval(parts: readonly Surveyed[], options: ReadOptions): Promise<string | undefined> {
  const survey = new IntervalSurvey({ path: parts[0].part.source.path, isEndStamped: options.stamp === 'end' });
  let failure: unknown;
  try {
    for (const { part, layout, mapper } of parts) {
      const rows = new SurveyRows(survey, mapper);
      for await (const group of openRows(part, layout, options).rows()) for (const row of group) rows.take(row);
    }
  } catch (error) {
    if (!(error instanceof ImportError) || error.fault === 'usage') throw error;
    failure = error;
  }
  try {
    return survey.decide();
  } catch (error) {
    throw failure ?? error;
  }
}

/** What a file was taken for: what the operator sees before anything is written, by the names of answers. */
function understoodOf(
  { source, conventions }: Plan,
  shape: string | undefined,
  { columnOf, clockColumn }: Mapping,
  mapped: readonly MappedRow[],
  options: ReadOptions,
) {
  const { times, priceScale, spelling } = conventions;
  const isLocal = mapped.some(({ localMs }) => localMs !== undefined);
  return {
    /** `csv`, `ndjson`, `json`, `parquet`, or the vendor whose shape decides more: `binance`, `databento`. */
    format: shape ?? source.format,
    compression: source.compression,
    columns: { ...Object.fromEntries(columnOf), ...(clockColumn === undefined ? {} : { clock: clockColumn }) },
    /** By whose clock times without an offset were read; `null` where times say their instant. */
    time_zone: isLocal ? (options.zone?.name ?? null) : null,
    /** Where dates have their year last. */
    date_format: times.date?.order ?? null,
    stamp: options.stamp ?? 'start',
    price_scale: priceScale,
    decimal: spelling.decimal,
  };
}
