/** Python peers, in a virtual environment that the benchmark makes once. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { projectFile } from '../../lib/paths.ts';

const PACKAGES = ['fastapi>=0.115', 'uvicorn[standard]>=0.30', 'numpy>=1.26'];

/** Returns the path of a script in the sources, because the compiler does not copy scripts. */
export const pythonPeer = (name: string) => projectFile('bench', 'peers', name);

export function benchPython(): string {
  const venv = projectFile('.cache', 'bench-python');
  const python = `${venv}/bin/python`;
  if (!existsSync(`${venv}/bin/uvicorn`)) {
    execFileSync('python3', ['-m', 'venv', '--clear', venv]);
    execFileSync(python, ['-m', 'pip', 'install', '-q', ...PACKAGES], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return python;
}
