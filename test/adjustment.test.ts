/**
 * Answers of bars that splits adjust are those of the same bars adjusted by hand, from the moment on at which
 * a split lands, is corrected or is deleted: computed on demand before the projector has been there, stored after it.
 */
import { afterAll, expect, it } from 'vitest';
import type { Answers } from '../compute/answers/answers.ts';
import { StoreAnswers } from '../compute/answers/store-answers.ts';
import { adjustedTo } from '../compute/answers/symbol-variants.ts';
import { findBehind } from '../compute/evaluation/behind.ts';
import { type Adjustment, barsFromTuples } from '../compute/market/bars.ts';
import { DEFAULT_SESSION } from '../compute/market/sessions.ts';
import { Registry } from '../ingest/landing/registry/registry.ts';
import { isoDate, parseIsoDate } from '../lib/days.ts';
import { adjustedBars, type PlainBar, type PlainSplit } from './oracles/adjusted.ts';
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
const split: PlainSplit = { exDate: isoDate(FIRST + 10), ratio: 4 };
const reverse: PlainSplit = { exDate: isoDate(FIRST + 21), ratio: 1 / 3 };
let actionsPut = 0;

const opened = await projectionOfFile(['bos', 'gap', 'intraday', 'orb', 'seasonality', 'trend']);
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
}

async function put(action: PlainSplit, { deleted = false, id = '' }: Put = {}): Promise<void> {
  const { exDate, ratio } = action;
  await opened.store.writer.insertRows(
    'market.corporate_actions',
    ['symbol', 'id', 'kind', 'ex_date', 'ratio', 'rank', 'ingested_at', 'is_deleted'],
    [['ADJ', id || `split:${exDate}`, 'split', exDate, ratio, ++actionsPut, 1.7e9, deleted ? 1 : 0]],
  );
}

/** Every answer of every statistic, as JSON, under the name X. */
async function all(answers: Answers, name: string, adjustment: Adjustment, sources?: Set<string>): Promise<string> {
  if (answers instanceof StoreAnswers) answers.invalidate();
  const symbol = adjustedTo((await answers.symbol(name))!, adjustment);
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
async function byHand(actions: readonly PlainSplit[]): Promise<string> {
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
  await expectSplits(await byHand([split, reverse]), 'a second one');

  await put({ ...split, ratio: 5 });
  await expectSplits(await byHand([{ ...split, ratio: 5 }, reverse]), 'a correction');
  await put(split, { deleted: true });
  await expectSplits(await byHand([reverse]), 'a deletion');
  await put(reverse, { deleted: true });
  await expectSplits(unadjusted, 'the deletion of the last');
});

it('what two sources say of one date, each under ids of its own, counts once, unless they say different things', {
  timeout: 140_000,
}, async () => {
  const vendor = { id: 'vendor-1' };
  for (const action of [split, reverse]) await put(action);
  await opened.projector.project('ADJ');
  const once = await byHand([split, reverse]);
  await put(split, vendor);
  // As a vendor rounds a third.
  await put({ ...reverse, ratio: 0.3334 }, { id: 'vendor-2' });
  await expectSplits(once, 'sent twice');
  expect(await viewed()).toEqual(adjustedBars(raw, [split, reverse]).map(near));
  // One into eight and two into one in one night are one into four.
  await put({ ...split, ratio: 8 });
  await put({ ...split, ratio: 0.5 }, vendor);
  await opened.projector.project('ADJ');
  expect(await all(stored, 'ADJ', 'splits'), 'different ones').toBe(once);
  expect(await viewed()).toEqual(adjustedBars(raw, [split, reverse]).map(near));
  for (const id of ['vendor-1', 'vendor-2']) await put(split, { id, deleted: true });
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
  await registry.set('ADJ', { adjustedThrough: parseIsoDate(split.exDate)! });
  await expectSplits(await byHand([reverse]), 'adjusted through the first split');
  expect(await viewed()).toEqual(adjustedBars(raw, [reverse]).map(near));
  await registry.set('ADJ', { adjustedThrough: 0 });
  await expectSplits(await byHand([split, reverse]), 'said to be raw again');
  expect(await viewed()).toEqual(adjustedBars(raw, [split, reverse]).map(near));
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
