export { MarketStats, type MarketStatsOptions } from './client.ts';
export { ApiError } from './error.ts';
export type { components, paths } from './openapi.ts';
export type { Answer, Params, Path } from './types.ts';
