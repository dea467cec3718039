/** Shortens answers for a model: everything important, in a bounded number of characters. */

export type Body = Readonly<Record<string, unknown>>;

interface Metadata {
  readonly effective_start?: string | null;
  readonly effective_end?: string | null;
  readonly history_limited?: boolean;
  readonly session?: { readonly mode: string; readonly start_time: string; readonly end_time: string } | null;
  readonly base_interval?: string | null;
  readonly data_through?: string | null;
  readonly total?: number;
  readonly adjustment?: { readonly note: string } | null;
  readonly warnings?: readonly string[];
  readonly warning_codes?: readonly string[];
}

/** Most characters of an answer: some two thousand tokens. */
export const MAX_CHARACTERS = 8_000;
/** Steps of 5 minutes between two kept points of a curve. */
const CURVE_STEP = 6;

/** Returns the metadata of the figures except those that repeat the request. */
function about({ effective_start, effective_end, session, ...metadata }: Metadata): Body {
  const {
    base_interval,
    data_through,
    total,
    history_limited,
    adjustment,
    warnings = [],
    warning_codes = [],
  } = metadata;
  return {
    ...(effective_start && effective_end ? { range: `${effective_start} to ${effective_end}` } : {}),
    ...(session
      ? { session: session.mode === 'custom' ? `${session.start_time}-${session.end_time}` : session.mode }
      : {}),
    ...(base_interval ? { bars: base_interval } : {}),
    ...(data_through ? { data_through } : {}),
    ...(adjustment ? { prices: adjustment.note } : {}),
    ...(total === undefined ? {} : { total }),
    ...(history_limited ? { history_limited: 'the plan shows a part of the history that was requested' } : {}),
    warnings,
    warning_codes,
  };
}

/**
 * Returns the answer without fields that a model does not need, at most `maxCharacters` long.
 *
 * @param parts objects and lists to keep, beside the single figures; undefined: all that fit
 */
export function shortened(body: Body, parts?: readonly string[], maxCharacters = MAX_CHARACTERS): Body {
  // The metadata contain a question's warnings, too.
  const { metadata, curve, warnings: _, ...rest } = body;
  const kept: Record<string, unknown> = { ...rest };
  if (Array.isArray(curve)) kept['curve'] = curve.filter((_, i) => i % CURVE_STEP === 0 || i === curve.length - 1);
  const left: string[] = [];
  const cut = new Map<string, number>();
  const drop = (name: string) => {
    delete kept[name];
    left.push(name);
    const { confidence } = kept as { confidence?: Record<string, unknown> };
    if (!confidence) return;
    const others = Object.entries(confidence).filter(([path]) => !path.startsWith(`${name}.`));
    kept['confidence'] = Object.fromEntries(others);
  };
  const isPart = (name: string) => typeof kept[name] === 'object' && kept[name] !== null && name !== 'confidence';
  if (parts) {
    onlyOf('parts', parts, Object.keys(kept).filter(isPart));
    for (const name of Object.keys(kept)) if (isPart(name) && !parts.includes(name)) drop(name);
  }
  const answer = () => {
    const out = left.length > 0 ? [`${left.join(', ')}: ask for them by name in parts`] : [];
    for (const [name, rows] of cut) {
      const list = kept[name];
      if (Array.isArray(list)) out.push(`${name}: all but the first ${list.length} of ${rows} rows`);
    }
    return {
      ...kept,
      ...(metadata ? { about: about(metadata as Metadata) } : {}),
      ...(out.length > 0 ? { left_out: out.join('; ') } : {}),
    };
  };
  while (JSON.stringify(answer()).length > maxCharacters) {
    const sizes = Object.keys(kept)
      .filter(isPart)
      .map((name) => ({ name, size: JSON.stringify(kept[name]).length }))
      .sort((a, b) => b.size - a.size);
    if (sizes.length === 0) break;
    const { name } = sizes[0]!;
    const list = kept[name];
    // A list is shortened before it is dropped.
    if (Array.isArray(list) && list.length > 1) {
      cut.set(name, cut.get(name) ?? list.length);
      kept[name] = list.slice(0, list.length >> 1);
    } else drop(name);
  }
  return answer();
}

/** Checks names, because an unknown name must not look like a missing figure. @throws if one is not `known` */
export function onlyOf(argument: string, names: readonly string[], known: readonly string[]): void {
  const wrong = names.filter((name) => !known.includes(name));
  if (wrong.length > 0)
    throw new Error(`${argument}: there is no ${wrong.join(', ')}; there are ${known.join(', ') || 'none'}`);
}
