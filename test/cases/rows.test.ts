/** Files whose rows are spelled as vendors spell them: read rightly, or stopped before anything is written, with a cure that works. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  clockOf,
  type GeneratedBar,
  generatedBars,
  isoDay,
  randomOf,
  storedBars,
  two,
} from '../support/generated-bars.ts';
import { userOfFile } from '../support/import-as-user.ts';
import { dataFolder, hasMarketData } from '../support/market-data.ts';
import { folderOfFile } from '../support/of-file.ts';

const user = await userOfFile();
const folder = folderOfFile();
let files = 0;
function write(content: string, ending = 'csv'): string {
  const path = join(folder, `f${files++}.${ending}`);
  writeFileSync(path, content);
  return path;
}
const path = (name: string) => join(dataFolder, 'cases', name);
/** Cells of a file of the cases, without its header. */
const cellsOf = (name: string) =>
  readFileSync(path(name), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.replaceAll('"', '').split(/[,\t]/));

const X = '--symbol X --asset-class equity';
const NY = `${X} --tz America/New_York`;

describe.skipIf(!hasMarketData)('cases', () => {
  test('times without their leading zero are read', { timeout: 60_000 }, async () => {
    expect((await user.run(path('zeroless.csv'), NY)).answer).toMatchObject({ landed: 4680, dead_letters: {} });
    const expected = cellsOf('zeroless.csv').map(([date, clock, ...figures]) => {
      const minute = Math.floor(Number(clock) / 100) * 60 + (Number(clock) % 100) + 240;
      return [`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)} ${clockOf(minute)}`, ...figures.map(Number)];
    });
    expect((await user.stored('X')).map((row) => Object.values(row))).toEqual(expected);
  });

  test('24:00 is the midnight that ends its date', async () => {
    const line = '--symbol H24/USD --asset-class crypto --tz UTC --stamp end';
    expect((await user.run(path('h24.csv'), line)).answer).toMatchObject({ landed: 288, dead_letters: {} });
    const rows = await user.stored('H24USD');
    expect(rows.find(({ ts }) => ts === '2025-06-02 23:00')).toMatchObject({ close: 59626.8 });
    expect(rows.find(({ ts }) => ts === '2025-06-03 00:00')).toMatchObject({ open: 59626.78 });
  });

  test('volumes that are totals of the day stop the import', async () => {
    const { exit, text } = await user.run(path('cumvol.csv'), NY);
    expect({ exit, text }).toEqual({ exit: 3, text: expect.stringContaining("it is the day's total so far") });
    expect(await user.symbols()).toEqual([]);
    expect((await user.run(path('cumvol.csv'), `${NY} --force`)).answer).toMatchObject({ landed: 936 });
  });

  test('a second header with other columns stops the import', async () => {
    for (const more of ['', ' --force']) {
      const { exit, text } = await user.run(path('APPEND2.csv'), X + more);
      expect({ exit, text }).toEqual({
        exit: 3,
        text: expect.stringMatching(/row 80 is a second header.*split the file/),
      });
      expect(await user.symbols()).toEqual([]);
    }
  });

  test('the volume comes from the column that counts, which is said', async () => {
    const { text } = await user.run(path('MT5.csv'), NY);
    expect(text).toContain('volume is read from "<TICKVOL>"');
    const volumes = (await user.stored('X')).map(({ volume }) => volume);
    expect(volumes).toEqual(cellsOf('MT5.csv').map((cells) => Number(cells[6])));
  });

  /** Time as `stored` answers it, from the cells of a row, and its figures. */
  const NUMBERS = (cells: string[], from = 1) => cells.slice(from, from + 5).map(Number);
  const moment = (text: string) => new Date(text).toISOString().slice(0, 16).replace('T', ' ');
  const american = (cell: string) => {
    const [month, day, year] = cell.split('/');
    return `20${year.slice(-2)}-${month}-${day} 00:00`;
  };
  test.each<[name: string, line: string, rowOf: (cells: string[]) => unknown[]]>([
    ['T_edt.csv', X, ([time, ...cells]) => [moment(time.replace(' EDT', '-04:00')), ...NUMBERS(cells, 0)]],
    [
      'dukas_local.csv',
      X,
      ([time, ...cells]) => [
        moment(`${time.slice(6, 10)}-${time.slice(3, 5)}-${time.slice(0, 2)}T${time.slice(11, 19)}+02:00`),
        ...NUMBERS(cells, 0),
      ],
    ],
    [
      'tv_ind.csv',
      X,
      (cells) => [
        moment(new Date(Number(cells[0]) * 1000).toISOString()),
        ...NUMBERS(cells).slice(0, 4),
        Number(cells[10]),
      ],
    ],
    ['wsj.csv', `${X} --date-format MM/DD/YY`, (cells) => [american(cells[0]), ...NUMBERS(cells)]],
    [
      'investing.csv',
      X,
      ([date, price, open, high, low, volume]) => [
        american(date),
        ...[open, high, low, price].map(Number),
        Math.round(Number(volume.slice(0, -1)) * 100) * 1e4,
      ],
    ],
  ])('%s is read', async (name, line, rowOf) => {
    const expected = cellsOf(name).map(rowOf);
    expect((await user.run(path(name), line)).answer).toMatchObject({ landed: expected.length, dead_letters: {} });
    const inOrder = expected.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    expect((await user.stored('X')).map((row) => Object.values(row))).toEqual(inOrder);
  });

  test('P_datetime.parquet is a series of 5m', async () => {
    expect((await user.run(path('P_datetime.parquet'), NY)).answer).toMatchObject({ landed: 390, dead_letters: {} });
    const rows = await user.stored('X');
    expect([rows[0].ts, rows[1].ts, rows[77].ts, rows[78].ts, rows.at(-1)!.ts]).toEqual([
      '2025-10-30 13:30',
      '2025-10-30 13:35',
      '2025-10-30 19:55',
      '2025-10-31 13:30',
      '2025-11-05 20:55',
    ]);
  });

  test('volume in two columns: each refusal names the option that is missing', async () => {
    const { exit, steps, words } = await user.follow(path('ts_updown.txt'), X);
    expect(exit).toBe(0);
    expect(steps[0].words).toEqual(['--map', 'volume=Up+Down']);
    expect(words).toEqual(expect.arrayContaining(['--tz', 'America/New_York', '--stamp', 'end']));
    const rows = await user.stored('X');
    expect(rows.map(({ volume }) => volume)).toEqual(
      cellsOf('ts_updown.txt').map((cells) => Number(cells[6]) + Number(cells[7])),
    );
    expect(rows[0].ts).toBe('2025-06-02 13:30');
  });

  test('fillers are a finding, and without them the file is the one without fillers', async () => {
    const { exit, text } = await user.run(path('fill_A.csv'), X);
    expect({ exit, text }).toEqual({
      exit: 3,
      text: expect.stringContaining('96 of 2496 bars in regular hours (3.8 %)'),
    });
    expect((await user.run(path('fill_A.csv'), `${X} --drop-fillers`)).answer).toMatchObject({ landed: 2400 });
    expect((await user.run(path('fill_B.csv'), X.replace('X', 'Y'))).answer).toMatchObject({ landed: 2400 });
    expect(await user.stored('X')).toEqual(await user.stored('Y'));
  });
});

const HEADER = 'date,time,open,high,low,close,volume';
type Line = (bar: GeneratedBar, at: number) => string;
const table = (header: string, bars: readonly GeneratedBar[], line: Line) => [header, ...bars.map(line)].join('\n');
const figures = ({ prices, volume }: GeneratedBar) => [...prices, volume].join();
const digits = (minute: number) => String(Number(clockOf(minute).replace(':', '')));

describe('spellings, of generated bars', () => {
  const stamp = (bar: GeneratedBar) => `${isoDay(bar)} ${clockOf(bar.minute)}`;
  const json = (bars: readonly GeneratedBar[], quote: boolean) =>
    bars.map(({ prices: [open, high, low, close], volume, ...bar }) => {
      const row = { time: `${stamp({ ...bar } as GeneratedBar)}:00-04:00`, open, high, low, close, volume };
      return quote ? Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])) : row;
    });
  test.each<[string, (bars: GeneratedBar[]) => string, string]>([
    [
      'clocks with seconds and no zero',
      (bars) => table(HEADER, bars, (b) => `${isoDay(b)},${digits(b.minute)}00,${figures(b)}`),
      NY,
    ],
    [
      'clocks as numbers of JSON',
      (bars) =>
        JSON.stringify(
          bars.map((b) => ({
            date: Number(isoDay(b).replaceAll('-', '')),
            time: Number(digits(b.minute)),
            ...storedBars([b])[0],
            ts: undefined,
          })),
        ),
      NY,
    ],
    ['numbers in strings of JSON', (bars) => JSON.stringify(json(bars, true)), X],
    [
      'numbers in strings of NDJSON',
      (bars) =>
        json(bars, true)
          .map((row) => JSON.stringify(row))
          .join('\n'),
      X,
    ],
    ['EDT', (bars) => table('time,open,high,low,close,volume', bars, (b) => `${stamp(b)} EDT,${figures(b)}`), X],
    [
      'EST all year, as of a clock on the wall',
      (bars) => table('time,open,high,low,close,volume', bars, (b) => `${stamp(b)} EST,${figures(b)}`),
      X,
    ],
    ['UTC-4', (bars) => table('time,open,high,low,close,volume', bars, (b) => `${stamp(b)}:00 UTC-4,${figures(b)}`), X],
    [
      'CEST',
      (bars) =>
        table(
          'time,open,high,low,close,volume',
          bars,
          (b) => `${isoDay(b)} ${clockOf(b.minute + 360)} CEST,${figures(b)}`,
        ),
      X,
    ],
    [
      'days with named months and years of two digits',
      (bars) => table(HEADER, bars, (b) => `${two(b.day)}-Jun-25,${clockOf(b.minute)},${figures(b)}`),
      NY,
    ],
    [
      'YYMMDD',
      (bars) =>
        table(HEADER, bars, (b) => `${isoDay(b).replaceAll('-', '').slice(2)},${clockOf(b.minute)},${figures(b)}`),
      `${NY} --date-format YYMMDD`,
    ],
    [
      'volumes of thousands',
      (bars) => table(HEADER, bars, (b) => `${isoDay(b)},${clockOf(b.minute)},${b.prices.join()},${b.volume / 1000}K`),
      NY,
    ],
    [
      'volumes of millions with decimal commas',
      (bars) =>
        table(HEADER.replaceAll(',', ';'), bars, (b) =>
          [isoDay(b), clockOf(b.minute), ...b.prices, `${b.volume / 1e6} M`].join(';').replaceAll('.', ','),
        ),
      NY,
    ],
    [
      'unused columns of one name',
      (bars) => table(`${HEADER},x,x,x`, bars, (b) => `${isoDay(b)},${clockOf(b.minute)},${figures(b)},1,2,3`),
      NY,
    ],
    [
      'two columns of one name',
      (bars) =>
        table(
          HEADER.replace('close', 'close,close'),
          bars,
          (b) => `${isoDay(b)},${clockOf(b.minute)},${b.prices.join()},${b.prices[3]},${b.volume}`,
        ),
      NY,
    ],
    [
      'volumes of the bid and the ask',
      (bars) =>
        table(
          HEADER.replace('volume', 'Bid Volume,Ask Volume'),
          bars,
          (b) => `${isoDay(b)},${clockOf(b.minute)},${b.prices.join()},${b.volume - 40},40`,
        ),
      NY,
    ],
    [
      'a volume beside an empty one',
      (bars) =>
        table(
          `${HEADER},tick_volume`,
          bars,
          (b) => `${isoDay(b)},${clockOf(b.minute)},${b.prices.join()},0,${b.volume}`,
        ),
      NY,
    ],
    [
      'a real volume that is empty',
      (bars) =>
        table(
          HEADER.replace('volume', 'tick_volume,real_volume'),
          bars,
          (b) => `${isoDay(b)},${clockOf(b.minute)},${figures(b)},0`,
        ),
      NY,
    ],
    [
      'a header repeated by appending files',
      (bars) =>
        table(
          HEADER,
          bars,
          (b, at) => `${at === 100 ? `${HEADER}\n` : ''}${isoDay(b)},${clockOf(b.minute)},${figures(b)}`,
        ),
      NY,
    ],
  ])('%s', async (_, text, line) => {
    for (const seed of [1, 2]) {
      const bars = generatedBars(seed);
      const content = text(bars);
      const { exit, text: said } = await user.follow(
        write(content, content.startsWith('[') ? 'json' : 'csv'),
        line.replace(' X ', ` X${seed} `),
      );
      expect({ exit, said }).toMatchObject({ exit: 0 });
      expect(await user.stored(`X${seed}`)).toEqual(storedBars(bars));
    }
  });

  test('hours of crypto that end at 24:00, in digits and with a T', async () => {
    const random = randomOf(3);
    const bars = Array.from({ length: 120 }, (_, i) => ({
      day: 1 + Math.floor(i / 24),
      hour: i % 24,
      close: 100 + random(),
    }));
    const clocks = [(hour: number) => `${two(hour)}00`, (hour: number) => `${two(hour)}:00:00Z`];
    for (const [i, clock] of clocks.entries()) {
      const lines = bars.map(
        ({ day, hour, close }) =>
          `2025-06-${two(day)}${i ? 'T' : ' '}${clock(hour + 1)},${[close, close, close, close, 1].join()}`,
      );
      const { exit } = await user.run(
        write(['time,open,high,low,close,volume', ...lines].join('\n')),
        `--symbol C${i} --asset-class crypto --tz UTC --stamp end`,
      );
      expect(exit).toBe(0);
      expect((await user.stored(`C${i}`)).map(({ ts }) => ts)).toEqual(
        bars.map(({ day, hour }) => `2025-06-${two(day)} ${two(hour)}:00`),
      );
    }
  });
});

describe.each([1, 2])('tables of their own kind, generated with seed %d', (seed) => {
  const bars = generatedBars(40 + seed);
  const local = (bar: GeneratedBar) => `${isoDay(bar)} ${clockOf(bar.minute)}:00`;

  test.each<[kind: string, types: string, cells: (bar: GeneratedBar) => unknown[], line: string]>([
    ['a date, and the time as text', 'date Date32, time String', (b) => [isoDay(b), clockOf(b.minute)], NY],
    ['moments', "time DateTime64(6, 'UTC')", (b) => [`${isoDay(b)} ${clockOf(b.minute + 240)}:00`], X],
    ['milliseconds', 'time Int64', (b) => [Date.parse(`${local(b).replace(' ', 'T')}-04:00`)], X],
    ['text', 'time String', (b) => [local(b)], NY],
  ])('Parquet with %s, prices as decimals', async (_, types, cells, line) => {
    const file = join(folder, `typed${files++}.parquet`);
    const structure = `${types}, open Decimal(18, 4), high Decimal(18, 4), low Decimal(18, 4), close Decimal(18, 4), volume UInt32`;
    const rows = bars.map((bar) => JSON.stringify([...cells(bar), ...bar.prices.map(String), bar.volume]));
    await user.store.writer.command(
      `INSERT INTO FUNCTION file('${file}', 'Parquet')
       SELECT * FROM format(JSONCompactEachRow, '${structure.replaceAll("'", "\\'")}', '${rows.join('\n')}')`,
    );
    const { exit, text } = await user.run(file, line);
    expect({ exit, text }).toMatchObject({ exit: 0 });
    expect(await user.stored('X')).toEqual(storedBars(bars));
  });

  test('symbols side by side, of which one is none', async () => {
    const [one, other] = [bars, generatedBars(50 + seed)];
    const fields = ['Close', 'High', 'Low', 'Open'];
    const at = [3, 1, 2, 0];
    const refused = seed === 1 ? '^IDX' : 'ABpC';
    const lines = one.map((bar, i) => {
      const cells = at.flatMap((k) => [bar.prices[k], other[i].prices[k]]);
      return [`${local(bar)}-04:00`, ...cells, bar.volume, other[i].volume].join();
    });
    const file = write(
      [
        ['Price', ...[...fields, 'Volume'].flatMap((name) => [name, name])].join(),
        ['Ticker', ...Array.from({ length: 5 }, () => ['ONE', refused]).flat()].join(),
        `Datetime${','.repeat(10)}`,
        ...lines,
      ].join('\n'),
    );
    const { exit, answer, text } = await user.run(file, '--asset-class equity');
    expect({ exit, landed: answer?.landed }).toEqual({ exit: 1, landed: one.length });
    expect(text).toContain(`"${refused}" is not a symbol`);
    expect(await user.symbols()).toEqual(['ONE']);
    expect(await user.stored('ONE')).toEqual(storedBars(one));
  });
});

describe('bad rows that are no accident, of generated bars', () => {
  const rows = (bars: readonly GeneratedBar[], line: Line = (b) => `${isoDay(b)},${clockOf(b.minute)},${figures(b)}`) =>
    write(table(HEADER, bars, line));
  const refused = async (file: string, message: RegExp, line = NY) => {
    const { exit, text } = await user.run(file, line);
    expect({ exit, text }).toEqual({ exit: 3, text: expect.stringMatching(message) });
    expect(await user.symbols()).toEqual([]);
  };
  const totals = (bars: readonly GeneratedBar[]) => {
    const byDay = new Map<number, number>();
    return bars.map((bar) => {
      const volume = (byDay.get(bar.day) ?? 0) + bar.volume;
      byDay.set(bar.day, volume);
      return { ...bar, volume };
    });
  };

  test.each([
    ['minutes', totals(generatedBars(4, { step: 1, days: 2 }))],
    ['quarters of an hour, the newest first', totals(generatedBars(5, { step: 15 })).reverse()],
  ])('volumes that are totals: %s', async (_, bars) => {
    const file = rows(bars);
    await refused(file, /the volume grows from bar to bar/);
    expect((await user.follow(file, NY)).exit).toBe(0);
  });

  test.each([
    ['a filled minute in three', (b: GeneratedBar) => b.minute % 3 === 0, 1],
    ['a filled first half hour', (b: GeneratedBar) => b.minute < 600, 5],
  ])('%s', async (_, isFilled, step) => {
    const bars = generatedBars(6, { step });
    const filled = bars.map((bar) =>
      isFilled(bar)
        ? { ...bar, volume: 0, prices: [bar.prices[0], bar.prices[0], bar.prices[0], bar.prices[0]] as const }
        : bar,
    );
    const file = rows(filled);
    await refused(file, /have volume 0 and one price, the first in row \d+; .*--drop-fillers/);
    const { exit, words } = await user.follow(file, NY);
    expect({ exit, last: words.at(-1) }).toEqual({ exit: 0, last: '--drop-fillers' });
    expect(await user.stored('X')).toEqual(storedBars(filled.filter(({ volume }) => volume > 0)));
  });

  test('rows that are rejected each day are dead letters', async () => {
    const file = rows(
      generatedBars(8),
      (b) => `${isoDay(b)},${clockOf(b.minute)},${b.minute === 570 + b.day * 5 ? '0,0,0,0,0' : figures(b)}`,
    );
    expect((await user.run(file, NY)).answer).toMatchObject({ landed: 6 * 77, dead_letters: { invalid_price: 6 } });
  });

  test.each(['date,time,close,high,low,open,volume', 'day,time,low,high,open,close,vol'])(
    'a second header: %s',
    async (header) => {
      await refused(
        rows(
          generatedBars(9),
          (b, at) => `${at === 50 ? `${header}\n` : ''}${isoDay(b)},${clockOf(b.minute)},${figures(b)}`,
        ),
        /row 51 is a second header/,
      );
    },
  );
});
