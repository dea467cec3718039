/** The same question of many symbols: a row each, false discoveries among them, and their order. Pure but for `scanRow`. */

import { ASSET_CLASSES, type AssetClass } from '../../../exchange/symbol.ts';
import { type Field, integer, number, oneOf, SYMBOL_FIELD, type Unit } from '../../market/fields.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import { comparison, type Found } from './ask.ts';
import { benjaminiHochberg } from './inference.ts';
import type { State } from './now.ts';
import type { Outcome } from './question.ts';

/** NaN is null. Of an event rates in percent, of a number means. */
export interface ScanRow {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly cases: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly baseCases: number;
  readonly base: number;
  readonly restCases: number;
  readonly rest: number;
  readonly difference: number;
  readonly differenceLow: number;
  readonly differenceHigh: number;
  readonly p: number;
  readonly q: number;
  readonly matches: State | null;
}

export function scanRow(
  { symbol, assetClass }: { symbol: string; assetClass: AssetClass },
  outcome: Outcome,
  { tally }: Found,
): ScanRow {
  const { cases, base, rest, difference, p } = comparison(outcome, tally);
  return {
    symbol,
    assetClass,
    cases: cases.cases,
    value: cases.value,
    low: cases.confidence.low,
    high: cases.confidence.high,
    baseCases: base.cases,
    base: base.value,
    restCases: rest.cases,
    rest: rest.value,
    difference: difference.value,
    differenceLow: difference.low,
    differenceHigh: difference.high,
    p,
    q: Number.NaN,
    matches: null,
  };
}

export const SORTS = {
  difference_low: 'differenceLow',
  difference: 'difference',
  outcome: 'value',
  outcome_low: 'low',
  base: 'base',
  cases: 'cases',
  p_value: 'p',
  q_value: 'q',
} as const satisfies Record<string, keyof ScanRow>;
export type Sort = keyof typeof SORTS;

/** Rows with enough cases, each with its q value among them, in order; nulls last, ties by symbol. */
export function ranked(rows: readonly ScanRow[], minCases: number, sort: Sort, order: 'asc' | 'desc'): ScanRow[] {
  const kept = rows.filter(({ cases }) => cases >= minCases);
  const qValues = benjaminiHochberg(kept.map(({ p }) => p));
  const sign = order === 'asc' ? 1 : -1;
  const key = SORTS[sort];
  return kept
    .map((row, i) => ({ ...row, q: qValues[i] }))
    .sort((a, b) => {
      const [x, y] = [a[key], b[key]];
      if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
      return (x === y || Number.isNaN(x) ? 0 : (x - y) * sign) || (a.symbol < b.symbol ? -1 : 1);
    });
}

const MATCHES = ['true', 'false', 'pending'] as const;

/** Fields of a row; `unit`: of the outcome. */
export function scanFields(outcome: 'rate' | 'mean', unit: Unit): readonly Field[] {
  const rates = outcome === 'rate';
  const name = (of: string) => (rates ? `${of}_pct` : of);
  const what = rates ? 'Rate' : 'Mean';
  return [
    integer('rank', 'count', 'Place in the order, from 1'),
    { ...SYMBOL_FIELD, constant: false },
    oneOf('asset_class', ASSET_CLASSES, 'Asset class of the symbol'),
    integer('cases', 'count', 'Sessions of which when holds and the outcome is known'),
    number(name(outcome), unit, `${what} of the outcome among the cases`),
    number(name(`${outcome}_low`), unit, 'Lower end of its 95 % interval'),
    number(name(`${outcome}_high`), unit, 'Upper end of its 95 % interval'),
    integer('base_cases', 'count', 'Cases and rest together'),
    number(name(`base_${outcome}`), unit, `${what} of the outcome among both`),
    integer('rest_cases', 'count', 'Sessions of which when does not hold and the outcome is known'),
    number(name(`rest_${outcome}`), unit, `${what} of the outcome among the rest`),
    number(name('difference'), unit, "The cases' minus the rest's"),
    number(name('difference_low'), unit, 'Lower end of its 95 % interval'),
    number(name('difference_high'), unit, 'Upper end of its 95 % interval'),
    number('p_value', 'ratio', rates ? "Fisher's exact test, two-sided" : "Welch's test, two-sided"),
    number('q_value', 'ratio', 'Rate of false discoveries among the symbols ranked (Benjamini and Hochberg)'),
    oneOf('matches', MATCHES, 'Whether the conditions hold now; null unless matching=now', { nullable: true }),
  ];
}

export function scanTable(rows: readonly ScanRow[], fields: readonly Field[]): RecordTable {
  const builder = new TableBuilder(fields, rows.length);
  const columns = fields.map(({ name }) => name);
  rows.forEach((row, i) => {
    const values = [
      ...[i + 1, row.symbol, ASSET_CLASSES.indexOf(row.assetClass), row.cases, row.value, row.low, row.high],
      ...[row.baseCases, row.base, row.restCases, row.rest, row.difference, row.differenceLow, row.differenceHigh],
      ...[row.p, row.q, row.matches === null ? Number.NaN : MATCHES.indexOf(String(row.matches) as 'true')],
    ];
    values.forEach((value, at) => {
      if (typeof value === 'string') builder.text(columns[at])[i] = value;
      else builder.column(columns[at])[i] = value;
    });
  });
  return builder.finish(rows.length);
}
