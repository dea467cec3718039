/** What an undo puts back: the version of a row that stands once an import's own is taken away. */
import { getOrMake, grouped } from '../../lib/collections.ts';
import type { Reader } from '../../sql/reader.ts';
import { isNews, type LandingTable, NEWS_TABLES } from '../contract/events.ts';
import { type ClaimedRows, importClaimsTable, importRowsTable, type ReplacedRow } from '../landing/tables.ts';

/** A row's values by the contract's names, and its source. */
export type Values = Record<string, unknown> & { deleted?: true; source: string };

export interface KeyRange {
  readonly table: LandingTable;
  readonly symbol: string;
  readonly first: string;
  readonly last: string;
}

interface Standing {
  /** `current` where it is the row as it is stored. */
  readonly values: Values | 'current';
  /** Of news: without its classification, which an undone import alone has brought. */
  readonly waits?: boolean;
  readonly importId: string;
}

/**
 * What stands of the rows that are an import's own now, by key; `null` where nothing does. A row has versions, one on the
 * other: each import's own, and below it what it replaced (`import_rows`) or found to be the same (`import_claims`). The
 * highest version stands that is of no import or of one that is not undone; and the version of an undone import stands
 * where another that is not has brought it, too; of news without its classification, where none of them has one.
 */
export async function standing(
  id: string,
  keys: readonly string[],
  { table, symbol, first, last }: KeyRange,
  { reader, undone }: { readonly reader: Reader; readonly undone: ReadonlySet<string> },
): Promise<Map<string, Standing | null>> {
  const params = { symbol, first, last, tables: isNews(table) ? [...NEWS_TABLES] : [table] };
  const range = 'landing_table IN {tables:Array(String)} AND symbol = {symbol:String}';
  const claims = await importClaimsTable.select(
    reader,
    `FINAL WHERE ${range} AND last >= {first:String} AND first <= {last:String} ORDER BY import_id, first`,
    params,
  );
  const replacedIn = async (importId: string): Promise<Map<string, ReplacedRow[]>> => {
    const own = `import_id = {importId:String} AND ${range} AND key >= {first:String} AND key <= {last:String}`;
    return grouped(
      await importRowsTable.select(reader, `FINAL WHERE ${own}`, { ...params, importId }),
      ({ key }) => key,
    );
  };
  const known = new Map<string, Promise<Map<string, ReplacedRow[]>>>();
  /** What the import replaced at this key: of news, of the version in that table first. */
  const replacedBy = async (importId: string, key: string, of: LandingTable): Promise<ReplacedRow | undefined> => {
    const rows = (await getOrMake(known, importId, () => replacedIn(importId))).get(key);
    return rows?.find((row) => row.landingTable === of) ?? rows?.[0];
  };
  const byKey = claimsByKey(claims, keys);
  const found = new Map<string, Standing | null>();
  for (const key of keys) found.set(key, await versionOf({ key, id, table, undone }, byKey.get(key) ?? [], replacedBy));
  return found;
}

/** News as somebody has brought it without a classification: it may be equal to what has one. */
const isPlain = ({ landingTable }: ClaimedRows) => landingTable === 'news_unclassified';

async function versionOf(
  { key, id, table: own, undone }: { key: string; id: string; table: LandingTable; undone: ReadonlySet<string> },
  claims: readonly ClaimedRows[],
  replacedBy: (importId: string, key: string, table: LandingTable) => Promise<ReplacedRow | undefined>,
): Promise<Standing | null> {
  let [owner, table] = [id, own];
  let values: Values | 'current' = 'current';
  const seen = new Set<string>();
  while (owner === id || undone.has(owner)) {
    const others = claims.filter((claim) => claim.baseImport === owner && !undone.has(claim.importId));
    const other = others.find((claim) => !isPlain(claim)) ?? others[0];
    if (other) return { values, waits: isPlain(other), importId: other.importId };
    if (seen.has(owner)) return null;
    seen.add(owner);
    const below = await replacedBy(owner, key, table);
    const same = claims.find((claim) => claim.importId === owner && !seen.has(claim.baseImport));
    if (below) {
      values = JSON.parse(below.prior) as Values;
      table = tableOf(table, values);
      owner = below.priorImport;
    } else if (same) owner = same.baseImport;
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

/** The claims on each of the keys, which are in the order of the store. */
function claimsByKey(claims: readonly ClaimedRows[], keys: readonly string[]): Map<string, ClaimedRows[]> {
  const byKey = new Map<string, ClaimedRows[]>();
  if (claims.length === 0) return byKey;
  const known = new Set(keys);
  const add = (key: string, claim: ClaimedRows) => getOrMake(byKey, key, (): ClaimedRows[] => []).push(claim);
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
