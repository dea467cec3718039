/** Runs an operation through the ops port of a service, else in this process, whose modules are imported only then. */
import { parseConfig } from '../lib/config.ts';
import { messageOf, printable, printableLine } from '../lib/text.ts';
import { BOTH_SERVERS, kafkaConfigSchema, opsAddressSchema, storeConfigSchema } from '../lib/variables.ts';
import { type Args, notDone, type OperationContext, type Progress, readOpsFile } from '../operations/operation.ts';
import { type OpsAddress, requestOperation, resultOf, urlOf } from '../operations/ops-port/ops-client.ts';

export interface PerformOptions {
  /** Shows no progress. */
  readonly quiet: boolean;
  /** Called with an error that the process cannot survive, such as a full disk; ends the process. */
  readonly onFatal: (error: unknown) => void;
  /** Takes the next bytes of an answer if it is a file. */
  readonly data?: OperationContext['data'];
}

export async function perform(name: string, args: Args, options: PerformOptions): Promise<unknown> {
  const line = progressLine(options.quiet);
  const context: OperationContext = { progress: line.progress, notice: line.notice, data: options.data };
  try {
    const { url, token } = parseConfig({ ops: opsAddressSchema }).ops;
    if (url) {
      const response = await request({ url: url.replace(/\/+$/, ''), token: token!.reveal() }, name, args);
      if (response) return await resultOf(response, context);
      throw notDone(`nothing listens at OPS_URL (${url}): start \`ingest\`, or correct it`);
    }
    const { store, kafka } = parseConfig(
      { store: storeConfigSchema, kafka: kafkaConfigSchema },
      process.env,
      BOTH_SERVERS,
    );
    const file = kafka ? null : readOpsFile(store.dataDir);
    // A killed service may have left its file behind; if another process has the store open, the store's lock fails.
    const response = file && (await request({ url: urlOf(file), token: file.token }, name, args));
    if (response) return await resultOf(response, context);
    const { performHere } = await import('../operations/deployment/command.ts');
    return await performHere(name, args, context, options.onFatal);
  } finally {
    line.clear();
  }
}

/** Sends the request, with the bytes of the files if it is an import; every path is checked first. */
async function request(address: OpsAddress, name: string, args: Args): Promise<Response | null> {
  if (name !== 'import') return requestOperation(address, name, args);
  const { files, ...rest } = args as Args & { files: string[] };
  const { openSource } = await import('../ingest/files/open.ts');
  for (const path of files) {
    await openSource(path).catch((error) => {
      throw notDone(messageOf(error));
    });
  }
  return requestOperation(address, name, rest, files);
}

/** Shows progress in one line of stderr; a notice clears the line first. */
function progressLine(isQuiet: boolean) {
  let isShown = false;
  const clear = () => {
    if (isShown) process.stderr.write('\r\x1b[K');
    isShown = false;
  };
  return {
    clear,
    progress({ label, done, total }: Progress) {
      if (isQuiet) return;
      clear();
      process.stderr.write(`${printableLine(label)}${total > 0 ? ` ${done}/${total}` : ''}`);
      isShown = true;
    },
    notice(text: string) {
      clear();
      process.stderr.write(`${printable(text)}\n`);
    },
  };
}
