/**
 * The long form of the model suites: `npm run test:long [-- --runs N --seed N --suite sequences|interleaving --seconds N]`.
 * `--without` a fence (see unfenced.ts) takes it away, to see how many traces find it.
 * Goes on after a finding and tells each with what replays it; exit code 1 where there is one.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { type Bench, openBench } from './bench.ts';
import { playPlot, plotArbitrary } from './interleaving.ts';
import { play, stepsArbitrary } from './sequence.ts';
import { FENCES } from './unfenced.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    seconds: { type: 'string', default: '7200' },
    suite: { type: 'string' },
    without: { type: 'string' },
    skip: { type: 'string', default: '0' },
  },
});

const SUITES = ['sequences', 'interleaving'] as const;

interface Played {
  readonly suite: (typeof SUITES)[number];
  readonly index: number;
  readonly play: (bench: Bench) => Promise<void>;
}

function* traces(seed: number, runs: number): Generator<Played> {
  const sequences = fc.sample(fc.tuple(stepsArbitrary, fc.nat()), { seed, numRuns: runs });
  const plots = fc.sample(plotArbitrary, { seed, numRuns: runs });
  const isPlayed = (suite: Played['suite']) => values.suite === undefined || values.suite === suite;
  for (let i = Number(values.skip); i < runs; i++) {
    const [steps, chance] = sequences[i];
    if (isPlayed('sequences')) {
      yield { suite: 'sequences', index: i, play: (bench) => play(bench, steps, { seed: chance }) };
    }
    if (isPlayed('interleaving')) {
      yield { suite: 'interleaving', index: i, play: (bench) => playPlot(bench, plots[i]) };
    }
  }
}

const REPORT_EVERY = 25;

async function main(): Promise<void> {
  const seed = Number(values.seed);
  const until = Date.now() + Number(values.seconds) * 1000;
  const bench = await openBench(FENCES.find((fence) => fence === values.without));
  const played = { sequences: 0, interleaving: 0 };
  const found = { sequences: 0, interleaving: 0 };
  let all = 0;
  const report = () => {
    for (const suite of SUITES) {
      console.log(`seed ${seed}, ${suite}: ${found[suite]} findings in ${played[suite]} traces`);
    }
  };
  for (const { suite, index, play: playOne } of traces(seed, Number(values.runs))) {
    if (Date.now() > until) break;
    if (++all % REPORT_EVERY === 0) report();
    played[suite]++;
    try {
      await playOne(bench);
    } catch (error) {
      found[suite]++;
      console.log(`--- seed ${seed}, ${suite} ${index}:\n${describe(error)}`);
    }
  }
  report();
  await bench.close();
  process.exit(Object.values(found).some((count) => count > 0) ? 1 : 0);
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
