/** Which part of the day a statistic looks at: the request's window, resolved to clock minutes. */
import type { AssetClass } from '../../../exchange/symbol.ts';

export type SessionMode = 'default' | 'extended' | 'exchange' | 'custom';

/**
 * A session window as asked for. `startMin` and `endMin` are UTC minutes of the day and rule in modes `default` and
 * `custom` (end 1440 = 24:00; an end at or before the start crosses midnight); `exchange` and `extended` follow the
 * New York clock for equities and ETFs.
 */
export interface SessionSpec {
  readonly mode: SessionMode;
  readonly startMin: number;
  readonly endMin: number;
  readonly startExplicit: boolean;
  /** Extended bars of equities and ETFs exist for the statistic. */
  readonly extended: boolean;
}

export const DEFAULT_START_MIN = 13 * 60 + 30;
export const DEFAULT_END_MIN = 20 * 60;

export const DEFAULT_SESSION: SessionSpec = {
  mode: 'default',
  startMin: DEFAULT_START_MIN,
  endMin: DEFAULT_END_MIN,
  startExplicit: false,
  extended: false,
};
export const EXTENDED_SESSION: SessionSpec = { ...DEFAULT_SESSION, mode: 'extended', extended: true };
export const EXCHANGE_SESSION: SessionSpec = { ...DEFAULT_SESSION, mode: 'exchange' };

/** The sessions whose records are kept in the store, by the name they have there. */
export const STORED_SESSIONS: Readonly<Record<'default' | 'extended' | 'exchange', SessionSpec>> = {
  default: DEFAULT_SESSION,
  extended: EXTENDED_SESSION,
  exchange: EXCHANGE_SESSION,
};

export interface SessionRequest {
  startMin?: number;
  endMin?: number;
  exchange: boolean;
  extended: boolean;
}

/** Any explicit time wins (the missing one keeps its default), then `session=exchange`, then extended hours. */
export function sessionSpec(request: SessionRequest): SessionSpec {
  const { startMin, endMin, exchange, extended } = request;
  if (startMin !== undefined || endMin !== undefined) {
    // `00:00` as an end is the end of the day and does not cross midnight.
    const end = endMin === undefined ? DEFAULT_END_MIN : endMin === 0 ? 1440 : endMin;
    return {
      mode: 'custom',
      startMin: startMin ?? DEFAULT_START_MIN,
      endMin: end,
      startExplicit: startMin !== undefined,
      extended,
    };
  }
  if (exchange) return { ...EXCHANGE_SESSION, extended };
  return extended ? EXTENDED_SESSION : DEFAULT_SESSION;
}

/** The windows that differ from day to day with New York's clock. */
export function followsNewYork(spec: SessionSpec, assetClass: AssetClass): boolean {
  return assetClass !== 'crypto' && (spec.mode === 'exchange' || spec.mode === 'extended');
}

/** UTC minutes of the day `[start, end)` of a window that does not follow New York. */
export function utcWindow(spec: SessionSpec, assetClass: AssetClass): { startMin: number; endMin: number } {
  if (spec.mode === 'extended' && assetClass === 'crypto') return { startMin: 0, endMin: 1440 };
  return { startMin: spec.startMin, endMin: spec.endMin };
}

export function sessionKey(spec: SessionSpec): string {
  return `${spec.mode}:${spec.startMin}:${spec.endMin}:${spec.startExplicit ? 1 : 0}:${spec.extended ? 1 : 0}`;
}

/**
 * Name under which this window's records are in the store, or `null`. The plain window written out is the default
 * one; extended bars are outside the exchange window, so asking for both changes nothing.
 */
export function storedSession(spec: SessionSpec): 'default' | 'extended' | 'exchange' | null {
  if (spec.mode === 'exchange' || spec.mode === 'default' || spec.mode === 'extended') return spec.mode;
  const plain = spec.startMin === DEFAULT_START_MIN && spec.endMin === DEFAULT_END_MIN && !spec.extended;
  return plain ? 'default' : null;
}
