/** The filters `direction` and `type`. */
import { filterRows, numbers, type RecordTable } from '../../market/records/table.ts';
import type { View } from '../statistic.ts';
import { DIRECTIONS, TYPES } from './fields.ts';
import type { BosValues } from './params.ts';

/** Whether a record of the view's range is of the direction and type asked for. */
export function filterOf({ records, values }: View<BosValues>): (row: number) => boolean {
  const direction = values.direction === undefined ? -1 : DIRECTIONS.indexOf(values.direction);
  const type = values.type === undefined ? -1 : TYPES.indexOf(values.type);
  const directions = numbers(records, 'direction');
  const types = numbers(records, 'type');
  return (row) => (direction === -1 || directions[row] === direction) && (type === -1 || types[row] === type);
}

export function filtered(view: View<BosValues>): RecordTable {
  return filterRows(view.records, filterOf(view));
}
