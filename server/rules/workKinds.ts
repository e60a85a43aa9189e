/** Kinds of background work, each of which can have processes of its own. */
export const WORK_KINDS = [
  'orders',
  'deliveries',
  'mails',
  'watches',
  'exports',
  'imagery',
  'masks',
  'sources',
  'tidying',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];
