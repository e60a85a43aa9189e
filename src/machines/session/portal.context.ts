import type { User } from '../../../contract/accounts.ts';
import type { BaseMap } from '../../../contract/limits.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { PasswordChanged } from '../account/account.machine.ts';
import type {
  AoiChanged,
  AoiCleared,
  AoiDialogOpened,
  AoiDrawn,
  AoiNamed,
  AoiRecalled,
  FilesGiven,
} from '../aoi/aoi.machine.ts';
import type { AoiSaved } from '../aoi/aoi.rules.ts';
import type { AreaRead } from '../aoi/upload.machine.ts';
import type { AuthPanel } from '../auth/auth.machine.ts';
import type { CreditsMoved } from '../exports/exports.machine.ts';
import type { ExportKind } from '../exports/exports.rules.ts';
import type { ImageryExportFormRequested } from '../imagery/imagery.machine.ts';
import type {
  AoiViewRequested,
  CompareClosed,
  CompareOpened,
  CompareToggled,
  PlaceRequested,
  PlaceStarted,
  ScenesBoxed,
  SelectorToggled,
  SidesOffered,
} from '../map/map.events.ts';
import type { MapModeRequested } from '../map/map.machine.ts';
import type {
  OrderImageRequested,
  OrderKind,
  OrderKindChosen,
  OrderLinked,
  OrderRequested,
  QuotePageRequested,
  SubmitFound,
} from '../orders/orders.events.ts';
import type { SubmitMemory } from '../orders/pricedForm.rules.ts';
import type { SearchRecall } from '../saved/saved.rules.ts';
import type { CoverageToggled } from '../search/coverage.machine.ts';
import type {
  ConditionChanged,
  ConditionRestored,
  NewAcquisitionRequested,
  ResultsLeft,
  ResultsReturned,
  SaveSearchFormRequested,
  SceneComparisonRequested,
  SceneExportFormRequested,
  SceneFlipRequested,
  SceneOrderFormRequested,
  ScenesFound,
  SearchAsked,
  SearchFormRequested,
  SearchRecalled,
  SearchRepeated,
  SearchStarted,
  TaskingFormRequested,
} from '../search/search.events.ts';
import type { Address, AddressChanged, AddressFieldsChanged } from '../shared/address.ts';
import type { Kept, KeptName } from '../shared/kept.ts';
import type { Notice, NoticeOutdated, NoticeRaised, NoticeText } from '../shared/notice.ts';
import type {
  DeletionsUnsent,
  NewsOutdated,
  PanelName,
  PanelRequested,
  PanelShown,
  ResultsShown,
} from '../shared/panels.ts';
import type { Preferences } from '../shared/preferences.machine.ts';
import { known } from '../../geo/known.ts';

/**
 * The events between actors: a child notifies the portal, and the portal forwards the fact to the children that it
 * concerns. Children never send to each other.
 */
export type PortalFact =
  | AoiDrawn
  | AoiNamed
  | AreaRead
  | AoiChanged
  | PanelShown
  | SceneOrderFormRequested
  | TaskingFormRequested
  | SceneExportFormRequested
  | SceneComparisonRequested
  | SceneFlipRequested
  | ImageryExportFormRequested
  | CreditsMoved
  | SaveSearchFormRequested
  | SearchRecalled
  | ScenesFound
  | ScenesBoxed
  | ResultsShown
  | ResultsLeft
  | ResultsReturned
  | SearchRepeated
  | AoiCleared
  | AoiRecalled
  | PanelRequested
  | DeletionsUnsent
  | AoiSaved
  | PlaceRequested
  | PlaceStarted
  | AoiViewRequested
  | CompareOpened
  | CompareClosed
  | MapModeRequested
  | CompareToggled
  | SidesOffered
  | SelectorToggled
  | CoverageToggled
  | AoiDialogOpened
  | FilesGiven
  | SearchAsked
  | SearchFormRequested
  | PasswordChanged
  | NewAcquisitionRequested
  | OrderImageRequested
  | OrderLinked
  | OrderRequested
  | SubmitFound
  | OrderKindChosen
  | QuotePageRequested
  | ConditionChanged
  | ConditionRestored
  | SearchStarted
  | AddressChanged
  | AddressFieldsChanged
  | NewsOutdated
  | NoticeRaised
  | NoticeOutdated;

/** The page's state when it opens, and what the portal reads from it later. */
export interface PortalInput {
  preferences: Preferences;
  /** Decision 15: whether this tab has a token. */
  hasToken: () => boolean;
  /** §2: the panel that the address's hash names at the time of the call. */
  authPanel: () => AuthPanel;
  /** Decision 33: the panel in the address at the time of the call. */
  panel: () => PanelName;
  /** Decision 9: the key of a shared search in the address at the time of the call; null without one. */
  skey: () => string | null;
  /** The stored end of the code button's lock, ms since 1970 UTC; null without a lock. */
  codeLockedUntil: () => number | null;
  /** §2 Map defaults: the value of map_default in the local storage. */
  baseMap: () => BaseMap;
  /** Whether a user, by email, closed the start card before. */
  isStartClosed: (email: string) => boolean;
  /** Decision 33: the page address at the time of the call. */
  address: () => Address;
  /** Where the calls go: an absolute address without a slash at its end. */
  serviceAddress: string;
  /** A new idempotency key (decision 7). */
  makeKey: () => string;
  /** A user's unanswered submits, by email. */
  submits: (email: string) => SubmitMemory;
  /** What a user typed in this tab before it was reloaded (decision 156). */
  kept: (email: string, name: KeptName) => Kept;
  /** The coordinate systems that a user picked for files, in this browser. */
  systems: (email: string) => Kept;
  now: () => Date;
}
/** The open form by the name of its machine, with the fact that opened it. */
interface OpenForm {
  of: string;
  request: PortalEvent;
}
/** Deletions that are not yet sent to the server, by list. */
export type UnsentDeletions = Record<DeletionsUnsent['of'], number[]>;
/** The session, the settings, the notices and the open form. */
export interface PortalContext {
  opening: PortalInput;
  settings: Settings | null;
  user: User | null;
  /** The page opened with a session: no log-in is shown before that has failed. */
  isReturning: boolean;
  notices: Notice[];
  lastNotice: number;
  form: OpenForm | null;
  unsent: UnsentDeletions;
  /** The place in the AOI; null before it is known. */
  named: AoiNamed | null;
  /** The shared search that a visitor continues after the log-in. */
  imported: SearchRecall | null;
  /** Why the last session ended, for the log-in; null if the user ended it here. */
  ended: NoticeText | null;
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
  /** The session was ended in another tab. */
  | { type: 'session.passed' }
  | { type: 'session.ended'; how: 'loggedOut' | 'passwordChanged' }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' };
/** The settings. @throws Error before they came */
export function settingsOf(context: PortalContext): Settings {
  return known(context.settings, 'no settings yet');
}

/** The signed-in user. @throws Error without one */
export function userOf(context: PortalContext): User {
  return known(context.user, 'nobody is signed in');
}

/** The signed-in user's unanswered submits. */
export function submitsOf(context: PortalContext): SubmitMemory {
  return context.opening.submits(userOf(context).email);
}

/** What the signed-in user typed in this tab before it was reloaded. */
export function keptOf(context: PortalContext, name: KeptName): Kept {
  return context.opening.kept(userOf(context).email, name);
}

/** The draft of the open form. Forgetting it forgets the form too. */
export function keptDraftOf(context: PortalContext): Kept {
  const [form, draft] = [keptOf(context, 'form'), keptOf(context, 'draft')];
  return {
    read: draft.read,
    write: (value) => {
      draft.write(value);
      if (value === null) form.write(null);
    },
  };
}

/** The shared search that a visitor continues after the log-in. @throws Error without one */
export function shareImported({ imported }: PortalContext): Extract<PortalEvent, { type: 'share.imported' }> {
  return { type: 'share.imported', recall: known(imported, 'no search was imported') };
}

interface NoticeList {
  notices: Notice[];
  lastNotice: number;
}

/** Toasts shown at once. */
const NOTICES_MAX = 3;

/**
 * The notices with one added. It replaces those about the same thing and those with the same text; over the limit,
 * the oldest that is not an error is removed first.
 */
export function withNotice(
  { notices, lastNotice }: NoticeList,
  { topic, tone, message }: Omit<NoticeRaised, 'type'>,
): NoticeList {
  const id = lastNotice + 1;
  const shown = notices.filter(
    (one) => one.topic !== topic && JSON.stringify(one.message) !== JSON.stringify(message),
  );
  if (shown.length >= NOTICES_MAX)
    shown.splice(
      Math.max(
        0,
        shown.findIndex((one) => one.tone !== 'error'),
      ),
      1,
    );
  return { lastNotice: id, notices: [...shown, { id, topic, tone, message }] };
}
