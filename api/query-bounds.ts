/** Bounds of a query as text, looked at before anything of it is parsed: reading costs many times the text's bytes. */
import { type Problem, queryProblem } from './errors.ts';

/** More than twice what any endpoint knows. */
export const MAX_PARAMETERS = 64;
/** Name and value as sent: fifty symbols with everything but letters and digits percent-encoded fit. */
export const MAX_PARAMETER_BYTES = 4_096;

/** A question of 4,096 characters, percent-encoded, with the parameter's name. */
export const MAX_QUESTION_BYTES = 3 * 4_096 + 16;
/** Of a request that asks one: Node's own bound of 16 KiB holds the other headers, too. */
export const MAX_QUESTION_URL_BYTES = 14_336;

/** The one problem of a query that is not read at all; null: it may be read. */
export function queryTooLarge(search: string, maxParameterBytes = MAX_PARAMETER_BYTES): Problem | null {
  let parameters = 0;
  let longest = 0;
  for (let from = 0; from < search.length; ) {
    const found = search.indexOf('&', from);
    const to = found === -1 ? search.length : found;
    if (to > from) parameters++;
    longest = Math.max(longest, to - from);
    from = to + 1;
  }
  if (parameters > MAX_PARAMETERS) {
    const msg = `A query may have ${MAX_PARAMETERS} parameters, not ${parameters}: leave out those that no endpoint knows`;
    return { ...queryProblem('', 'too_long', msg), loc: ['query'] };
  }
  if (longest > maxParameterBytes) {
    const msg = `A parameter may have ${maxParameterBytes} bytes with its name, not ${longest}: shorten it`;
    return { ...queryProblem('', 'too_long', msg), loc: ['query'] };
  }
  return null;
}
