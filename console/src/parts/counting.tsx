/** Describes the sessions behind a question's figures: its population, and the cases without a value. */
import type { QuestionAnswer } from '../core/api.ts';
import { many, number } from '../core/format.ts';
import { isRateAnswer } from '../core/question.ts';
import { useWords } from '../core/words.ts';

export function Counting({ answer }: { answer: QuestionAnswer }) {
  const { among, sessions, population, cases } = answer;
  const never = isRateAnswer(answer) ? 0 : answer.never;
  const words = useWords();
  return (
    <>
      {among && (
        <p class="quiet">
          Base rate, rest and difference are within <span data-figure="population">{number(population)}</span> of{' '}
          {many(sessions, 'session')}: those with “{words.list(among)}”.
        </p>
      )}
      {!!never && (
        <p class="quiet">
          In <span data-figure="never">{number(never)}</span> of {many(cases, 'case')} it never happened: mean and
          quantiles leave them out.
        </p>
      )}
    </>
  );
}
