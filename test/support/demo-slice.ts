/** A store with a fixed slice of the demo market, landed and computed in place, and the command line's way to ask it. */
import { writeNewFile } from '../../cli/new-file.ts';
import { print } from '../../cli/print.ts';
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { landDemo } from '../../demo/land.ts';
import { DEMO_SYMBOLS } from '../../demo/symbols.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { fixedClock } from '../../lib/clock.ts';
import { parseIsoDate } from '../../lib/days.ts';
import { exportTable } from '../../operations/commands/export.ts';
import { SILENT } from '../../operations/operation.ts';
import { openTestStore } from './store.ts';
import { written } from './written.ts';

export interface DemoSlice {
  /** What `cli sql QUERY` prints. */
  sql(query: string): Promise<string>;
  /** What `cli export TABLE PATH` writes. */
  export(table: string, path: string, symbol?: string): Promise<unknown>;
  close(): Promise<void>;
}

/** @param from first date, @param until the date whose midnight (UTC) is the present */
export async function openDemoSlice(from: string, until: string): Promise<DemoSlice> {
  const clock = fixedClock(Date.parse(`${until}T00:00:00Z`));
  const statistics = await loadStatistics();
  const store = await openTestStore({ statistics });
  const landing = await Landing.open({ store, clock });
  await landDemo({
    landing,
    clock,
    signal: new AbortController().signal,
    lastDay: () => parseIsoDate(from),
    onSymbol: () => {},
  });
  const projector = new Projector({ store, statistics, run: runJob, clock });
  for (const { symbol } of DEMO_SYMBOLS) await projector.project(symbol);
  return {
    async sql(query) {
      const answer = await store.analyst.query(query);
      return written(() => print('sql', answer, false));
    },
    export: (table, path, symbol) =>
      writeNewFile(path, (data) => exportTable(store, { table, symbol }, { ...SILENT, data })),
    close: () => store.close(),
  };
}
