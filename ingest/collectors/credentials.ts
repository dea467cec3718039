/**
 * Credentials of vendors: from the environment, or from a file that its owner alone can read. They are Secrets from here
 * on, and are never stored, logged or part of a message.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Secret } from '../../lib/config.ts';
import { CollectorError } from './errors.ts';

const FILE_BYTES_MAX = 65_536;
const OTHERS = 0o077;

export interface Credentials {
  /** @throws {CollectorError} that names the variables where none of them is set */
  required(...names: readonly string[]): Secret;
}

/** @param file lines of NAME=VALUE; before the environment where it has a name */
export function openCredentials(environment: NodeJS.ProcessEnv, file?: string): Credentials {
  const set: NodeJS.Dict<string> = file === undefined ? {} : readCredentialsFile(file);
  return {
    required(...names) {
      for (const name of names) {
        const value = set[name]?.trim() || environment[name]?.trim();
        if (value) return new Secret(value);
      }
      const where = file === undefined ? 'the environment of the service' : `${file} or the environment`;
      throw new CollectorError(`set ${names.join(' or ')} in ${where}: without it this vendor answers nothing`);
    },
  };
}

function readCredentialsFile(path: string): NodeJS.Dict<string> {
  let stats: ReturnType<typeof lstatSync>;
  try {
    stats = lstatSync(path);
  } catch (error) {
    throw new CollectorError(`the credentials file cannot be read: ${(error as Error).message}`);
  }
  if (!stats.isFile() || stats.size > FILE_BYTES_MAX)
    throw new CollectorError(`${path} is not a credentials file: give a small file with lines of NAME=VALUE`);
  if ((stats.mode & OTHERS) !== 0)
    throw new CollectorError(`${path} can be read or changed by others: chmod 600 it, and replace the keys in it`);
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CollectorError(`the credentials file cannot be read: ${(error as Error).message}`);
  }
}
