/** The same question of many symbols: a row each, false discoveries among them, and their order. Pure but for `scanRow`. */

import { ASSET_CLASSES, type AssetClass } from '../../../exchange/symbol.ts';
import { type Field, integer, json, number, oneOf, SYMBOL_FIELD, type Unit } from '../../market/fields.ts';
import { type RecordTable, TableBuilder } from '../../market/records.ts';
import { comparison, type Found } from './ask.ts';
import { benjaminiHochberg } from './inference.ts';
import type { Now, State } from './now.ts';
import type { Outcome } from './question.ts';

/** NaN is null. Of an event rates in percent, of a number means. */
export interface ScanRow extends ReturnType<typeof comparison> {
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly q: number;
  readonly matches: State | null;
  readonly now: Pick<Now, 'date' | 'as_of'> | null;
}

export function scanRow(
  { symbol, assetClass }: { symbol: string; assetClass: AssetClass },
  outcome: Outcome,
  { tally }: Found,
): ScanRow {
  return { symbol, assetClass, ...comparison(outcome, tally), q: Number.NaN, matches: null, now: null };
}

export const SORTS = {
  difference_low: ({ difference }) => difference.low,
  difference: ({ difference }) => difference.value,
  outcome: ({ cases }) => cases.value,
  outcome_low: ({ cases }) => cases.confidence.low,
  base: ({ base }) => base.value,
  cases: ({ cases }) => cases.cases,
  p_value: ({ p }) => p,
  q_value: ({ q }) => q,
} as const satisfies Record<string, (row: ScanRow) => number>;
export type Sort = keyof typeof SORTS;

/** Rows with enough cases, each with its q value among them, in order; nulls last, ties by symbol. */
export function ranked(rows: readonly ScanRow[], minCases: number, sort: Sort, order: 'asc' | 'desc'): ScanRow[] {
  const kept = rows.filter(({ cases }) => cases.cases >= minCases);
  const qValues = benjaminiHochberg(kept.map(({ p }) => p));
  const sign = order === 'asc' ? 1 : -1;
  const key: (row: ScanRow) => number = SORTS[sort];
  return kept
    .map((row, i) => ({ ...row, q: qValues[i] }))
    .sort((a, b) => {
      const [x, y] = [key(a), key(b)];
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
    json(
      'now',
      'Date of the session that matches is of, and the end of the last stored bar (as_of); null like matches',
      {
        nullable: true,
      },
    ),
  ];
}

export function scanTable(rows: readonly ScanRow[], fields: readonly Field[]): RecordTable {
  const builder = new TableBuilder(fields, rows.length);
  const columns = fields.flatMap(({ name }) => (name === 'now' ? [] : [name]));
  rows.forEach(({ symbol, assetClass, cases, base, rest, difference, p, q, matches, now }, i) => {
    builder.text('now')[i] = now && JSON.stringify(now);
    const values = [
      i + 1,
      symbol,
      ASSET_CLASSES.indexOf(assetClass),
      cases.cases,
      cases.value,
      cases.confidence.low,
      cases.confidence.high,
      base.cases,
      base.value,
      rest.cases,
      rest.value,
      difference.value,
      difference.low,
      difference.high,
      p,
      q,
      matches === null ? Number.NaN : MATCHES.indexOf(String(matches) as 'true'),
    ];
    values.forEach((value, at) => {
      if (typeof value === 'string') builder.text(columns[at])[i] = value;
      else builder.column(columns[at])[i] = value;
    });
  });
  return builder.finish(rows.length);
}
