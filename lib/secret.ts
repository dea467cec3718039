import { inspect } from 'node:util';

const HIDDEN = '[secret]';

/** The text with each of the values replaced: what others answer may repeat what they were sent. */
export function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret.reveal(), HIDDEN), text);
}

/** A value that shows itself to nobody: printed, logged or serialised it reads `[secret]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself; call it where it is handed on, never to keep it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}
