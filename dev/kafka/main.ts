/** `npm run kafka:dev`: a broker in the foreground, by `KAFKA_PORT` (9092), `KAFKA_DATA_DIR` and `KAFKA_VERSION`. */
import { projectFile } from '../../lib/paths.ts';
import { startBroker } from './kafka.ts';

const port = Number(process.env['KAFKA_PORT'] || 9092);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write('KAFKA_PORT: give a port from 0 to 65535\n');
  process.exit(2);
}
const version = process.env['KAFKA_VERSION'] || undefined;
if (version && !/^\d+\.\d+\.\d+$/.test(version)) {
  process.stderr.write('KAFKA_VERSION: give a version such as 4.1.0\n');
  process.exit(2);
}
try {
  const dataDir = process.env['KAFKA_DATA_DIR'] || projectFile('data', 'kafka');
  const broker = await startBroker({ port, dataDir, version, output: 'inherit' });
  process.stdout.write(`kafka:dev serves at ${broker.brokers}, data in ${dataDir}\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void broker.stop());
  process.exitCode = (await broker.exited) ?? 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 3;
}
