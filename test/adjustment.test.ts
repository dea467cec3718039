/**
 * Answers of bars that corporate actions adjust are those of the same bars adjusted by hand, from the moment on at which
 * an action lands, is corrected or is deleted: computed on demand before the projector has been there, stored after it.
 */
import { afterAll, expect, it } from 'vitest';
import type { Answers } from '../compute/answers/answers.ts';
import { StoreAnswers } from '../compute/answers/store-answers.ts';
import { findBehind } from '../compute/evaluation/behind.ts';
import { paidByDay } from '../compute/evaluation/tables/events.ts';
import { type Adjustment, adjust, barsFromTuples } from '../compute/market/bars.ts';
import { DEFAULT_SESSION } from '../compute/market/sessions.ts';
import { Registry } from '../ingest/landing/registry/registry.ts';
import { isoDate, parseIsoDate } from '../lib/days.ts';
import { adjustedBars, type PlainAction, type PlainBar } from './oracles/adjusted.ts';
import { defaultValues } from './support/answer.ts';
import { endpointAnswers } from './support/endpoint-answers.ts';
import { symbolData } from './support/market-data.ts';
import { memoryAnswers } from './support/memory-answers.ts';
import { projectionOfFile, putBars, storeAnswers } from './support/projection.ts';
import { randomMarket } from './support/random-market.ts';

const FIRST = parseIsoDate('2024-02-26')!;
const market = randomMarket({
  seed: 11,
  assetClass: 'equity',
  intervalMin: 30,
  firstDay: FIRST,
  days: 36,
  hours: 'extended',
  density: 0.95,
  ticks: 40,
});
const raw = Array.from({ length: market.bars.length }, (_, i) => {
  const { minute, open, high, low, close, volume } = market.bars;
  return { minute: minute[i], open: open[i], high: high[i], low: low[i], close: close[i], volume: volume[i] };
});
const split: PlainAction = { kind: 'split', exDate: isoDate(FIRST + 10), value: 4 };
const reverse: PlainAction = { kind: 'split', exDate: isoDate(FIRST + 21), value: 1 / 3 };
const paid: PlainAction = { kind: 'dividend', exDate: isoDate(FIRST + 16), value: 0.25 };
let actionsPut = 0;

const opened = await projectionOfFile();
const [stored, onDemand] = [storeAnswers(opened), storeAnswers(opened, { useStored: false })];
await putBars(opened.store, { meta: { ...market.meta, symbol: 'ADJ' } }, market.bars);
await opened.projector.project('ADJ');
afterAll(async () => {
  await stored?.close();
  await onDemand?.close();
});

interface Put {
  deleted?: boolean;
  id?: string;
  source?: string;
  symbol?: string;
}

async function put(
  action: PlainAction,
  { deleted = false, id = '', source = '', symbol = 'ADJ' }: Put = {},
): Promise<void> {
  const { kind, exDate, value } = action;
  const isSplit = kind === 'split';
  await opened.store.writer.insertRows(
    'market.corporate_actions',
    ['symbol', 'id', 'kind', 'ex_date', 'ratio', 'amount', 'version', 'offset', 'ingested_at', 'is_deleted', 'source'],
    [
      [
        symbol,
        id || `${kind}:${exDate}`,
        kind,
        exDate,
        isSplit ? value : null,
        isSplit ? null : value,
        1,
        ++actionsPut,
        1.7e9,
        deleted ? 1 : 0,
        source,
      ],
    ],
  );
}

/** Every answer of every statistic, as JSON, under the name X. */
async function all(answers: Answers, name: string, adjustment: Adjustment, sources?: Set<string>): Promise<string> {
  if (answers instanceof StoreAnswers) answers.invalidate();
  const symbol = await answers.adjusted((await answers.symbol(name))!, adjustment);
  const out: unknown[] = [];
  for (const statistic of opened.statistics) {
    const values = { ...defaultValues(statistic, symbol.intervalMin), ...statistic.materialised(symbol)[0] };
    const range = { months: 12, timeWindow: '12M' };
    const answer = await answers.view({ statistic, symbol, session: DEFAULT_SESSION, values, range });
    sources?.add(answer.source);
    out.push([statistic.name, endpointAnswers(statistic, answer.view), answer.warnings, answer.range]);
  }
  return JSON.stringify(out).replaceAll(`"${name}"`, '"X"');
}

/** The answers of the bars adjusted by hand. */
async function byHand(actions: readonly PlainAction[]): Promise<string> {
  const bars = adjustedBars(raw, actions);
  const columns = barsFromTuples(bars.map((bar) => [bar.minute, bar.open, bar.high, bar.low, bar.close, bar.volume]));
  const answers = memoryAnswers([symbolData(columns, 'HAND', 'equity', market.meta.intervalMin)]);
  return all(answers, 'HAND', 'splits');
}

async function expectSplits(expected: string, label: string): Promise<void> {
  expect(await all(stored, 'ADJ', 'splits'), `${label}, before it is stored`).toBe(expected);
  expect((await findBehind(opened.store.reader, opened.projector.definitions)).map(({ symbol }) => symbol)).toEqual([
    'ADJ',
  ]);
  await opened.projector.project('ADJ');
  expect(await findBehind(opened.store.reader, opened.projector.definitions)).toEqual([]);
  const sources = new Set<string>();
  expect(await all(stored, 'ADJ', 'splits', sources), `${label}, stored`).toBe(expected);
  expect([...sources], label).toEqual(['materialized']);
  expect(await all(onDemand, 'ADJ', 'splits'), `${label}, on demand`).toBe(expected);
}

it('an action that lands, is corrected and is deleted', { timeout: 175_000 }, async () => {
  const unadjusted = await byHand([]);
  const once = await byHand([split]);
  expect(once).not.toBe(unadjusted);
  await put(split);
  await expectSplits(once, 'a split');
  expect(await all(stored, 'ADJ', 'raw')).toBe(unadjusted);

  await put(reverse);
  const twice = await byHand([split, reverse]);
  await expectSplits(twice, 'a second one');

  // A dividend changes no record that is stored.
  await put(paid);
  expect(await opened.projector.project('ADJ')).toMatchObject({ records: 0, written: 0 });
  expect(await all(stored, 'ADJ', 'splits')).toBe(twice);
  const withDividend = await byHand([split, reverse, paid]);
  expect(withDividend).not.toBe(twice);
  expect(await all(stored, 'ADJ', 'all')).toBe(withDividend);
  expect(await all(stored, 'ADJ', 'raw')).toBe(unadjusted);

  await put({ ...split, value: 5 });
  await expectSplits(await byHand([{ ...split, value: 5 }, reverse]), 'a correction');
  await put(split, { deleted: true });
  await expectSplits(await byHand([reverse]), 'a deletion');
  await put(reverse, { deleted: true });
  await expectSplits(unadjusted, 'the deletion of the last');
});

it('what two sources say of one date, each under ids of its own, counts once, unless they say different things', {
  timeout: 140_000,
}, async () => {
  const vendor = { id: 'vendor-1' };
  for (const action of [split, reverse, paid]) await put(action);
  await opened.projector.project('ADJ');
  const once = await byHand([split, reverse]);
  const withDividend = await byHand([split, reverse, paid]);
  await put(split, vendor);
  // As a vendor rounds a third.
  await put({ ...reverse, value: 0.3334 }, { id: 'vendor-2' });
  await put(paid, { id: 'vendor-3' });
  await expectSplits(once, 'sent twice');
  expect(await all(stored, 'ADJ', 'all')).toBe(withDividend);
  expect(await viewed()).toEqual(adjustedBars(raw, [split, reverse]).map(near));
  // One into eight and two into one in one night are one into four.
  await put({ ...split, value: 8 });
  await put({ ...split, value: 0.5 }, vendor);
  await put({ ...paid, value: 0.15 });
  await put({ ...paid, value: 0.1 }, { id: 'vendor-3' });
  await opened.projector.project('ADJ');
  expect(await all(stored, 'ADJ', 'splits'), 'different ones').toBe(once);
  expect(await all(stored, 'ADJ', 'all')).toBe(withDividend);
  expect(await viewed()).toEqual(adjustedBars(raw, [split, reverse]).map(near));
  for (const id of ['vendor-1', 'vendor-2']) await put(split, { id, deleted: true });
  for (const id of ['', 'vendor-3']) await put(paid, { id, deleted: true });
  await put(split, { deleted: true });
  await put(reverse, { deleted: true });
  await opened.projector.project('ADJ');
});

it('splits that the bars are adjusted for already change nothing, and analysts see the same bars', {
  timeout: 60_000,
}, async () => {
  const { store } = opened;
  await put(split);
  await put(reverse);
  const registry = await Registry.open(store);
  await registry.set('ADJ', 'equity', 30, parseIsoDate(split.exDate)!);
  await expectSplits(await byHand([reverse]), 'adjusted through the first split');
  expect(await viewed()).toEqual(adjustedBars(raw, [reverse]).map(near));
  await registry.set('ADJ', 'equity', 30, 0);
  await expectSplits(await byHand([split, reverse]), 'said to be raw again');
  expect(await viewed()).toEqual(adjustedBars(raw, [split, reverse]).map(near));
});

it('dividends of before a split that the bars hold already are in shares of before it', {
  timeout: 20_000,
}, async () => {
  // Worked by hand. 160, then 1.60 a share are paid, then 4:1: the sender has 40 and 41 of before it. 1.60 an old share is 0.40
  // of 40: 1 % is taken off. Then 0.42 of 42, another 1 %. Then 2:1, which the bars do not hold: halves.
  const { store } = opened;
  const dates = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-08'];
  const closes = [40, 41, 42, 42.4, 21];
  const held = barsFromTuples(
    dates.map((date, i) => [parseIsoDate(date)! * 1440, ...Array(4).fill(closes[i]), 100] as never),
  );
  await putBars(store, { meta: { symbol: 'HELD', assetClass: 'equity', intervalMin: 1440 } }, held);
  for (const action of [
    { kind: 'dividend', exDate: '2024-01-03', value: 1.6 },
    { kind: 'split', exDate: '2024-01-04', value: 4 },
    { kind: 'dividend', exDate: '2024-01-05', value: 0.42 },
    { kind: 'split', exDate: '2024-01-08', value: 2 },
  ] as const)
    await put(action, { symbol: 'HELD' });
  const registry = await Registry.open(store);
  await registry.set('HELD', 'equity', 1440, parseIsoDate('2024-01-04')!);
  await opened.projector.project('HELD');
  stored.invalidate();
  const { adjusted } = await stored.adjusted((await stored.symbol('HELD'))!, 'all');
  expect([...adjust(held, adjusted!.factors).close]).toEqual([
    // 40 * 0.99 * 0.99 / 2, 41 * 0.99 / 2, 42 * 0.99 / 2, 42.4 / 2, and 21.
    19.602, 20.295, 20.79, 21.2, 21,
  ]);

  // And of a random market whose bars the sender has adjusted: as if they were raw.
  const before: PlainAction = { kind: 'dividend', exDate: isoDate(FIRST + 7), value: 0.5 };
  const actions = [before, split, paid, reverse];
  const sent = barsFromTuples(
    adjustedBars(raw, [split]).map((bar) => [bar.minute, bar.open, bar.high, bar.low, bar.close, bar.volume]),
  );
  await putBars(store, { meta: { ...market.meta, symbol: 'SENT' } }, sent);
  for (const action of actions) await put(action, { symbol: 'SENT' });
  await registry.set('SENT', 'equity', 30, parseIsoDate(split.exDate)!);
  await opened.projector.project('SENT');
  expect(await all(stored, 'SENT', 'all')).toBe(await byHand(actions));
});

it('different dividends of one date add up; a sum and its parts of two sources are the same', async () => {
  // By source, and what was paid.
  const cases = {
    'a 0.24': 0.24,
    'a 0.24, a 1': 1.24,
    'a 0.24, b 0.24': 0.24,
    'a 0.24, b 0.2401': 0.24,
    'a 0.24, a 1, b 1.24': 1.24,
    'a 0.24, a 1, b 0.24': 1.24,
    'a 0.15, b 0.1': 0.25,
  };
  for (const [rows, expected] of Object.entries(cases)) {
    const sent = rows.split(', ').map((row) => ({ day: 1, source: row[0], amount: Number(row.slice(2)) }));
    expect(paidByDay(sent).get(1), rows).toBeCloseTo(expected, 12);
    expect(paidByDay(sent.reverse()).get(1), rows).toBeCloseTo(expected, 12);
  }
});

/** The view does not round. */
const near = (bar: PlainBar) => [
  bar.minute,
  ...[bar.open, bar.high, bar.low, bar.close].map((price) => expect.closeTo(price, 5)),
  expect.closeTo(bar.volume, 5),
];

async function viewed(): Promise<number[][]> {
  const rows = await opened.store.reader.query<Record<string, number>>(
    `SELECT intDiv(toUInt32(ts), 60) AS minute, open, high, low, close, volume FROM market.v_bars_splits
     WHERE symbol = 'ADJ' ORDER BY ts`,
  );
  return rows.map(({ minute, open, high, low, close, volume }) => [minute, open, high, low, close, volume]);
}
