/** Rows that are read as columns give what the mapper gives of the same rows, one by one. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { folderOfFile } from '../../test/support/of-file.ts';
import { runs } from '../../test/support/property-seed.ts';
import { blockEvents } from '../contract/bar-block.ts';
import type { PushedEvent } from '../landing/events.ts';
import { BarRows } from './bar-rows.ts';
import { ImportError } from './errors.ts';
import { type ImportOptions, readOptions } from './options.ts';
import { recognize } from './recognize.ts';
import { readEvents } from './thread.ts';

const RUNS = runs(5);
const KNOWN = [{ symbol: 'BTCUSD', assetClass: 'crypto', intervalMin: 1 }];

const folder = folderOfFile();
beforeAll(() => {
  for (const name of ['columns', 'mapped']) mkdirSync(join(folder, name));
});

const two = (value: number) => String(value).padStart(2, '0');
const parts = (ms: number) => /^(\d+)-(\d+)-(\d+)T([\d:]+)/.exec(new Date(ms).toISOString())!.slice(1);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SPELLINGS: Record<string, (ms: number) => string> = {
  iso: (ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`,
  fraction: (ms) => new Date(ms).toISOString(),
  offset: (ms) => `${new Date(ms).toISOString().slice(0, 16)}+05:30`,
  blank: (ms) => new Date(ms).toISOString().slice(0, 19).replace('T', ' '),
  compact: (ms) => `${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')} ${parts(ms)[3].slice(0, 5)}`,
  slashed: (ms) => `${parts(ms)[1]}/${parts(ms)[2]}/${parts(ms)[0]} ${parts(ms)[3].slice(0, 5)}`,
  named: (ms) => `${parts(ms)[2]}-${MONTHS[Number(parts(ms)[1]) - 1]}-${parts(ms)[0]} ${parts(ms)[3]}`,
  zoned: (ms) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} Europe/Berlin`,
  half: (ms) => {
    const [year, month, day, time] = parts(ms);
    const hour = Number(time.slice(0, 2));
    return `${month}/${day}/${year} ${two(hour % 12 || 12)}${time.slice(2, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
  },
  seconds: (ms) => String(ms / 1000),
  milliseconds: String,
  nanoseconds: (ms) => `${ms}000000`,
  date: (ms) => new Date(ms).toISOString().slice(0, 10),
};

/** Not UTF-8, as it is written. */
const BYTES = ['\xff', '\xfe\xfd', 'caf\xe9'];

/** Of one cell, or of the whole line. */
const oddity = fc.oneof(
  fc.record({
    column: fc.constantFrom('open', 'high', 'low', 'close', 'volume'),
    text: fc.constantFrom(
      '',
      ' ',
      '0',
      '-5',
      '+100',
      '1e2',
      '.5',
      '5.',
      '1.000,5',
      ' 100.25',
      '100.25 ',
      '100,25',
      '100.250',
      '007',
      '123456789012345678',
      '0.1000000000000000055',
      '100.23999786376953',
      '9'.repeat(30),
      '9'.repeat(400),
      'null',
      'abc',
      '1.2.3',
      '1..2',
      '$100',
      '１００',
      '100%',
      '-0',
      '1e999',
    ),
  }),
  fc.record({
    column: fc.constant('time'),
    text: fc.constantFrom(
      '',
      '2025-06-04T24:00:00Z',
      '2025-06-04T13:60:00Z',
      '2025-06-04T13:30:60Z',
      '2025-02-30T10:00:00Z',
      '2025-06-04T13:30:00+02:00',
      '2025-06-04T13:30:30Z',
      '2025-06-04 13:30',
      ' 2025-06-04T13:30:00Z',
      '2025-06-04T13:30:00.5Z',
      '2025-03-09 02:30:00',
      '2025-11-02 01:30:00',
      '2025-06-04 1:30',
      '2025-06-04',
      '1749043800',
      '1749043800000',
      '1749043800000000',
      '1749043800000000001',
      '1749043800.5',
      '202506041330',
      '06/04/2025 09:30 AM',
      '2025-06-04T13:3a:00Z',
      '2025-06-04T13:30',
      '13:30',
      'yesterday',
      '2150-01-01 00:00',
      '2025-06-04T13:30:00-13:30:00',
      '1969-12-31T23:59:00Z',
      '2025-06-04T13.30:00Z',
      '20250604',
      '4.6.2025',
    ),
  }),
  fc.record({
    column: fc.constantFrom('symbol', 'asset_class', 'interval', 'note'),
    text: fc.constantFrom(
      '',
      'spy',
      ' SPY',
      'no symbol!',
      'BTC/USD',
      'btcusd',
      'ETF',
      'crypto',
      'bond',
      '5m',
      '1d',
      '7m',
      'Ä',
      '\u00a0SPY',
    ),
  }),
  fc.record({
    line: fc.constantFrom('', ' ', 'x', '"a;b";c', '5" x 3" nail', '"two\nlines",x', '\u0000', ',,,,,,,,,', ';;;;;;;'),
  }),
  fc.record({ bytes: fc.constantFrom(...BYTES) }),
  fc.record({ cells: fc.constantFrom(-1, 1, 2), last: fc.constantFrom('', 'x') }),
);

const file = fc.record({
  /** The first 256 lines are read one by one. */
  rows: fc.integer({ min: 257, max: 700 }),
  symbols: fc.integer({ min: 0, max: 3 }),
  spelling: fc.constantFrom(...Object.keys(SPELLINGS)),
  apart: fc.boolean(),
  from: fc.constantFrom(...['2025-03-08T20:00:00Z', '2025-11-01T20:00:00Z', '2025-06-04T13:30:00Z'].map(Date.parse)),
  step: fc.constantFrom(5, 10),
  order: fc.shuffledSubarray(['time', 'open', 'high', 'low', 'close', 'volume', 'note'], { minLength: 7 }),
  leading: fc.shuffledSubarray(['asset_class', 'interval'], { minLength: 0 }),
  comma: fc.boolean(),
  decimals: fc.constantFrom(0, 2, 14),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  isDeclared: fc.boolean(),
  options: fc.constantFrom({}, {}, {}, { priceScale: '0.01' }, { priceScale: '1e-9' }, { stamp: 'end' }),
  odd: fc.array(fc.record({ at: fc.integer({ min: 250, max: 600 }), what: oddity }), { maxLength: 3 }),
});
type FileOf = typeof file extends fc.Arbitrary<infer T> ? T : never;

const intervalOf = ({ spelling, step }: FileOf) => (spelling === 'date' ? '1d' : `${step}m`);

/** The lines' cells, or what stands for a whole line. */
function linesOf(made: FileOf): (string[] | string)[] {
  const { rows, symbols, from, step, spelling, decimals } = made;
  const apart = made.apart && ['blank', 'compact', 'slashed', 'named', 'half'].includes(spelling);
  const comma = made.comma && made.delimiter !== ',';
  const columns = [...(symbols > 0 ? ['symbol'] : []), ...made.leading, ...made.order];
  const lines: (string[] | string)[] = [
    columns.flatMap((name) => (name === 'time' && apart ? ['date', 'time'] : [name])),
  ];
  for (let row = 0; row < rows; row++) {
    const ms = from + Math.floor(row / Math.max(1, symbols)) * (spelling === 'date' ? 1440 : step) * 60_000;
    const price = (100 + (row % 17) / 8).toFixed(decimals);
    const texts: Record<string, string> = {
      time: SPELLINGS[spelling](ms),
      open: price,
      high: '1000',
      low: '1.5',
      close: price,
      volume: String(row),
      symbol: ['SPY', 'qqq', 'BTC/USD'][row % Math.max(1, symbols)],
      note: 'of a feed',
      asset_class: row % 50 === 3 ? 'stock' : 'equity',
      interval: row % 90 < 80 ? '' : intervalOf(made),
    };
    let broken: string | undefined;
    let shift: { cells: number; last: string } | undefined;
    for (const { at, what } of made.odd) {
      if (at !== row) continue;
      if ('column' in what) texts[what.column] = what.text;
      else if ('bytes' in what) texts['note'] = what.bytes;
      else if ('line' in what) broken = what.line;
      else shift = what;
    }
    const cells = columns.flatMap((name) => {
      const text = comma && name !== 'time' && name !== 'note' ? texts[name].replace('.', ',') : texts[name];
      if (name !== 'time' || !apart) return [text];
      const at = text.indexOf(' ');
      return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
    });
    if (shift && shift.cells < 0) cells.pop();
    if (shift && shift.cells > 0) cells.push(...Array(shift.cells).fill(shift.last));
    lines.push(broken ?? cells);
  }
  return lines;
}

const encoded = (text: string) => Buffer.from(text, BYTES.some((bytes) => text.includes(bytes)) ? 'latin1' : 'utf8');

function bytesOf(lines: readonly (string[] | string)[], { delimiter, lineEnd }: FileOf, quoted: boolean): Buffer {
  const cell = (text: string) => (quoted || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (one: string[] | string) =>
    typeof one === 'string'
      ? [encoded(one)]
      : one.flatMap((text, i) => [...(i > 0 ? [Buffer.from(delimiter)] : []), encoded(cell(text))]);
  return Buffer.concat(lines.flatMap((one) => [...line(one), Buffer.from(lineEnd)]));
}

const asEvent = ({ topic, key, value, source, position }: PushedEvent) => ({ topic, key, value, source, position });

/** All that is read of a file: events, what its checks see of them, and the error that ends it. */
async function readOf(name: string, content: Buffer, given: ImportOptions) {
  const path = join(folder, name, 'bars.csv');
  writeFileSync(path, content);
  const events: unknown[] = [];
  try {
    const options = readOptions('bars', given);
    const { plan } = await recognize(path, options, KNOWN);
    for await (const batch of readEvents(plan, options, KNOWN))
      events.push(...('block' in batch ? blockEvents(batch.block).map(asEvent) : batch.events));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { events, error: error.message.replace(path, 'FILE') };
  }
  return { events };
}

test('rows read as columns give the events and refusals of the same rows mapped one by one', {
  timeout: 90_000,
}, async () => {
  let take = vi.spyOn(BarRows.prototype, 'take');
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(file, async (made) => {
      const given: ImportOptions = {
        ...made.options,
        ...(made.isDeclared ? { interval: intervalOf(made) } : {}),
        ...(made.symbols > 0 ? {} : { symbol: 'SPY' }),
        ...(made.leading.includes('asset_class') ? {} : { assetClass: made.symbols > 2 ? 'crypto' : 'etf' }),
        ...(['blank', 'compact', 'slashed', 'named', 'half'].includes(made.spelling) ? { tz: 'America/New_York' } : {}),
        ...(['slashed', 'half'].includes(made.spelling) ? { dateFormat: 'MM/DD/YYYY' } : {}),
        decimal: made.comma && made.delimiter !== ',' ? ',' : '.',
      };
      const all = linesOf(made);
      take.mockImplementation(() => false);
      const mapped = await readOf('mapped', bytesOf(all, made, false), given);
      take.mockRestore();
      take = vi.spyOn(BarRows.prototype, 'take');
      for (const quoted of [false, true])
        expect(await readOf('columns', bytesOf(all, made, quoted), given)).toEqual(mapped);
      taken += take.mock.results.filter(({ value }) => value).length;
    }),
    { numRuns: RUNS },
  );
  expect(taken, 'rows read as columns').toBeGreaterThan(0);
});
