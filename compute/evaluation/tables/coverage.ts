/** SQL on `symbol_coverage` (as `c`): what the records of a symbol were computed from, against what they would be now. */
import type { Params } from '../../../sql/formats/text.ts';
import type { Definitions } from './definitions.ts';

/** `last_day`, in days, of a symbol whose bars and news were all taken back, or never were: nobody knows it. */
export const NOTHING_STORED = 0;

/** Holds where `c` is of the generation (`g`), class and interval (`s`: the registry; none: no bars) of its symbol. */
export const COMPUTED_AS_REGISTERED = `(c.generation = g.generation AND c.interval_min = s.interval_min
  AND (s.interval_min = 0 OR c.asset_class = s.asset_class))`;

/** Statistics whose records are of another definition than the program's, by `definitionParams`. */
export const OTHER_DEFINITIONS = `if(c.definitions = {definitions:String}, emptyArrayString(),
  arrayFilter((name, number) -> NOT has(splitByChar(',', c.definitions), concat(name, '=', toString(number))),
    {names:Array(String)}, {numbers:Array(UInt32)}))`;

export function definitionParams(definitions: Definitions): Params {
  return {
    definitions: definitionsText(definitions),
    names: [...definitions.keys()],
    numbers: [...definitions.values()],
  };
}

/** As the coverage has them: `gap=1,orb=2`. */
export function definitionsText(definitions: Definitions): string {
  return [...definitions].map(([name, number]) => `${name}=${number}`).join(',');
}

export function parseDefinitions(text: string): Definitions {
  const pairs = text === '' ? [] : text.split(',').map((one) => one.split('='));
  return new Map(pairs.map(([name, number]) => [name, Number(number)]));
}

/** All that the records follow from: summaries of equal states are equal. Without the cutover it is as it was before that. */
export const COVERAGE_STATE =
  'bitXor(cityHash64(c.version, c.generation, c.asset_class, c.interval_min, c.definitions, c.inputs), toUInt64(c.cutover))';
