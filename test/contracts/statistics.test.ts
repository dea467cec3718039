/** What every statistic promises, whatever it is about: tables, fields, and equal answers both ways. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SymbolInfo, ViewRequest } from '../../compute/answers/answers.ts';
import type { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { TIME_WINDOWS } from '../../compute/evaluation/range.ts';
import { unitsOf } from '../../compute/evaluation/stored-records.ts';
import { columnType, recordsTable, summaryColumns, summaryTableName } from '../../compute/evaluation/tables/schema.ts';
import { sliceBars } from '../../compute/market/bars.ts';
import { columnFields, topRows } from '../../compute/market/records.ts';
import { renderSummary, rowObjects, SummaryFields, visibleFields } from '../../compute/market/render.ts';
import { STORED_SESSIONS } from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { Statistic, SummaryEndpoint, View } from '../../compute/statistics/statistic.ts';
import { defaultValues } from '../support/answer.ts';
import { hasMarketData, readMarketData, symbolData } from '../support/market-data.ts';
import { openProjection, putBars, putNews, storeAnswers } from '../support/projection.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const statistics = await loadStatistics();

describe.each(statistics.map((statistic) => [statistic.name, statistic] as const))('%s', (_, statistic) => {
  it('names each field once and says what it is', () => {
    for (const fields of [statistic.fields, ...statistic.endpoints.map((endpoint) => endpoint.fields)]) {
      const names = fields.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const field of fields) expect(field.description.length, field.name).toBeGreaterThan(2);
    }
  });

  it('has a date and a complete flag in every record', () => {
    const names = statistic.fields.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['date', 'complete', ...statistic.key, ...statistic.carried]));
  });

  it('keeps each variant under a label of its own', () => {
    for (const intervalMin of [1, 5, 15, 30, 60, 120, 240, 1440]) {
      const units = unitsOf(statistic, { symbol: 'X', assetClass: 'equity', intervalMin });
      const labels = units.map(({ session, variant }) => `${session} ${variant}`);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });
});

describe('the tables of the store', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore({ statistics });
  });
  afterAll(() => store.close());

  it('every view says what it holds, and every column of it', async () => {
    const views = await store.reader.query<{ name: string; comment: string }>(
      "SELECT name, comment FROM system.tables WHERE database = 'market' AND name LIKE 'v\\_%' ORDER BY name",
    );
    const records = statistics.flatMap(({ name }) => [`v_stat_${name}`, `v_stat_${name}_summary`]);
    const stats = views.map(({ name }) => name).filter((name) => name.startsWith('v_stat_'));
    expect(stats).toEqual([...records, 'v_stat_sessions'].sort());
    expect(views.filter(({ comment }) => comment.length < 10)).toEqual([]);
    const silent = await store.reader.query(
      "SELECT table, name FROM system.columns WHERE database = 'market' AND table LIKE 'v\\_%' AND comment = ''",
    );
    expect(silent).toEqual([]);
  });

  const columnsOf = async (table: string) => {
    const columns = await store.reader.query<{ name: string; type: string }>(
      'SELECT name, type FROM system.columns WHERE database = {d:String} AND table = {t:String}',
      { d: 'market', t: table },
    );
    return new Map(columns.map(({ name, type }) => [name, type]));
  };

  it.each(statistics.map((statistic) => [statistic.name, statistic] as const))(
    'of %s have the columns of its fields, and so have their views',
    async (_, statistic) => {
      const nullable = summaryColumns(statistic).map((field) => ({ ...field, nullable: true }));
      for (const [table, fields] of [
        [recordsTable(statistic).name, columnFields(statistic.fields)],
        [summaryTableName(statistic), nullable],
      ] as const) {
        const name = table.split('.')[1];
        // Records of one date are arrays in the table, and rows in its view.
        const stored = [...(await columnsOf(name))].map(([column, type]): [string, string] => {
          const array = column.startsWith('records.') && /^Array\((.*)\)$/s.exec(type);
          return array ? [column.slice('records.'.length), array[1]] : [column, type];
        });
        const columns = new Map(stored);
        for (const field of fields)
          expect([field.name, columns.get(field.name)]).toEqual([field.name, columnType(field)]);
        for (const internal of ['series', 'is_deleted']) columns.delete(internal);
        expect(await columnsOf(`v_${name}`)).toEqual(columns);
      }
    },
  );
});

/** Real feeds of each kind: minutes with extended hours, crypto, hours, days. */
const FEEDS = [
  ['SPY', 'bars/lean/SPY_1m.csv.gz', 0],
  ['BTCUSDT', 'bars/genetrader/BTCUSDT_15m.csv.gz', 10_000],
  ['IBM', 'bars/lean/IBM_1h.csv.gz', 10_000],
  ['AAPL', 'daily/lean/AAPL_1d.csv.gz', 2_000],
] as const;

describe.skipIf(!hasMarketData)('on real feeds', () => {
  let opened: Awaited<ReturnType<typeof openProjection>>;
  let stored: StoreAnswers;
  let onDemand: StoreAnswers;
  const infos: SymbolInfo[] = [];
  const loaded = new Map<string, SymbolData>();
  const seen = new Map<Statistic, Set<string>>();

  beforeAll(async () => {
    opened = await openProjection();
    for (const [symbol, file, last] of FEEDS) {
      const read = readMarketData(file);
      const data = { meta: { ...read.meta, symbol } };
      const from = last === 0 ? 0 : Math.max(0, read.bars.length - last);
      loaded.set(
        symbol,
        symbolData(sliceBars(read.bars, from, read.bars.length), symbol, read.meta.assetClass, read.meta.intervalMin),
      );
      await putBars(opened.store, data, read.bars, { from });
      await putNews(opened.store, data, 7, read.bars);
      await opened.projector.project(symbol);
    }
    stored = storeAnswers(opened);
    onDemand = storeAnswers(opened, { useStored: false });
    infos.push(...(await stored.symbols()));
  }, 300_000);
  afterAll(() => opened.close());

  /** Everything that any endpoint shows of the view. */
  function answersOf(statistic: Statistic, view: View): unknown[] {
    return statistic.endpoints.map((endpoint) => {
      if (endpoint.kind === 'summary') {
        const fields = new SummaryFields(endpoint.fields);
        return wordings(statistic, endpoint, view).map((worded) => {
          const summary = renderSummary(fields, endpoint.summarize(worded));
          if (endpoint === statistic.summary) note(statistic, summary);
          return summary;
        });
      }
      const rows = topRows(endpoint.fields, endpoint.rows(view), endpoint.order(view.values));
      const fields = endpoint.fieldsFor?.(view.values) ?? endpoint.fields;
      const objects = rowObjects(fields, rows, view.meta.symbol);
      const names = visibleFields(fields).map(({ name }) => name);
      for (const object of objects.slice(0, 3)) expect(Object.keys(object)).toEqual(names);
      return objects;
    });
  }

  /** The view as it is, and once for every word of every parameter that only shapes the answer. */
  function wordings(statistic: Statistic, { params }: SummaryEndpoint, view: View): View[] {
    const worded = Object.entries({ ...statistic.params, ...params }).flatMap(([name, { doc, schema, affects }]) =>
      affects === 'answer' ? (doc.values ?? []).map((word) => ({ [name]: schema.parse(word) })) : [],
    );
    return [{}, ...worded].map((values) => ({ ...view, values: { ...view.values, ...values } }));
  }

  function note(statistic: Statistic, summary: object, path = ''): void {
    const paths = seen.get(statistic) ?? new Set();
    seen.set(statistic, paths);
    for (const [key, value] of Object.entries(summary)) {
      const here = path === '' ? key : `${path}.${key}`;
      if (value !== null && typeof value === 'object') note(statistic, value, here);
      else paths.add(here);
    }
  }

  const cases = statistics.flatMap((statistic) =>
    FEEDS.map(([symbol]) => [statistic.name, symbol, statistic] as const),
  );
  it.each(cases)(
    '%s of %s: materialised and on-demand answers are equal',
    { timeout: 30_000 },
    async (_, symbol, statistic) => {
      const info = infos.find((candidate) => candidate.symbol === symbol)!;
      if (statistic.needsIntraday && info.intervalMin >= 1440) return;
      const materialised = statistic.materialised(info);
      const windows = Object.entries(TIME_WINDOWS).filter(([name]) => ['1M', '12M', '5Y'].includes(name));
      // A plan that sees a part of the window, and one that sees nothing of it.
      const ranges = [
        ...windows.map(([name, months]) => [name, months, undefined] as const),
        ['1M', 1, info.lastDay - 15] as const,
        ['1M', 1, info.lastDay + 15] as const,
      ];
      for (const [i, own] of materialised.slice(0, 2).entries()) {
        const values = { ...defaultValues(statistic, info.intervalMin), ...own };
        for (const [j, session] of Object.values(STORED_SESSIONS).entries()) {
          // Every range for the first variant and session; the others differ from it in their bars alone.
          for (const [timeWindow, months, earliest] of i + j === 0 ? ranges : ranges.slice(0, 1)) {
            const range = { months, timeWindow, earliest };
            const request: ViewRequest = { statistic, symbol: info, session, values, range };
            const a = await stored.view(request);
            const b = await onDemand.view(request);
            expect([a.source, b.source]).toEqual(['materialized', 'on_demand']);
            expect(answersOf(statistic, a.view), `${timeWindow} ${session.mode}`).toEqual(answersOf(statistic, b.view));
            expect(a.range).toEqual(b.range);
            expect(a.warnings).toEqual(b.warnings);
            // Made in the worker, from records that stay there.
            const { summary, ...about } = await onDemand.summary(request, statistic.summary);
            expect(summary).toEqual(statistic.summary.summarize(a.view));
            expect(about).toEqual({ range: b.range, source: 'on_demand', warnings: b.warnings });
            if (statistic.events) break;
          }
        }
      }
    },
  );

  it('every field of a summary shows somewhere', () => {
    for (const statistic of statistics) {
      const paths = [...(seen.get(statistic) ?? [])];
      const rated = paths.some((path) => path.startsWith('confidence.'));
      for (const field of statistic.summary.fields) {
        // A summary without any percentage of cases has no confidence to show.
        if (!rated && field.name.startsWith('confidence.')) continue;
        const own = new SummaryFields([field]);
        expect(
          paths.some((path) => own.find(path)),
          `${statistic.name}: ${field.name}`,
        ).toBe(true);
      }
    }
  });
});
