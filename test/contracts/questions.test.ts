/** What fields declare, held against their records: where null means never, and when an outcome is decided. */

import { describe, expect, it } from 'vitest';
import { BarsUsed } from '../../compute/answers/answers.ts';
import { type AskRequest, find } from '../../compute/answers/questions/ask.ts';
import { gather } from '../../compute/answers/questions/gather.ts';
import { parseThen, parseWhen } from '../../compute/answers/questions/parse.ts';
import { referencesOf, sourcesOf } from '../../compute/answers/questions/question.ts';
import { tally } from '../../compute/answers/questions/tally.ts';
import { type BarTuple, barsFromTuples } from '../../compute/market/bars.ts';
import { shown } from '../../compute/market/fields.ts';
import { numbers } from '../../compute/market/records.ts';
import { EXCHANGE_SESSION, windowOf } from '../../compute/market/sessions.ts';
import { SymbolData } from '../../compute/market/symbol-data.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { memoryAnswers } from '../support/memory-answers.ts';
import { propertySeed, randomMarket } from '../support/random-market.ts';

const statistics = await loadStatistics();
const sources = sourcesOf(statistics);
const session = EXCHANGE_SESSION;
const RANGE = { months: 1, timeWindow: 'custom', startDate: -1e5, endDate: 1e5 };

const market = (seed: number, density: number) =>
  randomMarket({
    seed: propertySeed() + seed,
    assetClass: 'equity',
    intervalMin: 15,
    ticks: 4,
    hours: 'regular',
    density,
    firstDay: Date.UTC(2024, 1, 5) / 86_400_000,
    days: 60,
  });

const questionOf = (when: string, then: string) => {
  const { conditions, problems } = parseWhen(when, sources);
  const { outcome, problems: wrong } = parseThen(then, sources);
  expect([when, then, ...problems, ...wrong]).toEqual([when, then]);
  return { among: [], when: conditions, outcome: outcome! };
};

async function asked(data: SymbolData, when: string, then: string) {
  const answers = memoryAnswers([data]);
  const symbol = (await answers.symbols())[0];
  const request: AskRequest = {
    statistics,
    symbol,
    session,
    range: RANGE,
    question: questionOf(when, then),
    others: new Map(),
    allowLookAhead: false,
    adjustment: 'splits',
  };
  return find(answers, request);
}

describe('a field that may never come', () => {
  const fields = [...sources.values()].flatMap(({ name, kind, statistic, fields }) =>
    kind === 'session'
      ? [...fields.values()].filter(({ never }) => never).map((field) => ({ name, statistic: statistic!, field }))
      : [],
  );

  it('is declared by the statistics of a session', () => {
    const names = fields.map(({ name, field }) => `${name}.${field.name}`);
    expect(names).toEqual(
      expect.arrayContaining(['prevclose.minutes_to_fill', 'gap.fill_time', 'orb.breakout_time', 'ib.first_direction']),
    );
  });

  it.each(fields.map((one) => [`${one.name}.${one.field.name}`, one] as const))(
    '%s: what it is compared with is counted over the records by hand',
    { timeout: 60_000 },
    async (text, { statistic, field }) => {
      for (const density of [0.95, 0.4]) {
        const data = market(1, density);
        const isOrdered = field.type === 'number' || field.type === 'integer' || field.type === 'timestamp';
        const { gathered } = await asked(data, '', `${text}=null`);
        const { records } = gathered.material.loaded(questionOf('', `${text}=null`).outcome.reference);
        const complete = new Set(
          Array.from(numbers(gathered.material.days, 'date')).filter(
            (_, i) => numbers(gathered.material.days, 'complete')[i] === 1,
          ),
        );
        const rows = Array.from({ length: records.length }, (_, row) => row).filter((row) =>
          complete.has(numbers(records, 'date')[row]),
        );
        const told = statistic.fields.find(({ name }) => name === field.never!.field)!;
        const valueAt = (row: number) => {
          const value = numbers(records, field.name)[row];
          return field.type === 'number' ? shown(value, field.unit) : value;
        };
        const never = (row: number) => {
          const code = numbers(records, told.name)[row];
          const word = told.type === 'boolean' ? code === 1 : told.values![code];
          return Number.isNaN(valueAt(row)) && !Number.isNaN(code) && field.never!.is.includes(word);
        };
        const values = rows
          .map(valueAt)
          .filter((value) => !Number.isNaN(value))
          .sort((a, b) => a - b);
        const bound = values[values.length >> 1] ?? 0;
        const written =
          field.type === 'timestamp'
            ? new Date(bound).toISOString()
            : field.values
              ? field.values[bound]
              : String(bound);
        const { tally: found } = await asked(data, '', `${text}${isOrdered ? '<=' : '='}${written}`);
        const hits = values.filter((value) => (isOrdered ? value <= bound : value === bound)).length;
        const nevers = rows.filter(never).length;
        const sum = found.cases.reduce((total, row) => total + found.outcomes[row], 0);
        expect([text, found.cases.length, sum, found.unknownThen]).toEqual([
          text, values.length + nevers, hits, found.sessions - values.length - nevers,
        ]); // biome-ignore format: one line
      }
    },
  );
});

/** The same bars as they stood at a minute. */
function cutAt(data: SymbolData, minute: number): SymbolData {
  const { bars, meta } = data;
  const rows = Array.from({ length: bars.length }, (_, i): BarTuple => [
    bars.minute[i], bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i],
  ]).filter(([start]) => start + meta.intervalMin <= minute); // biome-ignore format: one line
  const clock = { lastBarStart: minute - meta.intervalMin, lastBarEnd: minute };
  return new SymbolData({ meta, bars: barsFromTuples(rows), clock, reachesStart: true, reachesEnd: true });
}

const CONDITIONS = [
  ['orb[orb_minutes=60].or_bars>0', 60],
  ['odc[candle_minutes=120].candle_open>0;orb[orb_minutes=30].or_bars>0', 120],
] as const;

/** Outcomes that an event decides, whose range is shorter than those of the conditions. */
const OUTCOMES = [...sources.values()].flatMap(({ name, kind, statistic, fields }) => {
  const range = {
    orb_minutes: '[orb_minutes=15]',
    candle_minutes: '[candle_minutes=15]',
    ib_minutes: '[ib_minutes=15]',
  };
  const params = statistic?.rangeParam ? range[statistic.rangeParam as keyof typeof range] : '';
  return [...fields.values()].flatMap((field) =>
    kind === 'session' && (field.decidedAt || field.event) ? [`${name}${params}.${field.name}`] : [],
  );
});

describe('an outcome', () => {
  it.each(OUTCOMES)(
    '%s is open when the conditions are known, in every session that stays',
    { timeout: 60_000 },
    async (text) => {
      const data = market(2, 0.9);
      for (const [when, minutes] of CONDITIONS) {
        const question = questionOf(when, `${text}=null`);
        const { gathered, tally: found } = await asked(data, when, `${text}=null`);
        const dates = numbers(gathered.material.days, 'date');
        const stayed = [...found.cases, ...found.rest];
        for (const row of stayed.filter((_, i) => i % Math.ceil(stayed.length / 4) === 0)) {
          const known = windowOf(dates[row], session, data.meta).anchor + minutes;
          const answers = memoryAnswers([cutAt(data, known)]);
          const symbol = (await answers.symbols())[0];
          const then = await gather(answers, {
            statistics,
            symbol,
            session,
            range: { ...RANGE, endDate: dates[row] },
            references: referencesOf(question),
            others: new Map(),
            barsUsed: new BarsUsed(),
          });
          const { columns } = tally(then.material, question, then.from, then.to);
          const at = Array.from(numbers(then.material.days, 'date')).indexOf(dates[row]);
          const come = columns.eventMs(question.outcome.reference)?.[at] ?? Number.NaN;
          expect([text, when, dates[row], come]).toEqual([text, when, dates[row], Number.NaN]);
        }
      }
    },
  );

  it('is one of many', () => {
    expect(OUTCOMES.length).toBeGreaterThan(20);
  });
});
