/** What became of the adjustment asked for. */
import type { SymbolInfo } from '../../compute/answers/answers.ts';
import type { Adjustment, Split } from '../../compute/market/bars.ts';
import { isoDate } from '../../lib/days.ts';

export const APPLIED = ['none', 'splits', 'all'] as const;

export interface AdjustmentShown {
  readonly requested: Adjustment;
  /** none: prices and volumes are as they were landed; all: for dividends, too. */
  readonly applied: (typeof APPLIED)[number];
  readonly note: string;
}

/** `2020-08-31 4:1`; of a reverse split `2020-08-31 1:10`. */
const splitShown = ({ day, ratio }: Split) =>
  `${isoDate(day)} ${ratio >= 1 ? `${Number(ratio.toPrecision(6))}:1` : `1:${Number((1 / ratio).toPrecision(6))}`}`;

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** @param symbols as they were asked for: see `Answers.adjusted` */
export function adjustmentShown(requested: Adjustment, symbols: readonly SymbolInfo[]): AdjustmentShown {
  const withSplits = symbols.filter(({ splits }) => splits !== undefined && splits.length > 0);
  if (requested === 'raw') return { requested, applied: 'none', note: 'prices and volumes are as they were landed' };
  const forAll = symbols.filter(({ adjusted }) => adjusted?.to === 'all');
  if (withSplits.length + forAll.length === 0) {
    const note = 'no corporate action that changes them is stored: prices and volumes are as they were landed';
    return { requested, applied: 'none', note };
  }
  const [one] = symbols;
  const splits =
    symbols.length > 1
      ? `the splits of ${count(withSplits.length, 'symbol')}`
      : `${count(one.splits?.length ?? 0, 'split')}${withSplits.length > 0 ? ` (${one.splits!.map(splitShown).join(', ')})` : ''}`;
  if (forAll.length === 0) return { requested, applied: 'splits', note: `adjusted for ${splits}` };
  const paid = symbols.length > 1 ? `the dividends of ${count(forAll.length, 'symbol')}` : 'cash dividends';
  return { requested, applied: 'all', note: `adjusted for ${splits} and for ${paid}` };
}
