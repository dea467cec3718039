/** After random imports, corrections and undos the statistics that followed them are those that a rebuild computes. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ImportRecords } from '../ingest/files/import-records.ts';
import { undoImport } from '../ingest/files/undo.ts';
import type { PushedEvent } from '../ingest/landing/events.ts';
import { Landing } from '../ingest/landing/landing.ts';
import { openProjection } from './support/projection.ts';
import { randomMarket, shareArbitrary } from './support/random-market.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 4);

const { bars } = randomMarket({
  ...{ seed: 7, assetClass: 'equity', intervalMin: 30, firstDay: 19_900, days: 5 },
  ...{ hours: 'regular', density: 1, ticks: 9 },
} as const);

let opened: Awaited<ReturnType<typeof openProjection>>;
let landing: Landing;
let symbols = 0;

beforeAll(async () => {
  opened = await openProjection();
  landing = await Landing.open({ store: opened.store });
});
afterAll(() => opened.close());

/** Bars between two shares of all, `cents` above the others; or their deletion. News in place of each tenth. */
const change = fc.record({
  from: shareArbitrary,
  to: shareArbitrary,
  cents: fc.integer({ min: -50, max: 50 }),
  deleted: fc.boolean(),
});
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('import' as const), change }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('correct' as const), change }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), import: fc.nat(5) }) },
  ),
  { minLength: 3, maxLength: 6 },
);

it('statistics after undos equal a rebuild', { timeout: 180_000 }, async () => {
  const { store, projector } = opened;
  const records = new ImportRecords(store);
  let undone = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const symbol = `U${symbols++}`;
      const events = ({ from, to, cents, deleted }: typeof change extends fc.Arbitrary<infer T> ? T : never) => {
        const [first, last] = [from, to].sort((a, b) => a - b).map((share) => Math.floor(share * bars.length));
        const push = (event: object) => ({
          key: symbol,
          value: JSON.stringify({ symbol, asset_class: 'etf', ...event }),
        });
        const pushed: { bars: PushedEvent[]; news: PushedEvent[] } = { bars: [], news: [] };
        for (let i = first; i < last; i++) {
          const [open, high, low, close] = [bars.open, bars.high, bars.low, bars.close].map(
            (all) => all[i] + cents / 100,
          );
          const ts = bars.minute[i] * 60_000;
          const figures = deleted ? { deleted } : { open, high, low, close, volume: bars.volume[i] };
          pushed.bars.push(push({ ts, interval: '30m', ...figures }));
          const day = i + Math.abs(cents % 20);
          const fields = { event_timestamp: ts + (cents % 3) * 86_400_000, title: 'T', direction: 'neutral' };
          if (i % 10 === 0) {
            pushed.news.push(
              push({ id: `n${i}`, ...(deleted ? { deleted } : { ...fields, impact_score: (day % 11) / 20 + 0.2 }) }),
            );
          }
        }
        return pushed;
      };
      const land = async (pushed: ReturnType<typeof events>, importId?: string) => {
        await landing.landEvents('bars', pushed.bars, { importId });
        const { firstRejected } = await landing.landEvents('events.sentiment', pushed.news, { importId });
        expect(firstRejected).toBeUndefined();
      };
      await land(events({ from: 0, to: 0.7, cents: 0, deleted: false }));
      await projector.project(symbol);
      const imports: string[] = [];
      for (const step of list) {
        if (step.do === 'import') {
          const id = await records.begin('bars', ['file.csv'], {});
          imports.push(id);
          await land(events(step.change), id);
        } else if (step.do === 'correct') await land(events(step.change));
        else if (imports.length > 0) {
          const id = imports[step.import % imports.length];
          await records.note(id, { state: 'undoing' });
          const options = { reader: store.reader, target: landing, undone: await records.undone() };
          const { restored, deleted } = await undoImport(id, options);
          undone += restored + deleted;
        }
        await projector.project(symbol);
      }
      expect(await projector.project(symbol, {})).toMatchObject({ written: 0 });
    }),
    { numRuns: RUNS },
  );
  expect(undone).toBeGreaterThan(0);
});
