/**
 * First check of an analyst's query: over the tokens of its canonical text, as the engine has formatted it. It sees
 * every name wherever it stands, also where the engine's own tree does not show it (inside OVER, say).
 */
import { tokensOf } from './lexer.ts';
import { type AllowedNames, refusedName } from './names.ts';

export class QueryRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'QueryRefusedError';
  }
}

/** What may not be said at all; every other word is a name or belongs to the grammar of a SELECT. */
const FORBIDDEN_WORDS: Record<string, string> = {
  apply: 'APPLY',
  settings: 'SETTINGS',
  outfile: 'INTO OUTFILE',
};

/**
 * Throws a {@link QueryRefusedError} for a name that is not allowed, a setting, a parameter or an output file.
 */
export function scanQuery(canonical: string, allowed: AllowedNames): void {
  const tokens = tokensOf(canonical);
  for (const { kind, text } of tokens) {
    if (kind === 'symbol' && '{};'.includes(text)) {
      throw new QueryRefusedError(`the character ${text} has no place in a query here`);
    }
    const word = kind === 'word' ? FORBIDDEN_WORDS[text.toLowerCase()] : undefined;
    if (word !== undefined) {
      throw new QueryRefusedError(`${word} is not allowed; quote the word where it is a column`);
    }
  }
  const reason = refusedName(tokens, allowed);
  if (reason !== null) throw new QueryRefusedError(reason);
}
