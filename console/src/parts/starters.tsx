/** Questions to start from, each a click away. */
import { FEATURED } from '../../../demo/symbols.ts';
import { href, type Query } from '../core/router.ts';
import { useWords } from '../core/words.ts';

interface Starter {
  readonly title: string;
  readonly when: string;
  readonly then: string;
}

const STARTERS: readonly Starter[] = [
  { title: 'Do small gaps fill the same day?', ...FEATURED },
  {
    title: 'Does a 15-minute range break on a Tuesday hold?',
    when: 'session.weekday=Tuesday',
    then: 'orb[orb_minutes=15].continuation=true',
  },
  {
    title: 'Is the high of an inside day broken the next day?',
    when: 'prev.insideday.day_type=inside',
    then: 'pdhlb.high_break=true',
  },
  { title: 'What does a Friday return?', when: 'session.weekday=Friday', then: 'session.return_pct' },
];

/** Lists the questions. @param query symbol and session of the questions */
export function Starters({ query }: { query: Readonly<Record<string, string | undefined>> | Query }) {
  const words = useWords();
  return (
    <section aria-label="Questions to start with">
      <h2>Start with a question</h2>
      <ul class="starters">
        {STARTERS.map(({ title, when, then }) => (
          <li key={title}>
            <a href={href('/query', { ...query, time_window: '24M', when, then })}>
              <strong>{title}</strong>
              <span>{words.question(when, then)}</span>
              <code>
                {when} → {then}
              </code>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
