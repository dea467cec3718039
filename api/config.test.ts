/** Variables of the API that would have no effect, or an error later, are refused at the start. */
import { expect, it } from 'vitest';
import { parseConfig } from '../lib/config.ts';
import { apiConfigSchema, operationsConfigSchema } from './config.ts';

const read = (set: Record<string, string>) =>
  parseConfig({ api: apiConfigSchema, operations: operationsConfigSchema }, set);
const TOKEN = '0123456789abcdef';

it('reads origins as browsers send them', () => {
  const { api, operations } = read({ CORS_ORIGINS: 'https://desk.example, http://localhost:5173' });
  expect(read({ CORS_ORIGINS: '*' }).api.corsOrigins).toEqual(['*']);
  expect([api.corsOrigins, operations]).toEqual([['https://desk.example', 'http://localhost:5173'], null]);
  expect(read({ OPERATIONS_URL: 'http://ingest:3001' }).operations).toBeNull();
  expect(read({}).api.corsOrigins).toEqual([]);
});

it.each([
  [{ CORS_ORIGINS: 'desk.example' }, /CORS_ORIGINS: give origins/],
  [{ CORS_ORIGINS: 'https://desk.example/' }, /CORS_ORIGINS: give origins/],
  [{ OPERATIONS_URL: 'ingest:3001', OPERATIONS_TOKEN: TOKEN }, /OPERATIONS_URL: give a URL such as/],
  [{ OPERATIONS_TOKEN: TOKEN }, /OPERATIONS_TOKEN: has no effect without OPERATIONS_URL/],
  [{ OPERATIONS_URL: 'http://ingest:3001', OPERATIONS_TOKEN: 'short' }, /OPERATIONS_TOKEN: give the OPS_TOKEN/],
])('refuses %j', (set, message) => {
  expect(() => read(set)).toThrow(message);
});
