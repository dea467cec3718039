/** What became of the adjustment asked for. */
import type { Adjustment } from '../../compute/answers/query/ask.ts';

export interface AdjustmentShown {
  readonly requested: Adjustment;
  /** Of the corporate actions stored. */
  readonly applied: 'none';
  readonly note: string;
}

export const adjustmentShown = (requested: Adjustment): AdjustmentShown => ({
  requested,
  applied: 'none',
  note: 'no corporate actions are stored: prices and volumes are as they were landed, whatever the adjustment',
});
