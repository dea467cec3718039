/** The code of a login link in the address' fragment, which no server and no log gets to see; null where there is none. */
export function loginCode(hash: string): string | null {
  return /^#login=([\w-]{1,200})$/.exec(hash)?.[1] ?? null;
}
