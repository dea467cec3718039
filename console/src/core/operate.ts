/** Operations of the command line, started by operators in the console: what they report, and what came of them. */
import { useState } from 'preact/hooks';
import { useAccount } from './account.ts';
import { type Asking, useAnswer } from './answer.ts';
import { Refused, request, send } from './client.ts';

export interface Progress {
  readonly label: string;
  readonly done: number;
  /** 0 where it is not known. */
  readonly total: number;
}

export interface Performed<T> {
  readonly result: T;
  /** Remarks on what was done. */
  readonly notices: readonly string[];
}

const USAGE_ERROR = 2;

/** @throws Refused */
async function operate<T>(
  name: string,
  args: object,
  csrf: string | undefined,
  onProgress: (progress: Progress) => void = () => {},
): Promise<Performed<T>> {
  const response = await request(`/operator/operations/${name}`, { method: 'POST', json: args, csrf });
  const notices: string[] = [];
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refused(0, null);
    });
    if (done) throw new Refused(0, null);
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter(Boolean)) {
      const { progress, notice, error, result } = JSON.parse(line);
      if (progress) onProgress(progress);
      else if (notice) notices.push(notice);
      else if (error) throw new Refused(error.exit === USAGE_ERROR ? 422 : 409, { detail: { message: error.message } });
      else return { result, notices };
    }
  }
}

/** What an operation that changes nothing answers. @param round another number asks again */
export function useOperation<T>(
  name: string | null,
  args: Readonly<Record<string, string>> = {},
  round = 0,
): Asking<T> {
  const writer = useWriter();
  return useAnswer<T>(name, args, {
    round,
    by: async <R>(path: string) => ({ body: (await writer.operate<R>(path, args)).result, address: path }),
  });
}

/** What the account may change, by requests that carry the session's own header. */
export function useWriter() {
  const { csrf_token: csrf } = useAccount().usage;
  return {
    put: <T>(method: 'POST' | 'PUT' | 'DELETE', url: string, json: object = {}) => send<T>(url, { method, json, csrf }),
    operate: <T>(name: string, args: object, onProgress?: (progress: Progress) => void) =>
      operate<T>(name, args, csrf, onProgress),
  };
}

export type Writer = ReturnType<typeof useWriter>;

/** One write at a time: whether it runs, and why the last one was refused. */
export function useWrite() {
  const { refresh } = useAccount();
  const [state, tell] = useState({ busy: false, problem: '' });
  const write = (task: () => Promise<unknown>) => {
    tell({ busy: true, problem: '' });
    task().then(
      () => tell({ busy: false, problem: '' }),
      (error: Error) => {
        const { error: name } = error instanceof Refused ? error.detail : {};
        // Somebody logged in or out in another window: its header comes with the account.
        if (name === 'csrf') refresh();
        tell({
          busy: false,
          problem: name === 'csrf' ? 'The login was renewed in another window: send it again.' : error.message,
        });
      },
    );
  };
  return { ...state, write };
}
