/**
 * The text of a question. `among` and `when`: conditions joined by `;`, each by itself or several in `any(a;b)`. `then`:
 * one condition, or one numeric field. A condition is `[prevN.][<symbol>@]<statistic>[<parameters>].<field><operator>`
 * and a value or another field; of statistics with many records a session `count(<statistic>[...];<field><operator><value>...)`
 * or `exists(...)`. Everything that is wrong is reported at once, with its place in the text.
 */
import { MAX_CONDITIONS, MAX_OTHERS, Parser, type Rules } from './parser.ts';
import { Refusal, refuse, type SyntaxProblem, split } from './scanner.ts';
import type { Source } from './sources.ts';
import { type Clause, conditionsIn, type Outcome } from './tree.ts';

export { MAX_CONDITIONS, MAX_OTHERS, MAX_PREVIOUS } from './parser.ts';
export type { SyntaxProblem } from './scanner.ts';
export type * from './tree.ts';

export const MAX_CHARACTERS = 4_096;

type Sources = ReadonlyMap<string, Source>;

/** What the texts of one question share: their conditions and symbols are counted together. */
export class Shared {
  /** Names of other symbols. */
  readonly symbols = new Set<string>();
  readonly wraps: boolean;
  readonly own: string | null;
  conditions = 0;

  /**
   * @param wraps the session's window crosses midnight: a range of times of day may run into the next day
   * @param own the symbol that the question is about: named in a condition it is no other; null: not known
   */
  constructor({ wraps = false, own = null }: { wraps?: boolean; own?: string | null } = {}) {
    this.wraps = wraps;
    this.own = own;
  }

  rules(sources: Sources): Rules {
    const { symbols, wraps, own } = this;
    return { sources, symbols, wraps, own };
  }
}

/** `among` and `when`. */
export function parseWhen(
  text: string,
  sources: Sources,
  shared = new Shared(),
): { conditions: Clause[]; problems: SyntaxProblem[] } {
  const conditions: Clause[] = [];
  const problems: SyntaxProblem[] = [];
  if (text.trim() === '') return { conditions, problems };
  const attempt = (act: () => void) => {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.push(error.problem);
    }
  };
  attempt(() => refuseLong(text));
  if (problems.length > 0) return { conditions, problems };
  const parts = split(text, { from: 0, to: text.length });
  const together = shared.conditions + parts.length;
  for (const part of parts) {
    if (shared.conditions >= MAX_CONDITIONS) {
      attempt(() =>
        refuse(part.from, `${together} conditions`, `at most ${MAX_CONDITIONS} conditions in among and when together`, {
          type: 'too_long',
        }),
      );
      break;
    }
    const before = shared.conditions;
    attempt(() => {
      const clause = read(text, part, sources, shared, (parser) => parser.clause(MAX_CONDITIONS - before));
      conditions.push(clause);
      shared.conditions += conditionsIn(clause).length;
    });
    // What cannot be read is a condition, too.
    if (shared.conditions === before) shared.conditions++;
  }
  return { conditions, problems };
}

export function parseThen(
  text: string,
  sources: Sources,
  shared = new Shared(),
): { outcome: Outcome | null; problems: SyntaxProblem[] } {
  try {
    refuseLong(text);
    const whole = { from: 0, to: text.length };
    const parts = split(text, whole);
    if (parts.length > 1) {
      const message = 'then holds several conditions';
      refuse(parts[1].from - 1, message, 'one condition, or one numeric field; more conditions belong in when');
    }
    return { outcome: read(text, whole, sources, shared, (parser) => parser.outcome()), problems: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { outcome: null, problems: [error.problem] };
  }
}

function read<T>(
  text: string,
  part: { from: number; to: number },
  sources: Sources,
  shared: Shared,
  act: (parser: Parser) => T,
): T {
  const found = act(new Parser(text, part, shared.rules(sources)));
  if (shared.symbols.size > MAX_OTHERS) {
    const message = `${shared.symbols.size} other symbols: ${[...shared.symbols].join(', ')}`;
    refuse(part.from, message, `at most ${MAX_OTHERS} symbols beside the one asked about`, { type: 'too_long' });
  }
  return found;
}

function refuseLong(text: string): void {
  if (text.length <= MAX_CHARACTERS) return;
  const message = `${text.length} characters`;
  refuse(MAX_CHARACTERS, message, `at most ${MAX_CHARACTERS} characters`, { type: 'too_long' });
}
