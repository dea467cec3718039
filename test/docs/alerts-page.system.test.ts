/** The receiver of the page on alerts, as a reader copies it, against what the service signs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newSecret, PREVIOUS_SECRET_MS, signedHeaders } from '../../compute/alerts/webhook.ts';
import { projectFile } from '../../lib/paths.ts';

const [, code = ''] =
  /^```python [^\n]*\n(.*?)^```$/ms.exec(readFileSync(projectFile('docs', 'alerts.md'), 'utf8')) ?? [];

function isGenuine(secret: string, headers: Record<string, string>, body: string): boolean {
  const ask = 'import json, sys\ns, h, b = json.load(sys.stdin)\nprint(is_genuine(s, h, b.encode()))';
  const input = JSON.stringify([secret, headers, body]);
  return execFileSync('python3', ['-c', `${code}\n${ask}`], { input, encoding: 'utf8' }).trim() === 'True';
}

it('takes genuine calls, while a secret is replaced too, and no others', () => {
  const [secret, previousSecret, other] = [newSecret(), newSecret(), newSecret()];
  const nowMs = Date.now();
  const body = '{"data": {"name": "Lücke über 0,5 %"}}';
  const one = signedHeaders({ secret, previousSecret: '', secretSinceMs: nowMs }, 'call_1', body, nowMs);
  expect(isGenuine(secret, one, body)).toBe(true);
  expect(isGenuine(other, one, body)).toBe(false);
  expect(isGenuine(secret, one, body.replace('5', '6'))).toBe(false);
  expect(isGenuine(secret, { ...one, 'webhook-id': 'call_2' }, body)).toBe(false);
  const both = signedHeaders({ secret, previousSecret, secretSinceMs: nowMs }, 'call_1', body, nowMs);
  expect([isGenuine(secret, both, body), isGenuine(previousSecret, both, body)]).toEqual([true, true]);
  const late = { secret, previousSecret, secretSinceMs: nowMs - PREVIOUS_SECRET_MS };
  expect(isGenuine(previousSecret, signedHeaders(late, 'call_1', body, nowMs), body)).toBe(false);
  const old = signedHeaders({ ...late, previousSecret: '' }, 'call_1', body, nowMs - 600_000);
  expect(isGenuine(secret, old, body)).toBe(false);
});
