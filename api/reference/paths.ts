/** Parts of the paths of `/openapi.json`: what is open, and what accounts read. */
import type { ParamSet } from '../../compute/statistics/params.ts';
import { headerRefs, LIMIT_HEADERS, type Operation, operationId, parametersOf, TEXT } from './components.ts';
import type { Schema } from './fields.ts';

export const json = (schema: Schema) => ({ 'application/json': { schema } });
export const CSV = { 'text/csv': { schema: TEXT } };
export const ARROW = { 'application/vnd.apache.arrow.stream': { schema: { type: 'string', format: 'binary' } } };
export const response = (name: string) => ({ $ref: `#/components/responses/${name}` });

export const REFUSALS = {
  '401': response('Unauthorized'),
  '403': response('Forbidden'),
  '422': response('Invalid'),
  '429': response('TooManyRequests'),
  '503': response('Unavailable'),
  default: response('Other'),
};
/** With a token, or a session of the console. */
export const READS = [{ token: [] }, { session: [] }];
export const SERVICE = 'service';
export const QUESTIONS = 'questions';

export interface About {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Of a 200. */
  readonly content?: Schema;
  readonly tag?: string;
  readonly params?: ReadonlyMap<string, ParamSet[string]>;
  /** Of a 200, beside those of limits. */
  readonly headers?: readonly string[];
  readonly responses?: Schema;
}

/** Operations of a path, by method. */
export type Path = [path: string, operations: Readonly<Record<string, Operation>>];

/** What anybody may read. */
export const open = ({ path, summary, content, tag = SERVICE, responses }: Omit<About, 'description'>): Path => {
  const description = `${summary}. Needs no token.`;
  const about = { operationId: operationId(path), tags: [tag], summary, description, security: [] };
  const ok = { description: summary, content };
  const get = {
    ...about,
    responses: { '200': ok, '414': response('UriTooLong'), default: response('Other'), ...responses },
  };
  return [path, { get }];
};

/** What accounts read. */
export const get = (about: About): Path => {
  const { path, summary, description, content, tag, params, headers = [], responses } = about;
  const operation = {
    operationId: operationId(path),
    tags: [tag],
    summary,
    description,
    security: READS,
    ...(params ? { parameters: parametersOf(params) } : {}),
    responses: {
      '200': { description: summary, headers: headerRefs([...headers, ...LIMIT_HEADERS]), content },
      ...responses,
      ...REFUSALS,
    },
  };
  return [path, { get: operation }];
};
export const paramsOf = (params: ParamSet) => new Map(Object.entries(params));
