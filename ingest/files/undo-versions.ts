/**
 * What stands of rows once imports are undone. A row has versions, one on the other: each import's own, and below it what
 * it replaced (`import_rows`) or found to be the same (`import_claims`). The highest version stands that is of no import
 * or of one that is not undone; and the version of an undone import stands where another that is not has brought it, too.
 */
import { getOrMake } from '../../lib/collections.ts';
import type { Reader } from '../../sql/reader.ts';
import { isNews, type LandingTable, NEWS_TABLES } from '../contract/events.ts';

/** A row's values by the contract's names, and its source. */
export type Values = Record<string, unknown> & { deleted?: true; source: string };

/** A range of one symbol's keys in a table. */
export interface KeyRange {
  readonly table: LandingTable;
  readonly symbol: string;
  readonly first: string;
  readonly last: string;
}

/** `values`: `current` where it is the row as it is stored. */
export interface Standing {
  readonly values: Values | 'current';
  readonly importId: string;
}

interface Replaced {
  readonly key: string;
  readonly prior: string;
  readonly prior_import: string;
  readonly landing_table: LandingTable;
}

interface Claimed {
  readonly import_id: string;
  readonly base_import: string;
  readonly first: string;
  readonly last: string;
  readonly step: number;
}

/** What stands of the rows that are an import's own now, by key; `null` where nothing does. */
export async function standing(
  id: string,
  keys: readonly string[],
  range: KeyRange,
  { reader, undone }: { readonly reader: Reader; readonly undone: ReadonlySet<string> },
): Promise<Map<string, Standing | null>> {
  const versions = new Versions(reader, range);
  const claims = claimsByKey(await versions.claims(), keys);
  const found = new Map<string, Standing | null>();
  for (const key of keys) found.set(key, await versionOf(key, id, claims.get(key) ?? [], versions, undone));
  return found;
}

async function versionOf(
  key: string,
  id: string,
  claims: readonly Claimed[],
  versions: Versions,
  undone: ReadonlySet<string>,
): Promise<Standing | null> {
  let [owner, table] = [id, versions.range.table];
  let values: Values | 'current' = 'current';
  const seen = new Set<string>();
  while (owner === id || undone.has(owner)) {
    const other = claims.find((claim) => claim.base_import === owner && !undone.has(claim.import_id));
    if (other) return { values, importId: other.import_id };
    if (seen.has(owner)) return null;
    seen.add(owner);
    const below = await versions.replacedBy(owner, key, table);
    const same = claims.find((claim) => claim.import_id === owner && !seen.has(claim.base_import));
    if (below) {
      values = JSON.parse(below.prior) as Values;
      table = tableOf(table, values);
      owner = below.prior_import;
    } else if (same) owner = same.base_import;
    else return null;
  }
  return { values, importId: owner };
}

/** In which table the version was that was replaced. */
function tableOf(table: LandingTable, values: Values): LandingTable {
  if (!isNews(table) || values.deleted) return table;
  if (!('direction' in values)) return 'news_unclassified';
  return table === 'news_unclassified' ? 'events_sentiment' : table;
}

/** What is kept of a range's versions; read once an import. */
class Versions {
  readonly range: KeyRange;
  readonly #reader: Reader;
  readonly #tables: readonly LandingTable[];
  readonly #replaced = new Map<string, Promise<Map<string, Replaced[]>>>();

  constructor(reader: Reader, range: KeyRange) {
    this.#reader = reader;
    this.range = range;
    this.#tables = isNews(range.table) ? NEWS_TABLES : [range.table];
  }

  claims(): Promise<Claimed[]> {
    return this.#reader.query<Claimed & Record<string, string | number>>(
      `SELECT CAST(import_id, 'String') AS import_id, CAST(base_import, 'String') AS base_import, first, last, step
       FROM market.import_claims FINAL
       WHERE landing_table IN {tables:Array(String)} AND symbol = {symbol:String}
         AND last >= {first:String} AND first <= {last:String}
       ORDER BY import_id, first`,
      this.#params,
    );
  }

  /** What the import replaced at this key: of news, of the version in that table first. */
  async replacedBy(importId: string, key: string, table: LandingTable): Promise<Replaced | undefined> {
    const rows = (await getOrMake(this.#replaced, importId, () => this.#read(importId))).get(key);
    return rows?.find((row) => row.landing_table === table) ?? rows?.[0];
  }

  async #read(importId: string): Promise<Map<string, Replaced[]>> {
    const rows = await this.#reader.query<Replaced & Record<string, string>>(
      `SELECT key, prior, CAST(prior_import, 'String') AS prior_import, CAST(landing_table, 'String') AS landing_table
       FROM market.import_rows FINAL
       WHERE import_id = {importId:String} AND landing_table IN {tables:Array(String)} AND symbol = {symbol:String}
         AND key >= {first:String} AND key <= {last:String}`,
      { ...this.#params, importId },
    );
    const byKey = new Map<string, Replaced[]>();
    for (const row of rows) getOrMake(byKey, row.key, (): Replaced[] => []).push(row);
    return byKey;
  }

  get #params() {
    const { symbol, first, last } = this.range;
    return { symbol, first, last, tables: [...this.#tables] };
  }
}

/** The claims on each of the keys, which are in the order of the store. */
function claimsByKey(claims: readonly Claimed[], keys: readonly string[]): Map<string, Claimed[]> {
  const byKey = new Map<string, Claimed[]>();
  if (claims.length === 0) return byKey;
  const known = new Set(keys);
  const add = (key: string, claim: Claimed) => getOrMake(byKey, key, (): Claimed[] => []).push(claim);
  for (const claim of claims) {
    if (claim.step === 0) {
      if (known.has(claim.first)) add(claim.first, claim);
      continue;
    }
    // Of bars: minutes as text.
    const [from, to] = [Number(claim.first), Number(claim.last)];
    for (let minute = from; minute <= to; minute += claim.step) {
      const key = String(minute).padStart(claim.first.length, '0');
      if (known.has(key)) add(key, claim);
    }
  }
  return byKey;
}
