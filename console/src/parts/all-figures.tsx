/** Lists every value of a summary with all digits, which the pictures round. */
import { number } from '../core/format.ts';
import type { Cell } from '../core/summary.ts';
import { Grid } from './scroll.tsx';

export function AllFigures({ cells }: { cells: readonly Cell[] }) {
  return (
    <details class="all-figures">
      <summary>All {number(cells.length)} figures as answered</summary>
      <Grid tall name="All figures" heads={['Figure', 'Value', 'Unit', 'n', '95 % interval', 'What it is']}>
        {cells.map(({ path, value, unit, n, low, high, help }) => (
          <tr key={path}>
            <th scope="row">
              <code>{path}</code>
            </th>
            <td>{value === null ? 'null' : String(value)}</td>
            <td>{unit === 'none' ? '' : unit}</td>
            <td>{n ?? ''}</td>
            <td>{low === null ? '' : `${low} to ${high}`}</td>
            <td class="text">{help}</td>
          </tr>
        ))}
      </Grid>
    </details>
  );
}
