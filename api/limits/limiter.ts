/**
 * How many requests an account may send: windows of a minute, one for each class of requests, and a quota of a UTC day.
 * All that a request counts in are checked before it is answered and charged together; a refused request is charged to
 * none of them.
 */

export interface WindowState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window opens again, epoch ms. */
  readonly resetMs: number;
}

/**
 * What a request counts in: `charged` in the plan's minute and day; `preview` (counts alone) in a minute of its own and
 * the plan's day; `free` in a minute of its own, and `usage` in another, so that `/me/usage` is answered while any other
 * is used up.
 */
export type Bucket = 'charged' | 'preview' | 'free' | 'usage';

/** Requests a minute; `charged`: as the plan says. */
export const PER_MINUTE: Readonly<Record<Exclude<Bucket, 'charged'>, number>> = { preview: 60, free: 120, usage: 120 };

/** Whether requests count in the day. */
export const isOfDay = (bucket: Bucket) => bucket === 'charged' || bucket === 'preview';

export interface RateLimitStatus {
  readonly bucket: Bucket;
  /** The window that refused the request; null: it may pass. */
  readonly limited: 'minute' | 'day' | null;
  /** Of the bucket. */
  readonly minute: WindowState;
  /** Of the plan, whether or not the bucket counts in it. */
  readonly day: WindowState;
  /** The shared counters are away: this process counts by itself. */
  readonly fallback: boolean;
}

export interface Limited {
  readonly id: string;
  readonly perMinute: number;
  readonly perDay: number;
}

/** The window of a minute that a request of the account counts in, as windows are asked for. */
export function minuteOf({ id, perMinute }: Limited, bucket: Bucket): readonly [id: string, limit: number] {
  return bucket === 'charged' ? [id, perMinute] : [`${id}:${bucket}`, PER_MINUTE[bucket]];
}

export interface Limiter {
  /** Charges one request, or says which window refuses it. */
  take(account: Limited, bucket?: Bucket): Promise<RateLimitStatus>;
  /** What `take` would find, without charging; `limited` where a window is used up. */
  peek(account: Limited, bucket?: Bucket): Promise<RateLimitStatus>;
  close(): Promise<void>;
}
