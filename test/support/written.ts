/** What is written to stdout meanwhile, instead of writing it. */
export function written(run: () => void): string {
  const { write } = process.stdout;
  let text = '';
  process.stdout.write = (chunk: string | Uint8Array) => {
    text += chunk;
    return true;
  };
  try {
    run();
  } finally {
    process.stdout.write = write;
  }
  return text;
}
