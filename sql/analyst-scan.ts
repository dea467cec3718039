/**
 * First check of an analyst's query: over the tokens of its canonical text, as the engine has formatted it. It sees
 * every call and every qualified name wherever it stands, also where the engine's own tree does not show it
 * (inside OVER, say).
 */
import type { AllowedFunctions } from './analyst-functions.ts';

export class QueryRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'QueryRefusedError';
  }
}

export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['numbers', 'numbers_mt', 'zeros', 'zeros_mt', 'generate_series', 'generateseries', 'values', 'sqlstandardvalues'],
]);

/** Words that stand before a bracket without being a call. */
const KEYWORDS = new Set(
  `all and any anti apply array as asc asof between by case columns cross cube desc distinct else end except exists
  false filter final first following from full global grouping having if ilike in inner intersect interpolate interval
  into is join last left like limit not null nulls offset on or order outer over partition preceding prewhere qualify
  recursive replace right rollup rows range sample select semi sets step strict then ties to totals true unbounded
  union using values when where window with array datetime datetime64 decimal decimal32 decimal64 decimal128 decimal256
  enum8 enum16 fixedstring lowcardinality map nullable tuple variant time64`
    .split(/\s+/)
    .filter((word) => word !== 'apply' && word !== 'into'),
);

/** Outside this list of what may not be said at all, a name is an alias, a column or a table of `market`. */
const FORBIDDEN_WORDS: Record<string, string> = {
  apply: 'APPLY',
  settings: 'SETTINGS',
  outfile: 'INTO OUTFILE',
};

interface Token {
  kind: 'name' | 'string' | 'number' | 'symbol';
  /** Of a name: without its backticks. */
  text: string;
  quoted: boolean;
}

const TOKEN =
  /\s+|'(?:[^'\\]|\\.|'')*'|`((?:[^`\\]|\\.|``)*)`|"((?:[^"\\]|\\.|"")*)"|([A-Za-z_][A-Za-z0-9_$]*)|(\d[\w.]*)|(.)/gsu;

function tokens(sql: string): Token[] {
  const found: Token[] = [];
  for (const match of sql.matchAll(TOKEN)) {
    const [whole, backticked, doubled, word, number, symbol] = match;
    const quotedName = backticked ?? doubled;
    if (quotedName !== undefined) found.push({ kind: 'name', text: quotedName, quoted: true });
    else if (word !== undefined) found.push({ kind: 'name', text: word, quoted: false });
    else if (number !== undefined) found.push({ kind: 'number', text: number, quoted: false });
    else if (symbol !== undefined) found.push({ kind: 'symbol', text: symbol, quoted: false });
    else if (whole.startsWith("'")) found.push({ kind: 'string', text: whole, quoted: true });
  }
  return found;
}

/**
 * Throws a {@link QueryRefusedError} for a call that is not allowed, a name in one of the `closed` databases, a
 * setting, a parameter or an output file.
 */
export function scanQuery(canonical: string, functions: AllowedFunctions, closed: ReadonlySet<string>): void {
  const list = tokens(canonical);
  list.forEach((token, index) => {
    const next = list[index + 1]?.text;
    const afterDot = list[index - 1]?.text === '.' && list[index - 1].kind === 'symbol';
    if (token.kind === 'symbol' && !'()[],.*=<>!+-/%|:?&^~'.includes(token.text)) {
      throw new QueryRefusedError(`the character ${token.text} has no place in a query here`);
    }
    if (token.kind !== 'name') return;
    const lower = token.text.toLowerCase();
    if (!token.quoted && Object.hasOwn(FORBIDDEN_WORDS, lower)) {
      throw new QueryRefusedError(`${FORBIDDEN_WORDS[lower]} is not allowed; quote the word where it is a column`);
    }
    if (next === '.' && !afterDot && closed.has(lower)) {
      throw new QueryRefusedError(`the database ${token.text} is closed; only market can be read`);
    }
    if (next !== '(') return;
    const keyword = !token.quoted && !afterDot && KEYWORDS.has(lower);
    // `(...) AS t(a, b)` names columns; a function cannot stand after AS.
    const before = list[index - 1];
    const alias = before?.kind === 'name' && !before.quoted && before.text.toLowerCase() === 'as';
    if (!keyword && !alias && !functions.has(lower) && !TABLE_FUNCTIONS.has(lower)) {
      throw new QueryRefusedError(
        `${token.text}() is not allowed: queries read tables of market and compute from them`,
      );
    }
  });
}
