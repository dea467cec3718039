/** Examples of parameters and answers: what the demo market answers to the questions of the task pages. */
import type { Schema } from './schemas.ts';
import { TASKS } from './tasks.ts';

export const PARAMETER_EXAMPLES: Readonly<Record<string, string>> = {
  symbol: 'DEMO-ACME',
  symbols: 'DEMO-ACME,DEMO-INDEX',
  date: '2026-06-04',
  start_date: '2026-01-02',
  end_date: '2026-06-30',
  start_time: '13:30',
  end_time: '20:00',
  fill_cutoff: '16:00',
  when: 'gap.direction=up;session.weekday=Tuesday',
  // biome-ignore lint/suspicious/noThenProperty: the name of the parameter
  then: 'orb[orb_minutes=15].first_direction=up',
};

/** Of an endpoint that a task asks: its question and the answer. */
export function examplesOf(path: string): Schema {
  const examples = TASKS.filter((task) => task.path === path && task.asExample).map(({ id, question, answer }) => [
    id,
    { summary: question, value: answer },
  ]);
  return examples.length === 0 ? {} : { examples: Object.fromEntries(examples) };
}
