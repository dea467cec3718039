import { describe, expect, it } from 'vitest';
import { bulkHistogram, counter, exposition, gauge, histogram, onScrape, registry } from './metrics.ts';

describe('metrics', () => {
  it('asked for twice are the same', async () => {
    counter('test_events_total', 'Events', ['topic']).inc({ topic: 'bars' }, 2);
    counter('test_events_total', 'Events', ['topic']).inc({ topic: 'bars' });
    gauge('test_behind', 'Behind').set(7);
    gauge('test_behind', 'Behind').inc();
    histogram('test_seconds', 'Seconds', [0.1, 1]).observe(0.05);
    const text = await registry.metrics();
    expect(text).toContain('test_events_total{topic="bars"} 3');
    expect(text).toContain('test_behind 8');
    expect(text).toContain('test_seconds_bucket{le="0.1"} 1');
    expect(text.split('\n').filter((line) => !/^(#.*|market_stats_.*|)$/.test(line))).toEqual([]);
  });

  it('a histogram that is given many at once is written as the library writes its own', async () => {
    const [bounds, labels] = [[0.1, 1], { route: '/a' }];
    const own = histogram('test_one_seconds', 'Seconds', bounds, ['route']);
    for (const value of [0.05, 0.1, 0.5, 3]) own.observe(labels, value);
    const bulk = bulkHistogram('test_bulk_seconds', 'Seconds', bounds, ['route']);
    bulk.add({ labels, counts: [1, 0, 1], sum: 3.05 });
    bulk.add({ labels, counts: [1, 1, 0], sum: 0.6 });
    const lines = async (name: string) => {
      const text = await registry.metrics();
      const found = text.split('\n').filter((line) => line.includes(name));
      return found
        .map((line) => line.replace(name, '').replace(/\{(.*)\}/, (_, all) => all.split(',').sort().join()))
        .sort();
    };
    expect(await lines('test_bulk_seconds')).toEqual(await lines('test_one_seconds'));
    expect(bulkHistogram('test_bulk_seconds', 'Seconds', bounds, ['route'])).toBe(bulk);
  });

  it('looks before it answers; what fails or takes long does not keep the rest back', async () => {
    const ends = [
      onScrape(() => gauge('test_looked', 'Looked').set(5)),
      onScrape(() => Promise.reject(new Error('away'))),
      onScrape(() => new Promise(() => {})),
    ];
    const text = await exposition.metrics();
    for (const end of ends) end();
    expect(text).toContain('market_stats_test_looked 5');
    expect(text).toContain('market_stats_scrape_failures_total 2');
  });
});
