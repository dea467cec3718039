/** Questions over all statistics: one symbol of five years, and a year of five hundred symbols. */
import { BarsUsed } from '../../compute/answers/answers.ts';
import { type AskRequest, ask, find } from '../../compute/answers/questions/ask.ts';
import { parseThen, parseWhen } from '../../compute/answers/questions/parse.ts';
import { sourcesOf } from '../../compute/answers/questions/question.ts';
import { scanRow } from '../../compute/answers/questions/scan.ts';
import { type BarColumns, type BarTuple, barsFromTuples } from '../../compute/market/bars.ts';
import { EXCHANGE_SESSION } from '../../compute/market/sessions.ts';
import { costOf, cpuOf, inTurn, line, msOf, type Part } from '../harness.ts';
import { putBars, stock, stockBars } from '../market.ts';
import { openBenchStore } from '../stores.ts';

const MIB = 2 ** 20;
/** Symbols in the store; each stays in memory `COPIES` times, so that there are 500 different ones to walk through. */
const SYMBOLS = 50;
const COPIES = 10;
const WHEN = 'gap.direction=up;gap.gap_pct:0.2..0.5;session.weekday:Tuesday|Wednesday;prev.trend.trend_day=up';
const THEN = 'orb[orb_minutes=15].first_direction=up';

/** The bars that start a quarter of an hour: records are as many as those of finer feeds. */
function quarters(bars: BarColumns): BarColumns {
  const rows: BarTuple[] = [];
  for (let i = 0; i < bars.length; i++) {
    if (bars.minute[i] % 15 !== 0) continue;
    rows.push([bars.minute[i], bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i]]);
  }
  return barsFromTuples(rows);
}

const part: Part = async (rounds) => {
  const shop = await openBenchStore();
  const { store, statistics, projector } = shop;
  const sources = sourcesOf(statistics);
  const question = {
    among: [],
    when: parseWhen(WHEN, sources).conditions,
    outcome: parseThen(THEN, sources).outcome!,
  };
  const request = (symbol: AskRequest['symbol'], months: number): AskRequest => ({
    statistics,
    symbol,
    session: EXCHANGE_SESSION,
    question,
    others: new Map(),
    allowLookAhead: false,
    adjustment: 'splits',
    range: { months, timeWindow: months === 60 ? '5Y' : '12M' },
  });
  const one = stock('LONG');
  await putBars(store, one, stockBars(5));
  await projector.project(one.symbol);
  const many = Array.from({ length: SYMBOLS }, (_, i) => ({
    ...stock(`S${String(i).padStart(3, '0')}`),
    intervalMin: 15,
  }));
  const year = quarters(stockBars(1));
  for (const meta of many) {
    await putBars(store, meta, year);
    await projector.project(meta.symbol);
  }
  const held = shop.answers(1024 * MIB, MIB);
  const long = (await held.symbol(one.symbol))!;
  const all = (await held.symbols()).filter(({ symbol }) => symbol !== one.symbol);
  const copies = Array.from({ length: COPIES }, () => shop.answers(128 * MIB, 1));
  const scan = async () => {
    const barsUsed = new BarsUsed();
    for (const answers of copies) {
      for (const symbol of all) {
        scanRow(symbol, question.outcome, await find(answers, { ...request(symbol, 12), barsUsed }));
      }
    }
  };
  await scan();
  const { memory, fromStore, scanned } = await inTurn(
    {
      memory: () => costOf(() => ask(held, request(long, 60))),
      fromStore: () => costOf(() => ask(shop.answers(64 * MIB, 1), request(long, 60)), 5),
      scanned: () => costOf(scan),
    },
    rounds,
  );
  await shop.close();
  const whole = `a year of ${SYMBOLS * COPIES} symbols, records in memory`;
  return [
    line('5Y of one symbol, records in memory', 'ms', msOf(memory), { ours: { atMost: 5 } }),
    line('5Y of one symbol, from the store', 'ms', msOf(fromStore), { ours: { atMost: 30 } }),
    line('5Y of one symbol, from the store', 'ms of CPU', cpuOf(fromStore)),
    line(whole, 'ms', msOf(scanned), { ours: { atMost: 1000 } }),
  ];
};

export default part;
