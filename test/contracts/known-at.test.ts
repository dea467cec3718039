/**
 * When each field is known, held against the truth: the bars after that moment are cut off, and the field must not
 * change. What a statistic shows of a session goes through the same columns that `/query` looks at.
 */

import { describe, expect, it } from 'vitest';
import { BarsUsed } from '../../compute/answers/answers.ts';
import { Columns } from '../../compute/answers/questions/columns.ts';
import { gather, valuesOf } from '../../compute/answers/questions/gather.ts';
import { kindOf } from '../../compute/answers/questions/look-ahead.ts';
import { parseThen } from '../../compute/answers/questions/parse.ts';
import { type Reference, sourcesOf } from '../../compute/answers/questions/question.ts';
import { type Field, KNOWN_AT, shown } from '../../compute/market/fields.ts';
import { numbers, type RecordTable } from '../../compute/market/records.ts';
import {
  DEFAULT_SESSION,
  EXCHANGE_SESSION,
  EXTENDED_SESSION,
  type SessionSpec,
  windowOf,
} from '../../compute/market/sessions.ts';
import { type NewsColumns, SymbolData } from '../../compute/market/symbol-data.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { newsOf } from '../support/api-data.ts';
import { hasMarketData, readMarketData, symbolData } from '../support/market-data.ts';
import { memoryAnswers } from '../support/memory-answers.ts';
import { type MarketRequest, randomMarket } from '../support/random-market.ts';
import { rowOf, type Session, sessionsOf, spliced, standing } from '../support/standing.ts';

const MS = 60_000;
const statistics = await loadStatistics();
const sources = sourcesOf(statistics);

/** Any test will do: the reference is what is looked at. */
const reference = (text: string, test = '=null'): Reference => {
  const { outcome, problems } = parseThen(`${text}${test}`, sources);
  if (!outcome) throw new Error(`${text}: ${problems[0]?.message}`);
  return outcome.reference;
};

/** Every field of one record a session, of ranges that hold a bar or several. */
function references(intervalMin: number): Reference[] {
  return [...sources.values()]
    .filter(({ kind, statistic }) => kind !== 'candle' && !(statistic?.needsIntraday && intervalMin >= 1440))
    .flatMap(({ name, fields }) => {
      const params = name === 'orb' ? '[orb_minutes=30]' : name === 'owc' ? '[opening_days=2]' : '';
      return [...fields.keys()].map((field) => reference(`${name}${params}.${field}`));
    });
}

/** Values of the references on a date, as `/query` sees them; `undefined`: there is no record. */
async function valuesOn(data: SymbolData, spec: SessionSpec, asked: readonly Reference[], date: number) {
  const answers = memoryAnswers([data]);
  const symbol = (await answers.symbols())[0];
  const range = { months: 1, timeWindow: 'custom', date };
  const { material } = await gather(answers, {
    statistics,
    symbol,
    session: spec,
    range,
    references: asked,
    others: new Map(),
    barsUsed: new BarsUsed(),
  });
  const row = numbers(material.days, 'date').indexOf(date);
  const columns = new Columns(material);
  const shownAt = (one: Reference) => {
    const { state, value } = columns.of(one)(row);
    return state === 'absent' ? undefined : (value ?? Number.NaN);
  };
  const eventMinute = (one: Reference) => columns.eventMs(one)![row] / MS;
  const rangeEnd = (one: Reference) => columns.rangeEndMs(one)[row] / MS;
  return { of: new Map(asked.map((one) => [one, shownAt(one)])), eventMinute, rangeEnd };
}

/** Checks every field on one session; returns how many were held against their moment. */
async function check(data: SymbolData, spec: SessionSpec, { date, first, end }: Session): Promise<number> {
  const { bars, meta } = data;
  const asked = references(meta.intervalMin);
  const whole = await valuesOn(data, spec, asked, date);
  const window = windowOf(date, spec, meta);
  const rows = Array.from({ length: end - first }, (_, i) => rowOf(bars, first + i));
  const before = (minute: number) => rows.filter(([start]) => start + meta.intervalMin <= minute);
  const [minute, open] = rows[0];
  const strange = bars.close[Math.max(0, first - 1)] * 1.37;
  const moments = new Map<string, { data: SymbolData; fields: Reference[] }>();
  const at = (key: string, one: Reference, make: () => SymbolData) => {
    const known = moments.get(key);
    if (known) known.fields.push(one);
    else moments.set(key, { data: make(), fields: [one] });
  };
  for (const one of asked) {
    const kind = kindOf(one, one.source.statistic ? valuesOf(one, meta.intervalMin) : {});
    // The session exists, and nothing else is known of it.
    if (kind === 'before')
      at(kind, one, () => standing(data, first, [[minute, ...Array(4).fill(strange), 9]], minute + 1));
    if (kind === 'open') at(kind, one, () => standing(data, first, [[minute, open, open, open, open, 0]], minute + 1));
    if (kind === 'close') at(kind, one, () => standing(data, first, rows, window.end));
    if (kind === 'end_of_range') {
      const moment = whole.rangeEnd(one);
      const kept = rows.filter(([start]) => start < moment);
      // A range before the session's first bar: without a bar there is no session to look at.
      if (kept.length > 0) at(`range ${moment}`, one, () => standing(data, first, kept, moment));
    }
    if (kind === 'event') {
      const moment = whole.eventMinute(one);
      if (!Number.isNaN(moment)) at(`event ${moment}`, one, () => standing(data, first, before(moment), moment));
    }
  }
  let held = 0;
  for (const [moment, cut] of moments) {
    const then = await valuesOn(cut.data, spec, cut.fields, date);
    for (const one of cut.fields) {
      const where = `${one.text} at ${moment} of ${date}`;
      expect([where, then.of.get(one)]).toEqual([where, whole.of.get(one)]);
      held++;
    }
  }
  return held;
}

const MARKET: MarketRequest = {
  seed: 11,
  assetClass: 'equity',
  intervalMin: 15,
  firstDay: Date.UTC(2024, 1, 5) / 86_400_000,
  days: 70,
  hours: 'extended',
  density: 0.9,
  ticks: 5,
};

function withNews(data: SymbolData, news: NewsColumns): SymbolData {
  const { meta, bars, clock } = data;
  return new SymbolData({ meta, bars, clock, reachesStart: true, reachesEnd: true, news: { sentiment: news } });
}

/** Sessions spread over the data, each weekday among them. */
const some = (all: readonly Session[], count: number) =>
  all.filter((_, i) => i > 0 && i % Math.max(1, Math.floor(all.length / count)) === 0);

describe('a field is known at its moment', () => {
  it.each<[string, Partial<MarketRequest>, SessionSpec]>([
    ['of an equity, default window', {}, DEFAULT_SESSION],
    ['of an equity, exchange hours', { seed: 12, ticks: 2 }, EXCHANGE_SESSION],
    ['of an equity, extended hours', { seed: 13, days: 40 }, EXTENDED_SESSION],
    ['of a thin equity', { seed: 14, density: 0.05 }, DEFAULT_SESSION],
    ['of a crypto pair', { seed: 15, assetClass: 'crypto', hours: 'always', days: 40 }, DEFAULT_SESSION],
    ['of a daily feed', { seed: 16, intervalMin: 1440, days: 90 }, DEFAULT_SESSION],
  ])('%s', { timeout: 120_000 }, async (_, market, spec) => {
    const made = randomMarket({ ...MARKET, ...market });
    const data = made.meta.assetClass === 'crypto' ? made : withNews(made, newsOf('RND', 'equity', 60));
    let held = 0;
    for (const session of some(sessionsOf(data, spec), 12)) held += await check(data, spec, session);
    expect(held).toBeGreaterThan(500);
  });

  it.runIf(hasMarketData)('on real bars', { timeout: 120_000 }, async () => {
    const all = readMarketData('bars/lean/SPY_1m.csv.gz');
    const last = all.bars.length;
    const bars = spliced(
      all.bars,
      0,
      Array.from({ length: Math.min(last, 20_000) }, (_, i) => rowOf(all.bars, i)),
    );
    const data = symbolData(bars, 'SPY', 'etf', 1);
    let held = 0;
    for (const session of some(sessionsOf(data, EXCHANGE_SESSION), 8))
      held += await check(data, EXCHANGE_SESSION, session);
    expect(held).toBeGreaterThan(800);
  });
});

/** The record of the same key in what was computed of less. */
function sameRecord(statistic: Statistic, records: RecordTable, of: RecordTable, row: number): number {
  const key = numbers(of, statistic.key[0])[row];
  return numbers(records, statistic.key[0]).indexOf(key);
}

describe.each(
  statistics.filter(({ recordOf }) => recordOf === 'candle').map((statistic) => [statistic.name, statistic] as const),
)('a field of the formation of %s', (_, statistic) => {
  it.each(['15m', '1H', '1D'] as const)('is known when its candle of %s ends', (timeframe) => {
    const data = randomMarket({ ...MARKET, hours: 'regular' });
    const everything = { from: -1e6, to: 1e6 };
    const values = { ...valuesOf(reference(`exists(${statistic.name})`, '=true'), 15), timeframe };
    const computed = (some: SymbolData) =>
      statistic.compute(some, { session: DEFAULT_SESSION, values }, everything).records;
    const whole = computed(data);
    const ends = numbers(whole, 'confirmed_at');
    let held = 0;
    for (let row = 0; row < whole.length; row += Math.ceil(whole.length / 25)) {
      const moment = ends[row] / MS;
      const kept = Array.from(data.bars.minute).filter((start) => start + 15 <= moment).length;
      const then = computed(standing(data, kept, [], moment));
      const same = sameRecord(statistic, then, whole, row);
      expect(same).not.toBe(-1);
      for (const field of statistic.fields) {
        if (field.knownAt !== 'event' && field.knownAt !== 'before') continue;
        const value = (table: RecordTable, at: number) => shownValue(field, table, at);
        expect([field.name, value(then, same)]).toEqual([field.name, value(whole, row)]);
        held++;
      }
    }
    expect(held).toBeGreaterThan(timeframe === '1D' ? 10 : 100);
  });
});

function shownValue({ name, unit }: Field, table: RecordTable, row: number): unknown {
  const value = table.columns[name][row];
  return typeof value === 'number' ? shown(value, unit) : value;
}

describe('every record that conditions can ask about', () => {
  it.each([...sources.values()].map((source) => [source.name, source] as const))(
    'of %s says when each field is known',
    (_, source) => {
      for (const field of source.fields.values()) {
        expect([field.name, KNOWN_AT]).toEqual([field.name, expect.arrayContaining([field.knownAt])]);
        if (field.knownAt !== 'event') continue;
        const time = source.fields.get(field.event!.field);
        expect([field.name, time?.type]).toEqual([field.name, 'timestamp']);
      }
    },
  );

  it('is there for the statistics that have a record a session, a week, or of candles', () => {
    const names = ['bos', 'fvg', 'gap', 'news', 'odc', 'orb', 'owc', 'pdhlb', 'prevclose', 'session', 'trend'];
    expect([...sources.keys()]).toEqual(expect.arrayContaining(names));
  });
});
