import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfFile } from '../../test/support/of-file.ts';
import { openCredentials } from './credentials.ts';

const folder = folderOfFile();
const file = (name: string, mode: number) => {
  const path = join(folder, name);
  writeFileSync(path, '# keys\nKEY=from the file\nQUOTED="a=b"\n');
  chmodSync(path, mode);
  return path;
};

it('reads a file of its owner before the environment, and either of two names', () => {
  const credentials = openCredentials({ KEY: 'of the environment', OTHER: ' padded ' }, file('own', 0o600));
  expect(credentials.required('KEY').reveal()).toBe('from the file');
  expect(credentials.required('QUOTED').reveal()).toBe('a=b');
  expect(credentials.required('NONE', 'OTHER').reveal()).toBe('padded');
});

it('shows itself to nobody', () => {
  const key = openCredentials({ KEY: 'hidden' }).required('KEY');
  expect(`${key} ${JSON.stringify({ key })}`).not.toContain('hidden');
});

it.each([0o640, 0o604, 0o620, 0o660, 0o666, 0o644, 0o610])(
  'refuses a file of mode %o, and tells nothing of it',
  (mode) => {
    const path = file(`mode-${mode.toString(8)}`, mode);
    expect(() => openCredentials({}, path)).toThrow(`${path} can be read or changed by others: chmod 600 it`);
    expect(() => openCredentials({}, path)).not.toThrow('from the file');
  },
);

it('refuses a folder, a link and what is not there', () => {
  const link = join(folder, 'link');
  symlinkSync(file('target', 0o600), link);
  for (const path of [folder, link, join(folder, 'none')])
    expect(() => openCredentials({}, path)).toThrow(/credentials file/);
});

it('names the variables that are missing', () => {
  expect(() => openCredentials({ KEY: ' ' }).required('KEY', 'OLD_KEY')).toThrow(
    'set KEY or OLD_KEY in the environment',
  );
});
