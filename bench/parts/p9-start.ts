/** Time from the start of the process on existing data to the first answer. */
import { inTurn, line, type Part } from '../harness.ts';
import { startService } from '../processes.ts';
import { filledInstallation } from '../stores.ts';

const part: Part = async (rounds) => {
  const installation = await filledInstallation();
  const start = async () => {
    const service = await startService(installation);
    await service.stop();
    return service.firstAnswerMs;
  };
  const { ours } = await inTurn({ ours: start }, rounds);
  return [line('start to the first answer', 'ms', ours, { ours: { atMost: 2_000 } })];
};

export default part;
