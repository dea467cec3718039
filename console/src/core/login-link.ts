/** Returns the code in a login link's fragment, which neither servers nor logs see; null if there is none. */
export function loginCode(hash: string): string | null {
  return /^#login=([\w-]{1,200})$/.exec(hash)?.[1] ?? null;
}
