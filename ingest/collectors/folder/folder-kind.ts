/** `folder`: files that somebody drops into a folder. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { EVENT_SET_NAMES, type EventSet } from '../../contract/events.ts';
import { CRON, type GivenOptions, optionError, type StoredOptions } from '../kind.ts';

export interface FolderOptions {
  readonly dir: string;
  /** What the files hold. */
  readonly files: EventSet;
  readonly schedule: string;
  /** As those of `import`. */
  readonly import: Readonly<Record<string, unknown>>;
}

export interface FolderKind {
  readonly form: 'folder';
  readonly name: 'folder';
  prepare(given: GivenOptions): { id: string; options: StoredOptions };
  folder(options: StoredOptions): FolderOptions;
}

const text = z.string().min(1).optional();
const given = z.strictObject({
  dir: z.string('name the folder').refine(isAbsolute, 'name the folder by its whole path'),
  files: z.enum(EVENT_SET_NAMES, `say one of ${EVENT_SET_NAMES.join(', ')}`).default('bars'),
  schedule: z
    .string()
    .regex(CRON, 'give a cron expression of five fields, or six with seconds')
    .default('*/10 * * * * *'),
  interval: text,
  assetClass: text,
  symbol: text,
  tz: text,
  format: text,
  columns: text,
  stamp: text,
  priceScale: text,
  decimal: text,
  dateFormat: text,
});
const stored = z.object({
  dir: z.string(),
  files: z.enum(EVENT_SET_NAMES),
  schedule: z.string(),
  import: z.record(z.string(), z.unknown()),
});

export const folderKind: FolderKind = {
  form: 'folder',
  name: 'folder',
  prepare(options) {
    const parsed = given.safeParse(options);
    if (!parsed.success) throw optionError('folder', parsed.error, []);
    const { dir, files, schedule, ...rest } = parsed.data;
    const wishes = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    return { id: 'folder', options: { dir, files, schedule, import: wishes } };
  },
  folder: (options) => stored.parse(options),
};
