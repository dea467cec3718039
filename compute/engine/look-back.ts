/** The one loop that widens what is loaded: a kernel that finds its bars too few is called again with more of them. */
import type { Calendar } from './affected.ts';
import { type Evaluated, isDone } from './evaluation.ts';
import { further, longer, type Task } from './plan.ts';

/** Each pass looks at least twice as far: a kernel that is never content is wrong. */
const MAX_PASSES = 30;

/**
 * Runs the tasks until each is done: with more sessions around its dates where its kernel found too few, and over later
 * dates where a change runs on.
 *
 * @param calendarOf sessions of the window of a task
 * @param pass evaluates tasks: one result each
 * @throws Error where no look is far enough
 */
export async function evaluateTasks<R extends Omit<Evaluated, 'records'>>(
  given: readonly Task[],
  calendarOf: (task: Task) => Calendar | Promise<Calendar>,
  pass: (tasks: readonly Task[]) => Promise<readonly R[]>,
  onDone: (task: Task, result: R) => void,
): Promise<void> {
  let tasks = given;
  for (let passes = 0; tasks.length > 0; passes++) {
    if (passes > MAX_PASSES) throw new Error(`no look is far enough for ${tasks[0].series.name}`);
    const results = await pass(tasks);
    const again: Task[] = [];
    for (const [i, result] of results.entries()) {
      const task = tasks[i];
      if (isDone(result, task.wanted)) onDone(task, result);
      else if (result.insufficientLookBack || result.insufficientLookAhead) again.push(further(task, result));
      else again.push(longer(task, await calendarOf(task)));
    }
    tasks = again;
  }
}
