/** Symbols found by a part of their name: the service searches, for a market has thousands. */
import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from './answer.ts';
import type { SymbolEntry } from './docs.ts';

const NONE: readonly SymbolEntry[] = [];

/** Until the next are there, those of the letters before. @param text empty: none are looked for */
export function useSymbolSearch(text: string, limit: number): readonly SymbolEntry[] {
  const search = text.trim();
  const asking = useAnswer<{ data: readonly SymbolEntry[] }>(search ? '/symbols' : null, {
    search: search.slice(0, 32),
    limit: String(limit),
  });
  const [before, hold] = useState(NONE);
  const found = asking.is === 'done' ? asking.body.data : null;
  useEffect(() => {
    if (found) hold(found);
  }, [found]);
  if (search === '' || asking.is === 'failed') return NONE;
  return found ?? before;
}
