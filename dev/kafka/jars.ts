/** Kafka's published jars, fetched once by Maven into the project's cache folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '../../lib/paths.ts';

export const KAFKA_VERSION = '4.1.0';

const MAVEN_TIMEOUT_MS = 600_000;

/** Why no broker can be made here, or null. */
export function missingForKafka(): string | null {
  for (const [tool, args] of [
    ['java', ['-version']],
    ['mvn', ['-version']],
  ] as const) {
    if (spawnSync(tool, args, { stdio: 'ignore' }).status !== 0) return `${tool} is not on this machine`;
  }
  return null;
}

/**
 * Folder of the jars of a Kafka version; fetched where it is not available yet.
 * @throws with Maven's own words where they cannot be had
 */
export function kafkaJars(version = KAFKA_VERSION): string {
  const folder = projectFile('.cache', `kafka-${version}`);
  if (existsSync(folder)) return folder;
  const missing = missingForKafka();
  if (missing) throw new Error(`a local Kafka needs Java 17 and Maven: ${missing}`);
  // Fetched aside and moved into place: two at once, or a broken one, leave no half a folder.
  const aside = `${folder}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  const maven = spawnSync(
    'mvn',
    [
      '-q',
      '-B',
      `-Dkafka.version=${version}`,
      'dependency:copy-dependencies',
      `-DoutputDirectory=${aside}`,
      '-f',
      projectFile('dev', 'kafka', 'pom.xml'),
    ],
    { encoding: 'utf8', timeout: MAVEN_TIMEOUT_MS },
  );
  if (maven.status !== 0) {
    rmSync(aside, { recursive: true, force: true });
    throw new Error(`Maven could not fetch Kafka ${version}: ${maven.stdout}${maven.stderr}`.trim());
  }
  try {
    renameSync(aside, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}

/** Class path of all jars. */
export const classPath = (folder: string) => join(folder, '*');
