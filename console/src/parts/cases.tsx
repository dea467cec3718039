/** Links from one session of a set to the next. */
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { date as dateShown } from '../core/format.ts';
import { go, href, type Query } from '../core/router.ts';

/** Steps through the sessions of a set: a statistic's records, or a question's cases. */
export function Cases({
  dates: all,
  date,
  query,
  what,
  back,
}: {
  dates: readonly string[];
  date: string;
  query: Query;
  /** Name of the set. */
  what: string;
  back?: string;
}) {
  const key = all.join();
  const dates = useMemo(() => [...new Set(all)].sort(), [key]);
  const before = dates.filter((one) => one < date).at(-1);
  const next = dates.find((one) => one > date);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        (event.target as Element).closest?.('input, select, textarea, .scroll')
      )
        return;
      const to = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? next : undefined;
      if (to) go(href('/session', { ...query, date: to }));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [before, next, query]);
  const at = dates.indexOf(date);
  return (
    <nav class="cases" aria-label="Cases">
      {before ? (
        <a class="button plain" href={href('/session', { ...query, date: before })} rel="prev">
          ← {dateShown(before)}
        </a>
      ) : (
        <span />
      )}
      <span class="quiet">
        {back ? <a href={back}>{what}</a> : what}
        {at >= 0 && `: case ${at + 1} of ${dates.length}`}
        <span class="wide-only"> · arrow keys</span>
      </span>
      {next ? (
        <a class="button plain" href={href('/session', { ...query, date: next })} rel="next">
          {dateShown(next)} →
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
