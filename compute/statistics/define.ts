/**
 * `defineStatistic`: a statistic from what is particular to it. Its parameters give their types to its kernel, lists
 * and summary; everything that most statistics have in common has a default.
 */

import type { SymbolMeta } from '../market/bars.ts';
import { checkMoments, type Field, integer, lookBackNames, number, text } from '../market/fields.ts';
import { numbers, type OrderKey, type RecordTable } from '../market/records.ts';
import type { SymbolData } from '../market/symbol-data.ts';
import type { Warning } from '../market/warning.ts';
import { completeOnly, type Figures, onWeekdays, Rates } from './figures.ts';
import type { AnyValues, ParamSet, Values } from './params.ts';
import type {
  Computed,
  DateRange,
  Endpoint,
  EventBasis,
  KernelParams,
  ListEndpoint,
  Reach,
  Statistic,
  SummaryEndpoint,
  View,
} from './statistic.ts';

/** `V`: values of the statistic's parameters and the list's own. */
export interface ListInit<V>
  extends Partial<Pick<ListEndpoint, 'path' | 'fields' | 'scope' | 'paged' | 'defaultLimit' | 'defaultOrder'>> {
  readonly oneDate?: boolean;
  /** Default: the records asked for (`choose`); complete ones alone where the list is not paged. */
  rows?(view: View<V>): RecordTable;
  fieldsFor?(values: V): readonly Field[];
  /** Default: as the rows come, by date. */
  order?(values: V): readonly OrderKey[];
}

/** Makes endpoints whose functions know the types of the parameters `P`. */
export interface EndpointMakers<P extends ParamSet> {
  /** All records of the range, paged, oldest first unless `defaultOrder` says otherwise. */
  raw<T extends ParamSet = P>(
    description: string,
    init?: ListInit<Values<P & T>> & { readonly params?: T },
  ): ListEndpoint;
  /** `/top`, or another list of the first few: `params` are its own, a `limit` among them. */
  top<T extends ParamSet>(description: string, params: T, init: ListInit<Values<P & T>>): ListEndpoint;
  /**
   * `/summary`: all keys but `symbol`, `confidence` and `time_window`, which stand around them, and `sample_size`, which
   * comes last: the complete records asked for, unless it says otherwise or the figures have their own.
   */
  summary<S extends ParamSet = P>(
    description: string,
    figures: Figures,
    init?: {
      readonly path?: string;
      readonly params?: S;
      /** Default: the complete records asked for. */
      rows?(view: View<Values<P & S>>): RecordTable;
      sampleSize?(rows: RecordTable): number;
    },
  ): SummaryEndpoint;
}

/** What has a default, and what `Definition` gives the types of the parameters to. */
type Defaults = 'definitionNumber' | 'key' | 'carried';
type Typed = 'params' | 'events' | 'materialised' | 'reach' | 'compute' | 'olderFields' | 'warnings';

export interface Definition<P extends ParamSet>
  extends Omit<Statistic, Typed | Defaults | 'endpoints' | 'summary'>,
    Partial<Pick<Statistic, Defaults>> {
  readonly params: P;
  readonly events?: EventBasis<Values<P>>;
  /** Records that a request asks for, of those of its range. Default: those on its weekdays, where `weekday` is one. */
  choose?(view: View<Values<P>>): RecordTable;
  /** Default: the variant of the default values alone. */
  materialised?(meta: SymbolMeta): readonly Partial<Values<P>>[];
  /** Default: the session before. */
  reach?(params: KernelParams<Values<P>>, meta: SymbolMeta): Reach;
  compute(data: SymbolData, params: KernelParams<Values<P>>, wanted: DateRange): Computed;
  /** Default: by `prev_date`, where there are `lookBack` fields and that one. */
  olderFields?(view: View<Values<P>>, earliest: number): (row: number) => readonly string[];
  warnings?(view: View<Values<P>>): readonly Warning[];
  /** In the order of the documentation; one of them is the summary. */
  endpoints(make: EndpointMakers<P>): readonly Endpoint[];
}

export function defineStatistic<P extends ParamSet>(definition: Definition<P>): Statistic {
  const { fields } = definition;
  const names = fields.map(({ name }) => name);
  if (definition.recordOf) checkMoments(fields);
  const choose = definition.choose ?? selected;
  const endpoints = definition.endpoints(makersFor(fields, choose as typeof selected));
  const summary = endpoints.find((endpoint): endpoint is SummaryEndpoint => endpoint.kind === 'summary');
  if (!summary) throw new Error(`the statistic '${definition.name}' has no summary`);
  const looksBack = lookBackNames(fields);
  return {
    definitionNumber: 1,
    key: [],
    carried: [],
    materialised: () => [{}],
    reach: () => ({ back: 1, ahead: 0 }),
    ...(looksBack.length > 0 && names.includes('prev_date') ? { olderFields: byPreviousDate(looksBack) } : {}),
    ...(definition as Omit<Definition<ParamSet>, 'endpoints' | 'choose'>),
    endpoints,
    summary,
  };
}

/** Records on the weekdays asked for, where the statistic has that parameter. */
export const selected = ({ records, values }: View): RecordTable =>
  onWeekdays(records, values['weekday'] as number | undefined);

// Values are parsed by the very parameters that give them their types: here, and nowhere else, that is taken on trust.
function makersFor<P extends ParamSet>(
  fields: readonly Field[],
  choose: (view: View) => RecordTable,
): EndpointMakers<P> {
  const list = (paged: boolean, description: string, params: ParamSet, init: ListInit<AnyValues>): ListEndpoint => ({
    kind: 'list',
    path: paged ? '' : '/top',
    description,
    params,
    fields,
    scope: 'symbol',
    paged,
    rows: paged ? choose : (view) => completeOnly(choose(view)),
    order: () => [],
    ...init,
  });
  return {
    raw: (description, init = {}) => list(true, description, {}, init as ListInit<AnyValues>),
    top: (description, params, init) => list(false, description, params, init as ListInit<AnyValues>),
    summary(description, { fields: summaryFields, of }, init = {}) {
      const { path = '/summary', params = {}, sampleSize = ({ length }: RecordTable) => length } = init;
      const rowsOf = (init.rows as typeof choose | undefined) ?? ((view: View) => completeOnly(choose(view)));
      return {
        kind: 'summary',
        path,
        description,
        params,
        fields: [...SUMMARY_COMMON, ...summaryFields],
        summarize(view) {
          const rates = new Rates();
          const rows = rowsOf(view);
          const own = of(rows, rates, '', view);
          const figures = 'sample_size' in own ? own : { ...own, sample_size: sampleSize(rows) };
          const { symbol } = view.meta;
          return { symbol, ...figures, confidence: rates.confidence, time_window: view.timeWindow };
        },
      };
    },
  };
}

/** Of records that all look back at the session dated in `prev_date`. */
const byPreviousDate =
  (fields: readonly string[]): NonNullable<Statistic['olderFields']> =>
  ({ records }, earliest) => {
    const dates = numbers(records, 'prev_date');
    return (row) => (dates[row] < earliest ? fields : []);
  };

export const SUMMARY_COMMON: readonly Field[] = [
  text('symbol', 'Canonical symbol'),
  text('time_window', 'The window asked for, or custom'),
  integer('sample_size', 'count', 'The count that the rates of the summary rest on'),
  integer('confidence.*.n', 'count', 'Cases behind the rate with this dotted path'),
  number('confidence.*.low', 'pct', 'Lower bound of the Wilson 95 % interval; null at n = 0'),
  number('confidence.*.high', 'pct', 'Upper bound of the Wilson 95 % interval; null at n = 0'),
];
