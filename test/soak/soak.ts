/** Rounds of one fault each under a stream of events; after each everything must be there, once, and computed. */

import { findBehind } from '../../compute/evaluation/behind.ts';
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { systemClock } from '../../lib/clock.ts';
import {
  differences,
  expectedOf,
  foundIn,
  type SentRecord,
  secondOf,
  seeded,
  streamOf,
  winnersOf,
} from '../support/stream.ts';
import { FAULTS, type Fault } from './faults.ts';
import { type Oracle, openOracle } from './oracle.ts';
import { type System, startSystem } from './system.ts';

export interface SoakOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly eventsARound: number;
  /** Of so many brokers: 1 where it is not said. */
  readonly brokers?: 1 | 3;
  /** All that so many brokers allow, in turn, where none is named. */
  readonly faults?: readonly string[];
  readonly onRound?: (round: Round) => void;
}

export interface Control {
  /** What was taken out of the store: `bars SYMBOL id`, and its records of TREND. */
  readonly removed: string;
  readonly missing: readonly string[];
  readonly differingTables: readonly string[];
}

export interface Round {
  readonly round: number;
  readonly fault: string;
  readonly events: number;
  /** From the last event produced and the fault fixed until all of it was landed and computed. */
  readonly recoveryMs: number;
  readonly missing: readonly string[];
  readonly surplus: readonly string[];
  readonly differingTables: readonly string[];
}

const RECOVERY_TIMEOUT_MS = 180_000;
const POLL_MS = 200;
/** The fault comes at any moment of the time that sending and landing take. */
const FAULT_WITHIN_MS = 2_500;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function faultsNamed(names: readonly string[] | undefined, brokers: 1 | 3): readonly Fault[] {
  const possible = FAULTS.filter((fault) => (fault.brokers ?? brokers) === brokers);
  if (!names) return possible;
  return names.map((name) => {
    const fault = possible.find((one) => one.name === name);
    if (!fault) {
      const there = possible.map((one) => one.name).join(', ');
      throw new Error(`there is no fault ${name} of ${brokers} broker(s); there are ${there}`);
    }
    return fault;
  });
}

export async function soak(options: SoakOptions): Promise<{ rounds: Round[]; control: Control }> {
  const { seed, eventsARound, onRound, brokers = 1 } = options;
  const faults = faultsNamed(options.faults, brokers);
  const random = seeded(seed);
  const statistics = await loadStatistics();
  const oracle = await openOracle(statistics);
  const system = await startSystem({ brokers });
  const { definitions } = new Projector({ store: system.store, statistics, run: runJob, clock: systemClock });
  const rounds: Round[] = [];
  let last: { prefix: string; sent: readonly SentRecord[] } = { prefix: '', sent: [] };
  try {
    for (let round = 0; round < options.rounds; round++) {
      const fault = faults[round % faults.length];
      const prefix = `S${seed}R${round}X`;
      const sent = streamOf({ seed: seed * 100_000 + round, prefix, events: eventsARound });
      const sending = system.sender.send(sent);
      await sleep(random() * FAULT_WITHIN_MS);
      await Promise.all([sending, fault.inject(system, random)]);
      const began = performance.now();
      await recovered(system, definitions, began);
      const recoveryMs = Math.round(performance.now() - began);
      const { reader } = system.store;
      const compared = differences(expectedOf(sent), await foundIn(reader, prefix));
      const done = {
        round,
        fault: fault.name,
        events: sent.length,
        recoveryMs,
        ...compared,
        differingTables: await oracle.differingTables(reader, sent),
      };
      rounds.push(done);
      last = { prefix, sent };
      onRound?.(done);
    }
    return { rounds, control: await controlled(system, oracle, last.sent, last.prefix) };
  } finally {
    await system.close();
    await oracle.close();
  }
}

/** Until nothing is behind: neither events, nor days, nor summaries. */
async function recovered(system: System, definitions: ReadonlyMap<string, number>, began: number): Promise<void> {
  const { sender, store } = system;
  let why = 'events';
  for (;;) {
    try {
      await sender.landed(POLL_MS);
      why = 'days';
      const days = await findBehind(store.reader, definitions);
      if (days.length === 0) return;
    } catch (error) {
      why = (error as Error).message;
    }
    if (performance.now() - began > RECOVERY_TIMEOUT_MS)
      throw new Error(`not recovered: ${why}\n${await system.state()}`);
    await sleep(POLL_MS);
  }
}

/**
 * The oracles' own test, on the system as the last round left it: a bar and the records of a statistic are taken out of
 * the store behind everybody's back, and both must be found missing.
 */
async function controlled(
  { store }: System,
  oracle: Oracle,
  sent: readonly SentRecord[],
  prefix: string,
): Promise<Control> {
  const bar = winnersOf(sent).find(({ topic }) => topic === 'bars')!.change!;
  const at = `symbol = '${bar.symbol}'`;
  const sync = 'SETTINGS mutations_sync = 2';
  await store.writer.command(`ALTER TABLE market.bars DELETE WHERE ${at} AND ts = ${secondOf(bar.id)} ${sync}`);
  await store.writer.command(`ALTER TABLE market.stat_trend DELETE WHERE ${at} ${sync}`);
  return {
    removed: `bars ${bar.symbol} ${bar.id}`,
    missing: differences(expectedOf(sent), await foundIn(store.reader, prefix)).missing,
    differingTables: await oracle.differingTables(store.reader, sent),
  };
}
