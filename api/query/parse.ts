/** Reads the text of a query by its endpoint's parameters. Everything that is wrong is reported at once. */
import type { Param, ProblemType } from '../../compute/statistics/params.ts';
import { nearestName } from '../../lib/did-you-mean.ts';
import { type Problem, queryProblem } from '../errors.ts';

export interface ParsedQuery {
  /** Parsed values of the parameters that were sent. */
  readonly sent: ReadonlyMap<string, unknown>;
  /** Parameters that were sent and have no effect at this endpoint, by name. */
  readonly ignored: readonly string[];
  /** All parameters that were sent, in their order. */
  readonly names: readonly string[];
  readonly problems: readonly Problem[];
}

const PROBLEM_TYPES: ReadonlySet<unknown> = new Set<ProblemType>([
  'missing',
  'int_parsing',
  'float_parsing',
  'bool_parsing',
  'date_from_datetime_parsing',
  'time_parsing',
  'literal_error',
  'greater_than_equal',
  'less_than_equal',
  'too_long',
  'value_error',
  'extra_forbidden',
  'look_ahead',
]);

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
  return PROBLEM_TYPES.has(type) ? (type as ProblemType) : 'value_error';
}
