/** What must be there in the end, by what was sent alone: the rows, and the statistics made of them from nothing. */
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { readRecordsOf } from '../../compute/evaluation/stored-records.ts';
import { recordsTable, SESSIONS_TABLE } from '../../compute/evaluation/tables/schema.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Reader } from '../../sql/reader.ts';
import { openTestStore } from '../support/store.ts';
import { type SentRecord, winnersOf } from '../support/stream.ts';

export interface Oracle {
  /** Names of the tables in which the symbols' records differ from those made from nothing. */
  differingTables(reader: Reader, sent: readonly SentRecord[]): Promise<string[]>;
  close(): Promise<void>;
}

async function recordsOf(
  reader: Reader,
  statistics: readonly Statistic[],
  symbol: string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of [SESSIONS_TABLE, ...statistics.map(recordsTable)]) {
    for (const [unit, records] of (await readRecordsOf(reader, table, symbol, {})).units) {
      found.set(
        `${table.name} ${unit}`,
        JSON.stringify(records, (_, value) => (ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value)),
      );
    }
  }
  return found;
}

/** A store of its own in this process, where every symbol is landed once, in order, without a fault. */
export async function openOracle(statistics: readonly Statistic[]): Promise<Oracle> {
  const store = await openTestStore({ statistics });
  const landing = await Landing.open({ store });
  const projector = new Projector({ store, statistics, run: runJob, clock: systemClock });
  return {
    async differingTables(reader, sent) {
      const winners = winnersOf(sent);
      for (const topic of ['bars', 'events.sentiment'] as const) {
        const events = winners.filter((record) => record.topic === topic);
        await landing.landEvents(
          topic,
          events.map(({ key, value }) => ({ key, value: String(value) })),
        );
      }
      const differing: string[] = [];
      for (const symbol of new Set(winners.map(({ change }) => change!.symbol))) {
        await projector.project(symbol);
        const [found, wanted] = [
          await recordsOf(reader, statistics, symbol),
          await recordsOf(store.reader, statistics, symbol),
        ];
        for (const unit of new Set([...found.keys(), ...wanted.keys()])) {
          if (found.get(unit) !== wanted.get(unit)) differing.push(`${symbol}: ${unit}`);
        }
      }
      return differing;
    },
    close: () => store.close(),
  };
}
