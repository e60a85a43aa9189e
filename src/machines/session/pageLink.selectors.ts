import type { SnapshotFrom } from 'xstate';
import type { pageLinkMachine } from './pageLink.machine.ts';

/** The link that could not be copied to the clipboard; null without one. */
export const offeredPageLink = (link: SnapshotFrom<typeof pageLinkMachine>): string | null =>
  link.context.offered;
