export { MarketStats } from './client.ts';
export {
  ApiError,
  AuthenticationError,
  ConnectionError,
  ForbiddenError,
  LookAheadError,
  NotFoundError,
  type Problem,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  ValidationError,
} from './errors.ts';
export type { components, paths } from './generated/openapi.ts';
export * from './generated/sources.ts';
export {
  AnyOf,
  anyOf,
  Condition,
  count,
  Existence,
  exists,
  Field,
  type KnownAt,
  NumberField,
  OrderedField,
  on,
  prev,
  RecordTest,
  type Then,
  type Value,
  type When,
  whenText,
} from './question.ts';
export type { RequestOptions, TransportOptions } from './transport.ts';
export type {
  Answer,
  Case,
  CaseOf,
  ListPath,
  NumberAnswer,
  Params,
  Path,
  QuestionAnswer,
  QuestionParams,
  RateAnswer,
  Row,
} from './types.ts';
