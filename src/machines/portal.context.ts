import type { User } from '../../contract/accounts.ts';
import type { BaseMap } from '../../contract/limits.ts';
import type { Settings } from '../../contract/settings.ts';
import type { AuthPanel } from './auth.machine.ts';
import type { Notice } from './notice.ts';
import type { Preferences } from './preferences.machine.ts';
import type { SceneOrderInput } from './sceneOrder.machine.ts';
import type { FactUp, PanelName } from './street.ts';

/** What the page brings when it opens. */
export interface PortalInput {
  preferences: Preferences;
  /** §2: what the address's hash asks for, now. */
  authPanel: () => AuthPanel;
  /** Decision 33: the panel that the address names. */
  panel: PanelName;
  /** End of the lock of the code button that this browser has kept, ms since 1970 UTC; null for none. */
  codeLockedUntil: () => number | null;
  /** §2 Map defaults: what the local storage says under map_default. */
  baseMap: () => BaseMap;
  /** A new idempotency key (decision 7). */
  makeKey: () => string;
  now: () => Date;
}
/** What the portal holds: the session, the settings, the notices, and what the open form was asked with. */
export interface PortalContext {
  opening: PortalInput;
  settings: Settings | null;
  user: User | null;
  notices: Notice[];
  lastNotice: number;
  /** What the open form was asked with. */
  form: SceneOrderInput | null;
}
export type PortalEvent =
  | FactUp
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
