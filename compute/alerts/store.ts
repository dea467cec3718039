/** Alerts and their calls in the store, and which alerts may call. */
import { hash } from 'node:crypto';
import { isoDate } from '../../lib/days.ts';
import type { Params } from '../../sql/formats/text.ts';
import type { Reader } from '../../sql/reader.ts';
import { defineTable, type RowOf } from '../../sql/table.ts';
import type { Adjustment } from '../market/bars.ts';
import type { SessionSpec } from '../market/sessions.ts';

/** What is evaluated of an alert's question. */
export interface AlertConditions {
  readonly among: string;
  readonly when: string;
  readonly session: SessionSpec;
  readonly adjustment: Adjustment;
}

export const alertsTable = defineTable('market_accounts.alerts', (c) => ({
  ...c.texts('account_id', 'id', 'name', 'saved_query'),
  /** Parameters of `/query` without the symbol, percent-encoded. */
  question: c.text('question'),
  conditions: c.json<AlertConditions>('conditions'),
  symbols: c.commaList('symbols'),
  /** Empty: the stream and the list of calls alone. */
  webhookUrl: c.text('webhook_url'),
  secret: c.text('secret'),
  previousSecret: c.text('previous_secret'),
  secretSinceMs: c.millis('secret_since'),
  paused: c.flag('is_paused'),
  createdAtMs: c.millis('created_at'),
  version: c.number('version'),
  deleted: c.flag('is_deleted'),
}));
export type Alert = RowOf<typeof alertsTable>;

export type CallState = 'pending' | 'delivered' | 'given_up' | 'recorded';

export const alertCallsTable = defineTable('market_accounts.alert_calls', (c) => ({
  /** Date of the session, days since the epoch. */
  sessionDay: c.day('session_date'),
  ...c.texts('account_id', 'alert_id', 'symbol', 'id'),
  /** JSON, as it is sent. */
  body: c.text('body'),
  recordedAtMs: c.millis('recorded_at'),
  state: c.oneOf<CallState>('state'),
  attempts: c.number('attempts'),
  nextAttemptAtMs: c.millisOrNull('next_attempt_at'),
  endedAtMs: c.millisOrNull('ended_at'),
  error: c.text('error'),
  version: c.number('version'),
}));
export type AlertCall = RowOf<typeof alertCallsTable>;

/** The same for the same alert, symbol and session, whichever process records the call, and however often. */
export function callId(alertId: string, symbol: string, sessionDay: number): string {
  return `call_${hash('sha256', `${alertId} ${symbol} ${isoDate(sessionDay)}`, 'hex').slice(0, 32)}`;
}

/** A call delivered is never undone by the record of an attempt that failed, nor by a second record of its beginning. */
export const versionOf = ({ state, attempts }: Pick<AlertCall, 'state' | 'attempts'>): number =>
  1 + attempts + (state === 'delivered' ? 2_000_000 : state === 'given_up' ? 1_000_000 : 0);

/** Of all accounts, by the time they were made. */
export const allAlerts = (reader: Pick<Reader, 'query'>): Promise<Alert[]> =>
  alertsTable.select(reader, 'FINAL ORDER BY created_at, id');

/** Calls of sessions from this day on, newest first. @param where conditions of their own, such as `AND id = {id:String}` */
export const callsSince = (
  reader: Pick<Reader, 'query'>,
  sessionDay: number,
  where: string,
  params: Params = {},
): Promise<AlertCall[]> =>
  alertCallsTable.select(
    reader,
    `FINAL WHERE session_date >= {from:Date} ${where} ORDER BY session_date DESC, recorded_at DESC, id`,
    { ...params, from: isoDate(sessionDay) },
  );

/** What of an account decides over its alerts. */
export interface AlertAccount {
  /** How many may call. */
  readonly alerts: number;
  /** First day of its history, days since the epoch; undefined: all. */
  readonly earliest: number | undefined;
  /** Only symbols that begin with it can be read; null: all. */
  readonly symbolPrefix: string | null;
}

export interface Standing {
  readonly state: 'active' | 'paused' | 'stopped';
  /** Why it is stopped; null where it is not. */
  readonly reason: string | null;
}

/**
 * Of one account's alerts, by the time they were made: the first that the plan allows may call.
 *
 * @param account null: it is gone, or has no token that is not revoked
 */
export function standings(alerts: readonly Pick<Alert, 'paused'>[], account: AlertAccount | null): Standing[] {
  return alerts.map(({ paused }, i) => {
    const stopped = (reason: string): Standing => ({ state: 'stopped', reason });
    if (account === null) return stopped('the account has no valid access token');
    if (account.alerts === 0) return stopped('the plan of the account includes no alerts');
    if (i >= account.alerts)
      return stopped(`the plan of the account includes ${account.alerts} alerts: older ones call`);
    return { state: paused ? 'paused' : 'active', reason: null };
  });
}
