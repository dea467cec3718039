/** Lists of statistics over several symbols. */
import { BarsUsed, type SymbolInfo, type ViewAnswer } from '../../compute/answers/answers.ts';
import { firstDayOf } from '../../compute/answers/symbols.ts';
import { isEmptyRange, type ResolvedRange, resolveRange } from '../../compute/evaluation/range.ts';
import { dateOfBar, emptyDateWarning } from '../../compute/evaluation/warnings.ts';
import { DAY_FIELDS } from '../../compute/market/candles.ts';
import {
  concatTables,
  type RecordTable,
  TableBuilder,
  texts,
  topRows,
  withColumns,
} from '../../compute/market/records.ts';
import { distinctWarnings, type Warning } from '../../compute/market/warning.ts';
import type { AnyValues } from '../../compute/statistics/params.ts';
import type { ListEndpoint, Statistic } from '../../compute/statistics/statistic.ts';
import { Turns } from '../../lib/async.ts';
import { getOrMake, grouped } from '../../lib/collections.ts';
import { isoDate } from '../../lib/days.ts';
import { unfitParameter } from '../query/feed.ts';
import { rangeRequest } from '../query/request.ts';
import { type AnswerBody, listBody } from '../responses/body.ts';
import { bySymbol, countedSymbols, inTurns, latestOf, namedSymbols, sourceOf, together } from '../responses/many.ts';
import { ignoredWarnings, metadataOf, rangeShown } from '../responses/metadata.ts';
import type { DataRequest, DataRoute, Job, Services, Target } from '../route.ts';
import { echoed, limitOf } from './one-symbol.ts';

/** A symbol's rows that can be in the answer. */
interface Part extends Pick<ViewAnswer, 'source' | 'warnings'> {
  readonly rows: RecordTable;
  /** The symbol has sessions in the range. */
  readonly inside: boolean;
}

const ROWS_AT_A_TIME = 2_000;

export async function answerMany(
  { statistic, endpoint }: { statistic: Statistic; endpoint: ListEndpoint },
  { request, target, earliest, format, expired }: Job,
  { answers, parts }: Services,
): Promise<AnswerBody> {
  const { route, session } = request;
  const { values } = target;
  const named = bySymbol(target.symbols);
  const isOfAll = route.scope === 'universe';
  const symbols = named.filter(
    ({ hasBars, intervalMin }) => hasBars && !(isOfAll && unfitParameter(route, values, intervalMin)),
  );
  const barsUsed = new BarsUsed();
  const asked = (symbol: SymbolInfo) => ({ statistic, symbol, session, values, barsUsed });
  const requested = rangeRequest(request, symbols.map(firstDayOf), earliest);
  const latest = () => inTurns(symbols, expired, (symbol) => answers.latest(asked(symbol))).then(latestOf);
  const end = requested.date ?? requested.endDate ?? (await latest());
  const range = resolveRange(requested, end ?? Number.NaN);
  const [order, limit] = [endpoint.order(values), limitOf(values)];
  // Omitted parameters adapt to the feeds of all symbols, so the values belong to the key.
  const key = `${request.key} ${JSON.stringify(values)} ${end} ${earliest}`;
  const found = end === null ? [] : await inTurns(symbols, expired, partOf);

  const inside = new Set(symbols.filter((_, i) => found[i]?.inside));
  const rows = await firstRows();
  const shown = new Set(texts(rows, 'symbol'));
  const warnings = symbols.flatMap(({ symbol }, i) =>
    shown.has(symbol) ? found[i].warnings.map((warning) => ({ symbol, warning })) : [],
  );
  const outside = named.filter((symbol) => !inside.has(symbol)).map(({ symbol }) => symbol);
  const metadata = metadataOf(request, {
    symbols: isOfAll ? symbols : named,
    range,
    warnings: [
      ...(isOfAll
        ? tooCoarseWarnings(route, named, () => values)
        : [...chosenWarnings(request, values), ...outsideWarnings(outside, range)]),
      ...(inside.size > 0 ? [] : emptyDateWarnings(statistic, symbols, range)),
      ...together(warnings),
      ...seriesLeftOut(target),
      ...ignoredWarnings(request),
    ],
  });
  return listBody({
    format,
    source: sourceOf(found),
    fields: endpoint.fieldsFor?.(values) ?? endpoint.fields,
    rows,
    symbol: '',
    head: { ...rangeShown(range), ...echoed(route.own, values) },
    metadata,
  });

  async function partOf(symbol: SymbolInfo): Promise<Part> {
    const partKey = `${key} ${symbol.symbol}@${symbol.version}`;
    const cached = parts.get(partKey);
    if (cached) return cached as Part;
    const view = { ...asked(symbol), range: { ...requested, endDate: end ?? undefined } };
    const { view: seen, source, warnings } = await answers.view(view);
    const rows = topRows(endpoint.fields, endpoint.rows(seen), order, limit);
    const named = withColumns(rows, { symbol: new Array(rows.length).fill(symbol.symbol) });
    const part = { rows: named, inside: seen.days.length > 0, source, warnings };
    parts.set(partKey, part, { size: bytesOf(named) });
    return part;
  }

  /**
   * Returns the first rows of all parts, one batch at a time, and yields to other requests in between. Earlier rows come
   * before the next batch, so equal rows stay in the order of their symbols.
   */
  async function firstRows(): Promise<RecordTable> {
    const turns = new Turns();
    let first: RecordTable = withColumns(new TableBuilder(endpoint.fields, 0).finish(0), { symbol: [] });
    let batch: RecordTable[] = [];
    let length = 0;
    for (const [i, part] of found.entries()) {
      batch.push(part.rows);
      length += part.rows.length;
      // Without a limit there is nothing to drop on the way.
      if (i < found.length - 1 && (length < ROWS_AT_A_TIME || limit === Number.POSITIVE_INFINITY)) continue;
      first = topRows(endpoint.fields, concatTables([first, ...batch]), order, limit);
      batch = [];
      length = 0;
      await turns.next();
    }
    return first;
  }
}

/** Warns, once per asset class, of a requested date on which no symbol has a session. */
function emptyDateWarnings(statistic: Statistic, symbols: readonly SymbolInfo[], { wanted }: ResolvedRange): Warning[] {
  if (isEmptyRange(wanted)) return [];
  const last = latestOf(symbols.map((symbol) => dateOfBar(symbol.lastBar, symbol)));
  const empty = { range: wanted, days: new TableBuilder(DAY_FIELDS, 0).finish(0) };
  return distinctWarnings(symbols.flatMap((symbol) => emptyDateWarning(statistic, symbol, empty, last)));
}

function bytesOf(table: RecordTable): number {
  return 500 + Object.keys(table.columns).length * (100 + 16 * table.length);
}

/** Warns of symbols without a series at the interval asked for. */
export function seriesLeftOut({ leftOut }: Target): Warning[] {
  if (leftOut.length === 0) return [];
  const text = `${countedSymbols(leftOut)} left out, without bars at this interval: ${namedSymbols(leftOut)}`;
  return [{ code: 'symbols_left_out', text }];
}

/** @param valuesFor what the parameters are on a feed */
export function tooCoarseWarnings(
  route: DataRoute,
  symbols: readonly SymbolInfo[],
  valuesFor: (intervalMin: number) => AnyValues,
): Warning[] {
  const reasons = new Map<number, string>();
  const reasonOf = ({ intervalMin }: SymbolInfo) =>
    getOrMake(reasons, intervalMin, () => {
      const values = valuesFor(intervalMin);
      const name = unfitParameter(route, values, intervalMin);
      return name === null || values[name] == null ? (name ?? '') : `${name}=${values[name]}`;
    });
  const leftOut = grouped(
    symbols.filter((one) => one.hasBars && reasonOf(one) !== ''),
    reasonOf,
  );
  return [...leftOut].map(([reason, some]): Warning => {
    const names = some.map(({ symbol }) => symbol);
    const text = `${countedSymbols(names)} left out, whose bars are too coarse for ${reason} or do not add up to it: ${namedSymbols(names)}`;
    return { code: 'symbols_left_out', text };
  });
}

/** Warns of requested symbols that have no session in the range. */
function outsideWarnings(names: readonly string[], { wanted }: ResolvedRange): Warning[] {
  if (names.length === 0 || isEmptyRange(wanted)) return [];
  const range = Number.isFinite(wanted.from) && Number.isFinite(wanted.to);
  const where = range ? ` from ${isoDate(wanted.from)} to ${isoDate(wanted.to)}` : '';
  const text = `${countedSymbols(names)} without a session${where}: ${namedSymbols(names)}`;
  return [{ code: 'symbols_without_session', text }];
}

/** Warns of omitted parameters whose default does not fit a feed. */
function chosenWarnings({ route, sent }: DataRequest, values: AnyValues): Warning[] {
  return Object.entries(route.own).flatMap(([name, { fit, fallback }]): Warning[] => {
    if (!fit || sent.has(name) || values[name] === fallback || values[name] === undefined) return [];
    const text = `${name}=${values[name]} was chosen: the default, ${fallback}, does not fit the bars of all symbols`;
    return [{ code: 'value_chosen', text }];
  });
}
