/** What a field says of its nulls and of the bar that decides it, in words. */
import type { Field } from '../../compute/market/fields.ts';

/** A condition on the same record, as `/query` writes it; `always`: wherever the field is null. */
export function neverText({ never }: Field): string | null {
  if (!never) return null;
  if (never.is.includes(true) && never.is.includes(false)) return 'always';
  return `${never.field}${never.is.length > 1 ? ':' : '='}${never.is.join('|')}`;
}

/** Where no field that is answered names the bar. */
export const OWN_BAR = 'the end of the bar that decides it, else the close';

/** Of a field that the bar of an event decides, and nothing undoes: the time field that names it, or OWN_BAR. */
export function decidedText({ decidedAt, event }: Field, visible: ReadonlySet<string>): string | null {
  const time = (decidedAt ?? event)?.field;
  if (time === undefined) return null;
  return visible.has(time) ? time : OWN_BAR;
}
