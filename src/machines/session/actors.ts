import type { AnyStateMachine, InputFrom } from 'xstate';
import {
  hasExtensions,
  KEY_CALLS,
  NEWS_CALLS,
  SCENE_ORDER_CALLS,
  WATCH_CALLS,
} from '../../../contract/calls/extensionNames.ts';
import type { accountMachine } from '../account/account.machine.ts';
import type { apiKeysMachine } from '../account/apiKeys.machine.ts';
import type { aoiMachine } from '../aoi/aoi.machine.ts';
import type { aoiPlaceMachine } from '../aoi/aoiPlace.machine.ts';
import type { saveAoiMachine } from '../aoi/saveAoi.machine.ts';
import type { uploadMachine } from '../aoi/upload.machine.ts';
import type { exportsMachine } from '../exports/exports.machine.ts';
import type { deliveredMachine } from '../imagery/delivered.machine.ts';
import type { imageryMachine } from '../imagery/imagery.machine.ts';
import type { baseMapMachine } from '../map/baseMap.machine.ts';
import type { baseTilesMachine } from '../map/baseTiles.machine.ts';
import type { mapMachine } from '../map/map.machine.ts';
import type { placesMachine } from '../map/places.machine.ts';
import type { newAcquisitionMachine } from '../orders/newAcquisition.machine.ts';
import type { ordersMachine } from '../orders/orders.machine.ts';
import type { OrderKind } from '../orders/orders.events.ts';
import type { orderPageMachine } from '../orders/orderPage.machine.ts';
import type { submitsMachine } from '../orders/submits.machine.ts';
import type { waysOnMachine } from '../orders/waysOn.machine.ts';
import type { savedAoisMachine } from '../saved/savedAois.machine.ts';
import type { savedSearchesMachine } from '../saved/savedSearches.machine.ts';
import type { newsMachine } from '../saved/news.machine.ts';
import type { watchesMachine } from '../saved/watches.machine.ts';
import type { calendarMachine } from '../search/calendar.machine.ts';
import type { coverageMachine } from '../search/coverage.machine.ts';
import type { itemAssetsMachine } from '../search/itemAssets.machine.ts';
import type { lookMachine } from '../search/look.machine.ts';
import type { resultsMachine } from '../search/results.machine.ts';
import type { searchMachine } from '../search/search.machine.ts';
import type { startCardMachine } from '../search/startCard.machine.ts';
import type { searchCodeMachine } from '../search/searchCode.machine.ts';
import { lazyMachine } from '../shared/lazyMachine.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { PanelName } from '../shared/panels.ts';
import type { sheetMachine } from '../shared/sheet.machine.ts';
import type { pageAddressMachine } from './pageAddress.machine.ts';
import type { pageLinkMachine } from './pageLink.machine.ts';
import { keptOf, type PortalContext, settingsOf, submitsOf, userOf } from './portal.context.ts';
import type { shellMachine } from './shell.machine.ts';

/** How the portal runs an actor; everything beside the machine is optional. */
interface Options<Input, Visitor = Input> {
  input?: (context: PortalContext) => Input;
  /** The actor runs on the page of a shared search too (decision 9), with this input. */
  visitors?: { input?: (context: PortalContext) => Visitor };
  /** The actor is notified when this panel opens and closes. */
  panel?: PanelName;
  /** Whether the user may see this actor's part of the panel. */
  isOffered?: (context: PortalContext) => boolean;
  /** The actor receives `address.changed` when the user goes back or forward (decision 33). */
  readsAddress?: boolean;
}
interface Row<Name extends string, Machine extends AnyStateMachine> extends Options<InputFrom<Machine>> {
  name: Name;
  machine: Machine;
}

/** A machine whose code is in another chunk; the wiring provides it. */
export const lazy = <Machine extends AnyStateMachine>(name: string): Machine =>
  lazyMachine<Machine>(notProvided(name));

function actor<
  const Name extends string,
  Machine extends AnyStateMachine,
  const Input extends InputFrom<Machine>,
  const Visitor extends InputFrom<Machine>,
>(
  name: Name,
  machineNamed: (name: string) => Machine,
  options: Options<Input, Visitor> = {},
): Row<Name, Machine> {
  return { name, machine: machineNamed(name), ...options };
}

/** Visitors have the rights of no account. */
const VISITOR = 0;
const NO_APIS = { order_archive: false, order_tasking: false, imagery_export: false };

const mapInput = ({ opening: { address } }: PortalContext) => ({
  view: address().query['view'] ?? null,
  compare: address().query['compare'] ?? null,
});
const baseTilesInput = (context: PortalContext) => ({
  sources: settingsOf(context).basemaps,
  base: context.opening.baseMap(),
  now: context.opening.now,
});
const baseMapInput = ({ opening }: PortalContext) => ({ kept: opening.baseMap() });

/** The satellites that may be tasked for, and by whom. */
const taskingOf = (context: PortalContext) => ({
  satellites: settingsOf(context).apis.order_tasking ? settingsOf(context).satellites : [],
  utype: userOf(context).utype,
  now: context.opening.now,
});

const ordersOf = (kind: OrderKind) =>
  actor('orders', lazy<typeof ordersMachine>, { input: () => ({ kind }), panel: 'order' });

/**
 * The actors that run while a user is signed in, by their id: the name of the machine, the machine, and how it runs. The
 * portal's invokes and routes, the types of its children and the wiring are derived from this table.
 */
export const ACTORS = {
  shell: actor('shell', lazy<typeof shellMachine>, {
    input: (context) => ({
      utype: userOf(context).utype,
      apis: settingsOf(context).apis,
      analyticsUrl: settingsOf(context).analyticsUrl,
      // decision 13: the account page asks for a new password
      panel: userOf(context).newPasswordDue === true ? 'account' : context.opening.panel(),
    }),
    readsAddress: true,
    visitors: {
      input: (context) => ({
        utype: VISITOR,
        apis: NO_APIS,
        analyticsUrl: settingsOf(context).analyticsUrl,
        panel: 'search',
      }),
    },
  }),
  sheet: actor('sheet', lazy<typeof sheetMachine>, { visitors: {} }),
  pageLink: actor('pageLink', lazy<typeof pageLinkMachine>),
  map: actor('map', lazy<typeof mapMachine>, {
    input: mapInput,
    visitors: { input: mapInput },
    readsAddress: true,
  }),
  baseMap: actor('baseMap', lazy<typeof baseMapMachine>, {
    input: baseMapInput,
    visitors: { input: baseMapInput },
  }),
  baseTiles: actor('baseTiles', lazy<typeof baseTilesMachine>, {
    input: baseTilesInput,
    visitors: { input: baseTilesInput },
  }),
  upload: actor('upload', lazy<typeof uploadMachine>, {
    input: (context) => ({ kept: context.opening.systems(userOf(context).email) }),
  }),
  aoiPlace: actor('aoiPlace', lazy<typeof aoiPlaceMachine>),
  saveAoi: actor('saveAoi', lazy<typeof saveAoiMachine>, {
    input: (context) => ({ kept: keptOf(context, 'saveAoi'), now: context.opening.now }),
  }),
  places: actor('places', lazy<typeof placesMachine>),
  aoi: actor('aoi', lazy<typeof aoiMachine>, {
    input: (context) => ({ kept: keptOf(context, 'coordinates') }),
    visitors: { input: () => ({}) },
  }),
  search: actor('search', lazy<typeof searchMachine>, {
    input: (context) => ({
      utype: userOf(context).utype,
      satellites: settingsOf(context).satellites,
      samples: settingsOf(context).samples ?? [],
      canExplain: hasExtensions(settingsOf(context), 'relaxedSearch'),
      now: context.opening.now(),
      clock: context.opening.now,
    }),
    visitors: {
      input: (context) => ({
        utype: VISITOR,
        satellites: settingsOf(context).satellites,
        now: context.opening.now(),
      }),
    },
  }),
  results: actor('results', lazy<typeof resultsMachine>, {
    input: (context) => {
      const { tariff, apis } = settingsOf(context);
      return {
        pricing: tariff === undefined ? null : { tariff, utype: userOf(context).utype },
        isOrdering: apis.order_archive && hasExtensions(settingsOf(context), ...SCENE_ORDER_CALLS),
      };
    },
    visitors: {},
  }),
  startCard: actor('startCard', lazy<typeof startCardMachine>, {
    input: (context) => {
      const { email } = userOf(context);
      return { email, isClosed: context.opening.isStartClosed(email) };
    },
  }),
  look: actor('look', lazy<typeof lookMachine>, { visitors: {} }),
  coverage: actor('coverage', lazy<typeof coverageMachine>, {
    input: (context) => ({
      now: context.opening.now(),
      archivePercent: settingsOf(context).archivePercent ?? null,
    }),
  }),
  calendar: actor('calendar', lazy<typeof calendarMachine>, {
    input: ({ opening }) => ({ now: opening.now }),
    panel: 'search',
  }),
  itemAssets: actor('itemAssets', lazy<typeof itemAssetsMachine>),
  searchCode: actor('searchCode', lazy<typeof searchCodeMachine>, {
    input: ({ opening }) => ({ serviceAddress: opening.serviceAddress }),
  }),
  'orders.archive': ordersOf('archive'),
  'orders.tasking': ordersOf('tasking'),
  newAcquisition: actor('newAcquisition', lazy<typeof newAcquisitionMachine>, {
    input: (context) => ({
      satellites: settingsOf(context).satellites,
      utype: userOf(context).utype,
      now: context.opening.now,
      address: context.opening.address(),
    }),
    readsAddress: true,
    panel: 'search',
    isOffered: (context) =>
      settingsOf(context).apis.order_tasking && settingsOf(context).satellites.length > 0,
  }),
  waysOn: actor('waysOn', lazy<typeof waysOnMachine>, {
    input: (context) => ({
      ...taskingOf(context),
      hasNearest: hasExtensions(settingsOf(context), 'nearestCovered'),
    }),
  }),
  submits: actor('submits', lazy<typeof submitsMachine>, {
    input: (context) => ({ submits: submitsOf(context) }),
  }),
  orderPage: actor('orderPage', lazy<typeof orderPageMachine>, {
    input: (context) => ({
      address: context.opening.address(),
      satellites: settingsOf(context).satellites,
      deliverySeconds: settingsOf(context).deliverySeconds,
      now: context.opening.now,
    }),
    readsAddress: true,
  }),
  imagery: actor('imagery', lazy<typeof imageryMachine>, {
    input: ({ opening }) => ({ layers: opening.address().query['layers'] ?? null }),
    panel: 'imagery',
  }),
  delivered: actor('delivered', lazy<typeof deliveredMachine>, {
    input: ({ opening }) => ({ named: opening.address().query['image'] ?? null }),
    readsAddress: true,
  }),
  account: actor('account', lazy<typeof accountMachine>, {
    input: (context) => ({ puc: userOf(context).puc, now: context.opening.now }),
    panel: 'account',
  }),
  apiKeys: actor('apiKeys', lazy<typeof apiKeysMachine>, {
    input: ({ opening }) => ({ now: opening.now }),
    panel: 'account',
    isOffered: (context) => hasExtensions(settingsOf(context), ...KEY_CALLS),
  }),
  savedAois: actor('savedAois', lazy<typeof savedAoisMachine>, {
    input: (context) => ({
      ...taskingOf(context),
      isOffered: hasExtensions(settingsOf(context), 'aoiFacts'),
    }),
    panel: 'myaoi',
  }),
  savedSearches: actor('savedSearches', lazy<typeof savedSearchesMachine>, { panel: 'mysearch' }),
  watches: actor('watches', lazy<typeof watchesMachine>, {
    input: (context) => ({ email: userOf(context).email, now: context.opening.now }),
    panel: 'mysearch',
    isOffered: (context) => hasExtensions(settingsOf(context), ...WATCH_CALLS),
  }),
  news: actor('news', lazy<typeof newsMachine>, {
    // a back end without news is not looked at
    input: (context) => ({ looksMax: hasExtensions(settingsOf(context), ...NEWS_CALLS) ? 60 : 0 }),
    panel: 'mysearch',
  }),
  'exports.scene': actor('exports', lazy<typeof exportsMachine>, {
    input: ({ opening }) => ({ kind: 'scene', now: opening.now }),
    panel: 'myexport',
  }),
  'exports.imagery': actor('exports', lazy<typeof exportsMachine>, {
    input: ({ opening }) => ({ kind: 'imagery', now: opening.now }),
    panel: 'myexport',
    // §2: the imagery tab appears only if the imagery_export API is enabled
    isOffered: (context) => settingsOf(context).apis.imagery_export,
  }),
  // the last one, because it restores the address into actors that already run
  pageAddress: actor('pageAddress', lazy<typeof pageAddressMachine>, {
    input: (context) => ({
      address: context.opening.address(),
      satellites: settingsOf(context).satellites,
      now: context.opening.now(),
    }),
  }),
};

export type ActorId = keyof typeof ACTORS;
type Rows = typeof ACTORS;
export type ActorNames = { [Id in ActorId]: Rows[Id]['name'] };
export type ActorMachines = { [Id in ActorId as Rows[Id]['name']]: Rows[Id]['machine'] };

/** The rows of the table as the portal's invokes and routes read them: without the type of each machine. */
export const actorRows = Object.entries(ACTORS).map(([id, row]) => ({
  id: id as ActorId,
  ...(row as Row<keyof ActorMachines, AnyStateMachine>),
}));

export const actorMachines = Object.fromEntries(
  actorRows.map(({ name, machine }) => [name, machine]),
) as ActorMachines;
