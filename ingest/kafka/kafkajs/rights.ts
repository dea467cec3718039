/** Refusals of a broker by its access control lists, by the name of the right that is missing. */

const REFUSED = /^(TOPIC|GROUP|CLUSTER)_AUTHORIZATION_FAILED$/;

type Refused = 'TOPIC' | 'GROUP' | 'CLUSTER';

/** Of what kind the resource is that the broker refused; null: the failure is another one. */
export function refusedKind(error: unknown): Refused | null {
  if (!(error instanceof Error)) return null;
  const { type, cause, errors } = error as Error & { type?: string; errors?: unknown };
  const [, kind] = REFUSED.exec(type ?? '') ?? [];
  if (kind) return kind as Refused;
  for (const inner of [cause, ...(Array.isArray(errors) ? errors : [])]) {
    const found = inner === error ? null : refusedKind(inner);
    if (found) return found;
  }
  return null;
}

/** By the kind of the resource: the right that a request needs, and the resource's name. */
export type Needs = Partial<Record<Refused, readonly [right: string, name: string]>>;

/** An operator can grant it; trying again does not help. */
export class RightError extends Error {
  constructor(right: string, name: string, cause: unknown) {
    super(
      `Kafka refuses the right ${right} on ${name}: grant it to this program's user (docs/events.md lists the rights of each program)`,
      { cause },
    );
    this.name = 'RightError';
  }
}

/** The failure; where the broker refused it by its access control lists, one that names the right. */
export function namingRight(error: unknown, needs: Needs): unknown {
  const kind = refusedKind(error);
  const need = kind && needs[kind];
  if (!need) return error;
  const [right, name] = need;
  return new RightError(right, name, error);
}
