/** A list of which the answer holds a part: the rest is fetched on demand, and nothing ends silently. */
import { useState } from 'preact/hooks';
import { ask, Refused } from '../core/client.ts';
import { number } from '../core/format.ts';

interface Page {
  readonly metadata: { readonly next_cursor?: string | null };
}

export interface Rest<R> {
  readonly rows: readonly R[];
  /** Undefined where there is no more. */
  readonly load: (() => Promise<void>) | undefined;
  readonly problem: string;
}

/** @param address of the answer: a cursor continues that very request, its order included */
export function useRest<P extends Page, R>(answer: P, address: string, rowsIn: (page: P) => readonly R[]): Rest<R> {
  const [held, hold] = useState({ rows: rowsIn(answer), cursor: answer.metadata.next_cursor });
  const [problem, tell] = useState('');
  const { rows, cursor } = held;
  const load = async () => {
    try {
      const { body } = await ask<P>(`${address}&cursor=${encodeURIComponent(cursor!)}`);
      hold({ rows: [...rows, ...rowsIn(body)], cursor: body.metadata.next_cursor });
      tell('');
    } catch (error) {
      if (error instanceof Refused) tell(error.message);
    }
  };
  return { rows, load: cursor ? load : undefined, problem };
}

export function LoadMore({ rest: { rows, load, problem }, total }: { rest: Rest<unknown>; total: number }) {
  return (
    <>
      {load && (
        <button type="button" onClick={load}>
          Load more ({number(rows.length)} of {number(total)})
        </button>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
