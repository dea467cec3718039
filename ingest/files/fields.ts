/** The fields of a file's rows, the names under which columns carry them, and which column is which. */

import { BAR_FIELDS } from '../contract/bar.ts';
import { EVENT_SETS, type EventSet } from '../contract/events.ts';
import { SCHEMAS } from '../contract/schemas.ts';
import { ImportError } from './errors.ts';

export type ImportKind = EventSet;

const SENT = { revision: 'revision', source: 'source', deleted: 'deleted' };
const CLASS = 'assetclass assettype';
const VOLUMES = 'volume vol v volumetraded tradedvolume realvolume tickvolume tickvol';
const EVENT_TIMES = 'timestamp ts datetime';

/** Names of columns by field, the surest first, in lower case without signs. */
const NAMES: Record<ImportKind, Record<string, string>> = {
  bars: {
    symbol: 'symbol ticker sym tic symbols tickers instrument pair symbolid code s name',
    asset_class: CLASS,
    interval: 'interval timeframe',
    ts: `ts timestamp datetime opentime starttime windowstart tsevent timeperiodstart unix unixtimestamp
      date tradedate tradingday day time localtime gmttime t index unnamed0 indexlevel0`,
    open: 'open openprice priceopen o',
    high: 'high highprice pricehigh h',
    low: 'low lowprice pricelow l',
    close: 'close closeprice c closelast last lastprice priceclose price',
    volume: VOLUMES,
    ...SENT,
  },
  news: {
    id: 'id newsid uuid guid',
    symbol: 'symbol ticker sym instrument pair',
    asset_class: CLASS,
    event_timestamp: `eventtimestamp publishedat published publishedutc ${EVENT_TIMES} createdat date time`,
    title: 'title headline text',
    headline: 'headline',
    direction: 'direction sentiment label class',
    impact_score: 'impactscore impact',
    provider: 'provider source publisher',
    url: 'url link articleurl',
    revision: 'revision',
    deleted: 'deleted',
  },
  earnings: {
    id: 'id eventid uuid',
    symbol: 'symbol ticker sym instrument',
    event_timestamp: `eventtimestamp earningsdate reporteddate reportdate releasedate announcementdate ${EVENT_TIMES} date`,
    eps_actual: 'epsactual reportedeps actualeps eps',
    eps_expected: 'epsexpected epsestimate epsestimated estimatedeps epsforecast epsconsensus',
    revenue_actual: 'revenueactual reportedrevenue actualrevenue revenue',
    revenue_expected: `revenueexpected revenueestimate revenueestimated estimatedrevenue revenueforecast
      revenueconsensus`,
    fiscal_period: 'fiscalperiod fiscalquarter period fiscaldateending fiscalquarterending',
    title: 'title',
    ...SENT,
  },
  crypto: {
    id: 'id eventid uuid',
    symbol: 'symbol ticker coin pair',
    event_timestamp: `eventtimestamp eventdate dateevent ${EVENT_TIMES} date time`,
    category: 'category eventtype type',
    title: 'title name event headline',
    url: 'url link',
    ...SENT,
  },
  macro: {
    id: 'id eventid calendarid uuid',
    event_timestamp: `eventtimestamp releasetime releasedate ${EVENT_TIMES} date time`,
    country: 'country countrycode region',
    name: 'name event eventname indicator title',
    actual: 'actual actualvalue',
    forecast: 'forecast consensus expected estimate',
    previous: 'previous prior prev',
    unit: 'unit',
    importance: 'importance impact',
    ...SENT,
  },
  actions: {
    id: 'id eventid uuid',
    symbol: 'symbol ticker sym instrument',
    kind: 'kind action actiontype type',
    ex_date: 'exdate executiondate effectivedate date',
    ratio: 'ratio splitratio stocksplits splitfactor',
    ...SENT,
  },
};

const namesOf = (kind: ImportKind, field: string) => NAMES[kind][field].split(/\s+/);

export const TIME_FIELD = {
  actions: 'ex_date',
  bars: 'ts',
  news: 'event_timestamp',
  earnings: 'event_timestamp',
  crypto: 'event_timestamp',
  macro: 'event_timestamp',
} as const;

/** Columns of a date, beside which there may be one of the time of day. */
const DATE_COLUMNS = ['date', 'day', 'tradedate', 'tradingday'];
const CLOCK_COLUMNS = ['time', 'timeofday', 'clock', 'tradetime'];

export interface Mapping {
  readonly columnOf: ReadonlyMap<string, string>;
  /** Columns whose sum is the field, if the options name several (`volume=Up+Down`). */
  readonly sums: ReadonlyMap<string, readonly string[]>;
  /** A column with the time of day, where the time's own column has the date alone. */
  readonly clockColumn: string | undefined;
  readonly ignored: readonly string[];
}

function normalised(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

const BAR_COLUMNS = new Set(Object.keys(NAMES.bars).flatMap((field) => namesOf('bars', field)));

/** True of a name that a column of bars may have. */
export const isBarColumn = (name: string): boolean => BAR_COLUMNS.has(normalised(name));

/** Columns under a name of the volume, the surest name first. */
export const volumeColumns = (columns: readonly string[]): string[] =>
  namesOf('bars', 'volume').flatMap((alias) => columns.filter((name) => normalised(name) === alias));

/** A column's name as a shell takes it. */
export const quoted = (name: string): string => (/^[\w.+-]+$/.test(name) ? name : `"${name}"`);

function fieldNames(kind: ImportKind): readonly string[] {
  return kind === 'bars' ? BAR_FIELDS : SCHEMAS[EVENT_SETS[kind]].fields;
}

export function hasField(kind: ImportKind, field: string): boolean {
  return fieldNames(kind).includes(field);
}

/** Throws an ImportError (usage) where the contract knows no such field. */
export function checkField(kind: ImportKind, field: string, option: string): void {
  if (fieldNames(kind).includes(field)) return;
  throw new ImportError('usage', `${option} ${field}: no such field; there are ${fieldNames(kind).join(', ')}`);
}

/** The column that an option names: exactly, else without case and signs. */
function findColumn(columns: readonly string[], wanted: string): string | undefined {
  return (
    columns.find((column) => column === wanted) ?? columns.find((column) => normalised(column) === normalised(wanted))
  );
}

/** `--map FIELD=-`: no column, whatever the names of the columns. */
export const NO_COLUMN = '-';

/** The columns that `wanted` names: one, or several whose sum it is; `undefined` if the file lacks one. */
export function findColumns(columns: readonly string[], wanted: string): string[] | undefined {
  const one = findColumn(columns, wanted);
  if (one !== undefined) return [one];
  const several = wanted.split('+').map((name) => findColumn(columns, name.trim()));
  return several.length > 1 && several.every((column) => column !== undefined) ? several : undefined;
}

/**
 * Columns to fields: those that `map` names, then by their spellings, each column once. Rows of NDJSON may lack what others
 * have: only the caller sees whether the file has a column that is named.
 */
export function mapColumns(
  { kind, map }: { readonly kind: ImportKind; readonly map: Readonly<Record<string, string>> },
  columns: readonly string[],
): Mapping {
  const columnOf = new Map<string, string>();
  const taken = new Set<string>();
  const assign = (field: string, column: string) => {
    columnOf.set(field, column);
    taken.add(column);
  };
  const sums = new Map<string, readonly string[]>();
  for (const [field, wanted] of Object.entries(map)) {
    const named = findColumns(columns, wanted) ?? [];
    if (named.length === 1) assign(field, named[0]);
    else if (named.length > 1) {
      columnOf.set(field, wanted);
      sums.set(field, named);
      for (const column of named) taken.add(column);
    }
  }
  for (const field of Object.keys(NAMES[kind])) {
    if (columnOf.has(field) || map[field] === NO_COLUMN) continue;
    for (const alias of namesOf(kind, field)) {
      const column =
        columns.find((name) => name === alias && !taken.has(name)) ??
        columns.find((name) => normalised(name) === alias && !taken.has(name));
      if (column === undefined) continue;
      assign(field, column);
      break;
    }
  }
  // Polygon's answers for all tickers: `T` is the ticker beside the time `t`.
  if (!columnOf.has('symbol') && columns.includes('T') && !taken.has('T')) assign('symbol', 'T');
  // The index that pandas writes has no name.
  if (!columnOf.has(TIME_FIELD[kind]) && columns[0] === '') assign(TIME_FIELD[kind], '');
  const timeColumn = columnOf.get(TIME_FIELD[kind]);
  const hasDate = timeColumn !== undefined && DATE_COLUMNS.includes(normalised(timeColumn));
  const clockColumn = hasDate
    ? columns.find((name) => CLOCK_COLUMNS.includes(normalised(name)) && !taken.has(name))
    : undefined;
  if (clockColumn !== undefined) taken.add(clockColumn);
  return { columnOf, sums, clockColumn, ignored: columns.filter((name) => !taken.has(name)) };
}

export function shownColumns(columns: readonly string[]): string {
  const shown = columns.slice(0, 30).map((name) => `"${name.slice(0, 40)}"`);
  return `${shown.join(', ')}${columns.length > 30 ? ', ...' : ''}`;
}

const REQUIRED: Record<ImportKind, readonly string[]> = {
  bars: ['symbol', 'ts', 'open', 'high', 'low', 'close', 'volume'],
  news: ['symbol', 'event_timestamp', 'title', 'direction', 'impact_score'],
  earnings: ['symbol', 'event_timestamp'],
  crypto: ['symbol', 'event_timestamp', 'category', 'title'],
  macro: ['event_timestamp', 'country', 'name'],
  actions: ['symbol', 'kind', 'ex_date'],
};

const IDENTITY: Record<ImportKind, readonly string[]> = {
  bars: ['symbol', 'ts'],
  news: ['symbol', 'id'],
  earnings: ['symbol', 'id'],
  crypto: ['symbol', 'id'],
  macro: ['id'],
  actions: ['symbol'],
};

const FIX: Record<string, string> = {
  symbol: 'give --symbol',
  volume: 'map it, or give --default volume=0',
  direction: 'map it, or give --default direction=neutral',
  impact_score: 'map it, or give --default impact_score=0.5',
  kind: 'map it, or give --default kind=split',
  category: 'map it, or give --default category=NAME',
  country: 'map it, or give --default country=US',
};

const UP = /^(up|buy|ask|uptick)s?(volume|vol|ticks)?$/;
const DOWN = /^(down|dn|sell|bid|downtick)s?(volume|vol|ticks)?$/;

/** What to do about a field that no column has. */
function fixOf(field: string, columns: readonly string[], candidates: readonly string[]): string {
  if (candidates.length > 0) return `give ${candidates.map((name) => `--map ${field}=${quoted(name)}`).join(' or ')}`;
  if (field !== 'volume') return FIX[field] ?? `--map ${field}=COLUMN`;
  const [up, down] = [UP, DOWN].map((pattern) => columns.find((name) => pattern.test(normalised(name))));
  if (up !== undefined && down !== undefined) return `give --map volume=${quoted(`${up}+${down}`)} for their sum`;
  const near = columns.filter((name) => /vol/.test(normalised(name))).slice(0, 2);
  if (near.length === 0) return FIX[field];
  return `give ${near.map((name) => `--map volume=${quoted(name)}`).join(' or ')}`;
}

const CLASSIFICATION = ['direction', 'impact_score'];

/** Returns which fields that every row needs can come from nowhere, and what to do; undefined if none. `given`: fields that the options give; `near`: columns that may be one. */
export function missingColumns(
  kind: ImportKind,
  mapping: Mapping,
  columns: readonly string[],
  given: ReadonlySet<string>,
  near: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  // A file of deletions brings identities alone.
  const needed = mapping.columnOf.has('deleted') ? IDENTITY[kind] : REQUIRED[kind];
  const lacks = (field: string) => !mapping.columnOf.has(field) && !given.has(field);
  // News that nobody has classified waits for it; half of a classification is none.
  const waits = kind === 'news' && CLASSIFICATION.every(lacks);
  const missing = needed.filter((field) => lacks(field) && !(waits && CLASSIFICATION.includes(field)));
  if (missing.length === 0) return undefined;
  const fixes = missing.map((field) => `${field} (${fixOf(field, columns, near[field] ?? [])})`);
  return `no column for ${fixes.join(', ')}; the file has ${shownColumns(columns)}`;
}
