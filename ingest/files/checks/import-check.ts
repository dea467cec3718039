import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../sql/connect.ts';
import { type Policies, readPolicies } from '../../landing/policies.ts';
import { Registry } from '../../landing/registry/registry.ts';
import { ImportError } from '../errors.ts';
import type { ImportKind } from '../fields.ts';
import { type ImportOptions, readOptions } from '../options.ts';
import { fileEvents, type RecognizedFile, recognizeFile } from '../read-files.ts';
import { FileCheck } from './file-check.ts';
import type { Finding } from './findings.ts';

/** Checks all rows of all files before the first row is written. */

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

interface ImportCheckOptions {
  readonly kind: ImportKind;
  readonly files: readonly string[];
  readonly options: ImportOptions;
  readonly store: Store;
  readonly clock: Clock;
}

export class ImportCheck {
  readonly #options: ImportCheckOptions;
  readonly #registry: Registry;
  readonly #retention: Policies;
  /** The files as `look` has recognized them. */
  readonly recognized: RecognizedFile[] = [];

  private constructor(options: ImportCheckOptions, registry: Registry, retention: Policies) {
    this.#options = options;
    this.#registry = registry;
    this.#retention = retention;
  }

  static async open(options: ImportCheckOptions): Promise<ImportCheck> {
    const registry = await Registry.open(options.store, { clock: options.clock });
    return new ImportCheck(options, registry, await readPolicies(options.store.reader));
  }

  #fileCheck({ symbolColumns, plan }: RecognizedFile): FileCheck {
    const { kind, store, clock } = this.#options;
    const [registry, retention] = [this.#registry, this.#retention];
    const { priceScale } = plan.conventions;
    const nowMs = clock.nowMs();
    return new FileCheck({ kind, reader: store.reader, registry, retention, nowMs, priceScale, symbolColumns });
  }

  /** Returns a report per file. Throws the reader's ImportErrors; a file that breaks off is checked up to that place. */
  async look(onFile: (file: string) => void = () => {}) {
    const { kind, files, options } = this.#options;
    const read = readOptions(kind, options);
    const reports = [];
    for (const path of files) {
      onFile(path);
      const known = this.#registry.list();
      const file = await recognizeFile(path, read, known);
      this.recognized.push(file);
      const check = this.#fileCheck(file);
      const breaks: string[] = [];
      try {
        for await (const events of fileEvents(file, read, known)) await check.take(events);
      } catch (error) {
        if (!(error instanceof ImportError) || ['usage', 'implausible'].includes(error.fault)) throw error;
        breaks.push(`only the rows before this would land: ${error.message.replace(`${path}: `, '')}`);
      }
      reports.push({
        file: path,
        understood: file.understood,
        ...(await check.report()),
        /** Says where the file breaks off; empty if it is whole. */
        breaks,
        first_rejected: check.firstRejected ?? null,
      });
    }
    return reports;
  }
}
