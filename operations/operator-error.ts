/** Failures whose message alone tells the operator what to do: a stack would only hide it. */
import { ConfigError } from '../lib/config.ts';
import { StoreError } from '../sql/errors.ts';
import { OperationError } from './operation.ts';

const OF_THE_PLACE = /^the (disk of the store is full|data directory .* cannot be used)/;

export function isOperatorError(error: unknown): error is Error {
  if (error instanceof ConfigError || error instanceof OperationError) return true;
  return error instanceof StoreError && OF_THE_PLACE.test(error.message);
}
