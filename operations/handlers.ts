/** Operations as callers run them: their arguments are checked, and failures that an operator can cure are told apart. */
import { CollectorError } from '../ingest/collectors/errors.ts';
import { ImportError } from '../ingest/files/errors.ts';
import { UnknownSeriesError } from '../ingest/landing/registry/registry.ts';
import { QueryRefusedError } from '../sql/analysts/names.ts';
import { type ArgumentsOf, checkedArgs, type OperationName } from './commands.ts';
import { type Args, notDone, type Operation, type OperationContext, usageError } from './operation.ts';

/** What runs the operations of some groups. */
export type Handlers<Group extends string = string> = {
  readonly [Name in OperationName as Name extends Group | `${Group}.${string}` ? Name : never]: (
    args: ArgumentsOf<Name>,
    context: OperationContext,
  ) => Promise<unknown>;
};

export const operationsOf = (handlers: Partial<Handlers>): Record<string, Operation> =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      async (args: Args, context: OperationContext) => {
        try {
          return await (handler as Operation)(checkedArgs(name as OperationName, args), context);
        } catch (error) {
          throw asOperatorError(error);
        }
      },
    ]),
  );

/** Returns the error as an OperationError if its message tells the operator what to do. */
function asOperatorError(error: unknown): unknown {
  const isUsage = error instanceof CollectorError || (error instanceof ImportError && error.fault === 'usage');
  if (isUsage) return usageError(error.message);
  const isCurable = [ImportError, UnknownSeriesError, QueryRefusedError].some((type) => error instanceof type);
  return isCurable ? notDone((error as Error).message) : error;
}
