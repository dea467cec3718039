/** What a retention policy can be about. */
export const RETENTION_KINDS = [
  'bars',
  'news',
  'earnings',
  'crypto',
  'macro',
  'dead_letters',
  'import_undo',
  'collector_history',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];
