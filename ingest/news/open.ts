/** The classifier of an installation, as its configuration says. */
import { systemClock, systemTimers, type Timers } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ClassifierConfig } from '../../lib/variables.ts';
import type { Store } from '../../sql/connect.ts';
import { openCredentials } from '../collectors/credentials.ts';
import { Ownership } from '../collectors/ownership.ts';
import { CollectorStore } from '../collectors/store.ts';
import type { ImportTarget } from '../files/imports.ts';
import { ClassifierEndpoint } from './endpoint.ts';
import { RULES } from './rules.ts';
import { ClassifierWorker } from './worker.ts';

export interface OpenClassifierOptions {
  readonly config: ClassifierConfig;
  readonly store: Store;
  readonly target: Pick<ImportTarget, 'landEvents'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
  /** Names this process where others may classify the news of the same store; null where it is alone. */
  readonly owner: string | null;
  readonly ownerGoneMs?: number;
  readonly timers?: Timers;
}

/** Where it is kept who classifies: no collector can have this name. */
const OWNED = '(classifier)';

/** @throws {CollectorError} where the credentials file cannot be used */
export function openClassifier(options: OpenClassifierOptions): Pick<ClassifierWorker, 'start' | 'stop' | 'wake'> {
  const { config, store, target, environment, logger, owner, ownerGoneMs: goneMs, timers = systemTimers } = options;
  const clock = systemClock;
  const leaving = new AbortController();
  const ownership = new Ownership({
    ...{ store: new CollectorStore(store, clock), owner, clock, timers, goneMs, signal: leaving.signal },
  });
  const { endpoint, tokensPerDay, attempts, rules } = config;
  const key = endpoint?.credentials
    ? openCredentials(environment, endpoint.credentials).required('CLASSIFIER_API_KEY')
    : endpoint?.key;
  const worker = new ClassifierWorker({
    ...{ store, target, tokensPerDay, attempts, rules, clock, timers },
    model: endpoint?.model ?? RULES,
    endpoint: endpoint && new ClassifierEndpoint({ ...endpoint, key, clock, timers }),
    logger: logger.child({ classifier: endpoint?.model ?? RULES }),
    owns: () => ownership.owns(OWNED),
  });
  return {
    start: () => worker.start(),
    wake: () => worker.wake(),
    async stop() {
      leaving.abort(new Error('the classifier is stopping'));
      await worker.stop();
    },
  };
}
