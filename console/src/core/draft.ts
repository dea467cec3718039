/** The question that the reader is composing, and the parameters of the address that belong to it. */
import { useState } from 'preact/hooks';
import { split } from './condition.ts';
import { keep, readKept } from './kept.ts';
import { chosenValue } from './params.ts';
import type { Query } from './router.ts';

const DRAFT = 'draft';
/** Most conditions of a question, among and when together. */
export const MAX_CONDITIONS = 12;

export interface Draft {
  /** Conditions that select the population. */
  readonly among: readonly string[];
  readonly when: readonly string[];
  readonly then: string;
}

interface Held {
  /** The address's question at which the draft was composed. */
  readonly asked: string;
  readonly draft: Draft;
}

const askedBy = ({ among = '', when = '', then = '' }: Query) => [among, when, then].join('\n');

/** Keeps a half-typed question over a reload. The third result clears it, for an address without a question. */
export function useDraft(query: Query): [Draft, (draft: Draft) => void, () => void] {
  const asked = askedBy(query);
  const [state, setState] = useState<Held>(() => {
    const kept = readKept<Held>('tab', DRAFT);
    return kept?.asked === asked && kept.draft.among ? kept : { asked, draft: draftOf(query) };
  });
  const current = state.asked === asked ? state.draft : draftOf(query);
  const set = (next: Held) => {
    setState(next);
    keep('tab', DRAFT, next);
  };
  return [current, (draft) => set({ asked, draft }), () => set({ asked: askedBy({}), draft: draftOf({}) })];
}

const draftOf = (query: Query): Draft => ({
  among: split(query['among'] ?? ''),
  when: split(query['when'] ?? ''),
  then: query['then'] ?? '',
});

export function requestOfQuestion(query: Query, symbol: string): Record<string, string | undefined> {
  return {
    symbol,
    session: chosenValue('session', query),
    time_window: query['start_date'] ? undefined : query['time_window'],
    start_date: query['start_date'],
    end_date: query['end_date'],
    include_extended_hours: query['include_extended_hours'],
    start_time: query['start_time'],
    end_time: query['end_time'],
    adjustment: query['adjustment'],
    among: query['among'],
    allow_look_ahead: query['allow_look_ahead'],
    // The answer includes the courses of the cases, so that they need no request each.
    paths: 'true',
  };
}
