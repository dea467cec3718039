/** The smoke test of a Compose installation, its commands run by the command line without containers. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import { ensureBuilt, ofService, startService, temporaryFolder } from '../support/programs.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** `docker compose port api 3000`, and `docker compose run --rm -T [-v FOLDER:/bars:ro] cli ...`. */
const docker = (port: string) => `#!/bin/sh
[ "$2" = port ] && { echo "127.0.0.1:${port}"; exit; }
shift 4
[ "$1" = -v ] && { bars=\${2%%:*}; shift 2; }
shift
for word; do
  shift
  case "$word" in /bars/*) word="$bars/\${word#/bars/}" ;; esac
  set -- "$@" "$word"
done
exec '${process.execPath}' '${projectFile('dist', 'cli', 'main.js')}' "$@"
`;

it('creates an account, imports two weeks of bars, and reads what they say', { timeout: 480_000 }, async () => {
  ensureBuilt();
  const dataDir = join(folder.path, 'data');
  const service = await startService(dataDir);
  try {
    writeFileSync(join(folder.path, 'docker'), docker(new URL(service.url).port), { mode: 0o755 });
    const env = { ...process.env, ...ofService(dataDir), PATH: `${folder.path}:${process.env['PATH']}` };
    const { stdout } = await promisify(execFile)('bash', [projectFile('deploy', 'smoke.sh')], { env });
    // 78 bars of each of ten sessions; the first has none before it.
    expect(stdout).toMatch(/"landed":780,"duplicates":0/);
    expect(stdout).toContain('{"symbol":"SMOKE","total_days":9,');
    expect(stdout).toMatch(/behind: \{"events":0,"days":\d+\}\n$/);
  } finally {
    await service.stop('SIGKILL');
  }
});
