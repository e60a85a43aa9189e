import type { SnapshotFrom } from 'xstate';
import type { User } from '../../../../contract/accounts.ts';
import type { Notice } from '../../shared/notice.ts';
import type { ExportKind } from '../../exports/exports.rules.ts';
import type { portalMachine } from './portal.machine.ts';
import type { OrderKind } from '../../orders/orders.events.ts';

type Portal = SnapshotFrom<typeof portalMachine>;

export const isOffline = (portal: Portal): boolean => portal.hasTag('offline');
export const shownNotices = (portal: Portal): readonly Notice[] => portal.context.notices;
/** Decision 1: the shown name of the product. */
export const appName = (portal: Portal): string => portal.context.settings?.appName ?? '';
/** Whether this portal has API keys (decision 225). */
export const hasApiKeys = (portal: Portal): boolean => portal.context.settings?.apiKeys === true;
/** The list that the order panel shows. */
export const shownOrderKind = (portal: Portal): OrderKind => portal.context.ordered;
/** The kind of the latest export: whose list is shown first. */
export const latestExportKind = (portal: Portal): ExportKind => portal.context.exported;
/** The signed-in user; null without one. */
export const signedInUser = (portal: Portal): User | null => portal.context.user;
/** Decision 13: whether the account page asks for a new password. */
export const isNewPasswordDue = (portal: Portal): boolean => portal.context.user?.newPasswordDue === true;
/** A share link is loading: neither the log-in nor the portal is shown. */
export const isShareOpening = (portal: Portal): boolean =>
  portal.matches({ session: 'openingShared' }) ||
  (portal.matches({ session: 'starting' }) && portal.context.opening.skey() !== null);
