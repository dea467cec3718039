/** Every value of a summary with its whole digits: the pictures leave nothing out. */
import { number } from '../core/format.ts';
import type { Cell } from '../core/summary.ts';
import { Scroll } from './scroll.tsx';

export function AllFigures({ cells }: { cells: readonly Cell[] }) {
  return (
    <details class="all-figures">
      <summary>All {number(cells.length)} figures as answered</summary>
      <Scroll tall name="All figures">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">Value</th>
              <th scope="col">Unit</th>
              <th scope="col">n</th>
              <th scope="col">95 % interval</th>
              <th scope="col">What it is</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}
