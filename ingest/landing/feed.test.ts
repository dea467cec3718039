/** Which form feeds a store: who writes first says so, the other form is refused, and changing it is an act of its own. */
import { beforeEach, describe, expect, it } from 'vitest';
import { SCHEMA_CHANGES } from '../../sql/migrate.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { BACKENDS, emptyTables } from '../../test/support/store.ts';
import type { LogEvent } from './events.ts';
import { changeFeed, claimFeed, FeedError, fedBy } from './feed.ts';
import { Landing } from './landing.ts';

const NOW = Date.parse('2025-06-05T12:00:00Z');
const START = Date.parse('2025-06-04T13:30:00Z');
const LEDGER = `SELECT CAST(topic, 'String') AS topic, partition, first_offset AS first, last_offset AS last
  FROM market.ingest_ledger FINAL ORDER BY topic, partition, first`;

const bar = (minute: number, close: number) =>
  JSON.stringify({
    symbol: 'AAA',
    asset_class: 'equity',
    interval: '1m',
    ts: START + minute * 60_000,
    open: close,
    high: close,
    low: close,
    close,
    volume: 1,
  });
const record = (partition: number, offset: number, close: number, minute = offset): LogEvent => ({
  topic: 'bars' as const,
  partition,
  offset,
  key: 'AAA',
  value: bar(minute, close),
  timestampMs: NOW,
});
const pushed = (minute: number, close: number) => ({ key: 'AAA', value: bar(minute, close), source: 'push' });

const [backend] = BACKENDS;
const store = await storeOfFile({ backend });

it('a store that was never written to takes either form, an embedded one only its own', async () => {
  const claim = claimFeed(store, 'log');
  if (backend === 'server') await claim;
  else await expect(claim).rejects.toThrow(FeedError);
});

const onServer = () => {
  beforeEach(async () => {
    await emptyTables(store);
    await store.writer.command(`ALTER TABLE ${SCHEMA_CHANGES} DELETE WHERE group = 'feed' SETTINGS mutations_sync = 2`);
  });

  const landing = () => Landing.open({ store });
  const closes = async () =>
    (
      await store.writer.query<{ close: number }>(
        "SELECT close FROM market.bars FINAL WHERE symbol = 'AAA' ORDER BY ts",
      )
    ).map(({ close }) => close);

  it('who writes first says so, and the other form is refused with the variable named', {
    timeout: 45_000,
  }, async () => {
    expect(await fedBy(store)).toBeNull();
    await claimFeed(store, 'log');
    expect(await fedBy(store)).toMatchObject({ by: 'log', sinceMs: expect.any(Number) });
    await claimFeed(store, 'log');
    await expect(claimFeed(store, 'direct')).rejects.toThrow(/KAFKA_BROKERS: is not set, but a log feeds/);
    await changeFeed(store, 'direct', { ends: [] });
    await claimFeed(store, 'direct');
    await expect(claimFeed(store, 'log')).rejects.toThrow(/KAFKA_BROKERS: is set, but this store is fed/);
  });

  it('of two that come first at once exactly one is taken', async () => {
    const claims = await Promise.allSettled([claimFeed(store, 'log'), claimFeed(store, 'direct')]);
    const fed = (await fedBy(store))!.by;
    const [ofLog, ofNone] = claims.map(({ status }) => status);
    // The writer of the earlier entry may be accepted, the other one never.
    expect(fed === 'log' ? ofNone : ofLog).toBe('rejected');
  });

  it('a store of before shows its form by its ledger: a log with several partitions, or pushes alone', {
    timeout: 60_000,
  }, async () => {
    const log = await landing();
    await log.land([record(3, 0, 10), record(0, 0, 11, 1)]);
    expect(await fedBy(store)).toEqual({ by: 'log', sinceMs: null });
    await expect(log.landEvents('bars', [pushed(5, 20)])).rejects.toThrow(FeedError);
    await expect(claimFeed(store, 'direct')).rejects.toThrow(FeedError);
    await claimFeed(store, 'log');
  });

  it('a store of before that was pushed to is fed directly', { timeout: 30_000 }, async () => {
    await (await landing()).landEvents('bars', [pushed(0, 20)]);
    expect(await fedBy(store)).toEqual({ by: 'direct', sinceMs: null });
    await expect(claimFeed(store, 'log')).rejects.toThrow(FeedError);
    await claimFeed(store, 'direct');
  });

  it('where a log of one partition or old pushes could have made the ledger nobody is refused', {
    timeout: 60_000,
  }, async () => {
    await (await landing()).land([record(0, 0, 10)]);
    expect(await fedBy(store)).toBeNull();
    await claimFeed(store, 'log');
  });

  it('behind a log no push writes anything, and rows beyond the ledger are left to ingest', {
    timeout: 45_000,
  }, async () => {
    const log = await landing();
    await claimFeed(store, 'log');
    await log.land([record(0, 0, 10), record(1, 0, 11, 1)]);
    const before = await store.writer.query(LEDGER);
    await expect(log.landEvents('bars', [pushed(9, 20)])).rejects.toThrow(/nothing was written/i);
    // As a batch of ingest lies there before its entry of the ledger.
    await log.land([record(0, 1, 12, 2)], { ledger: false });
    expect(await log.recoverPushed()).toEqual([]);
    expect(await store.writer.query(LEDGER)).toEqual(before);
    expect(await closes()).toEqual([10, 11, 12]);
  });

  it('put behind a log, the ledger forgets the pushes, and what comes through the log wins over them', {
    timeout: 45_000,
  }, async () => {
    const direct = await landing();
    await claimFeed(store, 'direct');
    await direct.landEvents('bars', [pushed(0, 20), pushed(1, 21), pushed(2, 22)]);
    const ends = [0, 1].map((partition) => ({ topic: 'bars', partition, end: 0n }));
    const wanted = { from: 'direct', to: 'log', ledger_entries: 1, floors: 2 };
    expect(await changeFeed(store, 'log', { ends, dryRun: true })).toMatchObject(wanted);
    expect(await store.writer.query(LEDGER)).toHaveLength(1);
    await expect(claimFeed(store, 'log')).rejects.toThrow(FeedError);

    expect(await changeFeed(store, 'log', { ends })).toMatchObject(wanted);
    expect(await store.writer.query(LEDGER)).toEqual([]);
    await claimFeed(store, 'log');
    // With times of before the pushes: their place in the log decides.
    await (await landing()).land([record(0, 0, 30), record(1, 0, 31, 1)]);
    expect(await closes()).toEqual([30, 31, 22]);
    expect(await store.writer.query(LEDGER)).toHaveLength(2);
    expect(await changeFeed(store, 'log', { ends })).toMatchObject({ ledger_entries: 0, push_marks: 0 });
  });

  it('without the log again, pushes win over what it brought, and back behind it only their entries go', async () => {
    await claimFeed(store, 'log');
    await (await landing()).land([record(0, 0, 10), record(2, 0, 11, 1)]);
    const logged = await store.writer.query(LEDGER);
    await changeFeed(store, 'direct', { ends: [] });
    await (await landing()).landEvents('bars', [pushed(0, 20)]);
    expect(await closes()).toEqual([20, 11]);
    expect(await store.writer.query(LEDGER)).toHaveLength(3);
    const ends = [0, 1, 2].map((partition) => ({ topic: 'bars', partition, end: 1n }));
    expect(await changeFeed(store, 'log', { ends })).toMatchObject({ ledger_entries: 1, floors: 3 });
    expect(await store.writer.query(LEDGER)).toEqual(logged);
    await (await landing()).land([record(0, 1, 40, 0)]);
    expect(await closes()).toEqual([40, 11]);
  });

  it('set to the form that it has, it removes what a push past the log had left', { timeout: 45_000 }, async () => {
    // As the programs did that recorded no form: a push beside a log.
    const log = await landing();
    await log.land([record(0, 0, 10)]);
    await log.landEvents('bars', [pushed(0, 220)]);
    await log.land([record(1, 0, 11, 1)]);
    expect((await fedBy(store))?.by).toBe('log');
    await claimFeed(store, 'log');
    expect(await store.writer.query(LEDGER)).toHaveLength(3);
    const ends = [0, 1].map((partition) => ({ topic: 'bars', partition, end: 1n }));
    expect(await changeFeed(store, 'log', { ends })).toMatchObject({ from: 'log', ledger_entries: 1 });
    expect(await store.writer.query(LEDGER)).toHaveLength(2);
    await (await landing()).land([record(0, 1, 300, 0)]);
    expect(await closes()).toEqual([300, 11]);
  });
};
// The embedded engine takes one form alone.
if (backend === 'server') describe('on a server', onServer);
