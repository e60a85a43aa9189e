import type { Handlers } from '../handler.ts';
import { Refusal } from '../refusal.ts';

/** Calls that this server does not serve yet. The list may only shrink: tests/server/calls.test.ts holds its names. */
export const NOT_YET = ['imageryExportPrice', 'imageryExportSubmit', 'imageryExports'] as const;

/** The one answer of all of them. */
async function notYet(): Promise<never> {
  throw new Refusal('notYet');
}

/** Honest answers for what is not there yet. */
export function laterHandlers(): Pick<Handlers, (typeof NOT_YET)[number]> {
  return {
    imageryExportPrice: notYet,
    imageryExportSubmit: notYet,
    imageryExports: notYet,
  };
}
