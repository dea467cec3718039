/** What is kept in the store: a statistic's records per session window and variant. */
import type { SymbolMeta } from '../../market/sessions/build.ts';
import { type SessionSpec, STORED_SESSIONS, storedSession } from '../../market/sessions/spec.ts';
import type { AnyValues, ParamSet } from '../../statistics/params.ts';
import type { KernelParams, Statistic } from '../../statistics/statistic.ts';

/** A series of a symbol under one session window and one variant's values; plain data, so that a thread can be given it. */
export interface Unit {
  /** Name of the statistic, or SESSIONS. */
  readonly series: string;
  /** `default`, `extended`, `exchange`; news has no session and says `all`. */
  readonly session: string;
  readonly spec: SessionSpec;
  /** Label of the variant, such as `orb_minutes=5`; empty where all is at its default. */
  readonly variant: string;
  readonly values: AnyValues;
}

export const paramsOf = ({ spec, values }: Unit): KernelParams => ({ session: spec, values });

/** Materialised units of a statistic, or of the sessions, for a feed. */
export function unitsOf(
  statistic: Pick<Statistic, 'name' | 'params' | 'materialised' | 'storedSessions'>,
  meta: SymbolMeta,
): readonly Unit[] {
  const { name: series, params } = statistic;
  const variants = statistic.materialised(meta).map((values) => recordValues(params, values, meta.intervalMin));
  const sessions = Object.entries(statistic.storedSessions ?? STORED_SESSIONS);
  return sessions.flatMap(([session, spec]) =>
    variants.map((values) => ({ series, session, spec, values, variant: variantLabel(params, values) })),
  );
}

/** Values of the parameters that change records, defaults filled in. */
export function recordValues(params: ParamSet, values: AnyValues, intervalMin: number): AnyValues {
  const out: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(params)) {
    if (param.affects !== 'records') continue;
    out[name] = name in values ? values[name] : param.fit ? param.fit(intervalMin) : param.fallback;
  }
  return out;
}

/** `orb_minutes=5`: what differs from the plain defaults or is echoed; stable, also as a column of the tables. */
export function variantLabel(params: ParamSet, values: AnyValues): string {
  return Object.entries(params)
    .filter(([name, param]) => param.affects === 'records' && (param.echoed || values[name] !== param.fallback))
    .map(([name]) => `${name}=${values[name]}`)
    .join(',');
}

/** The window that its records are of, where this one is asked for. */
export function sessionOf({ storedSessions }: Pick<Statistic, 'storedSessions'>, session: SessionSpec): SessionSpec {
  return storedSessions ? Object.values(storedSessions)[0] : session;
}

/** The unit that holds the records of this window and these values, or null: then they are made on demand. */
export function unitFor(statistic: Statistic, meta: SymbolMeta, session: SessionSpec, values: AnyValues): Unit | null {
  const stored = statistic.storedSessions ? Object.keys(statistic.storedSessions)[0] : storedSession(session);
  if (stored === null) return null;
  const label = variantLabel(statistic.params, recordValues(statistic.params, values, meta.intervalMin));
  return unitsOf(statistic, meta).find((unit) => unit.session === stored && unit.variant === label) ?? null;
}
