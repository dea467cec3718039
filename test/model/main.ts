/**
 * The long form of the model suites: `npm run test:long [-- --runs N --seed N --suite sequences|interleaving --seconds N]`.
 * Goes on after a finding and tells each with what replays it; exit code 1 where there is one.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { type Bench, openBench } from './bench.ts';
import { playPlot, plotArbitrary } from './interleaving.ts';
import { numbers } from './numbers.ts';
import { play, stepsArbitrary } from './sequence.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    seconds: { type: 'string', default: '7200' },
    suite: { type: 'string' },
    skip: { type: 'string', default: '0' },
  },
});

function* traces(seed: number, runs: number): Generator<{ name: string; play: (bench: Bench) => Promise<void> }> {
  const sequences = fc.sample(fc.tuple(stepsArbitrary, fc.nat()), { seed, numRuns: runs });
  const plots = fc.sample(plotArbitrary, { seed, numRuns: runs });
  for (let i = Number(values.skip); i < runs; i++) {
    const [steps, chance] = sequences[i];
    if (values.suite !== 'interleaving') {
      yield { name: `sequences ${i}`, play: (bench) => play(bench, steps, numbers(chance)) };
    }
    if (values.suite !== 'sequences') {
      yield { name: `interleaving ${i}`, play: (bench) => playPlot(bench, plots[i], numbers(plots[i].seed)) };
    }
  }
}

async function main(): Promise<void> {
  const seed = Number(values.seed);
  const until = Date.now() + Number(values.seconds) * 1000;
  const bench = await openBench();
  let played = 0;
  let found = 0;
  for (const { name, play: playOne } of traces(seed, Number(values.runs))) {
    if (Date.now() > until) break;
    played++;
    try {
      await playOne(bench);
    } catch (error) {
      found++;
      console.log(`--- seed ${seed}, ${name}:\n${describe(error)}`);
    }
  }
  console.log(`seed ${seed}: ${played} traces, ${found} findings`);
  await bench.close();
  process.exit(found > 0 ? 1 : 0);
}

const CONTEXT = 160;

/** The message, and where what was found begins to differ from the model. */
function describe(error: unknown): string {
  const { message, cause } = error as Error;
  const { actual, expected, stack } = (cause ?? {}) as { actual?: unknown; expected?: unknown; stack?: string };
  if (expected === undefined) return `${message}\n${stack?.split('\n').slice(0, 6).join('\n')}`;
  const [a, b] = [actual, expected].map((value) => JSON.stringify(value) ?? '');
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const from = Math.max(0, same - CONTEXT);
  return `${message}\n  found:    ${a.slice(from, same + CONTEXT)}\n  expected: ${b.slice(from, same + CONTEXT)}`;
}

await main();
