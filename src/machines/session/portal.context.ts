import type { User } from '../../../contract/accounts.ts';
import type { BaseMap } from '../../../contract/limits.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { AuthPanel } from '../auth/auth.machine.ts';
import type { ExportKind } from '../exports/exports.rules.ts';
import type { Notice } from '../shared/notice.ts';
import type { Preferences } from '../shared/preferences.machine.ts';
import type { SearchRecall } from '../saved/saved.rules.ts';
import type { PortalFact } from './portal.events.ts';
import type { DeletionsUnsent, PanelName } from '../shared/panels.ts';
import type { OrderKind } from '../orders/orders.events.ts';
import type { Address } from '../shared/address.ts';

/** What the page brings when it opens. */
export interface PortalInput {
  preferences: Preferences;
  /** §2: what the address's hash asks for, now. */
  authPanel: () => AuthPanel;
  /** Decision 33: the panel that the address names. */
  panel: PanelName;
  /** Decision 9: the key of a shared search that the address holds, now; null for none. */
  skey: () => string | null;
  /** End of the lock of the code button that this browser has kept, ms since 1970 UTC; null for none. */
  codeLockedUntil: () => number | null;
  /** §2 Map defaults: what the local storage says under map_default. */
  baseMap: () => BaseMap;
  /** Decision 33: what the address says of search and map, now. */
  address: () => Address;
  /** Where the calls go: an absolute address without a slash at its end. */
  serviceAddress: string;
  /** A new idempotency key (decision 7). */
  makeKey: () => string;
  now: () => Date;
}
/** The open form by the name of its machine, with the input that it was opened with. */
export interface OpenForm {
  of: string;
  input: unknown;
}
/** Deletions that the server has not heard of, by what they are of. */
export type UnsentDeletions = Record<DeletionsUnsent['of'], number[]>;
/** What the portal holds: the session, the settings, the notices, and what the open form was asked with. */
export interface PortalContext {
  opening: PortalInput;
  settings: Settings | null;
  user: User | null;
  notices: Notice[];
  lastNotice: number;
  form: OpenForm | null;
  unsent: UnsentDeletions;
  /** The shared search that a visitor continues after the log-in. */
  imported: SearchRecall | null;
  /** The list that the order panel shows: the one chosen, that of the latest order, or that of a link. */
  ordered: OrderKind;
  /** The kind of the latest export, whose list is shown first. */
  exported: ExportKind;
}
export type PortalEvent =
  | PortalFact
  | { type: 'share.imported'; recall: SearchRecall }
  | { type: 'notice.dismissed'; id: number }
  | { type: 'retry.requested' }
  | { type: 'logout.pressed' }
  | { type: 'session.expired' }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' };
/** The settings. @throws Error before they came */
export function settingsOf(context: PortalContext): Settings {
  if (context.settings === null) throw new Error('no settings yet');
  return context.settings;
}

/** Who is signed in. @throws Error while nobody is */
export function userOf(context: PortalContext): User {
  if (context.user === null) throw new Error('nobody is signed in');
  return context.user;
}

/** The shared search that a visitor continues after the log-in. @throws Error without one */
export function shareImported({ imported }: PortalContext): Extract<PortalEvent, { type: 'share.imported' }> {
  if (imported === null) throw new Error('no search was imported');
  return { type: 'share.imported', recall: imported };
}
