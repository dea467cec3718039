import { existsSync } from 'node:fs';
import { projectFile } from '../../lib/paths.ts';

/** The Python that has the Python client and what its tests use. @throws where it is not there: how to get it */
export function clientPython(): string {
  const python = projectFile('.cache', 'python-client', 'bin', 'python');
  if (existsSync(python)) return python;
  throw new Error('no Python with the packages of clients/python: run `npm run test:setup`, and see what it says');
}
