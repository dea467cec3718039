/** docs/events.md and its schemas say what landing takes: its samples land, its list of reasons is whole, the files are current. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { decode } from '../../ingest/contract/decode.ts';
import { EVENT_SETS, type EventSet, isRefusal, REASONS } from '../../ingest/contract/events.ts';
import { projectFile } from '../../lib/paths.ts';
import { schemaFile, schemasOfEvents, schemaText } from './event-schemas.ts';
import { readPage } from './pages.ts';

const page = readPage('docs/events.md');
const samples = (/^```json events\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '').trimEnd().split('\n');
const sets = Object.keys(EVENT_SETS) as EventSet[];
const META = { partition: 0, offset: 0, timestampMs: Date.UTC(2026, 0, 1) };
const ajv = new Ajv2020({ strict: false });
const schemas = schemasOfEvents();

describe.each(sets.map((set, i) => [set, JSON.parse(samples[i])] as const))('%s', (set, sample) => {
  const takes = (event: object) => !isRefusal(decode(EVENT_SETS[set], JSON.stringify(event), META));
  const valid = ajv.compile(schemas.get(set)!);

  it('has a schema that is current: npm run schemas:generate', () => {
    expect(readFileSync(projectFile(schemaFile(set)), 'utf8')).toBe(schemaText(schemas.get(set)!));
  });

  it('takes the sample, by its schema and by the contract', () => {
    expect([takes(sample), valid(sample)]).toEqual([true, true]);
  });

  it('refuses by both a field less that is required, one more, and one of another type', () => {
    const required = schemas.get(set)!['required'] as string[];
    const without = required.map((name) => ({ ...sample, [name]: undefined }));
    const others = Object.keys(sample).map((name) => ({ ...sample, [name]: ['x'] }));
    for (const event of [...without, ...others, { ...sample, other: 1 }, { ...sample, revision: -1 }]) {
      const sent = JSON.parse(JSON.stringify(event));
      expect([JSON.stringify(sent), takes(sent), valid(sent)]).toEqual([JSON.stringify(sent), false, false]);
    }
  });

  it('takes by both a text of the greatest length, and refuses one of a character more, or of spaces alone', () => {
    const { properties } = schemas.get(set) as { properties: Record<string, { maxLength?: number }> };
    const lengths = Object.entries(properties).flatMap(([name, { maxLength: max }]) =>
      max === undefined ? [] : [[name, max] as const],
    );
    expect(lengths).toContainEqual(['source', 500]);
    for (const [name, max] of lengths) {
      for (const [text, taken] of [
        ['x'.repeat(max), true],
        ['x'.repeat(max + 1), false],
        [' ', false],
      ] as const) {
        const event = { ...sample, [name]: text };
        expect([name, text.length, takes(event), valid(event)]).toEqual([name, text.length, taken, taken]);
      }
    }
  });

  it('takes by both a null for what is optional', () => {
    const { required, properties } = schemas.get(set) as { required: string[]; properties: object };
    const optional = Object.keys(properties).filter((name) => !required.includes(name) && !(name in sample));
    const event = { ...sample, ...Object.fromEntries(optional.map((name) => [name, null])) };
    expect([takes(event), valid(event)]).toEqual([true, true]);
  });
});

it('lists every reason', () => {
  const listed = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, reason]) => reason);
  expect(listed).toEqual(Object.keys(REASONS));
});
