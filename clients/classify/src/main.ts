#!/usr/bin/env node
/** Reads its configuration from the environment and classifies news until it is stopped. */
import { z } from 'zod';
import { Classifier } from './classify.ts';
import { openOpsPort } from './ops-port.ts';

const whole = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const isLocal = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

const configSchema = z
  .object({
    CLASSIFIER_URL: z.url({ protocol: /^https?$/ }),
    CLASSIFIER_MODEL: z.string().min(1),
    CLASSIFIER_API_KEY: z.string().optional(),
    CLASSIFIER_REQUESTS_PER_MINUTE: whole(60),
    CLASSIFIER_TOKENS_PER_DAY: whole(1_000_000),
    CLASSIFIER_ATTEMPTS: whole(4),
    CLASSIFIER_TIMEOUT_S: whole(60),
    CLASSIFIER_STATE_FILE: z.string().default('classify-state.json'),
  })
  .refine(({ CLASSIFIER_URL: url, CLASSIFIER_API_KEY: key }) => !key || /^https:/.test(url) || isLocal(new URL(url)), {
    path: ['CLASSIFIER_URL'],
    error: 'plain http to another machine would show the key: use https',
  });

const parsed = configSchema.safeParse(process.env);
if (!parsed.success) {
  for (const { path, message } of parsed.error.issues) process.stderr.write(`${path.join('.')}: ${message}\n`);
  process.exit(2);
}
const config = parsed.data;
const classifier = new Classifier({
  ops: openOpsPort(process.env),
  model: {
    url: config.CLASSIFIER_URL,
    model: config.CLASSIFIER_MODEL,
    key: config.CLASSIFIER_API_KEY,
    timeoutMs: config.CLASSIFIER_TIMEOUT_S * 1000,
  },
  requestsPerMinute: config.CLASSIFIER_REQUESTS_PER_MINUTE,
  tokensPerDay: config.CLASSIFIER_TOKENS_PER_DAY,
  attempts: config.CLASSIFIER_ATTEMPTS,
  stateFile: config.CLASSIFIER_STATE_FILE,
  log: (message) => process.stderr.write(`${new Date().toISOString()} ${message}\n`),
});
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
await classifier.run(stop.signal);
