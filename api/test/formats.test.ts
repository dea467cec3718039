import { tableFromIPC } from 'apache-arrow';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../compute/market/fields.ts';
import { apiData } from '../../test/support/api-data.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { listBody } from '../responses/body.ts';
import type { Metadata } from '../responses/metadata.ts';

const api = await apiOfFile(apiData());

const LISTS = [
  '/stats/orb?symbol=AAPL',
  '/stats/pdhlb?symbol=BTCUSD&limit=7',
  '/stats/fvg/multi_top?symbols=AAPL,MSFT',
  '/stats/orb/top?top_n=20',
  '/stats/news/reactions?symbol=AAPL',
  '/stats/seasonality/weekday?symbol=AAPL',
  '/stats/gap/screen',
  '/stats/owc?symbol=SPY',
  '/stats/gap?symbol=NEWSY',
];

type Row = Record<string, unknown>;
const rowsOf = (body: { data?: Row[]; events?: Row[] }): Row[] => body.data ?? body.events ?? [];

async function bytes(path: string, headers: Record<string, string> = {}) {
  const token = api.account('pro_api');
  const reply = await fetch(api.url + path, { headers: { authorization: `Bearer ${token}`, ...headers } });
  return { reply, body: Buffer.from(await reply.arrayBuffer()) };
}

describe('format=csv', () => {
  it('holds the same rows as JSON, null as empty', async () => {
    for (const path of LISTS) {
      const json = rowsOf((await api.get(path)).body);
      const csv = await api.get(`${path}&format=csv`.replace('screen&', 'screen?'));
      expect([path, csv.status]).toEqual([path, 200]);
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      const text = (value: unknown) =>
        value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
      expect(parse(csv.text, { columns: true, relax_column_count: false })).toEqual(
        json.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)]))),
      );
    }
  });

  it('is given for Accept: text/csv, and has the cursor in a header', async () => {
    const json = await api.get('/stats/pdhlb?symbol=AAPL&limit=5');
    const csv = await api.get('/stats/pdhlb?symbol=AAPL&limit=5', { headers: { accept: 'text/csv' } });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('x-next-cursor')).toBe(json.body.metadata.next_cursor);
    expect(json.body.metadata.next_cursor).not.toBeNull();
  });

  it('is not given to browsers, which take anything', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const reply = await api.get('/stats/pdhlb?symbol=AAPL', { headers: { accept } });
    expect(reply.headers.get('content-type')).toContain('application/json');
  });
});

describe('format=arrow', () => {
  it('holds the same rows as JSON, with types', async () => {
    for (const path of LISTS) {
      const json = rowsOf((await api.get(path)).body);
      const { reply, body } = await bytes(`${path}&format=arrow`.replace('screen&', 'screen?'));
      expect([path, reply.status]).toEqual([path, 200]);
      expect(reply.headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
      const table = tableFromIPC(body);
      expect(table.numRows).toBe(json.length);
      for (const field of table.schema.fields) {
        const column = table.getChild(field.name)!;
        const values = json.map((row) => row[field.name]);
        const read = Array.from({ length: json.length }, (_, i) => column.get(i));
        const type = String(field.type);
        if (type.startsWith('Date')) {
          expect(read.map((ms) => (ms === null ? null : new Date(Number(ms)).toISOString().slice(0, 10)))).toEqual(
            values,
          );
        } else if (type.startsWith('Timestamp')) {
          expect(read.map((ms) => (ms === null ? null : Number(ms)))).toEqual(
            values.map((value) => (value === null ? null : Date.parse(String(value)))),
          );
        } else {
          expect(read).toEqual(
            values.map((value) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : value)),
          );
        }
      }
    }
  });

  it('keeps the metadata in the schema', async () => {
    const { body } = await bytes('/stats/orb?symbol=AAPL&format=arrow');
    const metadata = JSON.parse(tableFromIPC(body).schema.metadata.get('metadata')!);
    expect(metadata).toMatchObject({ base_interval: '5m', history_limited: false });
  });
});

it('CSV neither runs a headline as a formula nor touches numbers', async () => {
  const fields: Field[] = [
    { name: 'title', type: 'string', nullable: false, unit: 'price', description: '' },
    { name: 'change', type: 'number', nullable: false, unit: 'price', description: '' },
  ];
  const title = ['=1+1', '+a', '-b', '@c', '\td', 'fine', '-5'];
  const change = Float64Array.from(title, () => -1.5);
  const { body } = await listBody({
    format: 'csv',
    source: 'materialized',
    symbol: '',
    head: {},
    metadata: {} as Metadata,
    fields,
    rows: { length: title.length, columns: { title, change } },
  });
  expect(parse(body, { columns: true })).toEqual(
    title.map((text, i) => ({ title: i < 5 ? `'${text}` : text, change: '-1.5' })),
  );
});
