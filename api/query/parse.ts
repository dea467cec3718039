/** Reads the text of a query by its endpoint's parameters. Everything that is wrong is reported at once. */
import { type Param, PROBLEM_TYPES, type ProblemType } from '../../compute/statistics/params.ts';
import { nearestName } from '../../lib/text.ts';
import { invalid, type Problem, queryProblem } from '../errors.ts';

/** More than twice what any endpoint knows. */
export const MAX_PARAMETERS = 64;
/** Name and value as sent: fifty symbols with everything but letters and digits percent-encoded fit. */
export const MAX_PARAMETER_BYTES = 4_096;

/** A question of 4,096 characters, percent-encoded, with the parameter's name. */
export const MAX_QUESTION_BYTES = 3 * 4_096 + 16;
/** Of a request that asks one: Node's own bound of 16 KiB holds the other headers, too. */
export const MAX_QUESTION_URL_BYTES = 14_336;

export interface ParsedQuery {
  /** Parsed values of the parameters that were sent. */
  readonly sent: ReadonlyMap<string, unknown>;
  /** Parameters that were sent and have no effect at this endpoint, by name. */
  readonly ignored: readonly string[];
  /** All parameters that were sent, in their order. */
  readonly names: readonly string[];
  readonly problems: readonly Problem[];
}

function unknownName(name: string, params: ReadonlyMap<string, Param>, elsewhere: ReadonlySet<string>): string {
  const meant = nearestName(name, params.keys()) ?? nearestName(name, elsewhere);
  return `Extra inputs are not permitted${meant === null ? '' : `; did you mean '${meant}'?`}`;
}

/** Names in problems are the client's own words: cut, should they be long. */
const shortened = (name: string) => (name.length > 100 ? `${name.slice(0, 100)}...` : name);

/**
 * @param search the query's text, without its question mark
 */
export function parseQuery(
  search: string,
  params: ReadonlyMap<string, Param>,
  elsewhere: ReadonlySet<string>,
): ParsedQuery {
  const texts = new Map<string, string[]>();
  for (const [name, text] of new URLSearchParams(search)) {
    const known = texts.get(name);
    if (known) known.push(text);
    else texts.set(name, [text]);
  }
  const sent = new Map<string, unknown>();
  const problems: Problem[] = [];
  for (const [name, param] of params) {
    const values = texts.get(name);
    if (!values) {
      if (param.doc.required) problems.push(queryProblem(name, 'missing', 'Field required'));
      continue;
    }
    if (values.length > 1) {
      problems.push(queryProblem(name, 'value_error', `Given ${values.length} times: give it once`));
      continue;
    }
    const parsed = param.schema.safeParse(values[0]);
    if (parsed.success) sent.set(name, parsed.data);
    else for (const issue of parsed.error.issues) problems.push(queryProblem(name, typeOf(issue), issue.message));
  }
  const ignored: string[] = [];
  for (const name of texts.keys()) {
    if (params.has(name)) continue;
    if (elsewhere.has(name)) ignored.push(name);
    else problems.push(queryProblem(shortened(name), 'extra_forbidden', unknownName(name, params, elsewhere)));
  }
  return { sent, ignored: ignored.sort(), names: [...texts.keys()], problems };
}

function typeOf(issue: { code?: string; params?: unknown }): ProblemType {
  const type = (issue.params as { type?: unknown } | undefined)?.type;
  return PROBLEM_TYPES.find((known) => known === type) ?? 'value_error';
}

/**
 * The one problem of a query that is not read at all, looked at before anything is parsed: reading costs many times the
 * text's bytes. Null: it may be read.
 */
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

/** Values of the parameters sent to an endpoint that is alone with them. @throws 422 with all that is wrong */
export function readQuery(search: string, params: ReadonlyMap<string, Param>): ReadonlyMap<string, unknown> {
  const tooLarge = queryTooLarge(search);
  if (tooLarge) throw invalid([tooLarge]);
  const { sent, problems } = parseQuery(search, params, new Set());
  if (problems.length > 0) throw invalid(problems);
  return sent;
}
