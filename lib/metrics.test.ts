import { describe, expect, it } from 'vitest';
import { counter, exposition, gauge, histogram, onScrape, registry } from './metrics.ts';

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
