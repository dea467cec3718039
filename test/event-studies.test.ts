/**
 * The event studies of docs/analysts.md, each on events and bars of which every return is worked out by hand. What must
 * not count is beside them: bars that begin with the event or end too late, stale ones, revised and missing figures.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { print } from '../cli/print.ts';
import type { EventTopic } from '../ingest/contract/events.ts';
import { Landing } from '../ingest/landing/landing.ts';
import { projectFile } from '../lib/paths.ts';
import { storeOfFile } from './support/of-file.ts';
import { written } from './support/written.ts';

const STUDY = /### ([^\n\d][^\n]*)\n[^#]*?```sql run\n([^`]*?)```\n\n```text\n([^`]*?)```/g;
const [, part] = readFileSync(projectFile('docs', 'analysts.md'), 'utf8').split('\n## Event studies\n');
const studies = [...part.matchAll(STUDY)].map(([, title, query, answer]) => ({ title, query, answer }));

const store = await storeOfFile();
const landing = await Landing.open({ store });

/** `duplicates`: those that change nothing. */
const land = async (topic: EventTopic, events: readonly object[], duplicates = 0) => {
  const pushed = events.map((event) => ({ key: null, value: JSON.stringify(event) }));
  const answer = await landing.landEvents(topic, pushed);
  expect(answer).toMatchObject({ landed: events.length - duplicates, duplicates, deadLetters: {} });
};
/** A bar of a minute with one price, `minutes` from `at`. */
const bar = (symbol: string, assetClass: string, at: string, minutes: number, price: number) => {
  const prices = { open: price, high: price, low: price, close: price };
  return {
    symbol,
    asset_class: assetClass,
    interval: '1m',
    ts: Date.parse(at) + minutes * 60_000,
    ...prices,
    volume: 1,
  };
};
const answerOf = async (title: RegExp) => {
  const { query, answer } = studies.find((study) => title.test(study.title))!;
  const found = await store.analyst.query(query);
  return { answer, printed: await written(() => print('sql', found, false)) };
};

it('are three', () => {
  expect(studies).toHaveLength(3);
});

it('SPY after CPI releases', async () => {
  // Close that had ended by the release, close 30 minutes after it: the return in percent.
  const releases: [at: string, actual: number | null, forecast: number, prices: [number, number] | null][] = [
    ['2025-01-15T13:30:00Z', 2.9, 2.9, [590, 595.9]], // as forecast, 1
    ['2025-02-12T13:30:00Z', 3, 2.9, [600, 594]], // above, -1
    ['2025-07-15T12:30:00Z', 2.7, 2.6, [620, 623.1]], // above, 0.5
    ['2025-03-12T12:30:00Z', 2.8, 2.9, [550, 555.5]], // below, 1
    ['2025-04-10T12:30:00Z', 2.4, 2.6, [540, 537.3]], // below, -0.5
    ['2025-05-13T12:30:00Z', 2.3, 2.4, [580, 584.64]], // below, 0.8
    ['2025-06-11T12:30:00Z', 2.4, 2.5, null], // below, not measured
    ['2025-08-12T12:30:00Z', null, 2.8, [640, 700]], // not out yet
  ];
  const cpi = { country: 'US', name: 'CPI y/y' };
  await land(
    'events.macro',
    releases.map(([at, actual, forecast]) => ({ id: at, event_timestamp: at, ...cpi, actual, forecast, revision: 1 })),
  );
  const [may] = releases[5];
  const others = [
    // Its first figure was another: a revision that comes late loses.
    { id: may, event_timestamp: may, ...cpi, actual: 2.6, forecast: 2.4, revision: 0 },
    { id: 'de', event_timestamp: may, country: 'DE', name: 'CPI y/y', actual: 9, forecast: 1 },
    { id: 'ppi', event_timestamp: may, country: 'US', name: 'PPI', actual: 9, forecast: 1 },
    { id: 'gone', event_timestamp: may, ...cpi, actual: 9, forecast: 1 },
    { id: 'gone', deleted: true },
  ];
  await land('events.macro', others, 1);
  const spy = (at: string, minutes: number, price: number) => bar('SPY', 'etf', at, minutes, price);
  await land(
    'bars',
    releases.flatMap(([at, , , prices]) =>
      prices
        ? [
            spy(at, -2, 1),
            spy(at, -1, prices[0]),
            spy(at, 0, 999),
            // The last bar of the half hour is four minutes old where nothing was traded since.
            spy(at, at === may ? 26 : 29, prices[1]),
            spy(at, 30, 999),
          ]
        : [spy(at, -20, 500), spy(at, 29, 600)],
    ),
  );
  const { printed, answer } = await answerOf(/^SPY/);
  expect(printed).toBe(answer);
});

it("AAPL's sessions after earnings", async () => {
  const aapl = (at: string, price: number) => bar('AAPL', 'equity', at, 0, price);
  // First and last bar of regular hours; before and after them what must not count. New York is four hours behind.
  const session = (date: string, first: number, last: number) => [
    aapl(`${date}T13:29:00Z`, 1),
    aapl(`${date}T13:30:00Z`, first),
    aapl(`${date}T19:59:00Z`, last),
    aapl(`${date}T20:00:00Z`, 9_999),
  ];
  await land('bars', [
    ...session('2025-05-01', 190, 200),
    ...session('2025-05-02', 204, 206.04), // after a report above: gap 2, session 1
    ...session('2025-07-30', 210, 250),
    ...session('2025-07-31', 240, 244.8), // after one below, before the open: gap -4, session 2
    ...session('2025-10-24', 300, 300), // a Friday
    ...session('2025-10-27', 303, 306.03), // after one above, at the weekend: gap 1, session 1
  ]);
  const report = (id: string, at: string, actual: number | null) => ({
    id,
    symbol: 'AAPL',
    event_timestamp: at,
    eps_actual: actual,
    eps_expected: 1.5,
  });
  await land('events.earnings', [
    report('q2', '2025-05-01T20:30:00Z', 1.65),
    report('q3', '2025-07-31T12:00:00Z', 1.4),
    report('q4', '2025-10-25T20:30:00Z', 1.9),
    report('q1', '2025-10-26T20:30:00Z', null),
    { ...report('other', '2025-05-01T20:30:00Z', 9), symbol: 'MSFT' },
  ]);
  const { printed, answer } = await answerOf(/^AAPL/);
  expect(printed).toBe(answer);
});

it('the crypto calendar', async () => {
  const sol = (at: string, minutes: number, price: number) => bar('SOLUSD', 'crypto', at, minutes, price);
  const DAY = 1440;
  const around = (at: string, [before, with_, after]: [number, number, number]) => [
    sol(at, -DAY - 1, before),
    sol(at, -DAY, 1),
    sol(at, -1, with_),
    sol(at, 0, 1),
    sol(at, DAY - 1, after),
    sol(at, DAY, 1),
  ];
  const [one, two, three, four] = ['2025-03-01', '2025-04-01', '2025-05-01', '2025-06-01'].map(
    (date) => `${date}T00:00:00Z`,
  );
  await land('bars', [
    ...around(one, [100, 103, 99.91]), // unlock: 3, -3
    ...around(two, [200, 198, 194.04]), // unlock: -1, -2
    ...around(three, [100, 102, 100.98]), // listing: 2, -1
    sol(four, -1, 100), // nothing around it: not measured
  ]);
  const entry = (id: string, at: string, category: string) => ({
    id,
    symbol: 'SOL/USD',
    event_timestamp: at,
    category,
    title: 'T',
  });
  await land('events.crypto', [
    entry('1', one, 'unlock'),
    entry('2', two, 'unlock'),
    entry('3', three, 'listing'),
    entry('4', four, 'unlock'),
  ]);
  const { printed, answer } = await answerOf(/^The day/);
  expect(printed).toBe(answer);
});
