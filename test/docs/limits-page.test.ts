/** docs/limits.md has the plans, errors, headers and versions that the code has, and no others. */
import { expect, it } from 'vitest';
import { ERRORS } from '../../api/errors.ts';
import { HEADERS, VERSION } from '../../api/openapi.ts';
import { PLANS } from '../../api/plans.ts';
import { PROBLEM_TYPES } from '../../compute/statistics/params.ts';
import { SOCKET_ERRORS } from '../../lib/http-bounds.ts';
import { projectVersion } from '../../lib/paths.ts';
import { readPage } from './pages.ts';

const page = readPage('docs/limits.md');
const sorted = (items: Iterable<string>) => [...new Set(items)].sort();

it('lists every error with its status, cause and cure', () => {
  const listed = [...page.matchAll(/^\| \d{3} \| `.+$/gm)].map(([row]) => row);
  const rows = Object.entries(ERRORS).map(([error, { status, cause, cure }]) =>
    ['', status, `\`${error}\``, cause, cure, ''].join(' | ').trim(),
  );
  expect(listed).toEqual(rows);
});

it('has the errors of connections among them', () => {
  const sockets = Object.entries(SOCKET_ERRORS).map(([status, error]) => [error, { status: Number(status) }]);
  expect(ERRORS).toMatchObject(Object.fromEntries(sockets));
});

it('lists every type of problem', () => {
  const [, types] = /^`type` is one of ([^.]+)\./m.exec(page) ?? [];
  expect(sorted([...types.matchAll(/`(\w+)`/g)].map(([, type]) => type))).toEqual(sorted(PROBLEM_TYPES));
});

it('lists every header', () => {
  const section = /^## Headers\n([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
  const listed = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`([^`]+)`/g)]);
  expect(sorted(listed.map(([, name]) => name))).toEqual(sorted(Object.keys(HEADERS)));
});

it('has the figures of each plan', () => {
  const row = (label: string) => {
    const line = page.split('\n').find((one) => one.startsWith(`| ${label}`)) ?? '';
    return line
      .split(' | ')
      .slice(1)
      .map((cell) => cell.replace(' |', '').replace(',', ''));
  };
  const plans = Object.values(PLANS);
  const yes = (has: boolean) => (has ? 'yes' : 'no');
  expect(row('requests a minute')).toEqual(plans.map(({ perMinute }) => String(perMinute)));
  expect(row('requests a UTC day')).toEqual(plans.map(({ perDay }) => String(perDay)));
  expect(row('days of history')).toEqual(plans.map(({ historyDays }) => String(historyDays ?? 'all')));
  expect(row('token works')).toEqual(plans.map(({ directApi }) => yes(directApi)));
  expect(row('`start_time`')).toEqual(plans.map(({ customTimes }) => yes(customTimes)));
});

it('names both versions', () => {
  expect(page).toContain(`of the interface: ${VERSION} `);
  expect(page).toContain(`of the package: ${projectVersion()} `);
});
