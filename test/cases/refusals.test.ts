/** Every refusal of a file: it stops before anything is written, and the cure that its message names works on that file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clockOf, type GeneratedBar, generatedBars, isoDay, two } from '../support/generated-bars.ts';
import { userOfFile, wordsOf } from '../support/import-as-user.ts';
import { folderOfFile } from '../support/of-file.ts';
import { zipOf } from '../support/zip.ts';

const user = await userOfFile();
const folder = folderOfFile();
let files = 0;
/** A file in a folder of its own, as its name may be its symbol. */
function write(content: string | Buffer, name = 'f.csv'): string {
  const own = join(folder, String(files++));
  mkdirSync(own);
  const path = join(own, name);
  writeFileSync(path, content);
  return path;
}

const X = '--symbol X --asset-class equity';
const NY = `${X} --tz America/New_York`;
const BARS = generatedBars(31);
const OTHERS = generatedBars(32);
const HEADER = 'time,open,high,low,close,volume';
const local = (bar: GeneratedBar, shift = 0) => `${isoDay(bar)} ${clockOf(bar.minute + shift)}`;
const figures = ({ prices, volume }: GeneratedBar, factor = 1) =>
  [...prices.map((price) => Number((price * factor).toPrecision(12))), volume].join();
type Line = (bar: GeneratedBar, at: number) => string;
const plain: Line = (bar) => `${local(bar)},${figures(bar)}`;
const csv = (line: Line = plain, { header = HEADER, bars = BARS as readonly GeneratedBar[] } = {}) =>
  [...(header === '' ? [] : [header]), ...bars.map(line)].join('\n');
const slashed = (order: (day: string) => string) =>
  csv((b) => `${order(two(b.day))}/2025 ${clockOf(b.minute)},${figures(b)}`);
const every = (count: number) => BARS.filter((_, i) => i % count === 0);
/** Bars whose times lie so many minutes apart. */
const apart = (step: number) => every(step / 5);

interface Row {
  readonly content: string | Buffer;
  readonly name?: string;
  /** Lands first. */
  readonly stored?: { readonly content: string; readonly line: string };
  readonly line: string;
  readonly says: RegExp;
  /** The line that lands, or files that do, each with its line. */
  readonly cure: string | readonly (readonly [content: string | Buffer, line: string, name?: string])[];
}
const STORED = { content: csv(), line: NY };

const REFUSALS: Record<string, Row> = {
  // Options that are none.
  'a zone of a fixed offset': {
    content: csv(),
    line: `${X} --tz EST`,
    says: /never changes to summer time.*give America\/New_York/,
    cure: NY,
  },
  'a zone that is none': {
    content: csv(),
    line: `${X} --tz Nowhere`,
    says: /--tz Nowhere: no such time zone; give one such as America\/New_York/,
    cure: NY,
  },
  'an interval that is none': {
    content: csv(),
    line: `${NY} --interval 7m`,
    says: /--interval 7m: give one of 1m, 2m, 3m, 5m/,
    cure: `${NY} --interval 5m`,
  },
  'a stamp that is none': {
    content: csv(),
    line: `${NY} --stamp middle`,
    says: /--stamp middle: give start or end/,
    cure: `${NY} --stamp start`,
  },
  'a scale that is none': {
    content: csv((b) => `${local(b)},${figures(b, 100)}`),
    line: `${NY} --price-scale cents`,
    says: /--price-scale cents: give what prices are multiplied by, such as 1e-9 or 0\.01/,
    cure: `${NY} --price-scale 0.01`,
  },
  'a date format that is none': {
    content: csv(),
    line: `${NY} --date-format iso`,
    says: /--date-format iso: give YYYY-MM-DD, /,
    cure: `${NY} --date-format YYYY-MM-DD`,
  },
  'a decimal sign that is none': {
    content: csv(),
    line: `${NY} --decimal x`,
    says: /--decimal x: give \. or ,/,
    cure: `${NY} --decimal .`,
  },
  'a symbol that is none': {
    content: csv(),
    line: '--symbol X+Y --asset-class equity --tz America/New_York',
    says: /--symbol X\+Y: not 1-32 of A-Z 0-9 \. - _ : \//,
    cure: '--symbol X-Y --asset-class equity --tz America/New_York',
  },
  'a symbol of mixed case': {
    content: csv(),
    line: NY.replace('X', 'BCpC'),
    says: /"BCpC" has upper-case and lower-case letters.*such as BC\.PC/,
    cure: NY.replace('X', 'BC.PC'),
  },
  'a class that is none': {
    content: csv(),
    line: NY.replace('equity', 'bond'),
    says: /--asset-class bond: give equity, etf or crypto/,
    cure: NY,
  },
  'a field that is none': {
    content: csv(),
    line: `${NY} --map price=close`,
    says: /--map price: no such field; there are .*close/,
    cure: `${NY} --map close=close`,
  },
  'a default of a field that is none': {
    content: csv(plain, { header: HEADER.replace('volume', 'note') }),
    line: `${NY} --default size=1`,
    says: /--default size: no such field; there are .*volume/,
    cure: `${NY} --default volume=1`,
  },
  'a column that is none': {
    content: csv(plain, { header: HEADER.replace('close', 'final') }),
    line: `${NY} --map close=last`,
    says: /no column "last" for close; there are .*"final"/,
    cure: `${NY} --map close=final`,
  },
  // Which column is which?
  'no header, the time first': {
    content: csv((b) => `${local(b, 240).replace(' ', 'T')}:00Z,${figures(b)},7`, { header: '' }),
    line: X,
    says: /without column names; give --columns ts,open,high,low,close,volume,-/,
    cure: `${X} --columns ts,open,high,low,close,volume,-`,
  },
  'no header, the time in the middle': {
    content: csv((b) => `5,${local(b)},${figures(b)}`, { header: '' }),
    line: NY,
    says: /give --columns NAME,NAME,\.\.\. \(- for one that is not used\)/,
    cure: `${NY} --columns -,ts,open,high,low,close,volume`,
  },
  'a name for each column but one': {
    content: csv((b) => `${plain(b, 0)},7`, { header: '' }),
    line: `${NY} --columns ts,open,high,low,close,volume`,
    says: /--columns names 6 columns, the first row has 7 .*give --columns ts,open,high,low,close,volume,-/,
    cure: `${NY} --columns ts,open,high,low,close,volume,-`,
  },
  'a name that is empty': {
    content: csv((b) => `${plain(b, 0)},7`, { header: '' }),
    line: `${NY} --columns ts,open,high,low,close,volume,`,
    says: /a name is empty; give - for a column that is not used/,
    cure: `${NY} --columns ts,open,high,low,close,volume,-`,
  },
  'a name that comes twice': {
    content: csv(plain, { header: '' }),
    line: `${NY} --columns ts,open,high,low,low,volume`,
    says: /--columns ts,open,high,low,low,volume: low is listed twice/,
    cure: `${NY} --columns ts,open,high,low,close,volume`,
  },
  'names for a file that has its own': {
    content: csv(plain, { header: HEADER.replace('close', 'final') }),
    line: `${NY} --columns ts,open,high,low,close,volume`,
    says: /its first line names its columns .*leave --columns away.*--map FIELD=COLUMN renames/,
    cure: `${NY} --map close=final`,
  },
  'no names in the first line': {
    content: csv(plain, { header: '-,-,-,-,-,-' }),
    line: NY,
    says: /names no columns; put a line of column names above it/,
    cure: [[csv(), NY]],
  },
  'two columns of one name': {
    content: csv((b) => `${plain(b, 0)},7`, { header: `${HEADER},close` }),
    line: NY,
    says: /several columns are named "close"; give --map close=close or --map close=close\.2/,
    cure: `${NY} --map close=close`,
  },
  'no column for a price': {
    content: csv(plain, { header: HEADER.replace('open', 'first') }),
    line: NY,
    says: /no column for open \(--map open=COLUMN\); the file has .*"first"/,
    cure: `${NY} --map open=first`,
  },
  'no column for the time': {
    content: csv(plain, { header: HEADER.replace('time', 'when') }),
    line: NY,
    says: /no column for ts \(give --map ts=when\)/,
    cure: `${NY} --map ts=when`,
  },
  'no column for the volume': {
    content: csv((b) => plain(b, 0).replace(/,\d+$/, ''), { header: HEADER.replace(',volume', '') }),
    line: NY,
    says: /no column for volume \(map it, or give --default volume=0\)/,
    cure: `${NY} --default volume=0`,
  },
  'a volume of another name': {
    content: csv(plain, { header: HEADER.replace('volume', 'VolShares') }),
    line: NY,
    says: /give --map volume=VolShares/,
    cure: `${NY} --map volume=VolShares`,
  },
  'a volume in two columns': {
    content: csv((b) => `${plain(b, 0)},3`, { header: HEADER.replace('volume', 'Up,Down') }),
    line: NY,
    says: /give --map volume=Up\+Down for their sum/,
    cure: `${NY} --map volume=Up+Down`,
  },
  'no symbol': {
    content: csv(),
    line: '--asset-class equity --tz America/New_York',
    says: /no column for symbol \(give --symbol\)/,
    cure: NY,
  },
  'no class': {
    content: csv(),
    line: '--symbol X --tz America/New_York',
    says: /give --asset-class equity, etf or crypto/,
    cure: NY,
  },
  'one symbol for a file of two': {
    content: csv((b, at) => `${plain(b, 0)},CD\n${plain(OTHERS[at], 0)},AB`, { header: `${HEADER},symbol` }),
    line: NY,
    says: /holds several symbols \(CD, AB\); --symbol fits a file of one: leave it away/,
    cure: '--asset-class equity --tz America/New_York',
  },
  'no zone': {
    content: csv(),
    line: X,
    says: /give --tz America\/New_York: the times run from 09:30 to 15:55/,
    cure: NY,
  },
  'a second header': {
    content: [csv(), 'time,close,high,low,open,volume', ...OTHERS.map(plain)].join('\n'),
    line: NY,
    says: /row 469 is a second header, with other columns .*split the file before that line, and import both parts/,
    cure: [
      [csv(), NY],
      [csv(plain, { bars: OTHERS, header: 'time,close,high,low,open,volume' }), NY.replace('X', 'Y')],
    ],
  },
  // How are figures and dates spelled?
  'figures that may be thousands': {
    content: csv(
      (b) =>
        `${local(b)};${[...b.prices.map((price) => String(Math.round(price) * 1000 + 1).replace(/(\d{3})$/, ',$1')), 5].join(';')}`,
      { header: HEADER.replaceAll(',', ';') },
    ),
    line: NY,
    says: /may have a decimal comma or thousands separators; give --decimal \. or --decimal ,/,
    cure: `${NY} --decimal ,`,
  },
  'days and months that may be either': {
    content: slashed((day) => `${day}/06`),
    line: NY,
    says: /may be day or month first, and no date of the file tells which; give --date-format MM\/DD\/YYYY or --date-format DD\/MM\/YYYY/,
    cure: `${NY} --date-format DD/MM/YYYY`,
  },
  'days and months in both orders': {
    content: csv(
      (b, at) =>
        `${at < 234 ? `${two(b.day + 14)}/06` : `06/${two(b.day + 14)}`}/2025 ${clockOf(b.minute)},${figures(b)}`,
    ),
    line: NY,
    says: /06\/19\/2025 is of another order of day and month than dates before it: split the file; give --date-format MM\/DD\/YYYY or --date-format DD\/MM\/YYYY/,
    cure: [
      [
        csv((b) => `${two(b.day + 14)}/06/2025 ${clockOf(b.minute)},${figures(b)}`, { bars: BARS.slice(0, 234) }),
        `${NY} --date-format DD/MM/YYYY`,
      ],
      [
        csv((b) => `06/${two(b.day + 14)}/2025 ${clockOf(b.minute)},${figures(b)}`, { bars: BARS.slice(234) }),
        `${NY} --date-format MM/DD/YYYY`,
      ],
    ],
  },
  'years of two digits': {
    content: csv((b) => `06/${two(b.day)}/25 ${clockOf(b.minute)},${figures(b)}`),
    line: NY,
    says: /has a year of two digits; give --date-format .*MM\/DD\/YY/,
    cure: `${NY} --date-format MM/DD/YY`,
  },
  // What interval is this?
  'a few rows': {
    content: csv(plain, { bars: [BARS[0], BARS[2], BARS[5]] }),
    line: NY,
    says: /too little to tell the interval; give it with --interval \(1m, 2m, 3m, 5m/,
    cure: `${NY} --interval 5m`,
  },
  'an interval that the rows contradict': {
    content: csv(),
    line: `${NY} --interval 1m`,
    says: /the rows are not 1m, .*: give --interval 5m/,
    cure: `${NY} --interval 5m`,
  },
  'steps that are no interval': {
    content: csv(plain, { bars: apart(65) }),
    line: NY,
    says: /bars 65 minutes apart: no such interval is imported, only bars of .*5m/,
    cure: [[csv(), NY]],
  },
  'hours on two grids': {
    content: csv(plain, {
      bars: [
        ...every(12)
          .filter((b) => b.minute % 60 === 30)
          .slice(0, 21),
        ...BARS.filter((b) => b.day > 4 && b.minute % 60 === 0),
      ],
    }),
    line: NY,
    says: /is on another grid of 1h .*import the rows of each by themselves, those of one under another name \(--symbol\)/,
    cure: [
      [
        csv(plain, {
          bars: every(12)
            .filter((b) => b.minute % 60 === 30)
            .slice(0, 21),
        }),
        NY,
      ],
      [csv(plain, { bars: BARS.filter((b) => b.day > 4 && b.minute % 60 === 0) }), NY.replace('X', 'Y')],
    ],
  },
  // Are the prices and times plausible?
  'prices in fixed point': {
    content: csv((b) => `${local(b)},${figures(b, 1e9)}`),
    line: NY,
    says: /prices look like fixed-point; use --price-scale 1e-9/,
    cure: `${NY} --price-scale 1e-9`,
  },
  'prices in billions': {
    content: csv((b) => `${local(b)},${figures(b, 1e-9)}`),
    line: NY,
    says: /multiply them with --price-scale, such as 1e9/,
    cure: `${NY} --price-scale 1e9`,
  },
  'a scale for prices that need none': {
    content: csv(),
    line: `${NY} --price-scale 1e-9`,
    says: /leave --price-scale away, or give another/,
    cure: NY,
  },
  'two scales in one file': {
    content: csv((b, at) => `${local(b)},${figures(b, at < 234 ? 1 : 100)}`),
    line: NY,
    says: /row 235: .* 100 times the closes before it .*split the file before that row, and import one part with its own --price-scale/,
    cure: [
      [csv(plain, { bars: BARS.slice(0, 234) }), NY],
      [csv((b) => `${local(b)},${figures(b, 100)}`, { bars: BARS.slice(234) }), `${NY} --price-scale 0.01`],
    ],
  },
  'two symbols under one name': {
    content: csv((b, at) => `${plain(b, 0)},AB\n${plain(OTHERS[at], 0)},CD`, { header: `${HEADER},paper` }),
    line: NY,
    says: /have the time of another bar and other prices: .*give --map symbol=paper and no --symbol/,
    cure: '--asset-class equity --tz America/New_York --map symbol=paper',
  },
  'two symbols without a column': {
    content: csv((b, at) => `${plain(b, 0)}\n${plain(OTHERS[at], 0)}`),
    line: NY,
    says: /a file of several symbols needs a column for them; split it, and give each part its --symbol/,
    cure: [
      [csv(), NY],
      [csv(plain, { bars: OTHERS }), NY.replace('X', 'Y')],
    ],
  },
  'the wrong zone': {
    content: csv(),
    line: `${X} --tz UTC`,
    says: /first bar at 05:30 .*is the zone right\? New York is --tz America\/New_York/,
    cure: NY,
  },
  'bars of all hours': {
    content: csv((b) => `${isoDay(b)} ${clockOf(b.minute * 2 - 1140)},${figures(b)}`),
    line: NY,
    says: /outside 04:00-20:00 New York: .*crypto: --asset-class crypto/,
    cure: '--symbol X --asset-class crypto --tz America/New_York',
  },
  'bars of weekends': {
    content: csv((b) => `2025-06-${two(b.day + 4)} ${clockOf(b.minute)},${figures(b)}`),
    line: NY,
    says: /on a Saturday or Sunday in New York: .*--asset-class crypto/,
    cure: '--symbol X --asset-class crypto --tz America/New_York',
  },
  'daily bars at the midnight of another zone': {
    content: csv((b) => `${isoDay(b)} 00:00,${figures(b)}`, { bars: generatedBars(33, { days: 8, step: 390 }) }),
    line: `${X} --tz Europe/Warsaw`,
    says: /25 % of the bars are on a Saturday or Sunday in New York: .*the zone with --tz/,
    cure: NY,
  },
  'bars that are stamped by their end': {
    content: csv((b) => `${local(b, 5)},${figures(b)}`),
    line: NY,
    says: /bars look stamped by their end; use --stamp end/,
    cure: `${NY} --stamp end`,
  },
  'bars that are stamped by their start': {
    content: csv(),
    line: `${NY} --stamp end`,
    says: /bars are stamped by their start; leave --stamp end away/,
    cure: NY,
  },
  'volumes that are totals': {
    content: csv((b) => `${local(b)},${b.prices.join()},${b.minute * 1000}`),
    line: NY,
    says: /it is the day's total so far.*with --map volume=- --default volume=0/,
    cure: `${NY} --map volume=- --default volume=0`,
  },
  fillers: {
    content: csv((b) => (b.minute < 600 ? `${local(b)},9,9,9,9,0` : plain(b, 0))),
    line: NY,
    says: /stand for times without trades: --drop-fillers leaves them out/,
    cure: `${NY} --drop-fillers`,
  },
  'rows that are rejected all': {
    content: csv((b) => plain(b, 0).replace(/,\d+$/, ',-1')),
    line: NY,
    says: /all 468 rows looked at are rejected \(invalid_volume\)/,
    cure: [[csv(), NY]],
  },
  // Do they agree with the stored bars?
  'stored bars that are shifted by a bar': {
    stored: STORED,
    content: csv((b) => `${local(b, 5)},${figures(b)}`, {
      bars: BARS.filter((b) => b.minute >= 600 && b.minute < 720),
    }),
    line: NY,
    says: /are those that are stored one bar before: if they are stamped by their end, give --stamp end/,
    cure: `${NY} --stamp end`,
  },
  'stored bars that are shifted by hours': {
    stored: STORED,
    content: csv(plain, { bars: BARS.filter((b) => b.minute >= 600 && b.minute < 720) }),
    line: `${X} --tz America/Chicago`,
    says: /are those that are stored 1 h before: if the zone is wrong, give another \(New York: --tz America\/New_York\)/,
    cure: NY,
  },
  'stored bars of half the price': {
    stored: STORED,
    content: csv((b) => `${local(b)},${figures(b, 2)}`),
    line: NY,
    says: /they are 2 times the stored: if it is another symbol, name it with --symbol/,
    cure: NY.replace('X', 'Y'),
  },
  'stored bars of another symbol': {
    stored: STORED,
    content: csv(plain, {
      bars: generatedBars(35).map((b) => ({
        ...b,
        prices: b.prices.map((price) => Number((price * (1 + (b.minute - 570) / 1000)).toFixed(2))) as never,
      })),
    }),
    line: NY,
    says: /differ from the stored ones by .* if it is another symbol, name it with --symbol/,
    cure: NY.replace('X', 'Y'),
  },
  'stored bars of another scale': {
    stored: { content: csv(plain, { bars: BARS.slice(0, 234) }), line: NY },
    content: csv((b) => `${local(b)},${figures(b, 100)}`, { bars: BARS.slice(234) }),
    line: NY,
    says: /is 100 times the stored close .*use --price-scale 0\.01/,
    cure: `${NY} --price-scale 0.01`,
  },
  'stored hours on another grid': {
    stored: { content: csv(plain, { bars: BARS.filter((b) => b.minute % 60 === 0) }), line: NY },
    content: csv(plain, { bars: BARS.filter((b) => b.minute % 60 === 30) }),
    line: NY,
    says: /start on multiples counted from 09:30 New York.*import them under another name \(--symbol\)/,
    cure: NY.replace('X', 'Y'),
  },
  // Is it a file at all?
  'an archive without symbols': {
    content: zipOf({ 'part-1.csv': csv(), 'part-2.csv': csv(plain, { bars: OTHERS }) }),
    name: 'SPY.zip',
    line: '--asset-class equity --tz America/New_York',
    says: /an archive with a file per symbol needs the symbol in their names: else unpack it/,
    cure: [
      [csv(), NY],
      [csv(plain, { bars: OTHERS }), NY.replace('X', 'Y')],
    ],
  },
  'an archive with other columns in each file': {
    content: zipOf({ 'AB.csv': csv(), 'CD.csv': csv((b) => `${plain(b, 0)},7`, { header: `${HEADER},trades` }) }),
    name: 'all.zip',
    line: '--asset-class equity --tz America/New_York',
    says: /has other columns than the files before it; unpack the archive and import its files/,
    cure: [
      [csv(), '--asset-class equity --tz America/New_York', 'AB.csv'],
      [
        csv((b) => `${plain(b, 0)},7`, { header: `${HEADER},trades` }),
        '--asset-class equity --tz America/New_York',
        'CD.csv',
      ],
    ],
  },
  'an archive with a name of mixed case': {
    content: zipOf({ 'ABpC.csv': csv() }),
    name: 'all.zip',
    line: '--asset-class equity --tz America/New_York',
    says: /"ABpC" has upper-case and lower-case letters.*such as AB\.PC \(a file of one symbol: --symbol\)/,
    cure: NY.replace('X', 'AB.PC'),
  },
  'rows of JSON that are arrays': {
    content: JSON.stringify(BARS.map((b) => [`${local(b)}`, ...b.prices, b.volume])),
    name: 'f.json',
    line: NY,
    says: /its rows are arrays; name what they hold with --columns ts,open,high,low,close,volume/,
    cure: `${NY} --columns ts,open,high,low,close,volume`,
  },
  'several tables in one document': {
    content: JSON.stringify({
      bars: BARS.map((b) => ({
        time: local(b),
        open: b.prices[0],
        high: b.prices[1],
        low: b.prices[2],
        close: b.prices[3],
        volume: b.volume,
      })),
      quotes: [{ time: local(BARS[0]), bid: 1 }],
    }),
    name: 'f.json',
    line: NY,
    says: /holds several tables \(\.bars, \.quotes\); take one out, such as with jq -c '\.bars\[\]'/,
    cure: [[csv(), NY]],
  },
  'a document without a table': {
    content: '{"status":"ok","values":[1,2]}',
    name: 'f.json',
    line: NY,
    says: /the document holds no array of objects/,
    cure: [[csv(), NY]],
  },
  'an archive of several kinds of files': {
    content: zipOf({ 'AB.csv': csv(), 'CD.json': '[{"time":1}]' }),
    name: 'all.zip',
    line: '--asset-class equity --tz America/New_York',
    says: /CD\.json is json; unpack the archive and import its files/,
    cure: [[csv(), '--asset-class equity --tz America/New_York', 'AB.csv']],
  },
  'a file packed otherwise': {
    content: Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), Buffer.from('packed')]),
    line: NY,
    says: /a Zstandard file; unpack it with `zstd -d`/,
    cure: [[csv(), NY]],
  },
  'text in UTF-16': {
    content: Buffer.from(`\ufeff${csv()}`, 'utf16le'),
    line: NY,
    says: /UTF-16 text; convert it to UTF-8/,
    cure: [[Buffer.from(csv(), 'utf8'), NY]],
  },
  'a file without rows': { content: HEADER, line: NY, says: /the file holds no rows/, cure: [[csv(), NY]] },
};

test.each(Object.entries(REFUSALS))('%s', async (_, { content, name, stored, line, says, cure }) => {
  if (stored) expect((await user.run(write(stored.content), stored.line)).exit).toBe(0);
  const before = await user.symbols();
  const path = write(content, name);
  const refused = await user.run(path, line);
  expect(refused).toEqual({ exit: expect.any(Number), text: expect.stringMatching(says) });
  expect(refused.exit).toBeGreaterThanOrEqual(2);
  expect(await user.symbols()).toEqual(before);
  const ways =
    typeof cure === 'string'
      ? [[path, cure] as const]
      : cure.map(([text, own, called]) => [write(text, called), own] as const);
  for (const [file, cured] of ways) {
    const added = wordsOf(cured).filter((word) => word.startsWith('--') && !wordsOf(line).includes(word));
    for (const option of added) expect(refused.text).toContain(option);
    const { exit, text } = await user.run(file, cured);
    expect({ exit, text }).toMatchObject({ exit: 0 });
  }
});
