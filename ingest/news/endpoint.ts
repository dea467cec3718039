/**
 * An OpenAI-compatible endpoint, asked with fetch and read with zod: it is one request of one shape, and the vendor's SDK
 * would bring retries and time limits of its own below those that are counted, bounded and stored here.
 */
import { z } from 'zod';
import type { Clock, Timers } from '../../lib/clock.ts';
import type { Secret } from '../../lib/config.ts';
import { VendorError, type VendorFault } from '../collectors/errors.ts';
import { parsedJson, shaped, VendorHttp } from '../collectors/http.ts';
import { ANSWER_TOKENS_MAX, answerSchema, type Classification, requestOf } from './prompt.ts';
import type { WaitingItem } from './store.ts';

export interface Answered {
  readonly classification: Classification;
  readonly tokens: number;
}

/** No classification came: why, and what it cost anyway. */
export class ClassifierError extends Error {
  override readonly name = 'ClassifierError';
  readonly outcome: VendorFault | 'declined';
  readonly tokens: number;
  readonly retryAfterMs: number | undefined;

  constructor(outcome: VendorFault | 'declined', message: string, tokens: number, retryAfterMs?: number) {
    super(message);
    this.outcome = outcome;
    this.tokens = tokens;
    this.retryAfterMs = retryAfterMs;
  }

  /** It is about this news; others may be classified. */
  get ofItem(): boolean {
    return this.outcome === 'shape' || this.outcome === 'declined' || this.outcome === 'refused';
  }
}

export interface EndpointOptions {
  readonly url: string;
  readonly key: Secret | undefined;
  readonly requestsPerMinute: number;
  readonly timeoutMs: number;
  /** Null: the model takes none. */
  readonly temperature: number | null;
  readonly clock: Clock;
  readonly timers: Timers;
}

const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1, 'must have a choice'),
  usage: z.object({ total_tokens: z.number().int().nonnegative() }).nullish(),
});

const MESSAGE_CHARS = 300;
const CHARS_PER_TOKEN = 4;
const VENDOR = 'the classifier';

export class ClassifierEndpoint {
  readonly #options: EndpointOptions;
  readonly #http: VendorHttp;

  constructor(options: EndpointOptions) {
    this.#options = options;
    const { url: baseUrl, key, requestsPerMinute, timeoutMs, clock, timers } = options;
    this.#http = new VendorHttp({
      vendor: VENDOR,
      baseUrl,
      requestsPerMinute,
      timeoutMs,
      headers: (): Record<string, string> => (key ? { authorization: `Bearer ${key.reveal()}` } : {}),
      secrets: key ? [key] : [],
      clock,
      timers,
    });
  }

  /** @throws {ClassifierError}, or the signal's reason */
  async classify(model: string, item: WaitingItem, signal: AbortSignal): Promise<Answered> {
    const body = JSON.stringify(requestOf(model, item, this.#options.temperature));
    let tokens = Math.ceil(body.length / CHARS_PER_TOKEN);
    try {
      const response = await this.#http.send(this.#http.url('/chat/completions'), signal, { body });
      const text = (await this.#http.bytes(response, signal)).toString('utf8');
      tokens += Math.ceil(text.length / CHARS_PER_TOKEN);
      const { choices, usage } = shaped(VENDOR, 'answer', completion, json(text, 'the answer'));
      if (usage) tokens = Math.min(Math.max(usage.total_tokens, 1), mostTokens(body));
      const [{ message, finish_reason: finish }] = choices;
      if (message.refusal || finish === 'content_filter')
        throw new ClassifierError('declined', message.refusal || 'its content filter ended the answer', tokens);
      if (finish === 'length') throw new VendorError('shape', `${VENDOR} did not finish its answer`);
      const answer = shaped(VENDOR, 'classification', answerSchema, json(message.content ?? '', 'the classification'));
      return { classification: { direction: answer.direction, impactScore: answer.impact_score + 0 }, tokens };
    } catch (error) {
      throw this.#describedError(error, tokens);
    }
  }

  /** Servers repeat what they were sent: the key is in no message. */
  #describedError(error: unknown, tokens: number): unknown {
    if (!(error instanceof VendorError || error instanceof ClassifierError)) return error;
    const key = this.#options.key?.reveal();
    const bare = key ? error.message.replaceAll(key, '[secret]') : error.message;
    const message = bare.slice(0, MESSAGE_CHARS);
    if (error instanceof ClassifierError) return new ClassifierError(error.outcome, message, error.tokens);
    const paid = error.fault === 'shape' ? tokens : 0;
    return new ClassifierError(error.fault, message, paid, error.retryAfterMs);
  }
}

/**
 * What a request can have cost: a token is at least a byte of what was sent, and the answer's are bounded by what was asked
 * for. An endpoint that says more would use up the day, one that says nothing would never.
 */
const mostTokens = (body: string) => Buffer.byteLength(body) + ANSWER_TOKENS_MAX;

const json = (text: string, what: string) => parsedJson(text, `${what} is no JSON: ${text.slice(0, 100)}`);
