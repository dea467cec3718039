/** Which conditions tell, at the time of the outcome, what nobody knew then. By the kinds of the fields alone. */

import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { TIMEFRAME_MIN, type Timeframe } from '../../market/candles.ts';
import { KNOWN_AT, type KnownAt } from '../../market/records/fields.ts';
import type { AnyValues } from '../../statistics/params.ts';
import type { Condition, Outcome, Reference } from './grammar.ts';

export interface LookAhead {
  readonly condition: Condition;
  readonly kind: KnownAt;
  readonly outcomeKind: KnownAt;
}

const later = (a: KnownAt, b: KnownAt) => (KNOWN_AT.indexOf(a) >= KNOWN_AT.indexOf(b) ? a : b);

/**
 * When what the reference looks at is known, seen from the session of the case.
 *
 * @param values of the statistic's parameters, defaults filled in
 */
export function kindOf(reference: Reference, values: AnyValues): KnownAt {
  const kind = ownKind(reference, values);
  if (kind === 'later') return kind;
  // Of its week a session sees what earlier sessions tell of it, all else is null.
  return reference.previous > 0 || reference.source.kind === 'week' ? 'before' : kind;
}

function ownKind({ source, of, field, filters }: Reference, values: AnyValues): KnownAt {
  if (of === 'record') return source.kind === 'session' ? 'open' : 'before';
  if (of === 'field') return field.knownAt ?? 'close';
  const minutes = TIMEFRAME_MIN[values['timeframe'] as Timeframe];
  // A daily candle ends with the session; a weekly one is dated by the week's first session and ends with its last.
  const formed = minutes > MINUTES_PER_DAY ? 'later' : minutes === MINUTES_PER_DAY ? 'close' : 'event';
  return filters.reduce<KnownAt>((kind, filter) => later(kind, filter.field.knownAt ?? 'later'), formed);
}

/** Conditions that look ahead of the outcome. */
export function lookAheads(
  conditions: readonly Condition[],
  outcome: Outcome,
  valuesOf: (reference: Reference) => AnyValues,
): LookAhead[] {
  const outcomeKind = kindOf(outcome.reference, valuesOf(outcome.reference));
  return conditions.flatMap((condition) => {
    const kind = kindOf(condition.reference, valuesOf(condition.reference));
    const ahead =
      kind === 'close' ||
      kind === 'later' ||
      (kind === 'event' && outcomeKind !== 'close') ||
      (kind === 'end_of_range' && outcomeKind === 'open');
    return ahead ? [{ condition, kind, outcomeKind }] : [];
  });
}

const MOMENTS: Readonly<Record<KnownAt, string>> = {
  before: 'before the session',
  open: 'at its open',
  end_of_range: 'when its range or candle is complete',
  event: 'when the event happens, or has not by the close',
  close: 'at its close',
  later: 'after the session',
};

/** The refusal in words: names both. */
export function lookAheadText({ condition, kind, outcomeKind }: LookAhead, outcome: Outcome): string {
  return (
    `${condition.reference.text} (${kind}: known ${MOMENTS[kind]}) looks ahead of ` +
    `${outcome.reference.text} (${outcomeKind}: known ${MOMENTS[outcomeKind]})`
  );
}
