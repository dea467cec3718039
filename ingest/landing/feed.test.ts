import { beforeEach, describe, expect, it } from 'vitest';
import { SCHEMA_CHANGES } from '../../sql/migrate.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { claimFeed } from './feed.ts';

const store = await storeOfFile();

describe('a store', () => {
  beforeEach(async () => {
    await store.writer.command(`ALTER TABLE ${SCHEMA_CHANGES} DELETE WHERE group = 'feed' SETTINGS mutations_sync = 2`);
  });

  it('that a log feeds refuses the embedded form, naming the variable', async () => {
    await claimFeed(store, 'log');
    await claimFeed(store, 'log');
    await expect(claimFeed(store, 'direct')).rejects.toThrow(/KAFKA_BROKERS: is not set, but a log has fed this store/);
    await claimFeed(store, 'log');
  });

  it('that was filled embedded refuses a log', async () => {
    await claimFeed(store, 'direct');
    await expect(claimFeed(store, 'log')).rejects.toThrow(
      /KAFKA_BROKERS: is set, but an embedded installation has fed/,
    );
    await claimFeed(store, 'direct');
  });

  it('never takes both forms, if they come first at once', async () => {
    const forms = ['log', 'direct'] as const;
    const claims = await Promise.allSettled(forms.map((form) => claimFeed(store, form)));
    expect(claims.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    const later = await Promise.allSettled(forms.map((form) => claimFeed(store, form)));
    expect(later.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
