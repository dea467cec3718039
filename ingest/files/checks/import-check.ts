import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../sql/connect.ts';
import { Registry } from '../../landing/registry/registry.ts';
import { type Policies, readPolicies } from '../../retention/policies.ts';
import { ImportError } from '../errors.ts';
import type { ImportKind } from '../fields.ts';
import { type ImportOptions, readOptions } from '../options.ts';
import { eventsOf, fileEvents, type RecognizedFile, recognizeFile } from '../read-files.ts';
import type { FileBatch } from '../thread.ts';
import { FileCheck } from './file-check.ts';
import type { Finding } from './findings.ts';

/** Checks files before anything is written: first rows, or all (a dry run). Later rows: see `ImportCheck.inspect`. */

/** Something speaks against the file: it is not written, or what was written is undone. */
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

const FIRST_ROWS = 16_384;

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
  #current: { file: number; check: FileCheck } | undefined;
  /** Files, by index, with rows behind those that were looked at. */
  readonly #partly = new Set<number>();
  readonly #warnings: string[] = [];
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

  #fileCheck(judges: boolean, symbolColumns: readonly string[] = []): FileCheck {
    const { kind, store, clock } = this.#options;
    const [registry, retention] = [this.#registry, this.#retention];
    return new FileCheck({
      kind,
      reader: store.reader,
      registry,
      retention,
      nowMs: clock.nowMs(),
      judges,
      symbolColumns,
    });
  }

  /** A report of each file. Throws the reader's ImportErrors; a file that breaks off is looked at up to there. */
  async look(all: boolean, onFile: (file: string) => void = () => {}) {
    const { kind, files, options } = this.#options;
    const read = readOptions(kind, options);
    const reports = [];
    for (const [index, path] of files.entries()) {
      onFile(path);
      const known = this.#registry.list();
      const file = await recognizeFile(path, read, known);
      this.recognized.push(file);
      const check = this.#fileCheck(true, file.symbolColumns);
      let rows = 0;
      let partly = false;
      const broken: string[] = [];
      try {
        for await (const events of fileEvents(file, read, known)) {
          const left = all ? events.length : Math.min(events.length, FIRST_ROWS - rows);
          await check.take(events.slice(0, left));
          rows += left;
          partly = left < events.length || (!all && rows >= FIRST_ROWS);
          if (partly) break;
        }
      } catch (error) {
        if (!(error instanceof ImportError) || ['usage', 'implausible'].includes(error.fault)) throw error;
        // The import itself says so where it comes there.
        if (all) broken.push(`only the rows before this would land: ${error.message.replace(`${path}: `, '')}`);
      }
      if (partly) this.#partly.add(index);
      const report = check.report();
      reports.push({
        file: path,
        /** True where rows are behind those that were looked at. */
        partly,
        understood: file.understood,
        ...report,
        warnings: [...broken, ...report.warnings],
        first_rejected: check.firstRejected ?? null,
      });
    }
    return reports;
  }

  /** Rows that are about to be written. Throws an ImplausibleError. */
  readonly inspect = async (file: number, batch: FileBatch): Promise<void> => {
    if (this.#current?.file !== file) {
      this.#endFile();
      this.#current = { file, check: this.#fileCheck(false) };
    }
    const { check } = this.#current;
    await check.take(eventsOf(batch));
    const findings = check.findings();
    if (findings.length > 0) throw new ImplausibleError(this.#options.files[file], findings);
  };

  /** Of files that were looked at in part, once all their rows are inspected: what does not stop the import. */
  warnings(): readonly string[] {
    this.#endFile();
    return this.#warnings;
  }

  #endFile(): void {
    if (!this.#current) return;
    const { file, check } = this.#current;
    this.#current = undefined;
    if (!this.#partly.has(file)) return;
    this.#warnings.push(...check.warnings().map((text) => `${this.#options.files[file]}: ${text}`));
  }
}
