/** Ends a test run with one plain line, `N passed, M failed, K skipped`, whatever reads the output. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

type Counts = Record<'passed' | 'failed' | 'skipped', number>;

/** Where the counts of each file are kept from one project's run to the next. */
const kept = process.env['TEST_COUNTS'];

export default class PlainCount implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files: Record<string, Counts> = kept && existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
    for (const module of modules) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'passed' ? 'passed' : state === 'failed' ? 'failed' : 'skipped']++;
      }
      // A file may fail outside its tests: as it is read, or in a hook that all of them need.
      if (module.state() === 'failed' && counts.failed === 0) counts.failed++;
      files[`${module.project.name} ${relative(process.cwd(), module.moduleId)}`] = counts;
    }
    if (kept) writeFileSync(kept, JSON.stringify(files));
    const sum = (of: keyof Counts) => Object.values(files).reduce((total, counts) => total + counts[of], 0);
    const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
    process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
  }
}
