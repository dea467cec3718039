/** Bars that are pushed as columns leave the store, and the answer, that the same bars one by one do. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedClock } from '../../lib/clock.ts';
import { openTestStore, type TestStore } from '../../test/support/store.ts';
import { type PlainBars, PlainBarsBuilder, plainEvents } from '../contract/plain-bars.ts';
import type { PushedEvent } from './events.ts';
import { Landing } from './landing.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 25);
const NOON = Date.UTC(2025, 5, 5, 12);
const START = Date.UTC(2025, 5, 4, 23, 30);

let store: TestStore;
let blocks = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Each takes the columns' way alone, or makes it impossible. */
const oddity = fc.constantFrom<Record<string, unknown>>(
  { high: 1 },
  { ts: START + 30_000 },
  { ts: NOON + 3_600_000 },
  { interval: '5m' },
  { interval: '1d', ts: Date.UTC(2025, 5, 4) },
  { asset_class: 'crypto' },
  { deleted: true },
  { revision: 7 },
  { source: 'elsewhere' },
  { symbol: 'no symbol!' },
  { volume: -0 },
);
const bar = fc.record({
  symbol: fc.nat(2),
  minute: fc.nat(90),
  cents: fc.integer({ min: -20, max: 20 }),
  interval: fc.constantFrom(undefined, '1m'),
  odd: fc.oneof({ weight: 60, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: oddity }),
});
const file = fc.record({
  bars: fc.array(bar, { minLength: 1, maxLength: 40 }),
  order: fc.constantFrom('ascending', 'descending', 'as it comes'),
  once: fc.boolean(),
  group: fc.integer({ min: 1, max: 50 }),
});
type FileOf = typeof file extends fc.Arbitrary<infer T> ? T : never;

function eventsOf({ bars, order, once }: FileOf, name: string): Record<string, unknown>[] {
  const seen = new Set<string>();
  const kept = bars.filter(({ symbol, minute }) => {
    const key = `${symbol} ${minute}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew || !once;
  });
  if (order !== 'as it comes') kept.sort((a, b) => (order === 'ascending' ? a.minute - b.minute : b.minute - a.minute));
  return kept.map(({ symbol, minute, cents, interval, odd }) => {
    const open = 100 + cents / 100;
    const ohlc = { open, high: open + 0.3, low: open - 0.1, close: open + 0.1 };
    const ts = START + minute * 60_000;
    const spelling = symbol === 1 ? ` ${name.toLowerCase()}${symbol}` : `${name}${symbol}`;
    return { symbol: spelling, ts, ...ohlc, volume: minute, asset_class: 'etf', interval, ...odd };
  });
}

const pushedOf = (event: Record<string, unknown>, row: number, source: string): PushedEvent => ({
  ...{ topic: 'bars', key: event['symbol'] as string, value: JSON.stringify(event), source, position: `row ${row}` },
});

/** As the reader of files does. */
function groupsOf(events: readonly Record<string, unknown>[], source: string, size: number) {
  const groups: (PlainBars | PushedEvent[])[] = [];
  const builder = new PlainBarsBuilder(source, size);
  let others: PushedEvent[] = [];
  events.forEach((event, i) => {
    if (others.length === 0 && builder.take(event, i + 1, undefined)) {
      if (builder.isFull) groups.push(builder.finish());
      return;
    }
    if (builder.length > 0) groups.push(builder.finish());
    others.push(pushedOf(event, i + 1, source));
    if (others.length < size) return;
    groups.push(others);
    others = [];
  });
  if (builder.length > 0) groups.push(builder.finish());
  if (others.length > 0) groups.push(others);
  return groups;
}

/** What the store holds of a name, without what tells two names or places in the log apart. */
async function heldOf(landing: Landing, name: string) {
  const tables = {
    bars: `SELECT * EXCEPT (offset), row_number() OVER (ORDER BY offset) AS place FROM market.bars FINAL
      WHERE startsWith(symbol, '${name}') ORDER BY place`,
    days: `SELECT kind, symbol, day, sum(rows) AS n FROM market.day_log WHERE startsWith(symbol, '${name}')
      GROUP BY ALL ORDER BY ALL`,
    dead: `SELECT reason, message, payload, source, position FROM market.dead_letters
      WHERE source = '${name}.csv' ORDER BY offset`,
    replaced: `SELECT * FROM market.import_rows FINAL WHERE startsWith(symbol, '${name}') ORDER BY ALL`,
    symbols: `SELECT * EXCEPT (version) FROM market.symbols FINAL WHERE startsWith(symbol, '${name}') ORDER BY symbol`,
  };
  const held: Record<string, unknown> = {};
  for (const [table, sql] of Object.entries(tables)) held[table] = await store.reader.query(sql);
  held['registry'] = landing.registry.list().filter(({ symbol }) => symbol.startsWith(name));
  return held;
}
/** The id of a dead letter is a hash of its place. */
const unnamed = (value: unknown, name: string) =>
  JSON.parse(
    JSON.stringify(value, (key, one) => (key === 'offset' || key === 'id' ? null : one))
      .replaceAll(name, '_')
      .replaceAll(name.toLowerCase(), '_'),
  );

let names = 0;
it('columns land as rows do, whatever lies beside them and in the store', { timeout: 60_000 }, async () => {
  const writer = {
    ...store.writer,
    insertBlocks: (...args: Parameters<typeof store.writer.insertBlocks>) => {
      if (args[0] === 'market.bars') blocks++;
      return store.writer.insertBlocks(...args);
    },
  };
  let changed: unknown[] = [];
  const landing = await Landing.open({
    store: { ...store, writer },
    clock: fixedClock(NOON),
    onLanded: (days) => void changed.push(...days),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (files) => {
      const number = String(++names).padStart(4, '0');
      const landed = async (name: string, asColumns: boolean) => {
        const answers: unknown[] = [];
        for (const [i, one] of files.entries()) {
          const events = eventsOf(one, name);
          const rows = events.map((event, row) => pushedOf(event, row + 1, `${name}.csv`));
          const groups = groupsOf(events, `${name}.csv`, one.group);
          expect(groups.flatMap<PushedEvent>((group) => ('heads' in group ? plainEvents(group) : group))).toEqual(rows);
          changed = [];
          const batches: unknown[] = [];
          const { changed: days, ...answer } = await landing.landEvents('bars', asColumns ? groups : rows, {
            importId: `${name}-${i}`,
            onBatch: ({ rejected }) => batches.push(rejected ?? []),
          });
          answers.push({ answer, days: days.sort(byText), told: changed.sort(byText), batches });
        }
        return unnamed({ answers, held: await heldOf(landing, name) }, name);
      };
      const rows = await landed(`ROWS${number}`, false);
      expect(await landed(`COLS${number}`, true)).toEqual(rows);
    }),
    { numRuns: RUNS },
  );
  expect(blocks, 'files that were landed as columns').toBeGreaterThan(RUNS / 20);
});

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
