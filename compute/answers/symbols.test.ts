import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssetClass } from '../../exchange/symbol.ts';
import type { Reader } from '../../sql/reader.ts';
import { dropBars, FEW_STATISTICS, openProjection, putBars, putNews } from '../../test/support/projection.ts';
import { readSymbolRows } from '../evaluation/tables/coverage.ts';
import { barsFromTuples } from '../market/bars.ts';
import { bySpelling, SymbolDirectory } from './symbols.ts';

it('a symbol is found in any case, a pair with or without its slash, others as they are written', () => {
  const plain = ['BTCUSD crypto bars', 'BRK/B equity bars', 'AAPL equity bars'];
  const named = ['BTC/USD equity news', 'BTCUSD crypto bars'];
  const newsAlone = ['BTC/USD equity news', 'BTCUSD crypto news'];
  const both = ['A/B equity bars', 'AB crypto bars'];
  for (const [symbols, text, expected, asWritten = false] of [
    [plain, 'btc/usd', 'BTCUSD'],
    [plain, 'BtcUsd', 'BTCUSD'],
    [plain, ' brk/b ', 'BRK/B'],
    [plain, 'BRKB', undefined],
    [plain, 'ETH/USD', undefined],
    // Equity news bears the name of the pair with the slash: it is meant where news is asked for.
    [named, 'BTC/USD', 'BTCUSD'],
    [named, 'BTC/USD', 'BTC/USD', true],
    [newsAlone, 'BTC/USD', 'BTCUSD'],
    [newsAlone, 'BTCUSD', 'BTCUSD', true],
    [both, 'A/B', 'A/B'],
    [both, 'AB', 'AB'],
  ] as [string[], string, string | undefined, boolean?][]) {
    const rows = symbols.map((one) => one.split(' ') as [string, AssetClass, string]);
    const known = new Map(
      rows.map(([symbol, assetClass, of]) => [symbol, { symbol, assetClass, hasBars: of === 'bars' }]),
    );
    expect([text, bySpelling((name) => known.get(name), text, asWritten)?.symbol]).toEqual([text, expected]);
  }
});

describe('the directory', () => {
  let opened: Awaited<ReturnType<typeof openProjection>>;
  const symbols = ['A', 'B', 'C'];
  const put = (symbol: string, minute: number) =>
    putBars(
      opened.store,
      { meta: { symbol, assetClass: 'crypto', intervalMin: 1 } },
      barsFromTuples([[minute, 1, 1, 1, 1, 1]]),
    );

  let statements = 0;
  const counting = (): Reader => {
    const { reader } = opened.store;
    const counted =
      <A extends unknown[], R>(ask: (...args: A) => R) =>
      (...args: A) => {
        statements++;
        return ask(...args);
      };
    return { ...reader, query: counted(reader.query) as Reader['query'], arrow: counted(reader.arrow) };
  };

  beforeAll(async () => {
    opened = await openProjection(FEW_STATISTICS);
    for (const symbol of symbols) await put(symbol, 29_000_000);
    await opened.projector.projectAll(symbols);
  });
  afterAll(() => opened.close());

  it('reads each table of symbols alone as it does together with the others', async () => {
    const { reader } = opened.store;
    const all = await readSymbolRows(reader, symbols);
    expect(all.landed.get('A 1m')).toBe(1);
    for (const table of ['coverage', 'classes', 'registry', 'bases'] as const) {
      const alone = await readSymbolRows(reader, symbols, [table]);
      // Maps are compared whatever their order.
      expect(alone[table], table).toEqual(all[table]);
    }
  });

  it('asks for all symbols in use together, once a second, with as many statements as for one', async () => {
    let nowMs = 0;
    const directory = new SymbolDirectory(counting(), () => nowMs);
    const findAll = () => Promise.all(symbols.map((symbol) => directory.find(symbol)));
    await directory.find('A');
    const forOne = statements;
    await findAll();
    statements = 0;
    nowMs = 1_001;
    expect((await findAll()).map((info) => info?.lastBar)).toEqual([29_000_000, 29_000_000, 29_000_000]);
    await findAll();
    expect(statements).toBe(forOne);
  });

  it('asks for a settled symbol with one statement and for one with a live bar with two, as for several', async () => {
    const statementsFor = async (...names: string[]) => {
      statements = 0;
      const directory = new SymbolDirectory(counting(), () => 0);
      await Promise.all(names.map((name) => directory.find(name)));
      return statements;
    };
    expect([await statementsFor('A'), await statementsFor('A', 'B', 'C/D', 'nothing')]).toEqual([1, 1]);
    await put('A', 29_001_440);
    await put('C', 29_001_440);
    expect([await statementsFor('A'), await statementsFor('A', 'B', 'C')]).toEqual([2, 2]);
    await opened.projector.projectAll(symbols);
  });

  it('knows a bar as soon as it has landed, by a notice or after a second; its records follow', async () => {
    let nowMs = 0;
    const directory = new SymbolDirectory(opened.store.reader, () => nowMs);
    const before = (await directory.find('B'))!;
    await put('B', 29_000_002);
    expect((await directory.find('B'))!.lastBar).toBe(29_000_000);
    directory.invalidate(['A']);
    expect((await directory.find('B'))!.lastBar).toBe(29_000_000);
    directory.invalidate(['B']);
    const after = (await directory.find('B'))!;
    expect([after.lastBar, after.settledVersion]).toEqual([29_000_002, before.version]);
    expect(after.version).not.toBe(before.version);
    await put('C', 29_002_880);
    nowMs = 1_001;
    expect((await directory.find('C'))!.lastBar).toBe(29_002_880);
    expect((await directory.all()).map(({ lastBar }) => lastBar)).toEqual([29_001_440, 29_000_002, 29_002_880]);
    await opened.projector.projectAll(symbols);
    directory.invalidate();
    expect((await directory.find('B'))!.unsettled).toBeUndefined();
  });

  it('knows a new symbol with its first bar or news, before anything of it is computed, and one that was dropped before', async () => {
    const { store, projector } = opened;
    const bars = barsFromTuples([[29_000_000, 1, 1, 1, 1, 1]]);
    const crypto = { meta: { symbol: 'NEWPAIR', assetClass: 'crypto', intervalMin: 1 } } as const;
    const equity = (symbol: string) => ({ meta: { symbol, assetClass: 'equity', intervalMin: 5 } }) as const;
    await putBars(store, equity('AGAIN'), bars);
    await projector.projectAll(['AGAIN']);
    await dropBars(store, 'AGAIN');
    await projector.projectAll(['AGAIN']);
    const directory = new SymbolDirectory(store.reader, () => 0);
    const found = async () =>
      (await Promise.all(['new/pair', 'AGAIN', 'NEWNEWS'].map((name) => directory.find(name)))).map(
        (one) => one && [one.symbol, one.assetClass, one.intervalMin, one.lastBar],
      );
    const named = async () => (await directory.listed()).map(({ symbol, hasBars }) => [symbol, hasBars]);
    const before = await named();
    expect(await found()).toEqual([null, null, null]);
    await putBars(store, crypto, bars);
    await putBars(store, equity('AGAIN'), bars);
    await putNews(store, equity('NEWNEWS'), 0, bars);
    directory.invalidate(['NEWPAIR', 'AGAIN', 'NEWNEWS']);
    const ofBars = [
      ['NEWPAIR', 'crypto', 1, 29_000_000],
      ['AGAIN', 'equity', 5, 29_000_000],
    ];
    expect(await found()).toEqual([...ofBars, ['NEWNEWS', 'equity', 1, null]]);
    const both = [...before, ['NEWPAIR', true], ['AGAIN', true]].sort(([a], [b]) => (a < b ? -1 : 1));
    expect(await named()).toEqual(both);
    expect((await directory.all()).map(({ symbol }) => symbol)).toEqual(
      [...both.map(([symbol]) => symbol), 'NEWNEWS'].sort(),
    );
    for (const symbol of ['NEWPAIR', 'AGAIN']) await dropBars(store, symbol);
    await store.writer.command(
      "ALTER TABLE market.events_sentiment DELETE WHERE symbol = 'NEWNEWS' SETTINGS mutations_sync = 2",
    );
  });

  it('names the symbols as it lists them, whatever is stored of them, and asks again once a name comes or goes', {
    timeout: 60_000,
  }, async () => {
    const { store, projector } = opened;
    const bars = barsFromTuples([[29_000_000, 1, 1, 1, 1, 1]]);
    const equity = (symbol: string) => ({ meta: { symbol, assetClass: 'equity', intervalMin: 5 } }) as const;
    await putNews(store, equity('NEWS'), 0, bars);
    for (const symbol of ['TAKEN', 'DROPPED', 'DAILY']) await putBars(store, equity(symbol), bars);
    for (const symbol of ['TAKEN', 'DAILY']) await putBars(store, equity(symbol), bars, { deleted: true });
    const daily = { meta: { symbol: 'DAILY', assetClass: 'equity', intervalMin: 1440 } } as const;
    await putBars(store, daily, barsFromTuples([[20_000 * 1440, 1, 1, 1, 1, 1]]));
    await projector.projectAll([...symbols, 'NEWS', 'TAKEN', 'DROPPED', 'DAILY']);
    await dropBars(store, 'DROPPED');
    await projector.projectAll(['DROPPED']);

    let nowMs = 0;
    const directory = new SymbolDirectory(counting(), () => nowMs);
    const named = async () =>
      (await directory.listed()).map((one) => [one.symbol, one.assetClass, one.intervalMin, one.hasBars]);
    const crypto = (symbol: string) => [symbol, 'crypto', 1, true];
    const others = [
      ['DAILY', 'equity', 1440, true],
      ['NEWS', 'equity', 1, false],
    ];
    expect(await named()).toEqual([crypto('A'), crypto('B'), crypto('C'), ...others]);
    expect((await directory.all()).map((one) => [one.symbol, one.assetClass, one.intervalMin, one.hasBars])).toEqual(
      await named(),
    );

    statements = 0;
    directory.invalidate(['A']);
    await named();
    expect(statements).toBe(0);
    await put('E', 29_000_000);
    await projector.projectAll(['E']);
    directory.invalidate(['E']);
    expect(await named()).toEqual([crypto('A'), crypto('B'), crypto('C'), others[0], crypto('E'), others[1]]);
    for (const symbol of ['A', 'B']) await dropBars(store, symbol);
    await projector.projectAll(['A', 'B']);
    directory.invalidate(['A', 'B']);
    expect((await directory.read(['A', 'C'])).map(({ symbol }) => symbol)).toEqual(['C']);
    const left = [crypto('C'), others[0], crypto('E'), others[1]];
    expect(await named()).toEqual(left);

    // Without a notice the list of before serves for ten seconds; after five it is read again meanwhile, not before.
    await put('F', 29_000_000);
    nowMs = 4_999;
    statements = 0;
    expect(await named()).toEqual(left);
    expect(statements).toBe(0);
    nowMs = 5_000;
    expect(await named()).toEqual(left);
    const withF = [...left.slice(0, 3), crypto('F'), left[3]];
    expect(await named()).toEqual(withF);
    await put('G', 29_000_000);
    nowMs = 15_000;
    expect(await named()).toEqual([...withF.slice(0, 4), crypto('G'), left[3]]);
  });
});
