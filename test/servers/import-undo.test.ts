/** Imports through the log, corrected and undone: what is stored in the end, beside a plain map of who wrote what. */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { Producer } from '../../ingest/kafka/port.ts';
import { systemClock } from '../../lib/clock.ts';
import { parseConfig } from '../../lib/config.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { type BarEvent, ndjson, sessionTimes, walk, write } from '../e2e/support/market.ts';
import { startClickHouse, type TestClickHouse } from '../support/clickhouse.ts';
import { startKafka } from '../support/kafka.ts';
import { type Env, ensureBuilt, type Program, runCli, startProgram } from '../support/programs.ts';

const kafka = await startKafka();

/** Who wrote which value of a key, the oldest first; '' is nobody's import. */
class Model {
  readonly #versions = new Map<string, { owner: string; value: unknown }[]>();

  /** `null`: deleted. */
  write(owner: string, key: string, value: unknown): void {
    this.#versions.set(key, [...(this.#versions.get(key) ?? []), { owner, value }]);
  }

  undo(owner: string): { restored: number; deleted: number } {
    const counts = { restored: 0, deleted: 0 };
    for (const [key, list] of this.#versions) {
      const left = list.filter((version) => version.owner !== owner);
      if (list.at(-1)?.owner === owner) counts[left.at(-1)?.value == null ? 'deleted' : 'restored']++;
      this.#versions.set(key, left);
    }
    return counts;
  }

  get rows(): Record<string, unknown> {
    const last = [...this.#versions].map(([key, list]) => [key, list.at(-1)?.value ?? null] as const);
    return Object.fromEntries(last.filter(([, value]) => value !== null));
  }
}

describe.skipIf(!kafka)('imports through the log', () => {
  let clickhouse: TestClickHouse;
  let store: Store;
  let projector: Projector;
  let producer: Producer;
  let env: Env;
  let folder: string;
  const programs: Program[] = [];
  const model = new Model();

  beforeAll(async () => {
    ensureBuilt();
    folder = await mkdtemp(join(tmpdir(), 'market-stats-undo-'));
    clickhouse = await startClickHouse();
    env = { ...clickhouse.env, ...kafka!.env, DATA_DIR: folder };
    for (const name of ['ingest', 'compute']) programs.push(startProgram(`programs/${name}`, env));
    await Promise.all(programs.map((program) => program.ready()));
    store = await openStore(parseConfig({ store: storeConfigSchema }, env).store);
    const statistics = await loadStatistics();
    projector = new Projector({ store, statistics, run: runJob, clock: systemClock });
    producer = await kafka!.open().producer();
  }, 217_000);
  afterAll(async () => {
    await producer?.close();
    await store?.close();
    await Promise.all(programs.map((program) => program.kill('SIGKILL')));
    await clickhouse?.close();
    await kafka?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function done(...args: string[]) {
    const { code, json, stderr } = await runCli(env, ...args);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
    return json;
  }

  type Event = BarEvent | NewsEvent;
  interface NewsEvent {
    symbol: string;
    id: string;
    title: string;
  }
  const keyOf = (event: Event) =>
    'id' in event ? `news ${event.symbol.replace('/', '')} ${event.id}` : `bar ${event.symbol} ${event.ts}`;
  const shownOf = (event: Event) => ('id' in event ? event.title : event.close);

  let files = 0;
  /** Returns the import's id. */
  async function importFile(kind: 'bars' | 'news', events: readonly Event[]): Promise<string> {
    const answer = await done('import', kind, write(join(folder, `${files++}.ndjson`), ndjson(events)));
    expect(answer).toMatchObject({ landed: events.length, duplicates: 0, dead_letters: {} });
    for (const event of events) model.write(answer.import_id, keyOf(event), shownOf(event));
    return answer.import_id;
  }
  /** As a collector sends it; whether it has landed by the end of this, who knows. */
  async function send(topic: string, event: Event, deleted = false): Promise<void> {
    const value = JSON.stringify(deleted ? { ...event, deleted } : event);
    await producer.send(topic, [{ key: event.symbol, value }]);
    model.write('', keyOf(event), deleted ? null : shownOf(event));
  }

  async function stored(): Promise<Record<string, unknown>> {
    const rows = await store.reader.query<{ key: string; value: unknown }>(
      `SELECT concat('bar ', symbol, ' ', formatDateTime(ts, '%FT%T', 'UTC'), '.000Z') AS key, toString(close) AS value
       FROM market.bars FINAL
       UNION ALL SELECT concat('news ', symbol, ' ', id), title FROM market.events_sentiment FINAL
       UNION ALL SELECT concat('news ', symbol, ' ', id), title FROM market.events_sentiment_crypto FINAL`,
    );
    return Object.fromEntries(rows.map(({ key, value }) => [key, key.startsWith('bar') ? Number(value) : value]));
  }

  async function undo(id: string): Promise<void> {
    expect(await done('imports', 'undo', id)).toEqual({ import_id: id, ...model.undo(id) });
    expect(await stored()).toEqual(model.rows);
    // The statistics are those of the rows that are stored now.
    expect(await projector.project('UNDO', {})).toMatchObject({ written: 0 });
  }

  const raised = ({ open, high, low, close, ...bar }: BarEvent, by: number): BarEvent => {
    const [o, h, l, c] = [open, high, low, close].map((price) => Math.round((price + by) * 100) / 100);
    return { ...bar, open: o, high: h, low: l, close: c };
  };
  const bars = walk('UNDO', 'etf', sessionTimes('2024-07-01', 3, 5), 4);
  const day = bars.length / 3;
  const news = (symbol: string, id: string, title: string): NewsEvent => ({
    ...{ symbol, id, title, asset_class: symbol.includes('/') ? 'crypto' : 'etf' },
    ...{ event_timestamp: '2024-07-01T14:00:00Z', direction: 'neutral', impact_score: 0.5 },
  });

  it('an undo puts rows back, deletes what was added, and leaves what was corrected since', async () => {
    const first = await importFile('bars', bars.slice(0, 2 * day));
    // Replaces the second day and adds the third.
    const second = await importFile(
      'bars',
      bars.slice(day).map((bar) => raised(bar, 0.2)),
    );
    const third = await importFile(
      'bars',
      bars.slice(day + 60, day + 90).map((bar) => raised(bar, 0.1)),
    );
    const headlines = await importFile('news', [
      news('ETH/USD', 'a', 'A'),
      news('UNDO', 'b', 'B'),
      news('UNDO', 'c', 'C'),
    ]);
    const others = await importFile('news', [
      ...[news('ETH/USD', 'a', 'A2'), news('ETH/USD', 'd', 'D2')],
      ...[news('UNDO', 'b', 'B2'), news('UNDO', 'c', 'C2'), news('UNDO', 'e', 'E2')],
    ]);
    for (const [i, bar] of bars.entries()) {
      if (i >= day && i % 11 === 0) await send('bars', raised(bar, 0.3));
      if (i >= day && i % 13 === 0) await send('bars', bar, true);
    }
    await send('events.sentiment', news('UNDO', 'c', 'C3'));
    await undo(second);
    expect(await done('imports', 'undo', second)).toEqual({ import_id: second, restored: 0, deleted: 0 });
    expect(await stored()).toEqual(model.rows);
    for (const id of [others, third, headlines, first]) await undo(id);
    expect((await done('status')).behind).toEqual({ events: 0, days: 0 });

    const { imports } = await done('imports', 'list');
    expect(imports).toMatchObject([others, headlines, third, second, first].map((id) => ({ id, state: 'undone' })));
    expect((await done('imports', 'show', second)).imports).toMatchObject([{ id: second, landed: 2 * day }]);
    expect(await runCli(env, 'imports', 'undo', 'nosuch')).toMatchObject({ code: 3 });

    // What was undone stays undone when the log is landed again.
    await done('rebuild', '--from-log');
    expect(await stored()).toEqual(model.rows);
  }, 300_000);
});
