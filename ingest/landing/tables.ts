/** How rows of events become lines of the landing tables: columns, their values, and what makes two rows equal. */
import { MS_PER_DAY } from '../../lib/days.ts';
import { type Scalar, tsvDate, tsvMillis, tsvSeconds, tsvValue } from '../../sql/text.ts';
import {
  type ActionRow,
  type BarTable,
  type CryptoRow,
  type EarningsRow,
  type EventRow,
  type EventTopic,
  isBar,
  isBarTable,
  type LandingTable,
  type MacroRow,
  type NewsRow,
  type UnclassifiedRow,
} from '../contract/index.ts';

const PROVENANCE = [
  'version',
  'source',
  'topic',
  'partition',
  'offset',
  'ingested_at',
  'is_deleted',
  'import_id',
] as const;

/** A column that carries the event itself: two rows that agree in all of them are equal. */
export interface ValueColumn {
  readonly name: string;
  /** The row's property of the same value. */
  readonly property: string;
  /** How the column is read back, where that is not the column itself. */
  readonly select?: string;
  /** How the value is written, where that is not its own text. */
  readonly write?: (value: Scalar) => string;
}

/** Tables whose rows have an id: of one symbol, or (macro) of no symbol. */
export type IdRow = ActionRow | NewsRow | UnclassifiedRow | EarningsRow | CryptoRow | MacroRow;

export interface IdTable {
  readonly table: string;
  readonly hasSymbol: boolean;
  readonly values: readonly ValueColumn[];
}

const eventTime: ValueColumn = {
  name: 'event_timestamp',
  property: 'eventMs',
  select: 'toUnixTimestamp64Milli(event_timestamp)',
  write: (value) => tsvMillis(value as number),
};

function valueColumns<R extends IdRow>(columns: Readonly<Record<string, keyof R & string>>): ValueColumn[] {
  return Object.entries(columns).map(([name, property]) => ({ name, property }));
}

const unclassifiedValues = [
  ...valueColumns<UnclassifiedRow>({ asset_class: 'assetClass' }),
  eventTime,
  ...valueColumns<UnclassifiedRow>({ title: 'title', headline: 'headline', provider: 'provider', url: 'url' }),
];

const newsValues = [
  ...valueColumns<NewsRow>({ asset_class: 'assetClass' }),
  eventTime,
  ...valueColumns<NewsRow>({
    title: 'title',
    headline: 'headline',
    direction: 'direction',
    impact_score: 'impactScore',
    provider: 'provider',
    url: 'url',
    classifier: 'classifier',
    prompt: 'prompt',
  }),
];

const earningsValues = [
  eventTime,
  ...valueColumns<EarningsRow>({
    eps_actual: 'epsActual',
    eps_expected: 'epsExpected',
    revenue_actual: 'revenueActual',
    revenue_expected: 'revenueExpected',
    fiscal_period: 'fiscalPeriod',
    title: 'title',
  }),
];

const cryptoValues = [eventTime, ...valueColumns<CryptoRow>({ category: 'category', title: 'title', url: 'url' })];

const macroValues = [
  eventTime,
  ...valueColumns<MacroRow>({
    country: 'country',
    name: 'name',
    actual: 'actual',
    forecast: 'forecast',
    previous: 'previous',
    unit: 'unit',
    importance: 'importance',
  }),
];

const actionValues = [
  ...valueColumns<ActionRow>({ kind: 'kind' }),
  {
    name: 'ex_date',
    property: 'eventMs',
    select: `toInt64(toInt32(ex_date)) * ${MS_PER_DAY}`,
    write: (value: Scalar) => tsvDate((value as number) / MS_PER_DAY),
  },
  ...valueColumns<ActionRow>({ ratio: 'ratio', amount: 'amount' }),
];

function idTable(name: string, values: readonly ValueColumn[], hasSymbol = true): IdTable {
  return { table: `market.${name}`, hasSymbol, values };
}

export const ID_TABLES: Record<Exclude<LandingTable, BarTable>, IdTable> = {
  events_sentiment: idTable('events_sentiment', newsValues),
  events_sentiment_crypto: idTable('events_sentiment_crypto', newsValues),
  news_unclassified: idTable('news_unclassified', unclassifiedValues),
  events_earnings: idTable('events_earnings', earningsValues),
  events_crypto: idTable('events_crypto', cryptoValues),
  events_macro: idTable('events_macro', macroValues, false),
  corporate_actions: idTable('corporate_actions', actionValues),
};

const BAR_COLUMNS = ['symbol', 'ts', 'open', 'high', 'low', 'close', 'volume', ...PROVENANCE];

export function columnsOf(table: LandingTable): readonly string[] {
  if (isBarTable(table)) return BAR_COLUMNS;
  const { hasSymbol, values } = ID_TABLES[table];
  const names = values.map((column) => column.name);
  return [...(hasSymbol ? ['symbol'] : []), 'id', ...names, ...PROVENANCE];
}

export function propertyOf(row: object, property: string): Scalar {
  return (row as Record<string, Scalar>)[property];
}

/** The row as a TSV line. `ingestedAt` is a `DateTime64(3)` text. */
export function lineOf(row: EventRow, topic: EventTopic, ingestedAt: string): string {
  const { version, partition, offset } = row;
  const provenance = `${version}\t${tsvValue(row.source)}\t${topic}\t${partition}\t${offset}\t${ingestedAt}\t${row.deleted ? 1 : 0}`;
  // Made here, of digits and a dash.
  const end = `\t${row.importId ?? ''}\n`;
  if (isBar(row)) {
    // A symbol's characters need no escape.
    return `${row.symbol}\t${tsvSeconds(row.minute * 60)}\t${row.open}\t${row.high}\t${row.low}\t${row.close}\t${row.volume}\t${provenance}${end}`;
  }
  const { hasSymbol, values } = ID_TABLES[row.table];
  let line = hasSymbol ? `${(row as NewsRow).symbol}\t${tsvValue(row.id)}` : tsvValue(row.id);
  for (const { property, write = tsvValue } of values) line += `\t${write(propertyOf(row, property))}`;
  return `${line}\t${provenance}${end}`;
}

const NEWS_TABLES: readonly LandingTable[] = ['events_sentiment', 'events_sentiment_crypto', 'news_unclassified'];

/** Which tables a topic's events may be landed in. */
export const TABLES_OF_TOPIC: Record<EventTopic, readonly LandingTable[]> = {
  bars: ['bars', 'bars_daily'],
  'events.sentiment': NEWS_TABLES,
  'events.sentiment_crypto': NEWS_TABLES,
  'events.earnings': ['events_earnings'],
  'events.crypto': ['events_crypto'],
  'events.macro': ['events_macro'],
  'events.actions': ['corporate_actions'],
};
