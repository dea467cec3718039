/** Checks all rows of all files before the first row is written. */
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../sql/connect.ts';
import { Registry } from '../../landing/registry/registry.ts';
import { ImportError } from '../errors.ts';
import type { ImportKind } from '../fields.ts';
import { type ImportOptions, readOptions } from '../options.ts';
import { fileEvents, type RecognizedFile, recognizeFile } from '../read-files.ts';
import { FileCheck } from './file-check.ts';
import type { Finding } from './finding.ts';

/** Something speaks against the file, and nothing of the import is written. */
export class ImplausibleError extends ImportError {
  constructor(file: string, findings: readonly Finding[]) {
    const lines = findings.map(({ message }) => `${file}: ${message}`);
    const advice = findings.every(({ canForce }) => canForce)
      ? '; `--dry-run` shows what was understood, `--force` writes it anyway'
      : '';
    super('implausible', `${lines.join('\n')}\nnothing is written${advice}`);
    this.name = 'ImplausibleError';
  }
}

export interface ImportCheckOptions {
  readonly kind: ImportKind;
  readonly files: readonly string[];
  readonly options: ImportOptions;
  readonly store: Store;
  readonly clock: Clock;
}

/** Returns the recognized files and a report per file; a file that breaks off is checked up to that place. */
export async function checkFiles(
  { kind, files, options, store, clock }: ImportCheckOptions,
  onFile: (file: string) => void = () => {},
) {
  const { reader } = store;
  const registry = await Registry.open(store, { clock });
  const read = readOptions(kind, options);
  const recognized: RecognizedFile[] = [];
  const reports = [];
  for (const path of files) {
    onFile(path);
    const known = registry.list();
    const file = await recognizeFile(path, read, known);
    recognized.push(file);
    const { symbolColumns, plan, understood } = file;
    const { priceScale } = plan.conventions;
    const nowMs = clock.nowMs();
    const check = new FileCheck({ kind, reader, registry, nowMs, priceScale, symbolColumns });
    /** Says where the file breaks off; empty if it is whole. */
    const breaks: string[] = [];
    try {
      for await (const events of fileEvents(file, read, known)) await check.take(events);
    } catch (error) {
      if (!(error instanceof ImportError) || ['usage', 'implausible'].includes(error.fault)) throw error;
      breaks.push(`only the rows before this would land: ${error.message.replace(`${path}: `, '')}`);
    }
    const report = await check.report();
    reports.push({ file: path, understood, ...report, breaks, first_rejected: check.firstRejected ?? null });
  }
  return { recognized, reports };
}
