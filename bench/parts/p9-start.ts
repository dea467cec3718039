/** Start on existing data to the first answer, as a process. */
import { rmSync } from 'node:fs';
import { figure, inTurn, type Part } from '../harness.ts';
import { startService } from '../processes.ts';
import { filledInstallation } from '../stores.ts';

const MAX_MS = 2_000;

const part: Part = {
  title: 'start',
  async run({ rounds }) {
    const installation = await filledInstallation();
    try {
      const [start] = await inTurn(
        [
          async () => {
            const service = await startService(installation);
            await service.stop();
            return service.firstAnswerMs;
          },
        ],
        rounds,
      );
      const bars = [{ of: 'ours', atMost: MAX_MS }] as const;
      return [{ part: 'p9', what: 'start to the first answer', unit: 'ms', ours: figure(start), peer: null, bars }];
    } finally {
      rmSync(installation.dataDir, { recursive: true, force: true });
    }
  },
};

export default part;
