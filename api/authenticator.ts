/**
 * Who sends a request, and what its account may do. What the store says about a token is trusted for less than a second
 * from the moment it was asked: tokens in use are asked about again in the background, all in one statement, so that a
 * revocation is noticed in every process within a second and nobody waits for it.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Answers } from '../compute/answers/answers.ts';
import type { Clock } from '../lib/clock.ts';
import { entries } from '../lib/collections.ts';
import { dayOfMs } from '../lib/days.ts';
import type { Logger } from '../lib/logger.ts';

export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** An account has its plan's figures but those it overrides. */
export interface PlanFigures {
  /** Access tokens work on the API itself, not in the web console alone. */
  readonly directApi: boolean;
  /** Days of history counted from today's UTC date; null: all there is. */
  readonly historyDays: number | null;
  readonly perMinute: number;
  readonly perDay: number;
  readonly customDates: boolean;
  readonly customTimes: boolean;
  /** Only symbols that begin with it can be read; null: all. */
  readonly symbolPrefix: string | null;
}

const NOTHING_MORE = { directApi: false, customDates: false, customTimes: false } as const;
const CUSTOM = { customDates: true, customTimes: true } as const;

export const PLANS = {
  free: { ...NOTHING_MORE, historyDays: 365, perMinute: 10, perDay: 500 },
  pro_web: { ...CUSTOM, directApi: false, historyDays: null, perMinute: 60, perDay: 5_000 },
  pro_api: { ...CUSTOM, directApi: true, historyDays: null, perMinute: 300, perDay: 50_000 },
} as const satisfies Record<string, Omit<PlanFigures, 'symbolPrefix'>>;

export type PlanName = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as readonly PlanName[];

export function isPlanName(text: string): text is PlanName {
  return Object.hasOwn(PLANS, text);
}

/** Figures of an account that are not its plan's. */
export type Overrides = { readonly [K in keyof PlanFigures]?: PlanFigures[K] };

export type Feature = 'custom_dates' | 'custom_times';

/** Query parameters that need a feature; every other is open to all plans. */
export const FEATURE_PARAMETERS: Readonly<Record<Feature, readonly string[]>> = {
  custom_dates: ['start_date', 'end_date', 'date'],
  custom_times: ['start_time', 'end_time', 'fill_cutoff'],
};

export function figuresOf(plan: string, overrides: Overrides): PlanFigures {
  return { ...PLANS[isPlanName(plan) ? plan : 'free'], symbolPrefix: null, ...overrides };
}

function featuresOf(figures: PlanFigures): readonly Feature[] {
  return [
    ...(figures.customDates ? (['custom_dates'] as const) : []),
    ...(figures.customTimes ? (['custom_times'] as const) : []),
  ];
}

/** The figures among the fields of an account; a value of another kind is left out. */
export function overridesOf(read: Readonly<Record<string, unknown>>): Overrides {
  const kinds = {
    boolean: ['directApi', 'customDates', 'customTimes'],
    number: ['perMinute', 'perDay', 'historyDays'],
    string: ['symbolPrefix'],
  };
  const sound = Object.entries(kinds).flatMap(([kind, names]) => names.filter((name) => typeof read[name] === kind));
  if (read['historyDays'] === null) sound.push('historyDays');
  return Object.fromEntries(sound.map((name) => [name, read[name]]));
}

export type SymbolAnswers = Pick<Answers, 'symbol' | 'symbols' | 'listed' | 'newestBars'>;

/** First day of the plan's history, days since the epoch; undefined: all history. */
export function earliestDay({ historyDays }: PlanFigures, clock: Clock): number | undefined {
  return historyDays === null ? undefined : dayOfMs(clock.nowMs()) - historyDays;
}

/** Null prefix: all symbols. Every way from a request to a symbol leads through one of these. */
export function restricted(answers: SymbolAnswers, prefix: string | null): SymbolAnswers {
  if (prefix === null) return answers;
  const isSeen = ({ symbol }: { readonly symbol: string }) => symbol.startsWith(prefix);
  return {
    // Of all symbols: when bars of a class came last is no secret.
    newestBars: () => answers.newestBars(),
    listed: async () => (await answers.listed()).filter(isSeen),
    symbols: async (...asked) => (await answers.symbols(...asked)).filter(isSeen),
    async symbol(text, asWritten) {
      const found = await answers.symbol(text, asWritten);
      return found && isSeen(found) ? found : null;
    },
  };
}

export type Account = ReturnType<typeof accountOf>;

/** @param operator may read the state of the installation */
export function accountOf(id: string, name: string, plan: string, overrides: Overrides, operator = false) {
  const figures = figuresOf(plan, overrides);
  const { perMinute, perDay } = figures;
  return { id, name, plan, figures, features: featuresOf(figures), limits: { id, perMinute, perDay }, operator };
}

export interface Identity {
  readonly tokenId: string;
  readonly tokenHash: string;
  readonly account: Account;
  /** Days since the epoch. */
  readonly lastUsedDay: number | null;
  /** Console sessions opened until then are over, epoch ms; 0: nobody has logged out. */
  readonly sessionsEndedMs: number;
}

/** Where tokens are looked up: those of the hashes that exist and are not revoked. */
export interface TokenSource {
  find(tokenHashes: readonly string[]): Promise<readonly Identity[]>;
  recordLastUse(tokenIds: readonly string[], day: number): Promise<void>;
  /** @param logouts when the console's sessions of a token ended, epoch ms, by its hash */
  recordLogouts(logouts: ReadonlyMap<string, number>): Promise<void>;
}

interface Known {
  readonly identity: Identity | null;
  /** When the store was asked, monotonic ms: what is older than the question cannot have been missed. */
  readonly askedAtMs: number;
}

const TRUSTED_MS = 900;
const REFRESH_MS = 300;
const KNOWN_TOKENS = 50_000;
const HASHES_PER_STATEMENT = 1_000;
const RECORD_EVERY_MS = 60_000;

export type Authenticator = ReturnType<typeof createAuthenticator>;

export function createAuthenticator({ source, clock, logger }: { source: TokenSource; clock: Clock; logger: Logger }) {
  const known = new LRUCache<string, Known>(entries(KNOWN_TOKENS));
  // Guesses must not push real tokens out.
  const refused = new LRUCache<string, Known>(entries(10_000));
  // Answers of the store that were asked for before a logout come after it.
  const ended = new LRUCache<string, number>(entries(10_000));
  const inUse = new Set<string>();
  const toRecord = new Map<string, number>();
  let recordedAtMs = performance.now();

  const ask = batched(async (hashes: ReadonlyMap<string, null>) => {
    const identities = new Map<string, Identity>();
    for (const some of chunks([...hashes.keys()])) {
      const askedAtMs = performance.now();
      const found = new Map((await source.find(some)).map((one) => [one.tokenHash, one]));
      for (const tokenHash of some) {
        const identity = found.get(tokenHash) ?? null;
        (identity ? known : refused).set(tokenHash, { identity, askedAtMs });
        (identity ? refused : known).delete(tokenHash);
        if (identity) identities.set(tokenHash, identity);
      }
    }
    return identities;
  });

  /** Null: unknown or revoked. Answers at once where the token was seen within the last second. */
  function byHash(tokenHash: string): Identity | null | Promise<Identity | null> {
    const entry = known.get(tokenHash) ?? refused.get(tokenHash);
    if (!entry || performance.now() - entry.askedAtMs >= TRUSTED_MS) {
      return ask(tokenHash, null).then((identities) => identities.get(tokenHash) ?? null);
    }
    if (entry.identity) inUse.add(tokenHash);
    return entry.identity;
  }

  const logOut = batched((rows: ReadonlyMap<string, number>) => source.recordLogouts(rows));

  async function record(): Promise<void> {
    const day = dayOfMs(clock.nowMs());
    for (const some of chunks([...toRecord].filter(([, recorded]) => recorded < day).map(([id]) => id))) {
      await source.recordLastUse(some, day);
      for (const id of some) toRecord.delete(id);
    }
  }

  const recordOrWarn = () =>
    record().catch((error) => logger.warn({ err: error }, 'the last use of tokens could not be recorded'));

  /** Of the tokens used since it was last called. */
  function takeUsed(): string[] {
    const day = dayOfMs(clock.nowMs());
    const used = [...inUse].filter((tokenHash) => {
      const identity = known.peek(tokenHash)?.identity;
      if (identity && (identity.lastUsedDay ?? -1) < day) toRecord.set(identity.tokenId, identity.lastUsedDay ?? -1);
      return identity;
    });
    inUse.clear();
    return used;
  }

  const timer = setInterval(() => {
    // The store is unavailable: requests that come now ask for themselves, and get the failure.
    for (const tokenHash of takeUsed()) ask(tokenHash, null).catch(() => {});
    if (toRecord.size > 0 && performance.now() - recordedAtMs > RECORD_EVERY_MS) {
      recordedAtMs = performance.now();
      void recordOrWarn();
    }
  }, REFRESH_MS);
  timer.unref();

  return {
    byToken: (token: string) => byHash(hashToken(token)),
    byHash,
    /** When the console's sessions of the token ended, as far as this process knows; epoch ms. */
    sessionsEndedMs: ({ tokenHash, sessionsEndedMs }: Identity) => Math.max(sessionsEndedMs, ended.get(tokenHash) ?? 0),
    /** Ends the token's console sessions opened until then: here at once, elsewhere within a second. */
    endSessions(tokenHash: string, endedAtMs: number): Promise<void> {
      const latest = Math.max(endedAtMs, ended.get(tokenHash) ?? 0);
      ended.set(tokenHash, latest);
      return logOut(tokenHash, latest);
    },
    /** Records the last uses and stops asking. */
    async close() {
      clearInterval(timer);
      takeUsed();
      await recordOrWarn();
    },
  };
}

/** One call at a time, with all keys that came meanwhile: a flood of guesses or logouts costs the store no more. */
function batched<V, R>(act: (batch: ReadonlyMap<string, V>) => Promise<R>) {
  let last: Promise<unknown> = Promise.resolve();
  let next: { batch: Map<string, V>; done: Promise<R> } | null = null;
  return (key: string, value: V): Promise<R> => {
    if (!next) {
      const batch = new Map<string, V>();
      const begin = () => {
        next = null;
        return act(batch);
      };
      next = { batch, done: last.then(begin) };
      last = next.done.catch(() => {});
    }
    next.batch.set(key, value);
    return next.done;
  };
}

const chunks = (items: readonly string[]) =>
  Array.from({ length: Math.ceil(items.length / HASHES_PER_STATEMENT) }, (_, i) =>
    items.slice(i * HASHES_PER_STATEMENT, (i + 1) * HASHES_PER_STATEMENT),
  );
