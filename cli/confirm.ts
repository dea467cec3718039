/** Asks the person at the terminal. */
import { createInterface } from 'node:readline/promises';

/** True for an answer that begins with y; the end of the input is a no. */
export async function confirmed(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const terminal = createInterface({ input, output });
  try {
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), ended]);
    return /^y/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
