/** All cases overlaid, and the newest of them as small pictures. */
import { useState } from 'preact/hooks';
import { type Align, Paths } from '../charts/paths.tsx';
import { useAccount } from '../core/account.ts';
import type { CasePaths, QuestionAnswer } from '../core/api.ts';
import { statisticOf } from '../core/condition.ts';
import { date as dateShown, many, number } from '../core/format.ts';
import { href, type Query } from '../core/router.ts';

export function CasePathsPart({ paths, total }: { paths: CasePaths; total: number }) {
  const [align, setAlign] = useState<Align>('open');
  const drawn = paths.cases.length;
  return (
    <section class="card wide" aria-label="All cases">
      <h3>All cases overlaid</h3>
      {paths.event && (
        <fieldset class="chips" aria-label="Start of the paths">
          {(['open', 'event'] as const).map((one) => (
            <button key={one} type="button" class="chip" aria-pressed={align === one} onClick={() => setAlign(one)}>
              {one === 'open' ? 'from the open' : 'around the event'}
            </button>
          ))}
        </fieldset>
      )}
      <Paths paths={paths} align={align} />
      <p class="quiet">
        Thick: the mean of {many(Math.max(0, ...(paths[align] ?? []).map(({ n }) => n)), 'case')}; band: the middle half
        of them; thin: {drawn < total ? `the newest ${drawn}` : 'each case'}.
      </p>
    </section>
  );
}

const SHOWN = 12;

export function CaseStrip({
  symbol,
  cases,
  paths,
  query,
  unit,
}: {
  symbol: string;
  cases: QuestionAnswer['data'];
  paths: CasePaths | null;
  query: Query;
  /** Unit of the outcomes, if they are numbers. */
  unit: string;
}) {
  const { statistics } = useAccount();
  const stat = statisticOf(`${query['when'] ?? ''};${query['then'] ?? ''};`, statistics);
  return (
    <ul class="strip">
      {cases.slice(0, SHOWN).map(({ date, outcome }) => {
        const moves = paths?.cases.find((one) => one.date === date)?.moves_pct;
        const hit = typeof outcome === 'boolean' ? outcome : (outcome ?? 0) > 0;
        return (
          <li key={date}>
            <a href={href('/session', { ...query, symbol, date, stat })}>
              {moves && <Spark moves={moves} />}
              <span>{dateShown(date)}</span>
              <span class={`badge ${hit ? 'yes' : 'no'}`}>
                {typeof outcome === 'boolean' ? (hit ? 'yes' : 'no') : number(outcome, unit)}
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** Draws the session's course relative to its open. */
function Spark({ moves }: { moves: readonly (number | null)[] }) {
  const known = moves.filter((move): move is number => move !== null);
  const [high, low] = [Math.max(0, ...known), Math.min(0, ...known)];
  const y = (move: number) => 2 + (44 * (high - move)) / (high - low || 1);
  const line = moves.flatMap((move, i) =>
    move === null ? [] : [`${((100 * i) / (moves.length - 1)).toFixed(1)} ${y(move).toFixed(1)}`],
  );
  return (
    <svg class="spark" viewBox="0 0 100 48" preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2="100" y1={y(0)} y2={y(0)} />
      <path class={(known.at(-1) ?? 0) < 0 ? 'down' : 'up'} d={`M${line.join('L')}`} />
    </svg>
  );
}
