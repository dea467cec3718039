/**
 * How many requests an account may send: a window of a minute and a quota of a UTC day. Both are checked before a
 * request is answered and charged together; a refused request is charged to neither.
 */

export interface WindowState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window opens again, epoch ms. */
  readonly resetMs: number;
}

export interface RateLimitStatus {
  /** The window that refused the request; null: it may pass. */
  readonly limited: 'minute' | 'day' | null;
  readonly minute: WindowState;
  readonly day: WindowState;
  /** The shared counters are away: this process counts by itself. */
  readonly fallback: boolean;
}

/** Requests that only draw a page of the console: a window of their own, charged to neither minute nor day. */
export const DRAW_PER_MINUTE = 120;

export interface DrawStatus {
  readonly limited: 'minute' | null;
  readonly minute: WindowState;
  readonly day: null;
  readonly fallback: boolean;
}

export interface Limited {
  readonly id: string;
  readonly perMinute: number;
  readonly perDay: number;
}

export interface Limiter {
  /** Charges one request, or says which window refuses it. */
  take(account: Limited): Promise<RateLimitStatus>;
  /** What `take` would find, without charging; `limited` where a window is used up. */
  peek(account: Limited): Promise<RateLimitStatus>;
  /** As `take` and `peek`, of the drawing window. */
  takeDraw(account: Limited): Promise<DrawStatus>;
  peekDraw(account: Limited): Promise<DrawStatus>;
  close(): Promise<void>;
}
