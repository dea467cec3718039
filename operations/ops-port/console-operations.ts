/** What operators may do from the web console, by asking the ops port of the program that lands. */
import type { OperatorActions } from '../../api/operator.ts';
import type { OperationName } from '../commands.ts';
import { EXIT } from '../operation.ts';
import { type OpsAddress, requestOperation } from './ops-client.ts';

/** All others need the command line: they read or write files of the machine, or cannot be undone. */
export const CONSOLE_OPERATIONS = [
  'accounts.create',
  'accounts.list',
  'accounts.set',
  'accounts.set-limits',
  'accounts.set-plan',
  'collectors.add',
  'collectors.backfill',
  'collectors.list',
  'collectors.remove',
  'collectors.start',
  'collectors.status',
  'collectors.stop',
  'imports.list',
  'imports.show',
  'imports.undo',
  'tokens.issue',
  'tokens.list',
  'tokens.revoke',
  'uploads.append',
  'uploads.begin',
  'uploads.import',
  'uploads.remove',
] as const satisfies readonly OperationName[];

/** Options of collectors that name files of the machine, or another host than the vendor's. */
const COMMAND_LINE_ONLY = ['dir', 'files', 'credentials', 'url', 'streamUrl', 'via', 'bucket'];

function refusedArgument(name: string, args: Readonly<Record<string, unknown>>): string | undefined {
  if (name !== 'collectors.add') return undefined;
  return args['kind'] === 'folder' ? 'dir' : COMMAND_LINE_ONLY.find((one) => args[one] !== undefined);
}

/** @param address of the ops port; null while it is not open */
export function consoleOperations(address: () => OpsAddress | null): OperatorActions {
  return {
    names: CONSOLE_OPERATIONS,
    async start(name, args) {
      const refused = refusedArgument(name, args);
      if (refused !== undefined) {
        const message = `${refused}: only the command line may set it, because it names a file or host`;
        return [Buffer.from(`${JSON.stringify({ error: { message, exit: EXIT.usageError } })}\n`)];
      }
      const found = address();
      const response = found && (await requestOperation(found, name, args));
      return response && (response.body as unknown as AsyncIterable<Uint8Array>);
    },
  };
}
