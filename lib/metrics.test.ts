import { describe, expect, it } from 'vitest';
import { counter, gauge, histogram, registry } from './metrics.ts';

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
  });
});
