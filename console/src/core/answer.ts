/**
 * An answer for a component. A state belongs to the address that it was requested with, so that an answer to another
 * address never shows, however late it comes.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Doc } from './api.ts';
import { type Answer, type Asked, address, ask, keptAnswer, login, Refused } from './client.ts';

export type Asking<T> =
  | { readonly is: 'idle' }
  | { readonly is: 'loading' }
  | { readonly is: 'done'; readonly answer: Answer<T>; readonly body: T }
  | { readonly is: 'failed'; readonly error: Refused; readonly again: () => void };

interface Held<T> {
  readonly key: string;
  readonly answer?: Answer<T>;
  readonly error?: Refused;
}

/** Returns a number for `round` that rises every `everyMs` while the page is visible, and when it becomes visible later. */
export function usePolling(everyMs: number): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    let atMs = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - atMs < everyMs) return;
      atMs = Date.now();
      setRound((before) => before + 1);
    };
    const timer = setInterval(look, Math.min(everyMs, 1_000));
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [everyMs]);
  return round;
}

/** Returns the last answer, which stays if the next request fails. @param key another key forgets the answer */
export function useLatest<T>(asking: Asking<T>, key: string): T | null {
  const last = useRef<{ readonly key: string; readonly body: T } | null>(null);
  if (asking.is === 'done') last.current = { key, body: asking.body };
  return last.current?.key === key ? last.current.body : null;
}

/**
 * @param path null: no request is sent
 * @param options.round another number repeats the request; the answer before stays until the next arrives
 */
export function useAnswer<T>(
  path: string | null,
  query: Asked = {},
  options: { freshMs?: number; round?: number } = {},
): Asking<T> {
  const key = path === null ? null : address(path, query);
  const [held, setHeld] = useState<Held<T> | null>(null);
  const [round, setRetries] = useState(0);
  // The request is sent before the page is painted, not after.
  useLayoutEffect(() => {
    if (path === null || key === null) return;
    const abort = new AbortController();
    const { signal } = abort;
    ask<T>(path, query, { ...options, signal }).then(
      (answer) => !signal.aborted && setHeld({ key, answer }),
      (error) => {
        if (signal.aborted) return;
        const refused = error instanceof Refused ? error : new Refused(-1, { detail: { message: String(error) } });
        setHeld({ key, error: refused });
        if (refused.status !== 401) return;
        // The request is repeated after a login.
        const renewed = login.subscribe(() => login.value.is === 'in' && setRetries((n) => n + 1));
        signal.addEventListener('abort', renewed);
      },
    );
    return () => abort.abort();
  }, [key, round, options.round]);
  if (key === null) return { is: 'idle' };
  const current = held?.key === key ? held : null;
  if (current?.answer) return { is: 'done', answer: current.answer, body: current.answer.body };
  if (current?.error) {
    const { error } = current;
    return {
      is: 'failed',
      error,
      again: () => {
        setHeld(null);
        setRetries((n) => n + 1);
      },
    };
  }
  const kept = keptAnswer<T>(key);
  return kept ? { is: 'done', answer: kept, body: kept.body } : { is: 'loading' };
}

const LONG = { freshMs: 30 * 60_000 };

export const useDoc = (path: string | null) => useAnswer<Doc>(path, {}, LONG);
