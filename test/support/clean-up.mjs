/**
 * Waits until the run of tests that started it has ended, in whatever way (its end of the pipe closes), kills what the
 * run left behind, and removes its folder: `node clean-up.mjs FOLDER`. Plain JavaScript, for a quick start.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';

const folder = process.argv[2];
// An interrupt at the keyboard goes to all processes of the run: this one outlives it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
for await (const _ of process.stdin);

const isOfRun = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TEST_RUN=${folder}`);
  } catch {
    return false;
  }
};

const processes = () => {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

// A process that is killed may have started another just before.
for (let left = Infinity; left > 0; ) {
  const found = processes().filter(
    (pid) => Number(pid) !== process.pid && Number(pid) !== process.ppid && isOfRun(pid),
  );
  for (const pid of found) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {}
  }
  left = found.length;
}
try {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
} catch (error) {
  console.warn(`${folder} is left: ${error}`);
}
