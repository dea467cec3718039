/** A file of bars or events, for operators: uploaded in parts, checked with what was understood, and only then landed. */
import { useState } from 'preact/hooks';
import { Refused } from '../core/client.ts';
import { label, many, number } from '../core/format.ts';
import { type Performed, type Progress, useWrite, useWriter, type Writer } from '../core/operate.ts';
import { href } from '../core/router.ts';
import type { Row } from '../core/rows.ts';
import { Chosen, Confirmed, Field, OperatorsOnly, Problem, type Sent, WriteForm } from '../parts/admin.tsx';
import { Table } from '../parts/table.tsx';

/** As much as one request may carry. */
const PART_BYTES = 8 * 2 ** 20;
const KINDS = ['bars', 'news', 'earnings', 'crypto', 'macro', 'actions'];

interface Finding {
  readonly check: string;
  readonly message: string;
  readonly canForce: boolean;
}

interface Report {
  readonly file: string;
  readonly rows: number;
  readonly rejected: Readonly<Record<string, number>>;
  readonly symbols: readonly Row[];
  readonly findings: readonly Finding[];
  readonly warnings: readonly string[];
  readonly first_rejected?: { readonly row: number; readonly message: string };
}

interface Imported {
  readonly import_id: string;
  readonly landed: number;
  readonly duplicates: number;
  readonly dead_letters: Readonly<Record<string, number>>;
  readonly error?: string;
}

interface Uploaded {
  readonly upload: string;
  readonly file: File;
}

const LEAD =
  'CSV, JSON, NDJSON or Parquet, plain, gzip or zip. What was understood is shown before anything lands, and an import can be undone.';

export function UploadPage() {
  return (
    <OperatorsOnly title="Upload a file" lead={LEAD}>
      <Upload />
    </OperatorsOnly>
  );
}

async function base64(part: Blob): Promise<string> {
  const reader = new FileReader();
  await new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = () => reject(new Error('The file cannot be read: was it moved or changed?'));
    reader.readAsDataURL(part);
  });
  return String(reader.result).split(',', 2)[1] ?? '';
}

/** Sends the file in parts; one that is refused by a limit is sent again when it may be. */
async function sendFile(file: File, { operate }: Writer, onProgress: (progress: Progress) => void): Promise<string> {
  const { upload } = (await operate<{ upload: string }>('uploads.begin', { name: file.name })).result;
  for (let offset = 0; offset < file.size; ) {
    onProgress({ label: 'Uploading', done: offset, total: file.size });
    const part = await base64(file.slice(offset, offset + PART_BYTES));
    try {
      const { result } = await operate<{ bytes: number }>('uploads.append', { upload, offset, base64: part });
      offset = result.bytes;
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 429) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterS ?? 5) * 1000));
    }
  }
  return upload;
}

/** The service removes what lies for long: a part of no bytes finds it or not. */
const isThere = ({ upload, file }: Uploaded, { operate }: Writer): Promise<boolean> =>
  operate('uploads.append', { upload, offset: file.size, base64: '' }).then(
    () => true,
    () => false,
  );

/** `ts=Time, close=Last` as the service takes it; undefined: nothing is said. */
function pairs(text: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof text !== 'string') return undefined;
  return Object.fromEntries(text.split(',').map((pair) => [...pair.trim().split('=', 2), ''].slice(0, 2)));
}

const rejectedOf = ({ rejected }: Report): number => Object.values(rejected).reduce((sum, n) => sum + n, 0);

function Upload() {
  const writer = useWriter();
  const [uploaded, keep] = useState<Uploaded | null>(null);
  const [reports, report] = useState<readonly Report[] | null>(null);
  const [done, finish] = useState<Performed<Imported> | null>(null);
  const [progress, tell] = useState<Progress | null>(null);

  const send = async ({ values: { kind, map, defaults, ...rest }, button: how, form }: Sent) => {
    const options = { ...rest, map: pairs(map), defaults: pairs(defaults) };
    const [file] = (form.elements.namedItem('file') as HTMLInputElement).files ?? [];
    try {
      const isSame = uploaded?.file === file;
      // The service keeps a few that have not landed. One that is gone already is as well.
      if (uploaded && !isSame) await writer.operate('uploads.remove', { upload: uploaded.upload }).catch(() => {});
      const upload = isSame && (await isThere(uploaded, writer)) ? uploaded.upload : await sendFile(file, writer, tell);
      keep({ upload, file });
      tell({ label: how === 'dryRun' ? 'Checking' : 'Landing', done: 0, total: 0 });
      const args = { upload, kind, options, ...(how === 'land' ? {} : { [how]: true }) };
      if (how === 'dryRun') {
        report((await writer.operate<{ files: readonly Report[] }>('uploads.import', args, tell)).result.files);
        return false;
      }
      finish(await writer.operate<Imported>('uploads.import', args, tell));
      keep(null);
      report(null);
    } finally {
      tell(null);
    }
  };
  const stale = () => {
    report(null);
    finish(null);
  };
  const findings = (reports ?? []).flatMap((one) => one.findings);
  return (
    <WriteForm
      name="File"
      onSend={send}
      onInput={stale}
      after={
        <>
          {progress && <Running progress={progress} />}
          {reports?.map((one) => (
            <ReportView key={one.file} report={one} />
          ))}
          {done && <Done {...done} />}
        </>
      }
    >
      <div class="fields">
        <label class="field grow">
          <span>File</span>
          <input type="file" name="file" required />
        </label>
        <Chosen name="kind" title="Content" values={KINDS} />
        <Chosen
          name="assetClass"
          title="Asset class, if not in it (--asset-class)"
          values={['equity', 'etf', 'crypto']}
          none="in the file"
        />
        <Field name="symbol" title="Symbol, if not in it (--symbol)" />
        <Field
          name="tz"
          title="Time zone of its times (--tz)"
          placeholder="America/New_York"
          help="Where they have no offset"
        />
      </div>
      <details>
        <summary>More about how it is read</summary>
        <div class="fields">
          <Field name="interval" title="Interval (--interval)" placeholder="smallest step" />
          <Chosen
            name="stamp"
            title="Times are of a bar’s (--stamp)"
            values={['start', 'end']}
            none="start, or by its format"
          />
          <Field name="format" title="Vendor’s format (--format)" placeholder="detected" />
          <Field
            name="columns"
            title="Columns, without a header (--columns)"
            placeholder="ts,open,high,low,close,volume"
          />
          <Field name="map" title="Columns of fields (--map)" placeholder="ts=Time, close=Last" />
          <Field name="defaults" title="Fields that it lacks (--default)" placeholder="volume=0" />
          <Field name="priceScale" title="Factor of prices (--price-scale)" placeholder="1e-9" />
          <Field name="decimal" title="Decimal separator (--decimal)" placeholder="." />
          <Field name="dateFormat" title="Order of dates (--date-format)" placeholder="MM/DD/YYYY" />
        </div>
      </details>
      <div class="fields">
        <button type="submit" value="dryRun" class={reports ? 'plain' : ''}>
          Check it
        </button>
        {reports && findings.length === 0 && (
          <button type="submit" value="land">
            Land{' '}
            {many(
              reports.reduce((sum, one) => sum + one.rows - rejectedOf(one), 0),
              'row',
            )}
          </button>
        )}
        {reports && findings.length > 0 && findings.every(({ canForce }) => canForce) && (
          <button type="submit" value="force" class="plain">
            Land it although it looks wrong
          </button>
        )}
      </div>
    </WriteForm>
  );
}

function Running({ progress: { label: what, done, total } }: { progress: Progress }) {
  return (
    <p role="status">
      {what}{' '}
      {total > 0 && (
        <>
          <progress max={total} value={done} aria-label={what} /> {Math.floor((100 * done) / total)} %
        </>
      )}
    </p>
  );
}

/** What was understood; what would stop the import first. */
function ReportView({ report }: { report: Report }) {
  const { file, rows, rejected, symbols, findings, warnings, first_rejected } = report;
  const refused = Object.entries(rejected);
  return (
    <section aria-label={`What is in ${file}`} data-testid="report">
      <h2>{file}: nothing has landed yet</h2>
      <p>
        {many(rows - rejectedOf(report), 'row')} understood
        {refused.length > 0 &&
          `, rejected: ${refused.map(([why, n]) => `${number(n)} ${label(why).toLowerCase()}`).join(', ')}`}
      </p>
      {first_rejected && (
        <p class="notice warn">
          Row {first_rejected.row}: {first_rejected.message}
        </p>
      )}
      {findings.length > 0 && (
        <ul class="problems" aria-label="Findings">
          {findings.map(({ check, message }) => (
            <li key={message}>
              <strong>{label(check)}</strong>: {message}
            </li>
          ))}
        </ul>
      )}
      {warnings.map((warning) => (
        <p key={warning} class="notice warn">
          {warning}
        </p>
      ))}
      <Table rows={symbols} fields={[]} name="found" caption={`Symbols of ${file}`} />
    </section>
  );
}

function Done({ result, notices }: Performed<Imported>) {
  const { operate } = useWriter();
  const [undone, tell] = useState('');
  const { problem, write } = useWrite();
  const refused = Object.values(result.dead_letters).reduce((sum, n) => sum + n, 0);
  return (
    <div role="status" class="notice" data-testid="landed">
      <p>
        <strong>{many(result.landed, 'row')} landed</strong>
        {result.duplicates > 0 && `, ${number(result.duplicates)} were there already`}
        {refused > 0 && `, ${number(refused)} were rejected (dead letters)`}. Import {result.import_id}.{' '}
        <a href={href('/operator')}>State</a>
      </p>
      {[result.error, ...notices].filter(Boolean).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {undone ? (
        <p>{undone}</p>
      ) : (
        <Confirmed
          ask="Remove what it added?"
          name={result.import_id}
          onClick={() =>
            write(async () => {
              const back = await operate<{ restored: number; deleted: number }>('imports.undo', {
                id: result.import_id,
              });
              tell(`Undone: ${many(back.result.deleted, 'row')} removed, ${number(back.result.restored)} restored.`);
            })
          }
        >
          Undo
        </Confirmed>
      )}
      <Problem>{problem}</Problem>
    </div>
  );
}
