import { expect, it } from 'vitest';
import { chosenEndpoint } from './chosen.ts';

const gap = ['/stats/gap', '/stats/gap/summary', '/stats/gap/top'].map((path) => ({ path }));
const news = ['/stats/news/reactions', '/stats/news/reactions/summary'].map((path) => ({ path }));

it.each([
  [gap, '/stats/gap', '', '/stats/gap/summary'],
  [gap, '/stats/gap', '/', '/stats/gap'],
  [gap, '/stats/gap', '/top', '/stats/gap/top'],
  [gap, '/stats/gap', '/nosuch', '/stats/gap/summary'],
  [news, '/stats/news', '/', '/stats/news/reactions/summary'],
  [news, '/stats/news', '/reactions', '/stats/news/reactions'],
  [gap.slice(2), '/stats/gap', '', '/stats/gap/top'],
])('of %j below %s, "%s" means %s', (endpoints, base, wanted, path) => {
  expect(chosenEndpoint(endpoints, base, wanted)).toEqual({ path });
});
