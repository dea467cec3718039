/** A list of which the answer has a part: the rest is fetched on demand, and the page says if rows are missing. */
import { useState } from 'preact/hooks';
import { ask, Refused } from '../core/client.ts';
import { number } from '../core/format.ts';

interface Page {
  readonly metadata: { readonly next_cursor?: string | null };
}

interface Rest<R> {
  readonly rows: readonly R[];
  /** Loads the next page; undefined if there is none. */
  readonly load: (() => Promise<void>) | undefined;
  readonly problem: string;
}

/** Loads the rest of an answer. @param address of the answer: a cursor continues that very request, including its order */
export function useRest<P extends Page, R>(answer: P, address: string, rowsIn: (page: P) => readonly R[]): Rest<R> {
  const [held, setHeld] = useState({ rows: rowsIn(answer), cursor: answer.metadata.next_cursor });
  const [problem, setProblem] = useState('');
  const { rows, cursor } = held;
  const load = async () => {
    try {
      const { body } = await ask<P>(`${address}&cursor=${encodeURIComponent(cursor!)}`);
      setHeld({ rows: [...rows, ...rowsIn(body)], cursor: body.metadata.next_cursor });
      setProblem('');
    } catch (error) {
      if (error instanceof Refused) setProblem(error.message);
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
