/** Ends a test run with one plain line, `N passed, M failed, K skipped`, whatever reads the output. */
import type { Reporter, TestModule } from 'vitest/node';

export default class PlainCount implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) counts.failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'passed' ? 'passed' : state === 'failed' ? 'failed' : 'skipped']++;
      }
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
  }
}
