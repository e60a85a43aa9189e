/** A page beside the portal. */
export type StagedPage = 'analytics' | 'viewer' | 'player';

/** The type of a step's event, e.g. 'page.chosen' of 'page.chosen#2'. */
export const typeOf = (label: string): string => label.replace(/#\d+$/, '');

/** The variant of an actor of a saved session. */
export const SAVED = 'as saved';

/** How a machine is shown by itself, with its real view. */
export interface Staged {
  /** The page beside the portal that shows it. */
  page?: StagedPage;
  /** Its model; that of its own name if not said. */
  model?: string;
  /** The portal's actor that it is; its own name if not said. */
  actor?: string;
  /** The portal's actor that invokes it, under which id, and what happens there until it does. */
  child?: { of: string; as: string; after: readonly string[] };
  /** The view is there while this can be; always if not said. */
  shownWhile?: string;
  /** The model's variants that the view shows; all if not said. */
  variants?: readonly string[];
  /** Facts that are pressed on the view at least once. */
  offers: readonly string[];
  /** Facts for which there is an enabled control whenever they can be. */
  always?: readonly string[];
  /** Facts that an enabled control sends although they change nothing then. */
  idle?: readonly string[];
  /** Paths that are played. */
  paths: number;
}

const PANEL = { shownWhile: 'panel.closed', paths: 12 } as const;
const ORDER = ['terms.toggled', 'submit.requested', 'form.closed', 'quote.requested'] as const;

export const STAGED = {
  auth: {
    offers: ['login.submitted', 'back.pressed', 'retry.requested'],
    always: ['back.pressed'],
    paths: 20,
  },
  registration: {
    model: 'authForm',
    variants: ['an empty registration'],
    child: { of: 'auth', as: 'registration', after: ['panel.chosen#2', 'xstate.done.actor.openRegister'] },
    offers: ['form.submitted', 'success.left'],
    paths: 10,
  },
  passwordReset: {
    model: 'authForm',
    variants: ['an empty password reset'],
    child: { of: 'auth', as: 'passwordReset', after: ['panel.chosen#3', 'xstate.done.actor.openReset'] },
    offers: ['form.submitted', 'success.left'],
    paths: 10,
  },
  orders: {
    ...PANEL,
    actor: 'orders.archive',
    offers: [
      'page.chosen',
      'order.pressed',
      'cancel.requested',
      'cancel.confirmed',
      'cancel.declined',
      'image.pressed',
    ],
    paths: 24,
  },
  savedAois: { ...PANEL, offers: [] },
  savedSearches: { ...PANEL, offers: ['link.closed'], always: ['link.closed'] },
  savedList: {
    child: { of: 'savedAois', as: 'list', after: ['panel.opened'] },
    offers: ['deletion.requested', 'deletion.undone'],
    always: ['deletion.undone'],
    paths: 20,
  },
  watches: { offers: ['tab.chosen'], paths: 8 },
  news: { offers: ['bell.opened', 'news.read', 'bell.closed'], paths: 38 },
  startCard: {
    variants: ['a first visit'],
    shownWhile: 'startCard.closed',
    offers: ['startCard.closed'],
    paths: 4,
  },
  exports: {
    ...PANEL,
    actor: 'exports.scene',
    variants: ['scenes'],
    offers: ['reload.requested', 'rename.requested', 'download.requested'],
    paths: 20,
  },
  account: { ...PANEL, shownWhile: 'panel.opened', offers: ['password.requested', 'payRecords.requested'] },
  apiKeys: {
    ...PANEL,
    shownWhile: 'panel.opened',
    offers: ['newKey.requested', 'revoke.confirmed', 'revoke.declined'],
  },
  imagery: {
    ...PANEL,
    offers: ['layer.toggled', 'vector.toggled'],
  },
  delivered: {
    shownWhile: 'image.left',
    offers: ['image.left', 'image.removed', 'image.retried', 'image.sought'],
    always: ['image.left', 'image.removed'],
    paths: 20,
  },
  itemAssets: {
    offers: ['assets.closed', 'asset.opened', 'assets.retried'],
    always: ['assets.closed'],
    paths: 10,
  },
  saveAoi: { offers: ['saving.submitted'], always: ['saving.closed'], paths: 12 },
  saveSearch: { offers: ['saving.closed', 'saving.submitted'], always: ['saving.closed'], paths: 8 },
  sceneExport: {
    offers: ['export.submitted', 'form.closed'],
    always: ['export.submitted', 'form.closed'],
    paths: 10,
  },
  imageryExport: { offers: ['form.closed', 'price.requested', 'submit.requested'], paths: 12 },
  sceneOrder: { offers: [...ORDER, 'price.requested'], always: ['terms.toggled', 'form.closed'], paths: 16 },
  tasking: { offers: ORDER, always: ['terms.toggled', 'form.closed'], paths: 16 },
  orderPage: {
    shownWhile: 'order.left',
    // the others are in its menu
    offers: ['order.left', 'link.requested', 'orderMap.requested', 'scene.shown'],
    always: ['order.left', 'link.requested'],
    paths: 24,
  },
  newAcquisition: {
    shownWhile: 'panel.closed',
    offers: ['acquisition.closed', 'finding.repeated'],
    paths: 12,
  },
  pageLink: { offers: ['link.closed'], always: ['link.closed'], paths: 4 },
  searchCode: { offers: [], paths: 4 },
  search: {
    offers: ['draft.reset', 'search.requested', 'search.cancelled', 'relaxation.chosen', 'outcome.left'],
    always: ['search.cancelled'],
    paths: 16,
  },
  waysOn: {
    shownWhile: 'saving.chosen#1',
    offers: ['nearest.chosen', 'pass.chosen', 'saving.chosen'],
    always: ['saving.chosen'],
    paths: 8,
  },
  results: { offers: ['scene.toggled', 'choice.cleared'], paths: 16 },
  look: { offers: ['pane.closed', 'look.closed'], paths: 8 },
  upload: {
    offers: [
      'upload.closed',
      'reading.cancelled',
      'choice.made',
      'system.accepted',
      'system.left',
      'feature.taken',
      'features.submitted',
      'saving.stopped',
    ],
    paths: 8,
  },
  shell: {
    offers: ['panel.chosen', 'panel.toggled'],
    always: ['panel.toggled'],
    // the button of the open panel
    idle: ['panel.chosen'],
    paths: 8,
  },
  baseTiles: { offers: ['retry.requested'], paths: 10 },
  places: { offers: ['query.cleared'], paths: 8 },
  passwordChange: {
    child: { of: 'account', as: 'passwordChange', after: ['panel.opened', 'password.requested'] },
    offers: ['password.submitted'],
    paths: 8,
  },
  payRecords: {
    child: { of: 'account', as: 'payRecords', after: ['panel.opened', 'payRecords.requested'] },
    offers: ['page.chosen', 'book.chosen', 'statement.requested', 'dialog.closed', 'reload.requested'],
    paths: 8,
  },
  newKey: {
    child: { of: 'apiKeys', as: 'newKey', after: ['panel.opened', 'newKey.requested'] },
    offers: ['scope.toggled', 'key.requested', 'dialog.closed', 'key.copied', 'stored.toggled'],
    always: ['dialog.closed', 'key.copied'],
    paths: 10,
  },
  exportRename: {
    child: {
      of: 'exports.scene',
      as: 'rename',
      after: ['panel.opened', 'xstate.done.actor.listExports#1', 'rename.requested#1'],
    },
    offers: ['rename.submitted', 'dialog.closed'],
    paths: 8,
  },
  watchForm: {
    child: { of: 'watches', as: 'form', after: ['watchForm.requested'] },
    offers: ['watch.submitted', 'secret.requested', 'hookTest.requested'],
    paths: 12,
  },
  bestCover: {
    child: { of: 'results', as: 'bestCover', after: ['scenes.found#1', 'cover.opened'] },
    offers: ['supplier.toggled', 'cover.requested', 'cover.cancelled'],
    paths: 8,
  },
  passes: {
    child: { of: 'tasking', as: 'passes', after: [] },
    offers: ['finding.repeated'],
    paths: 8,
  },
  analytics: {
    page: 'analytics',
    offers: ['analysis.requested', 'analysis.cancelled', 'result.left', 'result.returned'],
    paths: 20,
  },
  ownImages: {
    page: 'analytics',
    child: { of: 'analytics', as: 'ownImages', after: ['xstate.done.actor.openAnalytics#1'] },
    offers: ['images.retried'],
    paths: 8,
  },
  viewer: {
    page: 'viewer',
    offers: [
      'actor.chosen',
      'log.pinned',
      'log.resumed',
      'log.cleared',
      'copy.requested',
      'session.requested',
    ],
    // while the same is copied or saved
    idle: ['copy.requested', 'session.requested'],
    paths: 16,
  },
  player: {
    page: 'player',
    child: { of: 'viewer', as: 'player', after: [] },
    offers: ['file.closed', 'play.pressed', 'pause.pressed', 'step.pressed'],
    paths: 10,
  },
} as const satisfies Record<string, Staged>;
export type StagedName = keyof typeof STAGED;

/** Why other machines are not shown by themselves. */
export const NOT_STAGED: Readonly<Record<string, string>> = {
  portal: 'it shows all others',
  sharedSearch: 'tests/e2e/paths/paths.spec.ts plays its paths against the server',
  map: 'its views need the map; tests/e2e/paths/paths.spec.ts plays its modes there',
  aoi: 'its views need the map',
  baseMap: 'its view needs the map',
  coverage: 'its view needs the map',
  aoiFacts: 'its view is the rows of savedAois; tests/e2e/saved/myAoi.spec.ts plays them',
  calendar: 'its chart points at weeks by hover and focus, whatever is pressed; tests/e2e/search plays it',
  codeLock: 'without a view',
  pageAddress: 'without a view',
  aoiPlace: 'without a view',
  clearShares: 'without a view',
  submits: 'without a view',
  deliveryPlayer: 'its view is the time slider on the map',
  sheet: 'its handle is there on phones alone',
  preferences: 'its controls are in menus of several views',
};
