/** What the projector keeps up to date: a statistic's records, or the sessions themselves. */

import { DAY_FIELDS, dayRecords, PREVIOUS_MAX_DAYS } from '../market/sessions/figures.ts';
import type { Statistic } from '../statistics/statistic.ts';
import { SESSIONS, SESSIONS_DEFINITION, SESSIONS_TABLE } from './tables/schema.ts';

/** What records are computed and stored by: each statistic is one. */
export type Series = Pick<
  Statistic,
  | 'name'
  | 'title'
  | 'definitionNumber'
  | 'events'
  | 'storedSessions'
  | 'params'
  | 'fields'
  | 'key'
  | 'carried'
  | 'materialised'
  | 'reach'
  | 'compute'
>;

export const seriesUnitKey = (series: string, session: string, variant: string) => `${series}|${session}|${variant}`;

/** The series of the sessions: stored first, since everything else counts in them. */
export const sessionsSeries: Series = {
  name: SESSIONS,
  title: SESSIONS_TABLE.title,
  definitionNumber: SESSIONS_DEFINITION,
  params: {},
  fields: DAY_FIELDS,
  key: [],
  carried: [],
  materialised: () => [{}],
  // As far as a previous session may lie, so that the first look is enough.
  reach: () => ({ back: PREVIOUS_MAX_DAYS - 1, ahead: 0 }),
  compute(data, { session }, wanted) {
    const sessions = data.sessions(session);
    const first = sessions.length > 0 ? sessions.date[0] : Number.POSITIVE_INFINITY;
    const insufficientLookBack = !data.reachesStart && first > wanted.from - PREVIOUS_MAX_DAYS;
    return { records: dayRecords(sessions), insufficientLookBack };
  },
};
