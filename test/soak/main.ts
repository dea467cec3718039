/** `npm run soak -- [--rounds N] [--seed N] [--events N] [--brokers 3] [--fault NAME]... [--json]`: ends by itself, exit code 1 where anything was lost. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { ensureBuilt } from '../support/programs.ts';
import { FAULTS } from './faults.ts';
import { type Round, soak } from './soak.ts';

const whole = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new InvalidArgumentError(`give ${least} to ${most}`);
  return value;
};
const collect = (name: string, names: string[] = []) => [...names, name];

const program = new Command('soak')
  .description(`Faults in turn under a stream of events: ${FAULTS.map(({ name }) => name).join('; ')}`)
  .option('--rounds <n>', 'one fault each', whole(1, 10_000), FAULTS.length)
  .addOption(new Option('--brokers <n>', 'of the log').choices(['1', '3']).default('1'))
  .option('--seed <n>', 'of events, faults and moments', whole(1, 1_000_000), Math.floor(Math.random() * 1_000_000) + 1)
  .option('--events <n>', 'a round, and a few more: repetitions', whole(10, 100_000), 3_000)
  .option('--fault <name>', 'this one alone; may be repeated', collect)
  .option('--json', 'one JSON object on stdout')
  .parse();
const { rounds, seed, events, fault, json, brokers } = program.opts();

const bad = ({ missing, surplus, differingTables }: Round) =>
  missing.length + surplus.length + differingTables.length > 0;
const say = (line: string) => process.stderr.write(`${line}\n`);

function table(made: readonly Round[]): string {
  const lines = [
    '| fault | rounds | events | lost | surplus | tables that differ | recovery, median (longest) s |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const name of new Set(made.map((round) => round.fault))) {
    const own = made.filter((round) => round.fault === name);
    const sum = (of: (round: Round) => number) => own.reduce((total, round) => total + of(round), 0);
    const times = own.map(({ recoveryMs }) => recoveryMs / 1000).sort((a, b) => a - b);
    const cells = [
      name,
      own.length,
      sum((round) => round.events),
      sum(({ missing }) => missing.length),
      sum(({ surplus }) => surplus.length),
      sum(({ differingTables }) => differingTables.length),
      `${times[times.length >> 1].toFixed(1)} (${times[times.length - 1].toFixed(1)})`,
    ];
    lines.push(`| ${cells.join(' | ')} |`);
  }
  return lines.join('\n');
}

ensureBuilt();
say(`seed ${seed}`);
const result = await soak({
  rounds,
  seed,
  eventsARound: events,
  faults: fault,
  brokers: brokers === '3' ? 3 : 1,
  onRound(round) {
    const found = bad(round) ? JSON.stringify(round) : 'nothing lost, nothing twice';
    say(`round ${round.round}: ${round.fault}: ${found}, recovered in ${(round.recoveryMs / 1000).toFixed(1)} s`);
  },
});
const { control } = result;
const controlFound = control.missing.length === 1 && control.differingTables.length > 0;
if (json) process.stdout.write(`${JSON.stringify({ seed, ...result })}\n`);
else {
  console.log(table(result.rounds));
  console.log(
    `\ncontrol: ${control.removed} was taken out of the store and was ${controlFound ? 'found missing' : 'NOT FOUND MISSING'}`,
  );
}
process.exit(result.rounds.some(bad) || !controlFound ? 1 : 0);
