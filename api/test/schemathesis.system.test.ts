/**
 * Requests generated from `/openapi.json` by schemathesis: no answer is a 5xx, has a status that the description does not
 * name, or a body of another shape. The interpreter comes from scripts/test-setup.sh.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientPython } from '../../test/clients/interpreter.ts';
import { startService } from '../../test/clients/service.ts';
import { folderOfFile } from '../../test/support/of-file.ts';
import { runs } from '../../test/support/property-seed.ts';

const PER_OPERATION = runs(18);
const REQUESTS = 1_000;
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
];

const folder = folderOfFile();
const python = clientPython();

function schemathesis(args: readonly string[]): Promise<{ code: number; output: string }> {
  const { PATH, HOME } = process.env;
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH, HOME }, timeout: 590_000, maxBuffer: 2 ** 26 };
    execFile(python, ['-m', 'schemathesis.cli', 'run', ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    );
  });
}

it('finds no 5xx, no undocumented status and no other shape in 1,000 requests', {
  timeout: 600_000,
}, async () => {
  const service = await startService();
  try {
    const token = service.account('pro_api', { perMinute: 1_000_000, perDay: 1_000_000 });
    const { body: description } = await service.get('/openapi.json', { token: null });
    // With `default` any status would be documented.
    for (const item of Object.values<Record<string, { responses: { default?: unknown } }>>(description.paths))
      for (const { responses } of Object.values(item)) delete responses.default;
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(description));
    const { code, output } = await schemathesis([
      file,
      `--url=${service.url}`,
      `--header=Authorization: Bearer ${token}`,
      `--checks=${CHECKS.join()}`,
      '--phases=fuzzing',
      `--max-examples=${PER_OPERATION}`,
      '--seed=1',
      '--no-shrink',
      '--continue-on-failure',
      '--generation-database=none',
      '--warnings=off',
      '--workers=2',
      '--no-color',
    ]);
    expect(code, output).toBe(0);
    const { rate_limits: limits } = (await service.get('/me/usage', { token })).body;
    expect(limits.day.used).toBeGreaterThan(REQUESTS);
  } finally {
    await service.close();
  }
});
