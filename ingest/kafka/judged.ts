/** Pushed events that were judged, as they go into the log. */
import { type EventRow, type IdRow, isNews, type LandingTable } from '../contract/index.ts';
import type { LogEvent } from '../landing/index.ts';
import { keyOf } from '../landing/stored.ts';
import { HEADERS } from './events.ts';
import type { OutgoingRecord } from './port.ts';

export interface Judged {
  readonly event: LogEvent;
  readonly row: EventRow;
}

/** Parts of a batch in which no news has versions of both kinds, so that the parts' order is that of its versions. */
export function unmixed(accepted: readonly Judged[]): Judged[][] {
  const parts: Judged[][] = [];
  let part: Judged[] = [];
  let kinds = new Map<string, LandingTable>();
  for (const judged of accepted) {
    const { row } = judged;
    const key = isNews(row.table) ? keyOf(row) : null;
    if (key !== null && (kinds.get(key) ?? row.table) !== row.table) {
      parts.push(part);
      part = [];
      kinds = new Map();
    }
    if (key !== null) kinds.set(key, row.table);
    part.push(judged);
  }
  return [...parts, part];
}

export function outgoing({ event, row }: Judged): OutgoingRecord {
  const { source, position, value, importId, restores } = event;
  const headers = {
    ...(source === undefined ? {} : { [HEADERS.source]: source }),
    ...(position === undefined ? {} : { [HEADERS.position]: position }),
    ...(importId ? { [HEADERS.importId]: importId } : {}),
    ...(restores ? { [HEADERS.restores]: '1' } : {}),
  };
  return { key: row.symbol || (row as IdRow).id, value, headers };
}
