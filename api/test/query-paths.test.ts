/** Paths of a question's cases: worked by hand, and against what a plain walk over `/bars` makes of the same sessions. */
import { expect, it } from 'vitest';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { symbolData } from '../../test/support/market-data.ts';
import { flat, market, type Row } from '../../test/support/market-rows.ts';

/** Close in percent of an open of 100, in ten sessions of two bars. */
const CLOSES = [101, 102, 99, 103, 98, 104, 97, 105, 96, 106];
const DAYS = ['03', '04', '05', '06', '07', '10', '11', '12', '13', '14'];

function hand() {
  const rows = DAYS.flatMap((day, i): Row[] => [
    flat(`2024-06-${day} 13:30`, 100),
    flat(`2024-06-${day} 19:55`, CLOSES[i]),
  ]);
  return symbolData(market(rows, 'equity', 5).bars, 'HAND', 'equity', 5);
}

const api = await apiOfFile([...apiData(), hand()]);
// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
const get = async (path: string, params: Record<string, string>): Promise<any> => {
  const { status, body } = await api.get(`${path}?${new URLSearchParams(params)}`);
  expect([path, status, body.detail]).toEqual([path, 200, undefined]);
  return body;
};
const questionOf = (symbol: string, outcome: string) => ({ symbol, ...Object.fromEntries([['then', outcome]]) });

it('is worked by hand: flat until the close, where the moves are -4 to 6 %', async () => {
  const { paths } = await get('/query', { ...questionOf('HAND', 'odc.session_direction=green'), paths: 'true' });
  expect(paths.step_minutes).toBe(5);
  // 0, 5, ... 390 minutes.
  expect(paths.open).toHaveLength(79);
  expect(paths.open[0]).toMatchObject({ minutes: 0, n: 10, mean_pct: 0, p25_pct: 0, p75_pct: 0 });
  expect(paths.open[77]).toMatchObject({ minutes: 385, mean_pct: 0 });
  // Sorted -4 -3 -2 -1 1 2 3 4 5 6: sum 11; a quarter of the way is -2 + 0.25, three quarters 3 + 0.75.
  expect(paths.open[78]).toMatchObject({ minutes: 390, n: 10, mean_pct: 1.1, p25_pct: -1.75, p75_pct: 3.75 });
  expect(paths.event).toBeNull();
  expect(paths.cases[0]).toMatchObject({ date: '2024-06-14', event_minutes: null });
  expect(paths.cases[0].moves_pct.at(-1)).toBe(6);
});

it('is what a walk over the bars gives, from the open and around the event', async () => {
  const question = { ...questionOf('AAPL', 'prevclose.fill_time<=15:00'), when: 'prevclose.gap_pct>0.1' };
  const body = await get('/query', { ...question, paths: 'true', limit: '5000' });
  const { paths, data } = body;
  expect(body.cases).toBeGreaterThan(20);
  expect(paths.cases.map(({ date }: { date: string }) => date)).toEqual(data.map(({ date }: { date: string }) => date));
  const step = paths.step_minutes as number;
  const interval = Number(/^(\d+)m$/.exec(body.metadata.base_interval)![1]) * 60_000;
  const moves: (number | null)[][] = [];
  const around = new Map<number, number[]>();
  let events = 0;
  for (const [i, { date, values }] of data.entries()) {
    const { data: bars } = await get('/bars', { symbol: 'AAPL', date });
    const start = Date.parse(`${date}T13:30:00Z`);

    const ended = (minutes: number) =>
      bars.filter((bar: { ts: string }) => Date.parse(bar.ts) + interval <= start + minutes * 60_000).at(-1);
    const own = Array.from({ length: 390 / step + 1 }, (_, at) => {
      // Trading that begins later has no price at the open.
      if (at === 0) return Date.parse(bars[0].ts) < start + step * 60_000 ? 0 : null;
      const bar = ended(at * step);
      // Nothing is known after the session's last bar: an early close is no flat price.
      const isOver = start + at * step * 60_000 >= Date.parse(bars.at(-1).ts) + interval + step * 60_000;
      return bar && !isOver ? (bar.close / bars[0].open - 1) * 100 : null;
    });
    moves.push(own);
    own.forEach((move, at) => {
      const shown = paths.cases[i].moves_pct[at];
      if (move === null || shown === null) expect([date, at, shown]).toEqual([date, at, move]);
      else expect(shown).toBeCloseTo(move, 3);
    });
    const filled = values['prevclose.fill_time'];
    const minutes = filled === null ? null : (Date.parse(filled) + interval - start) / 60_000;
    expect([date, paths.cases[i].event_minutes]).toEqual([date, minutes]);
    if (minutes === null) continue;
    events++;
    const at = Math.ceil(minutes / step);
    own.forEach((move, j) => {
      const from = own[at];
      if (move === null || from === null || from === undefined) return;
      const relative = ((1 + move / 100) / (1 + from / 100) - 1) * 100;
      around.set((j - at) * step, [...(around.get((j - at) * step) ?? []), relative]);
    });
  }
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  for (const { minutes, n, mean_pct } of paths.open) {
    const there = moves.map((own) => own[minutes / step]).filter((one) => one !== null);
    expect([minutes, n]).toEqual([minutes, there.length]);
    expect(mean_pct).toBeCloseTo(mean(there), 3);
  }
  const wanted = [...around].filter(([, values]) => values.length * 2 >= events).sort(([a], [b]) => a - b);
  expect(paths.event.map(({ minutes, n }: { minutes: number; n: number }) => [minutes, n])).toEqual(
    wanted.map(([minutes, values]) => [minutes, values.length]),
  );
  wanted.forEach(([, values], i) => {
    expect(paths.event[i].mean_pct).toBeCloseTo(mean(values), 3);
  });
  expect(paths.event.find(({ minutes }: { minutes: number }) => minutes === 0).mean_pct).toBe(0);
});

it('is left out unless it is asked for, and changes nothing else', async () => {
  const question = questionOf('HAND', 'session.return_pct');
  const plain = await get('/query', question);
  const { paths, ...rest } = await get('/query', { ...question, paths: 'true' });
  expect(rest).toEqual(plain);
  expect(paths.cases).toHaveLength(plain.cases);
});
