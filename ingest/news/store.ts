/** What the store knows of classification: news that waits, answers by content, labels, requests. */
import type { AssetClass } from '../../exchange/symbol.ts';
import type { Reader } from '../../sql/reader.ts';
import { defineTable, type RowOf } from '../../sql/table.ts';
import type { Writer } from '../../sql/writer.ts';

/** News of collectors, one row a symbol; what came by push, import or log is in `news_unclassified`. */
export const waitingNewsTable = defineTable('market.news_waiting', (c) => ({
  ...c.texts('source', 'id', 'symbol'),
  assetClass: c.oneOf<AssetClass>('asset_class'),
  eventMs: c.millis('event_timestamp'),
  updatedMs: c.millis('updated_at'),
  ...c.texts('title', 'summary', 'provider', 'url'),
  receivedMs: c.millis('received_at'),
  version: c.number('version'),
}));
export type WaitingNewsRow = RowOf<typeof waitingNewsTable>;

export const classificationsTable = defineTable('market.news_classifications', (c) => ({
  ...c.texts('content_hash', 'model', 'prompt'),
  direction: c.oneOf<'negative' | 'neutral' | 'positive'>('direction'),
  impactScore: c.number('impact_score'),
  tokens: c.number('tokens'),
  classifiedMs: c.millis('classified_at'),
  version: c.number('version'),
}));
export type ClassificationRow = RowOf<typeof classificationsTable>;

export const promptsTable = defineTable('market.classifier_prompts', (c) => ({
  ...c.texts('prompt', 'text'),
  firstUsedMs: c.millis('first_used_at'),
}));

export const labelsTable = defineTable('market.news_labels', (c) => ({
  ...c.texts('source', 'symbol', 'id'),
  itemVersion: c.number('item_version'),
  ...c.texts('content_hash', 'model', 'prompt'),
  state: c.oneOf<'landed' | 'rejected' | 'wanted'>('state'),
  wantedModel: c.text('wanted_model'),
  labelledMs: c.millis('labelled_at'),
  version: c.number('version'),
}));
export type LabelRow = RowOf<typeof labelsTable>;

export const classifierRequestsTable = defineTable('market.classifier_requests', (c) => ({
  atMs: c.millis('at'),
  ...c.texts('source', 'symbol', 'id'),
  itemVersion: c.number('item_version'),
  ...c.texts('model', 'prompt', 'outcome'),
  ...c.numbers('tokens', 'duration_ms'),
  message: c.text('message'),
}));
export type ClassifierRequestRow = RowOf<typeof classifierRequestsTable>;

const NEVER_ASKED =
  'no classifier has been asked yet: where none is configured, set CLASSIFIER_URL (docs/classification.md)';

export interface WaitingItem {
  /** The collector that brought it; empty where it came by push, import or log. */
  readonly source: string;
  readonly id: string;
  readonly symbol: string;
  readonly assetClass: AssetClass;
  readonly eventMs: number;
  readonly title: string;
  readonly summary: string;
  readonly provider: string;
  readonly url: string;
  /** That its classified event has. */
  readonly version: number;
  /** That labels and requests name it by. */
  readonly itemVersion: number;
  readonly sentBy: string;
}

export interface PendingItem extends WaitingItem {
  readonly model: string;
  /** Of its label, 0 where it has none: the next one's is higher. */
  readonly labelVersion: number;
  /** Tries that failed of it, with this model and prompt. */
  readonly failures: number;
}

const OF_ITEM = "('shape', 'declined', 'refused')";
/** Failures before an operator's `news retry` are forgotten. */
const SINCE_RETRY = "at > (SELECT max(at) FROM market.classifier_requests WHERE outcome = 'retry')";

interface Pending {
  readonly model: string;
  readonly prompt: string;
  readonly attempts: number;
  readonly nowMs: number;
  /** Wait after the first failure of an item; doubles with each. */
  readonly firstWaitMs: number;
  readonly limit: number;
}

export class ClassificationState {
  readonly #reader: Reader;
  readonly #writer: Writer;

  constructor({ reader, writer }: { reader: Reader; writer: Writer }) {
    this.#reader = reader;
    this.#writer = writer;
  }

  /**
   * News that may be asked about now, the newest first: what was published last is wanted first. Those that failed too
   * often come last, with `failures` of at least `attempts`, and only until they are recorded as given up.
   */
  async pending(params: Pending): Promise<PendingItem[]> {
    return this.#writer.query<PendingItem>(
      `SELECT p.source AS source, p.id AS id, CAST(p.symbol, 'String') AS symbol, CAST(p.asset_class, 'String') AS assetClass,
         toUnixTimestamp64Milli(p.event_timestamp) AS eventMs, p.title AS title, p.summary AS summary, p.provider AS provider,
         p.url AS url, p.version AS version, p.item_version AS itemVersion, p.sent_by AS sentBy, p.target AS model, p.label_version AS labelVersion,
         f.n AS failures
       FROM
       (
         SELECT *, if(wanted_model = '', {model:String}, CAST(wanted_model, 'String')) AS target FROM market.v_news_waiting
       ) AS p
       LEFT JOIN
       (
         SELECT source, symbol, id, item_version, CAST(model, 'String') AS model, countIf(outcome IN ${OF_ITEM}) AS n,
           countIf(outcome = 'gave_up') AS gave_up, max(toUnixTimestamp64Milli(at)) AS last_ms
         FROM market.classifier_requests
         WHERE prompt = {prompt:String} AND outcome IN ('gave_up', 'shape', 'declined', 'refused') AND ${SINCE_RETRY}
         GROUP BY source, symbol, id, item_version, model
       ) AS f ON f.source = p.source AND f.symbol = p.symbol AND f.id = p.id AND f.item_version = p.item_version AND f.model = p.target
       WHERE f.gave_up = 0
         AND (f.n = 0 OR f.n >= {attempts:UInt32} OR f.last_ms + {firstWaitMs:UInt32} * exp2(f.n - 1) <= {nowMs:Float64})
       ORDER BY f.n > 0, p.event_timestamp DESC, p.source, p.id, symbol
       LIMIT {limit:UInt32}`,
      { ...params },
    );
  }

  /** Those of the items that nobody has said anything else of meanwhile. */
  async still(items: readonly WaitingItem[]): Promise<Set<string>> {
    const rows = await this.#writer.query<{ source: string; symbol: string; id: string; v: number }>(
      `SELECT CAST(source, 'String') AS source, CAST(symbol, 'String') AS symbol, id, item_version AS v
       FROM market.v_news_waiting WHERE symbol IN {symbols:Array(String)} AND id IN {ids:Array(String)}`,
      { symbols: items.map(({ symbol }) => symbol), ids: items.map(({ id }) => id) },
    );
    return new Set(rows.map(({ source, symbol, id, v }) => JSON.stringify([source, symbol, id, v])));
  }

  async known(hashes: readonly string[], model: string, prompt: string): Promise<Map<string, ClassificationRow>> {
    const rows = await classificationsTable.select(
      this.#writer,
      'FINAL WHERE content_hash IN {hashes:Array(String)} AND model = {model:String} AND prompt = {prompt:String}',
      { hashes, model, prompt },
    );
    return new Map(rows.map((row) => [row.contentHash, row]));
  }

  /** Changes with what waits and with labels. Not by row counts alone: a merge can bring them back to what they were. */
  async fingerprint(): Promise<string> {
    const identities = {
      news_waiting: 'id, version',
      news_unclassified: 'id, version, partition, offset',
      news_labels: 'id, version',
    };
    const rows = Object.entries(identities).map(
      ([table, identity]) => `(SELECT tuple(count(), sum(cityHash64(${identity}))) FROM market.${table})`,
    );
    const retries = "(SELECT count() FROM market.classifier_requests WHERE outcome = 'retry')";
    const [{ f }] = await this.#writer.query<{ f: string }>(
      `SELECT toString(tuple(${rows.join(', ')}, ${retries})) AS f`,
    );
    return f;
  }

  async keep(row: ClassificationRow): Promise<void> {
    await classificationsTable.insert(this.#writer, [row]);
  }

  async label(rows: readonly LabelRow[]): Promise<void> {
    if (rows.length > 0) await labelsTable.insert(this.#writer, rows);
  }

  async recordRequest(row: ClassifierRequestRow): Promise<void> {
    await classifierRequestsTable.insert(this.#writer, [row]);
  }

  async recordPrompt(prompt: string, text: string, nowMs: number): Promise<void> {
    const sql = 'SELECT count() AS n FROM market.classifier_prompts WHERE prompt = {prompt:String}';
    const [{ n }] = await this.#writer.query<{ n: number }>(sql, { prompt });
    if (n === 0) await promptsTable.insert(this.#writer, [{ prompt, text, firstUsedMs: nowMs }]);
  }

  async tokensOfDay(nowMs: number): Promise<number> {
    const [{ n }] = await this.#writer.query<{ n: number }>(
      `SELECT sum(tokens) AS n FROM market.classifier_requests
       WHERE at >= toStartOfDay(fromUnixTimestamp64Milli({nowMs:Int64}, 'UTC'))`,
      { nowMs },
    );
    return n;
  }

  /** What waits, the newest first, with its last failure. */
  async list(limit: number): Promise<object[]> {
    return this.#reader.query(
      `SELECT CAST(p.source, 'String') AS source, p.id AS id, CAST(p.symbol, 'String') AS symbol,
         formatDateTime(p.event_timestamp, '%FT%TZ', 'UTC') AS event_timestamp, p.title AS title, f.tries AS tries,
         if(f.tries = 0, NULL, f.last) AS last_outcome, if(f.tries = 0, NULL, f.said) AS last_error
       FROM (SELECT * FROM market.v_news_waiting) AS p
       LEFT JOIN
       (
         SELECT source, symbol, id, item_version, countIf(outcome != 'gave_up') AS tries,
           CAST(argMax(outcome, at), 'String') AS last, argMaxIf(message, at, outcome != 'gave_up') AS said
         FROM market.classifier_requests WHERE outcome != 'ok' AND ${SINCE_RETRY} GROUP BY source, symbol, id, item_version
       ) AS f ON f.source = p.source AND f.symbol = p.symbol AND f.id = p.id AND f.item_version = p.item_version
       ORDER BY p.event_timestamp DESC, p.source, p.id, p.symbol LIMIT {limit:UInt32}`,
      { limit },
    );
  }

  /** Forgets all failures: what was given up is tried again. */
  async retry(nowMs: number): Promise<void> {
    const none = { source: '', symbol: '', id: '', itemVersion: 0, model: '', prompt: '', tokens: 0, durationMs: 0 };
    await this.recordRequest({ ...none, atMs: nowMs, outcome: 'retry', message: '' });
  }

  async status() {
    const [row] = await this.#reader.query<{ n: number; gave_up: number; oldest: number }>(
      `SELECT count() AS n, countIf(f.n > 0) AS gave_up, toUnixTimestamp64Milli(min(p.received_at)) AS oldest
       FROM (SELECT * FROM market.v_news_waiting) AS p
       LEFT JOIN
       (
         SELECT source, symbol, id, item_version, count() AS n FROM market.classifier_requests
         WHERE outcome = 'gave_up' AND ${SINCE_RETRY} GROUP BY source, symbol, id, item_version
       ) AS f ON f.source = p.source AND f.symbol = p.symbol AND f.id = p.id AND f.item_version = p.item_version`,
    );
    const [last] = await this.#reader.query<{ outcome: string; message: string }>(
      `SELECT CAST(outcome, 'String') AS outcome, message FROM market.classifier_requests
       WHERE outcome NOT IN ('gave_up', 'retry') ORDER BY at DESC LIMIT 1`,
    );
    return {
      waiting: row.n,
      /** Of these: tried as often as is allowed; `news retry` tries them again. */
      gave_up: row.gave_up,
      oldest: row.n > 0 ? new Date(row.oldest).toISOString() : null,
      /** What the last request to the classifier failed of; null where it did not. */
      last_error: last ? (last.outcome === 'ok' ? null : last.message) : row.n > 0 ? NEVER_ASKED : null,
    };
  }

  /** Labels that another model or prompt gave, as wanted again: by `model`, or where that is empty by the configured one. */
  async want({ model, symbol, fromMs, nowMs }: { model: string; symbol: string; fromMs: number; nowMs: number }) {
    const which = `l.state = 'landed' AND {symbol:String} IN ('', l.symbol) AND ({model:String} = '' OR l.model != {model:String})
      AND w.event_timestamp >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')`;
    const from = `(SELECT * FROM market.news_labels FINAL) AS l
      INNER JOIN
      (
        SELECT CAST(source, 'String') AS source, symbol, id, event_timestamp FROM market.news_waiting FINAL
        UNION ALL SELECT '' AS source, symbol, id, event_timestamp FROM market.news_unclassified FINAL
      ) AS w
        ON w.source = l.source AND w.symbol = l.symbol AND w.id = l.id`;
    const params = { model, symbol, fromMs, nowMs };
    const [{ n }] = await this.#writer.query<{ n: number }>(`SELECT count() AS n FROM ${from} WHERE ${which}`, params);
    await this.#writer.command(
      `INSERT INTO market.news_labels (${labelsTable.columns.join(', ')})
       SELECT l.source, l.symbol, l.id, l.item_version, l.content_hash, l.model, l.prompt, 'wanted', {model:String},
         fromUnixTimestamp64Milli({nowMs:Int64}, 'UTC'), l.version + 1
       FROM ${from} WHERE ${which}`,
      params,
    );
    return n;
  }
}
