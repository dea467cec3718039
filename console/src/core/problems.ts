/** Problems that an operator has to solve now, worst first, each with the alert whose section of the runbook explains it. */
import { many, number } from './format.ts';
import type { Row } from './rows.ts';

export interface Status {
  readonly symbols: readonly Row[];
  readonly dead_letters: number;
  readonly dead_letters_by_reason?: Readonly<Record<string, number>>;
  readonly behind: { readonly events: number | null; readonly days: number };
  readonly quarantined?: readonly Row[];
  readonly skipped?: readonly Row[];
  readonly collectors?: readonly Row[];
  readonly imports?: readonly Row[];
}

export interface Problem {
  /** `watch`: the problem may end by itself, or waits for a decision. */
  readonly level: 'act' | 'watch';
  readonly text: string;
  /** Name of the alert in the runbook; null: the text is complete. */
  readonly alert: string | null;
}

/** Times for which the waiting items have not become fewer, ms. */
interface Stalled {
  readonly events: number;
  readonly days: number;
}

/** Limits of the alerts of the same names. */
const STALLED_MS = 5 * 60_000;
const EVENTS_BEHIND = 1e6;
const LATE_S = 900;
/** Lag of three sessions, beyond which no further bar is expected. */
const GIVEN_UP_S = 3 * 6.5 * 3600;
const RECENT_MS = 7 * 86_400_000;
const NAMED = 5;

const listed = (names: readonly unknown[]) =>
  `${[...new Set(names)].slice(0, NAMED).join(', ')}${names.length > NAMED ? ` and ${number(names.length - NAMED)} more` : ''}`;
const sentence = (text: unknown) => `${String(text).trim().replace(/\.$/, '')}.`;
const secondsOf = (row: Row) => (typeof row['lag_s'] === 'number' ? row['lag_s'] : 0);

export function problemsOf(status: Status, stalled: Stalled, nowMs: number): readonly Problem[] {
  const { behind, collectors = [], quarantined = [], skipped = [] } = status;
  const problems: Problem[] = [];
  const add = (level: Problem['level'], alert: string | null, text: string) => problems.push({ level, alert, text });
  const lost = skipped.filter(({ found_at }) => nowMs - Date.parse(String(found_at)) < RECENT_MS);
  if (lost.length > 0) {
    const records = lost.reduce((sum, row) => sum + Number(row['records']), 0);
    add(
      'act',
      'RecordsSkipped',
      `The log dropped ${many(records, 'record')} of ${listed(lost.map(({ topic }) => topic))} before they landed.`,
    );
  }
  const events = behind.events ?? 0;
  if (events > 0) {
    const isStuck = events > EVENTS_BEHIND || stalled.events >= STALLED_MS;
    add(
      isStuck ? 'act' : 'watch',
      'IngestLag',
      `${many(events, 'event')} of the log ${events === 1 ? 'waits' : 'wait'} to be landed.`,
    );
  }
  const running = collectors.filter(({ state }) => state === 'running');
  const late = running.filter((row) => secondsOf(row) > LATE_S);
  for (const id of new Set(running.filter(({ last_error }) => last_error).map(({ collector }) => collector))) {
    const own = running.filter(({ collector, last_error }) => collector === id && last_error);
    const isLate = own.some((row) => late.includes(row) || row['last_bar'] === null);
    add(isLate ? 'act' : 'watch', 'CollectorFails', `Collector ${id} fails: ${sentence(own[0]['last_error'])}`);
  }
  const quiet = late.filter(({ last_error }) => !last_error);
  if (quiet.length > 0)
    add('act', 'CollectorBehind', `Collectors are behind on ${listed(quiet.map(({ symbol }) => symbol))}.`);
  if (behind.days > 0) {
    const isStuck = stalled.days >= STALLED_MS;
    add(
      isStuck ? 'act' : 'watch',
      'ProjectionBehind',
      `${many(behind.days, 'day')} ${behind.days === 1 ? 'waits for its' : 'wait for their'} records.`,
    );
  }
  for (const { symbol, statistic, message } of quarantined)
    add(
      'act',
      'SymbolsQuarantined',
      `${[symbol, statistic].filter(Boolean).join(', ')} is not computed: ${sentence(message)}`,
    );
  if (status.dead_letters > 0) {
    const reasons = Object.entries(status.dead_letters_by_reason ?? {}).map(([reason, n]) => `${reason} ${number(n)}`);
    add(
      'act',
      'DeadLetters',
      `${many(status.dead_letters, 'event')} ${status.dead_letters === 1 ? 'was refused and waits as a dead letter' : 'were refused and wait as dead letters'}: ${reasons.join(', ')}.`,
    );
  }
  const collected = new Set(collectors.map(({ symbol }) => symbol));
  const old = status.symbols.filter(
    (row) =>
      row['interval'] !== '1d' &&
      !collected.has(row['symbol']) &&
      secondsOf(row) > LATE_S &&
      secondsOf(row) < GIVEN_UP_S,
  );
  if (old.length > 0)
    add(
      'watch',
      'BarsOld',
      `No bar for more than 15 minutes of trading: ${listed(old.map(({ symbol }) => symbol))}. If they are pushed, ask their sender.`,
    );
  for (const { id, message } of (status.imports ?? []).filter(({ state }) => state === 'failed'))
    add('watch', null, `Import ${id} failed: ${sentence(message)}`);
  return [...problems.filter(({ level }) => level === 'act'), ...problems.filter(({ level }) => level === 'watch')];
}
