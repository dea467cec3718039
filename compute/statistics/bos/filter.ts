/** The filters `direction` and `type`. */
import { filterRows, numbers, type RecordTable } from '../../market/records/table.ts';
import type { View } from '../statistic.ts';
import { DIRECTIONS, TYPES } from './fields.ts';

/** Whether a record of the view's range is of the direction and type asked for. */
export function filterOf(view: View): (row: number) => boolean {
  const direction = DIRECTIONS.indexOf(view.values['direction']);
  const type = TYPES.indexOf(view.values['type']);
  const directions = numbers(view.records, 'direction');
  const types = numbers(view.records, 'type');
  return (row) => (direction === -1 || directions[row] === direction) && (type === -1 || types[row] === type);
}

export function filtered(view: View): RecordTable {
  return filterRows(view.records, filterOf(view));
}
