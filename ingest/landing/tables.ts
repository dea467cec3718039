/** How rows of events become lines of the landing tables. */
import { MS_PER_DAY } from '../../lib/days.ts';
import { tsvDate, tsvMillis, tsvValue } from '../../sql/formats/text.ts';
import {
  EVENT_VALUES,
  type EventTable,
  type EventTopic,
  type IdRow,
  isBarTable,
  type LandingTable,
  NEWS_TABLES,
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

/** Columns that are written and read otherwise than as their own text. */
const TIMES: Readonly<Record<string, { select: string; write: (ms: number) => string }>> = {
  event_timestamp: { select: 'toUnixTimestamp64Milli(event_timestamp)', write: tsvMillis },
  ex_date: { select: `toInt64(toInt32(ex_date)) * ${MS_PER_DAY}`, write: (ms) => tsvDate(ms / MS_PER_DAY) },
};

/** Columns that carry the event itself: two rows that agree in all of them are equal. */
export const VALUE_COLUMNS = Object.fromEntries(
  Object.entries(EVENT_VALUES).map(([table, values]) => [table, Object.keys(values)]),
) as Record<EventTable, string[]>;

/** SQL: a column's value as rows have it, under its name. */
export const selected = (name: string): string => (TIMES[name] ? `${TIMES[name].select} AS ${name}` : name);

const BAR_COLUMNS = ['symbol', 'ts', 'open', 'high', 'low', 'close', 'volume', ...PROVENANCE];

export function columnsOf(table: LandingTable): readonly string[] {
  if (isBarTable(table)) return BAR_COLUMNS;
  return [...(table === 'events_macro' ? [] : ['symbol']), 'id', ...VALUE_COLUMNS[table], ...PROVENANCE];
}

/** The row as a TSV line. `ingestedAt` is a `DateTime64(3)` text. */
export function lineOf(row: IdRow, topic: EventTopic, ingestedAt: string): string {
  const { version, partition, offset } = row;
  const provenance = `${version}\t${tsvValue(row.source)}\t${topic}\t${partition}\t${offset}\t${ingestedAt}\t${row.deleted ? 1 : 0}`;
  // Made here, of digits and a dash.
  const end = `\t${row.importId ?? ''}\n`;
  const { table, symbol, id, values } = row;
  let line = table === 'events_macro' ? tsvValue(id) : `${symbol}\t${tsvValue(id)}`;
  for (const name of VALUE_COLUMNS[table]) {
    const time = TIMES[name];
    line += `\t${time ? time.write(values[name] as number) : tsvValue(values[name])}`;
  }
  return `${line}\t${provenance}${end}`;
}

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
