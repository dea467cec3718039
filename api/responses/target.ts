/** Which symbols a request is about, and whether their feeds take its parameters. */
import { hash } from 'node:crypto';
import type { SymbolInfo } from '../../compute/answers/answers.ts';
import type { Adjustment } from '../../compute/market/bars.ts';
import { type Timeframe, timeframeFits } from '../../compute/market/candles.ts';
import type { AnyValues } from '../../compute/statistics/params.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { type Problem, queryProblem } from '../errors.ts';
import { adaptedValues, plainValues } from '../query/adapt.ts';
import type { Prepared, PreparedOwn, PreparedStatistic } from '../query/prepare.ts';
import { incompatible, unknownSymbols } from '../query/question.ts';
import type { SymbolAnswers } from '../restricted.ts';
import { isOwn } from '../routes.ts';

export interface Target {
  /** Ascending by name; of one symbol just that. */
  readonly symbols: readonly SymbolInfo[];
  /** Of a question: the other symbols that it names, by their names there. */
  readonly others: ReadonlyMap<string, SymbolInfo>;
  /** The statistic's and the endpoint's values; over all symbols the defaults as they are. */
  readonly values: AnyValues;
  /** Parameters that do not fit the feed. */
  readonly problems: readonly Problem[];
  /** The first symbol asked for that nothing is stored about. */
  readonly unknown: string | null;
  /** Changes with everything that the answer depends on. */
  readonly version: string;
}

export async function findTarget(answers: SymbolAnswers, prepared: Prepared): Promise<Target> {
  const { route } = prepared;
  if (isOwn(route)) return findOwnTarget(answers, prepared as PreparedOwn);
  return findStatisticTarget(answers, prepared as PreparedStatistic);
}

/** Symbols of a question or of bars; those that parameters of a scan do not fit are left out when it is answered. */
async function findOwnTarget(
  answers: SymbolAnswers,
  { route, sent, symbols: names, question, adjustment }: PreparedOwn,
): Promise<Target> {
  const { found, unknown } = await findAll(answers, names);
  const assetClass = sent.get('asset_class');
  const all = route.kind === 'scan' && names.length === 0 ? await answers.symbols() : [...found.values()];
  const wanted = all
    .filter((symbol) => route.kind !== 'scan' || assetClass === undefined || symbol.assetClass === assetClass)
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const symbols = await adjusted(answers, wanted, adjustment);
  const others = await othersOf(answers, question, adjustment);
  const [one] = symbols;
  const wrong = route.kind === 'scan' || !one?.hasBars ? [] : problemsOf(route, sent, question, one, others);
  const problems = [...unknownSymbols(question, others), ...wrong];
  return { symbols, others, values: {}, problems, unknown, version: versionOf([...symbols, ...others.values()]) };
}

/** Those of which bars are stored. */
async function othersOf(
  answers: SymbolAnswers,
  question: PreparedOwn['question'],
  adjustment: Adjustment,
): Promise<Target['others']> {
  const names = question?.symbols ?? [];
  if (names.length === 0) return NO_OTHERS;
  const infos = await Promise.all(names.map((name) => answers.symbol(name)));
  const shown = await Promise.all(
    infos.map(async (info) => (info?.hasBars ? (await adjusted(answers, [info], adjustment))[0] : null)),
  );
  return new Map(names.flatMap((name, i) => (shown[i] ? [[name, shown[i]] as const] : [])));
}

const NO_OTHERS: Target['others'] = new Map();

/** Side by side: they are looked up with one statement. */
async function findAll(answers: SymbolAnswers, names: readonly string[], asWritten?: boolean) {
  const infos = await Promise.all(names.map((name) => answers.symbol(name, asWritten)));
  const found = new Map(infos.flatMap((info) => (info ? [[info.symbol, info] as const] : [])));
  return { found, unknown: names.find((_, i) => infos[i] === null) ?? null };
}

function problemsOf(
  route: PreparedOwn['route'],
  sent: PreparedOwn['sent'],
  question: PreparedOwn['question'],
  symbol: SymbolInfo,
  others: Target['others'],
): readonly Problem[] {
  if (route.kind !== 'bars') return incompatible(question, symbol, others);
  const { intervalMin } = symbol;
  const timeframe = sent.get('timeframe') as Timeframe | undefined;
  if (timeframe === undefined || timeframeFits(timeframe, intervalMin)) return [];
  const interval = formatInterval(intervalMin);
  return [
    queryProblem('timeframe', 'value_error', `Input should be a whole multiple of the base interval, ${interval}`),
  ];
}

async function findStatisticTarget(answers: SymbolAnswers, prepared: PreparedStatistic): Promise<Target> {
  const { route, sent, adjustment } = prepared;
  if (route.scope === 'universe') {
    const symbols = await adjusted(answers, await answers.symbols(), adjustment);
    const values = plainValues(route, sent);
    return { symbols, others: NO_OTHERS, values, problems: [], unknown: null, version: versionOf(symbols) };
  }
  const source = route.statistic.events?.sourceOf(plainValues(route, sent));
  const { found, unknown } = await findAll(answers, prepared.symbols, source === 'sentiment');
  const named = [...found.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const symbols = await adjusted(answers, named, adjustment);
  const intervals = symbols.filter((symbol) => symbol.hasBars).map((symbol) => symbol.intervalMin);
  const { values, problems } = adaptedValues(route, sent, intervals);
  return { symbols, others: NO_OTHERS, values, problems, unknown, version: versionOf(symbols) };
}

async function adjusted(
  answers: SymbolAnswers,
  symbols: readonly SymbolInfo[],
  adjustment: Adjustment,
): Promise<readonly SymbolInfo[]> {
  if (adjustment === 'splits') return symbols;
  const found: SymbolInfo[] = [];
  for (const symbol of symbols) found.push(await answers.adjusted(symbol, adjustment));
  return found;
}

function versionOf(symbols: readonly SymbolInfo[]): string {
  if (symbols.length === 1) return `${symbols[0].symbol}@${symbols[0].version}`;
  return hash('sha256', symbols.map(({ symbol, version }) => `${symbol}@${version}`).join(' '), 'base64url');
}
