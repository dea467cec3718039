/** The promise's result, or a failure once `ms` have passed; the work behind it continues. */
export function inTime<T>(
  task: Promise<T>,
  ms: number,
  failure = () => new Error(`no answer within ${ms} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure()), ms);
  });
  return Promise.race([task, late]).finally(() => clearTimeout(timer));
}
