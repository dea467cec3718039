/** Variables of the API that would have no effect, or an error later, are refused at the start. */
import { expect, it } from 'vitest';
import { parseConfig } from '../lib/config.ts';
import { apiConfigSchema } from './config.ts';

const originsOf = (set: Record<string, string>) => parseConfig({ api: apiConfigSchema }, set).api.corsOrigins;

it('reads origins as browsers send them', () => {
  expect(originsOf({ CORS_ORIGINS: 'https://desk.example, http://localhost:5173' })).toEqual([
    'https://desk.example',
    'http://localhost:5173',
  ]);
  expect(originsOf({ CORS_ORIGINS: '*' })).toEqual(['*']);
  expect(originsOf({})).toEqual([]);
});

it.each(['desk.example', 'https://desk.example/'])('refuses the origin %s', (origin) => {
  expect(() => originsOf({ CORS_ORIGINS: origin })).toThrow(/CORS_ORIGINS: give origins/);
});
