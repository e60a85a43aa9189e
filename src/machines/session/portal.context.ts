import type { User } from '../../../contract/accounts.ts';
import type { BaseMap } from '../../../contract/limits.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { AuthPanel } from '../auth/auth.machine.ts';
import type { ExportKind } from '../exports/exports.rules.ts';
import type { ImageryExportInput } from '../imagery/imageryExport.machine.ts';
import type { Notice } from '../shared/notice.ts';
import type { Preferences } from '../shared/preferences.machine.ts';
import type { SearchRecall } from '../saved/saved.rules.ts';
import type { SaveSearchInput } from '../saved/saveSearch.machine.ts';
import type { SceneExportInput } from '../exports/sceneExport.machine.ts';
import type { SceneOrderInput } from '../orders/sceneOrder.machine.ts';
import type { PortalFact } from './portal.events.ts';
import type { TaskingInput } from '../orders/tasking.machine.ts';
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
/** What each form is asked with. */
interface FormInputs {
  sceneOrder: SceneOrderInput;
  tasking: TaskingInput;
  sceneExport: SceneExportInput;
  imageryExport: ImageryExportInput;
  saveSearch: SaveSearchInput;
}
/** An open form, with what it was asked with. */
export type OpenForm = { [Of in keyof FormInputs]: { of: Of; input: FormInputs[Of] } }[keyof FormInputs];
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
  /** The shared search that a visitor brings along into the portal. */
  brought: SearchRecall | null;
  /** The list that the order panel shows: the one chosen, that of the latest order, or that of a link. */
  ordered: OrderKind;
  /** The kind of the latest export, whose list is shown first. */
  exported: ExportKind;
}
export type PortalEvent =
  | PortalFact
  | { type: 'share.brought'; recall: SearchRecall }
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

/** What the open form of this kind was asked with. @throws Error while another is open */
export function formInput<Of extends keyof FormInputs>({ form }: PortalContext, of: Of): FormInputs[Of] {
  if (form?.of !== of) throw new Error(`no ${of} asked for`);
  return form.input as FormInputs[Of];
}

/** What a visitor brings along. @throws Error where that is nothing */
export function broughtFact({ brought }: PortalContext): Extract<PortalEvent, { type: 'share.brought' }> {
  if (brought === null) throw new Error('no search was brought');
  return { type: 'share.brought', recall: brought };
}
