/** Fields that conditions can name: those of every statistic's records, of the session itself and of its news. */
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { COUNT, EXISTS, NEWS_FIELDS, SESSION_FIELDS } from '../../../compute/answers/questions/question.ts';
import type { Field } from '../../../compute/market/fields.ts';
import { useAccount } from './account.ts';
import type { Doc, Param, StatisticEntry } from './api.ts';
import { ask } from './client.ts';
import { join, parse, split, write } from './condition.ts';
import { valuesOf, wordsOf } from './docs.ts';
import { label } from './format.ts';

export interface AskableField {
  readonly name: string;
  readonly type: string;
  readonly unit: string;
  readonly values: readonly string[];
  readonly help: string;
  readonly nullable: boolean;
  /** Time at which the field is known: before the session, at its open, ..., later. */
  readonly known: string;
}

export interface Source {
  readonly name: string;
  readonly title: string;
  readonly fields: readonly AskableField[];
  /** Parameters that change the records; they stand in the brackets of a condition. */
  readonly params: readonly Param[];
  /** Fields that select the counted records, if a statistic has many records per session. */
  readonly counted?: readonly AskableField[];
}

const YES_NO = ['true', 'false'];

const askable = (field: Field, more: Partial<AskableField> = {}): AskableField => ({
  ...field,
  values: field.type === 'boolean' ? YES_NO : (field.values ?? []),
  help: field.description,
  known: field.knownAt ?? 'before',
  ...more,
});

/** Makes a source that has no `/doc` of its own. */
const own = (name: string, title: string, fields: readonly Field[]): Source => ({
  name,
  title,
  params: [],
  fields: fields.map((field) => askable(field)),
});
const SESSION = own('session', 'Session', SESSION_FIELDS);
const NEWS = own('news', 'News before it', NEWS_FIELDS);

/** Fields that are no use in conditions; the weekday is the session's. */
const DULL = new Set(['symbol', 'date', 'prev_date', 'complete', 'week', 'weekday']);
/** Parameters of the request, not of a condition: the range, the session, the list. */
const OF_REQUEST = new Set(['start_time', 'end_time', 'session', 'include_extended_hours', 'adjustment']);
const FRESH_MS = 30 * 60_000;

function sourceOf({ name, path, record_of }: StatisticEntry, { title, fields, endpoints }: Doc): Source {
  const own = fields
    .filter((one) => one.endpoint === path && !DULL.has(one.name) && one.known_at !== null)
    .map((one) => ({
      ...one,
      values: one.type === 'boolean' ? YES_NO : valuesOf(one.description),
      help: wordsOf(one.description),
      known: one.known_at ?? 'before',
    }));
  const isCounted = record_of === 'candle';
  const known = isCounted ? 'event' : 'open';
  const exists = askable(EXISTS, { help: `The session has a record: ${title.toLowerCase()}`, known });
  return {
    name,
    title,
    params: (endpoints.find((endpoint) => endpoint.path === path)?.parameters ?? []).filter(
      (param) => param.affects === 'records' && !OF_REQUEST.has(param.name),
    ),
    ...(isCounted
      ? {
          fields: [exists, askable(COUNT, { help: `Number in the session: ${title.toLowerCase()}`, known })],
          // Only fields known at the event are counted, because later outcomes are not part of the session.
          counted: own.filter((one) => one.known === 'event'),
        }
      : { fields: [exists, ...own] }),
  };
}

const Sources = createContext<readonly Source[]>([]);
export const SourcesProvider = Sources.Provider;
export const useSources = () => useContext(Sources);

/** Returns all sources that conditions can name; only session and news until the statistics' pages have loaded. */
export function useAllSources(): readonly Source[] {
  const { statistics } = useAccount();
  const [sources, setSources] = useState<readonly Source[]>([SESSION, NEWS]);
  useEffect(() => {
    let isMounted = true;
    const named = statistics.filter(({ record_of: of }) => of !== null);
    Promise.all(
      named.map(async (entry) => sourceOf(entry, (await ask<Doc>(entry.doc, {}, { freshMs: FRESH_MS })).body)),
    ).then(
      (loaded) => isMounted && setSources([SESSION, ...loaded, NEWS]),
      // Conditions can still be written as text, and their answer reports the service's problem.
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [statistics]);
  return sources;
}

export const fieldOf = (
  sources: readonly Source[],
  { statistic, field: name }: { statistic: string; field: string },
): AskableField | undefined =>
  sources.find((source) => source.name === statistic)?.fields.find((one) => one.name === name);

export const isNumeric = ({ type }: Pick<AskableField, 'type'>) => type === 'number' || type === 'integer';

const MOST_CHOICES = 8;

/** Returns a condition that a field can be edited from: its first value, a number above 0, a time by noon. */
function firstTest(field: AskableField, isOutcome: boolean) {
  if (field.type === 'timestamp') return { operator: '<=', value: '12:00' };
  if (isNumeric(field)) return isOutcome ? { operator: '', value: '' } : { operator: '>', value: '0' };
  return { operator: '=', value: field.values[0] ?? '' };
}

/** Returns conditions on the fields that match all typed words; the text itself comes first if it consists of conditions. */
export function choicesOf(
  text: string,
  sources: readonly Source[],
  isOutcome: boolean,
): readonly { readonly text: string; readonly help: string }[] {
  const words = text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const written = split(text);
  const isCondition = (one: string) => {
    const parts = parse(one);
    return parts !== null && (isOutcome || parts.operator !== '') && fieldOf(sources, parts) !== undefined;
  };
  const asWritten =
    written.length > 0 && written.every(isCondition) ? [{ text: join(written), help: 'as it is written' }] : [];
  const named = sources.flatMap(({ name: statistic, title, counted, fields }) =>
    fields.flatMap((field) => {
      const all = `${statistic} ${title} ${field.name} ${label(field.name)}`.toLowerCase();
      if (!words.every((word) => all.includes(word))) return [];
      const tests = counted ? [] : null;
      const parts = { prev: 0, symbol: '', statistic, parameters: '', tests, field: field.name };
      return [{ text: write({ ...parts, ...firstTest(field, isOutcome) }), help: field.help }];
    }),
  );
  return [...asWritten, ...named].slice(0, MOST_CHOICES);
}
