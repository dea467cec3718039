/** Placeholders of an answer: loading, refused, empty. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAccount } from '../core/account.ts';
import type { Asking } from '../core/answer.ts';
import type { Problem, Refused } from '../core/client.ts';
import { label, number, PLAN_NAMES } from '../core/format.ts';
import { lockedBy } from '../core/params.ts';
import { href, placeNow } from '../core/router.ts';

export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <div class="loading" role="status">
      <span class="visually-hidden">Loading…</span>
      {Array.from({ length: lines }, (_, i) => (
        <span key={i} class="shimmer" />
      ))}
    </div>
  );
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}

export function Notice({ tone = 'info', children }: { tone?: 'info' | 'warn' | 'lock'; children: ComponentChildren }) {
  return <p class={`notice ${tone}`}>{children}</p>;
}

/** Counts down and returns the seconds left; calls `done` once at zero. */
function useCountdown(seconds: number, done: () => void): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const until = Date.now() + seconds * 1000;
    setLeft(seconds);
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(rest);
      if (rest > 0) return;
      clearInterval(timer);
      done();
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, done]);
  return left;
}

export function Waiting({
  seconds,
  title,
  again,
  children,
}: {
  seconds: number;
  title: string;
  again: () => void;
  children?: ComponentChildren;
}) {
  const left = useCountdown(seconds, again);
  return (
    <div class="failure" role="alert">
      <h3>{title}</h3>
      <p>
        Asked again in <strong class="countdown">{left} s</strong>.
      </p>
      {children}
      <button type="button" onClick={again}>
        Ask now
      </button>
    </div>
  );
}

const LOCKED: Readonly<Record<string, string>> = {
  custom_dates: 'Dates of your own are in the Pro plans; time windows are in every plan.',
  custom_times: 'Hours of your own are in the Pro plans; the exchange’s hours are in every plan.',
};

export function Failure({ error, again }: { error: Refused; again: () => void }) {
  const { usage } = useAccount();
  const { status, problems, detail } = error;
  if (status === 429) {
    return (
      <Waiting seconds={error.retryAfterS ?? 10} title="The limit of your plan is used up for now" again={again}>
        <p class="quiet">
          {PLAN_NAMES[usage.account.plan]}: {number(usage.rate_limits.minute.limit)} questions a minute,{' '}
          {number(usage.rate_limits.day.limit)} a day. <a href="/console/usage">Usage</a>
        </p>
      </Waiting>
    );
  }
  if (status === 503 || status === 0) {
    return (
      <Waiting
        seconds={error.retryAfterS ?? 5}
        title={status === 0 ? 'The service cannot be reached' : 'The service is busy'}
        again={again}
      >
        <p class="quiet">{status === 0 ? 'Your question stays in the address.' : error.message}</p>
      </Waiting>
    );
  }
  if (detail.error === 'plan_upgrade_required') {
    const { path, query } = placeNow();
    const allowed = Object.entries(query).filter(([name]) => lockedBy(name, usage) === null);
    return (
      <div class="failure lock" role="alert">
        <h3>Not in the plan {PLAN_NAMES[usage.account.plan]}</h3>
        <p>{LOCKED[detail.feature ?? ''] ?? error.message}</p>
        {allowed.length < Object.keys(query).length && (
          <a class="button" href={href(path, Object.fromEntries(allowed))}>
            Ask without
          </a>
        )}
      </div>
    );
  }
  return (
    <div class="failure" role="alert">
      <h3>{status === 422 ? 'Invalid request' : status === 404 ? 'Not found' : 'That did not work'}</h3>
      {problems.length > 0 ? <Problems problems={problems} query={placeNow().query} /> : <p>{error.message}</p>}
      {error.requestId && <p class="quiet">Request {error.requestId}</p>}
      {problems.length === 0 && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Shows the problems of the parameters, with marked places in the reader's texts. */
export function Problems({
  problems,
  query,
}: {
  problems: readonly Problem[];
  query: Readonly<Record<string, string | undefined>>;
}) {
  return (
    <ul class="problems">
      {problems.map(({ loc, msg, type, ctx }) => {
        const name = String(loc.at(-1));
        const text = query[name] ?? '';
        const at = ctx?.position;
        // The mark ends with the name, condition or value that begins at the position.
        const end =
          at === undefined ? 0 : at + (/^[\w.@]+(\[[^\]]*\])?[\w.]*|^./.exec(text.slice(at))?.[0].length ?? 0);
        return (
          <li key={msg}>
            <strong>{label(name)}</strong>: {msg}
            {type === 'look_ahead' && ', or choose “Allow look ahead”'}
            {at !== undefined && text && (
              <code class="at">
                {text.slice(0, at)}
                <mark>{text.slice(at, end) || ' '}</mark>
                {text.slice(end)}
              </code>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Shows the answer, or a placeholder until it arrives. */
export function Answered<T>({
  asking,
  lines,
  children,
}: {
  asking: Asking<T>;
  lines?: number;
  children: (body: T, address: string) => ComponentChildren;
}) {
  if (asking.is === 'idle') return null;
  if (asking.is === 'loading') return <Loading lines={lines} />;
  if (asking.is === 'failed') return <Failure error={asking.error} again={asking.again} />;
  return <>{children(asking.body, asking.answer.address)}</>;
}
