/** What the projector keeps up to date: a statistic's records, or the sessions themselves. */

import type { SymbolMeta } from '../market/sessions/build.ts';
import { PREVIOUS_MAX_DAYS } from '../market/sessions/figures.ts';
import { STORED_SESSIONS } from '../market/sessions/spec.ts';
import { dayRecords } from '../statistics/days.ts';
import type { Computed, DateRange, Reach, Statistic, SymbolData } from '../statistics/statistic.ts';
import type { RecordsTable } from './tables/schema.ts';
import { recordsTable, SESSIONS, SESSIONS_DEFINITION, SESSIONS_TABLE } from './tables/schema.ts';
import { type Unit, unitsOf } from './tables/units.ts';

export interface Series {
  readonly name: string;
  readonly table: RecordsTable;
  /** Its records are of news, and change with them. */
  readonly events: Statistic['events'];
  readonly definition: number;
  readonly carried: readonly string[];
  units(meta: SymbolMeta): readonly Unit[];
  reach(unit: Unit, meta: SymbolMeta): Reach;
  compute(data: SymbolData, unit: Unit, wanted: DateRange): Computed;
}

export const seriesUnitKey = (series: string, session: string, variant: string) => `${series}|${session}|${variant}`;

/** The series of the sessions: stored first, since everything else counts in them. */
export const sessionsSeries: Series = {
  name: SESSIONS,
  table: SESSIONS_TABLE,
  events: undefined,
  definition: SESSIONS_DEFINITION,
  carried: [],
  units: () =>
    Object.entries(STORED_SESSIONS).map(([session, spec]) => ({
      ...{ series: SESSIONS, session, spec },
      ...{ variant: '', values: {} },
    })),
  // As far as a previous session may lie, so that the first look is enough.
  reach: () => ({ back: PREVIOUS_MAX_DAYS - 1, ahead: 0 }),
  compute(data, unit, wanted) {
    const sessions = data.sessions(unit.spec);
    const first = sessions.length > 0 ? sessions.date[0] : Number.POSITIVE_INFINITY;
    const insufficientLookBack = !data.reachesStart && first > wanted.from - PREVIOUS_MAX_DAYS;
    return { records: dayRecords(sessions), insufficientLookBack };
  },
};

export function seriesOf(statistic: Statistic): Series {
  return {
    name: statistic.name,
    table: recordsTable(statistic),
    events: statistic.events,
    definition: statistic.definitionNumber,
    carried: statistic.carried,
    units: (meta) => unitsOf(statistic, meta),
    reach: (unit, meta) => statistic.reach({ session: unit.spec, values: unit.values }, meta),
    compute: (data, unit, wanted) => statistic.compute(data, { session: unit.spec, values: unit.values }, wanted),
  };
}
