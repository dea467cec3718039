/** How rows of events become lines of the landing tables: columns, their values, and what makes two rows equal. */
import { type Scalar, tsvMillis, tsvValue } from '../../sql/text.ts';
import type {
  CryptoRow,
  EarningsRow,
  EventRow,
  EventTopic,
  LandingTable,
  MacroRow,
  NewsRow,
} from '../contract/index.ts';

const PROVENANCE = ['version', 'source', 'topic', 'partition', 'offset', 'ingested_at', 'is_deleted'] as const;

/** A column that carries the event itself: two rows that agree in all of them are equal. */
export interface ValueColumn<R> {
  readonly name: string;
  readonly value: (row: R) => Scalar;
  /** How the column is read back, where that is not the column itself. */
  readonly select?: string;
  /** How the value is written, where that is not its own text. */
  readonly write?: (row: R) => string;
}

/** Tables whose rows have an id: of one symbol, or (macro) of no symbol. */
export type IdRow = NewsRow | EarningsRow | CryptoRow | MacroRow;

export interface IdTable<R extends IdRow = IdRow> {
  readonly table: string;
  readonly hasSymbol: boolean;
  readonly values: readonly ValueColumn<R>[];
}

const eventTime = {
  name: 'event_timestamp',
  value: (row: IdRow) => row.eventMs,
  select: 'toUnixTimestamp64Milli(event_timestamp)',
  write: (row: IdRow) => tsvMillis(row.eventMs),
};

const newsValues: ValueColumn<NewsRow>[] = [
  { name: 'asset_class', value: (row) => row.assetClass },
  eventTime,
  { name: 'title', value: (row) => row.title },
  { name: 'headline', value: (row) => row.headline },
  { name: 'direction', value: (row) => row.direction },
  { name: 'impact_score', value: (row) => row.impactScore },
  { name: 'provider', value: (row) => row.provider },
  { name: 'url', value: (row) => row.url },
];

const earningsValues: ValueColumn<EarningsRow>[] = [
  eventTime,
  { name: 'eps_actual', value: (row) => row.epsActual },
  { name: 'eps_expected', value: (row) => row.epsExpected },
  { name: 'revenue_actual', value: (row) => row.revenueActual },
  { name: 'revenue_expected', value: (row) => row.revenueExpected },
  { name: 'fiscal_period', value: (row) => row.fiscalPeriod },
  { name: 'title', value: (row) => row.title },
];

const cryptoValues: ValueColumn<CryptoRow>[] = [
  eventTime,
  { name: 'category', value: (row) => row.category },
  { name: 'title', value: (row) => row.title },
  { name: 'url', value: (row) => row.url },
];

const macroValues: ValueColumn<MacroRow>[] = [
  eventTime,
  { name: 'country', value: (row) => row.country },
  { name: 'name', value: (row) => row.name },
  { name: 'actual', value: (row) => row.actual },
  { name: 'forecast', value: (row) => row.forecast },
  { name: 'previous', value: (row) => row.previous },
  { name: 'unit', value: (row) => row.unit },
  { name: 'importance', value: (row) => row.importance },
];

function idTable<R extends IdRow>(name: string, values: readonly ValueColumn<R>[], hasSymbol = true): IdTable {
  return { table: `market.${name}`, hasSymbol, values: values as unknown as readonly ValueColumn<IdRow>[] };
}

export const ID_TABLES: Record<Exclude<LandingTable, 'bars'>, IdTable> = {
  events_sentiment: idTable('events_sentiment', newsValues),
  events_sentiment_crypto: idTable('events_sentiment_crypto', newsValues),
  events_earnings: idTable('events_earnings', earningsValues),
  events_crypto: idTable('events_crypto', cryptoValues),
  events_macro: idTable('events_macro', macroValues, false),
};

const BAR_COLUMNS = ['symbol', 'ts', 'open', 'high', 'low', 'close', 'volume', ...PROVENANCE];

export function columnsOf(table: LandingTable): readonly string[] {
  if (table === 'bars') return BAR_COLUMNS;
  const { hasSymbol, values } = ID_TABLES[table];
  return [...(hasSymbol ? ['symbol'] : []), 'id', ...values.map((column) => column.name), ...PROVENANCE];
}

/** The row as a TSV line. `ingestedAt` is a `DateTime64(3)` text. */
export function lineOf(row: EventRow, topic: EventTopic, ingestedAt: string): string {
  const { version, partition, offset } = row;
  const provenance = `${version}\t${tsvValue(row.source)}\t${topic}\t${partition}\t${offset}\t${ingestedAt}\t${row.deleted ? 1 : 0}\n`;
  if (row.table === 'bars') {
    // A symbol's characters need no escape.
    return `${row.symbol}\t${row.minute * 60}\t${row.open}\t${row.high}\t${row.low}\t${row.close}\t${row.volume}\t${provenance}`;
  }
  const { hasSymbol, values } = ID_TABLES[row.table];
  let line = hasSymbol ? `${(row as NewsRow).symbol}\t${tsvValue(row.id)}` : tsvValue(row.id);
  for (const column of values) line += `\t${column.write ? column.write(row) : tsvValue(column.value(row))}`;
  return `${line}\t${provenance}`;
}

/** Which tables a topic's events may be landed in. */
export const TABLES_OF_TOPIC: Record<EventTopic, readonly LandingTable[]> = {
  bars: ['bars'],
  'events.sentiment': ['events_sentiment', 'events_sentiment_crypto'],
  'events.sentiment_crypto': ['events_sentiment', 'events_sentiment_crypto'],
  'events.earnings': ['events_earnings'],
  'events.crypto': ['events_crypto'],
  'events.macro': ['events_macro'],
};
