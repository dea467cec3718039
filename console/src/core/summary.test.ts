import { expect, it } from 'vitest';
import { picture } from './summary.ts';

it('draws siblings of one shape as one table, whatever other shapes stand beside them', () => {
  const month = { month: 2, median_return_pct: 3, count: 1 };
  const body = {
    summary: {
      best_weekday: { name: 'Tuesday', median_return_pct: 1, count: 52 },
      worst_weekday: { name: 'Friday', median_return_pct: -1, count: 52 },
      strongest_month: month,
      weakest_month: { ...month, median_return_pct: -3 },
    },
  };
  const { blocks } = picture(body, []);
  expect(blocks.map(({ kind, path }) => [kind, path])).toEqual([
    ['group', 'summary.weekday'],
    ['group', 'summary.month'],
  ]);
  const cells = blocks.flatMap((block) => (block.kind === 'group' ? block.rows.flatMap((row) => row.cells) : []));
  expect(cells.find(({ path }) => path === 'summary.weakest_month.median_return_pct')?.value).toBe(-3);
});

it('repeats no parameter among the figures, and loses none of them', () => {
  const { blocks, all } = picture({ orb_minutes: 15, total_days: 7 }, [], ['orb_minutes']);
  expect(blocks).toMatchObject([{ kind: 'figures', cells: [{ path: 'total_days' }] }]);
  expect(all.map(({ path }) => path)).toEqual(['orb_minutes', 'total_days']);
});

it('draws counts by bucket as a distribution, however deep they lie', () => {
  const share = { count: 1, pct: 50 };
  const body = { summary: { partial_fill_distribution: { '0%': share, '100%': share } } };
  expect(picture(body, []).blocks.map(({ kind }) => kind)).toEqual(['distribution']);
});

it('draws hours side by side, and one alone not at all', () => {
  const hour = { count: 3, rate_pct: 50, partial_fill_distribution: { '0%': { count: 1 }, '100%': { count: 2 } } };
  const paths = (hourly: object) =>
    picture({ summary: { total: 3, hourly } as never }, []).blocks.map(({ path }) => path);
  expect(paths({ 13: hour, 14: hour })).toEqual(['summary', 'summary.hourly']);
  expect(paths({ 0: hour })).toEqual(['summary']);
  expect(picture({ hourly: { 0: hour } } as never, []).all.map(({ path }) => path)).toContain('hourly.0.rate_pct');
});

it('gives ranges without a case their place among the others', () => {
  const counts = { '0-30': 5, '30-60': 2, '120-150': 1 };
  const [block] = picture({ breakout_time_distribution: counts }, []).blocks;
  expect(block).toMatchObject({
    kind: 'distribution',
    rows: [
      { key: '0-30', count: 5 },
      { key: '30-60', count: 2 },
      { key: '60-90', count: 0, cells: [] },
      { key: '90-120', count: 0, cells: [] },
      { key: '120-150', count: 1 },
    ],
  });
});
