/** The fields of a file's rows, the names under which columns carry them, and which column is which. */

import { BAR_FIELDS } from '../contract/bar.ts';
import { EVENT_SETS, type EventSet } from '../contract/events.ts';
import { SCHEMAS } from '../contract/schemas.ts';
import { ImportError } from './errors.ts';

export type ImportKind = EventSet;

const SENT = { revision: ['revision'], source: ['source'], deleted: ['deleted'] };
const CLASS = ['assetclass', 'assettype'];

/** Spellings by field, the surest first; without case, blanks and signs. */
const ALIASES: Record<ImportKind, Record<string, readonly string[]>> = {
  bars: {
    symbol: ['symbol', 'ticker', 'sym', 'instrument', 'pair', 's'],
    asset_class: CLASS,
    interval: ['interval', 'timeframe'],
    ts: [
      'ts',
      'timestamp',
      'datetime',
      'opentime',
      'starttime',
      'windowstart',
      'tsevent',
      'date',
      'time',
      't',
      'index',
      'unnamed0',
      'indexlevel0',
    ],
    open: ['open', 'openprice', 'o'],
    high: ['high', 'highprice', 'h'],
    low: ['low', 'lowprice', 'l'],
    close: ['close', 'closeprice', 'c', 'closelast', 'last', 'lastprice'],
    volume: ['volume', 'vol', 'v', 'tickvolume', 'tickvol'],
    ...SENT,
  },
  news: {
    id: ['id', 'newsid', 'uuid', 'guid'],
    symbol: ['symbol', 'ticker', 'sym', 'instrument', 'pair'],
    asset_class: CLASS,
    event_timestamp: [
      'eventtimestamp',
      'publishedat',
      'published',
      'publishedutc',
      'timestamp',
      'ts',
      'datetime',
      'createdat',
      'date',
      'time',
    ],
    title: ['title', 'headline', 'text'],
    headline: ['headline'],
    direction: ['direction', 'sentiment', 'label', 'class'],
    impact_score: ['impactscore', 'impact'],
    provider: ['provider', 'source', 'publisher'],
    url: ['url', 'link', 'articleurl'],
    revision: ['revision'],
    deleted: ['deleted'],
  },
  earnings: {
    id: ['id', 'eventid', 'uuid'],
    symbol: ['symbol', 'ticker', 'sym', 'instrument'],
    event_timestamp: [
      'eventtimestamp',
      'earningsdate',
      'reporteddate',
      'reportdate',
      'releasedate',
      'announcementdate',
      'timestamp',
      'ts',
      'datetime',
      'date',
    ],
    eps_actual: ['epsactual', 'reportedeps', 'actualeps', 'eps'],
    eps_expected: ['epsexpected', 'epsestimate', 'epsestimated', 'estimatedeps', 'epsforecast', 'epsconsensus'],
    revenue_actual: ['revenueactual', 'reportedrevenue', 'actualrevenue', 'revenue'],
    revenue_expected: [
      'revenueexpected',
      'revenueestimate',
      'revenueestimated',
      'estimatedrevenue',
      'revenueforecast',
      'revenueconsensus',
    ],
    fiscal_period: ['fiscalperiod', 'fiscalquarter', 'period', 'fiscaldateending', 'fiscalquarterending'],
    title: ['title'],
    ...SENT,
  },
  crypto: {
    id: ['id', 'eventid', 'uuid'],
    symbol: ['symbol', 'ticker', 'coin', 'pair'],
    event_timestamp: ['eventtimestamp', 'eventdate', 'dateevent', 'timestamp', 'ts', 'datetime', 'date', 'time'],
    category: ['category', 'eventtype', 'type'],
    title: ['title', 'name', 'event', 'headline'],
    url: ['url', 'link'],
    ...SENT,
  },
  macro: {
    id: ['id', 'eventid', 'calendarid', 'uuid'],
    event_timestamp: ['eventtimestamp', 'releasetime', 'releasedate', 'timestamp', 'ts', 'datetime', 'date', 'time'],
    country: ['country', 'countrycode', 'region'],
    name: ['name', 'event', 'eventname', 'indicator', 'title'],
    actual: ['actual', 'actualvalue'],
    forecast: ['forecast', 'consensus', 'expected', 'estimate'],
    previous: ['previous', 'prior', 'prev'],
    unit: ['unit'],
    importance: ['importance', 'impact'],
    ...SENT,
  },
  actions: {
    id: ['id', 'eventid', 'uuid'],
    symbol: ['symbol', 'ticker', 'sym', 'instrument'],
    kind: ['kind', 'action', 'actiontype', 'type'],
    ex_date: ['exdate', 'executiondate', 'effectivedate', 'date'],
    ratio: ['ratio', 'splitratio', 'stocksplits', 'splitfactor'],
    ...SENT,
  },
};

export const TIME_FIELD = {
  actions: 'ex_date',
  bars: 'ts',
  news: 'event_timestamp',
  earnings: 'event_timestamp',
  crypto: 'event_timestamp',
  macro: 'event_timestamp',
} as const;

export interface Mapping {
  readonly columnOf: ReadonlyMap<string, string>;
  /** A column with the time of day, where the time's own column has the date alone. */
  readonly clockColumn: string | undefined;
  readonly ignored: readonly string[];
}

function normalised(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

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
export function findColumn(columns: readonly string[], wanted: string): string | undefined {
  return (
    columns.find((column) => column === wanted) ?? columns.find((column) => normalised(column) === normalised(wanted))
  );
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
  for (const [field, wanted] of Object.entries(map)) {
    const column = findColumn(columns, wanted);
    if (column !== undefined) assign(field, column);
  }
  for (const [field, aliases] of Object.entries(ALIASES[kind])) {
    if (columnOf.has(field)) continue;
    for (const alias of aliases) {
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
  const clockColumn =
    timeColumn !== undefined && normalised(timeColumn) === 'date'
      ? columns.find((name) => normalised(name) === 'time' && !taken.has(name))
      : undefined;
  if (clockColumn !== undefined) taken.add(clockColumn);
  return { columnOf, clockColumn, ignored: columns.filter((name) => !taken.has(name)) };
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

const CLASSIFICATION = ['direction', 'impact_score'];

/** Throws an ImportError where a field that every row needs can come from nowhere. `given`: fields that the options give. */
export function checkRequired(
  kind: ImportKind,
  mapping: Mapping,
  columns: readonly string[],
  given: ReadonlySet<string>,
  file: string,
): void {
  // A file of deletions brings identities alone.
  const needed = mapping.columnOf.has('deleted') ? IDENTITY[kind] : REQUIRED[kind];
  const lacks = (field: string) => !mapping.columnOf.has(field) && !given.has(field);
  // News that nobody has classified waits for it; half of a classification is none.
  const waits = kind === 'news' && CLASSIFICATION.every(lacks);
  const missing = needed.filter((field) => lacks(field) && !(waits && CLASSIFICATION.includes(field)));
  if (missing.length === 0) return;
  const fixes = missing.map((field) => `${field} (${FIX[field] ?? `--map ${field}=COLUMN`})`);
  const found = shownColumns(columns);
  throw new ImportError('missing_column', `${file}: no column for ${fixes.join(', ')}; the file has ${found}`);
}
