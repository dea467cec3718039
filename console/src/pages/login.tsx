import { useEffect, useRef, useState } from 'preact/hooks';
import { type Refused, send } from '../core/client.ts';

/** Describes the console in one sentence for new readers. */
export function About() {
  return (
    <p class="lead">
      How often prices did what next – after gaps, opening ranges, previous highs and lows, breaks of structure, news,
      at any time of day – computed from the bars stored here, each figure with its cases and a 95 % interval.{' '}
      <a href="/docs">Reference</a>
    </p>
  );
}

export function LoginPage({ message, done }: { message: string; done: () => void }) {
  const [problem, setProblem] = useState(message);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <main class="login">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const token = new FormData(event.currentTarget).get('token');
          send('/console/login', { method: 'POST', json: { token } }).then(done, (error: Refused) =>
            setProblem(error.message),
          );
        }}
      >
        <h1>
          <Mark /> market-stats
        </h1>
        <About />
        <label class="field">
          <span>Access token</span>
          <input ref={field} type="password" name="token" autocomplete="off" required />
        </label>
        <button type="submit">Log in</button>
        <p class="problem" role="alert">
          {problem}
        </p>
        <p class="quiet">
          A token is issued by the operator of this service; the demo market’s is named where the service starts.
        </p>
      </form>
    </main>
  );
}

export function Mark() {
  return (
    <svg class="logo" viewBox="0 0 16 16" aria-hidden="true">
      <rect width="16" height="16" rx="4" />
      <path d="M4 12V7m4 5V4m4 8V9" />
    </svg>
  );
}
