import { assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import { ANALYTICS_UTYPE } from '../../../contract/limits.ts';
import type { Settings } from '../../../contract/settings.ts';
import { type Bounds, boundsMeet, boundsOf } from '../../geo/entry/bbox.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import type { AoiChanged } from '../aoi/aoi.machine.ts';
import type { CompareClosed, CompareOpened } from '../map/map.events.ts';
import type { AddressChanged, AddressFieldsChanged } from '../shared/address.ts';
import { noticeOf } from '../shared/notice.ts';
import { type PanelName, panelNamed, type PanelShown } from '../shared/panels.ts';

export interface SeenImagery {
  /** The uppermost layer of the Imagery panel. */
  layerId: number | null;
  /** A delivered image, which lies above the layers: its address, box in degrees, and outline as WKT. */
  image: { url: string; bbox: Bounds; outlineWkt: string } | null;
}

/** What the AI analytics page starts with. */
interface AnalyticsStart {
  /** The AOI, WKT. */
  area: string | null;
  layerId: number | null;
  imageUrl: string | null;
}

/** The AOI, or the outline of the image that is seen, if the AOI doesn't meet it. */
export function analyticsStart(areaWkt: string | null, seen?: SeenImagery): AnalyticsStart {
  const { layerId = null, image = null } = seen ?? {};
  if (image === null) return { area: areaWkt, layerId, imageUrl: null };
  const isOnImage =
    areaWkt !== null && boundsMeet(boundsOf(readAreaWkt(areaWkt, ['POLYGON', 'MULTIPOLYGON'])), image.bbox);
  return { area: isOnImage ? areaWkt : image.outlineWkt, layerId: null, imageUrl: image.url };
}

export interface ShellInput {
  utype: number;
  apis: Settings['apis'];
  analyticsUrl: string;
  /** The panel that the page address names (decision 33). */
  panel: PanelName;
}
interface ShellContext {
  panel: PanelName;
  utype: number;
  apis: Settings['apis'];
  analyticsUrl: string;
  /** The current AOI, WKT; the analytics page starts with it. */
  areaWkt: string | null;
}
export type ShellEvent =
  | { type: 'panel.chosen'; panel: PanelName }
  | { type: 'panel.toggled' }
  | { type: 'analytics.requested'; seen?: SeenImagery }
  /** The browser has no session storage, in which the session would be handed over. */
  | { type: 'analytics.refused' }
  | AddressChanged
  | AoiChanged
  | CompareOpened
  | CompareClosed;

/** §2: the order button is disabled unless the archive-order or tasking-order API is enabled. */
function isPanelEnabled(panel: PanelName, apis: Settings['apis']): boolean {
  return panel !== 'order' || apis.order_archive || apis.order_tasking;
}

const shown = (panel: PanelName | null): PanelShown => ({ type: 'panel.shown', panel });

/** The panel as fields of the address; an order is only named with its panel. */
const panelFields = (panel: PanelName): AddressFieldsChanged => ({
  type: 'addressFields.changed',
  fields: { panel: panel === 'search' ? null : panel, ...(panel === 'order' ? {} : { order: null }) },
});

/** Which panel is open (§2 Main layout). */
export const shellMachine = setup({
  types: { context: {} as ShellContext, events: {} as ShellEvent, input: {} as ShellInput },
  actions: {
    choosePanel: assign(({ context, event }) => ({
      panel: event.type === 'panel.chosen' ? event.panel : context.panel,
    })),
    readPanel: assign(({ context, event }) => {
      if (event.type !== 'address.changed') return {};
      const panel = panelNamed(event.address.query['panel'] ?? null) ?? 'search';
      return { panel: isPanelEnabled(panel, context.apis) ? panel : 'search' };
    }),
    notifyShown: sendParent(({ context }) => shown(context.panel)),
    notifyHidden: sendParent(shown(null)),
    /** Decision 33: the address names the panel, but for the search. */
    notifyPanel: sendParent(({ context: { panel } }): AddressFieldsChanged => panelFields(panel)),
    notifyChosen: sendParent(({ context: { panel } }): AddressFieldsChanged => ({
      ...panelFields(panel),
      isStep: true,
    })),
    /** Opens the AI analytics page in a new window (§2), with the session and the AOI. Provided by the wiring. */
    openAnalytics: (_, _params: { url: string; start: AnalyticsStart }) => {},
    // §8: analytics opened without session storage
    notifyUnsupported: sendParent(noticeOf('analytics', 'error', { key: 'errors.browserUnsupported' })),
  },
  guards: {
    isEnabled: ({ context, event }) =>
      event.type === 'panel.chosen' && isPanelEnabled(event.panel, context.apis),
    isOther: ({ context, event }) =>
      event.type === 'panel.chosen' &&
      event.panel !== context.panel &&
      isPanelEnabled(event.panel, context.apis),
    isCompared: ({ event }) =>
      event.type === 'address.changed' && event.address.query['compare'] !== undefined,
    isAnalyst: ({ context }) => context.utype >= ANALYTICS_UTYPE,
  },
}).createMachine({
  id: 'shell',
  context: ({ input }) => ({
    utype: input.utype,
    apis: input.apis,
    analyticsUrl: input.analyticsUrl,
    panel: isPanelEnabled(input.panel, input.apis) ? input.panel : 'search',
    areaWkt: null,
  }),
  initial: 'open',
  on: {
    'analytics.requested': {
      guard: 'isAnalyst',
      actions: {
        type: 'openAnalytics',
        params: ({ context, event }) => ({
          url: context.analyticsUrl,
          start: analyticsStart(context.areaWkt, event.seen),
        }),
      },
    },
    'analytics.refused': { actions: 'notifyUnsupported' },
    'aoi.changed': { actions: assign(({ event }) => ({ areaWkt: event.aoi?.wkt ?? null })) },
    // back and forward show the panel of their entry
    'address.changed': { target: '.open', reenter: true, actions: 'readPanel' },
  },
  states: {
    open: {
      entry: ['notifyShown', 'notifyPanel'],
      on: {
        'panel.chosen': {
          guard: 'isOther',
          target: 'open',
          reenter: true,
          actions: ['choosePanel', 'notifyChosen'],
        },
        'panel.toggled': 'hidden',
        'compare.opened': 'covered',
      },
    },
    hidden: {
      entry: 'notifyHidden',
      on: {
        'panel.chosen': {
          guard: 'isEnabled',
          target: 'open',
          actions: ['choosePanel', 'notifyChosen'],
        },
        'panel.toggled': 'open',
      },
    },
    // §2: the slider hides the left panel; closing the slider or choosing a panel shows it again
    covered: {
      entry: 'notifyHidden',
      on: {
        'compare.closed': 'open',
        'panel.chosen': {
          guard: 'isEnabled',
          target: 'open',
          actions: ['choosePanel', 'notifyChosen'],
        },
        'panel.toggled': 'open',
        'address.changed': [
          { guard: 'isCompared', actions: 'readPanel' },
          { target: 'open', actions: 'readPanel' },
        ],
      },
    },
  },
});

type Shell = SnapshotFrom<typeof shellMachine>;

/** The open panel; null while it is hidden. */
export const openPanel = (shell: Shell): PanelName | null =>
  shell.matches('open') ? shell.context.panel : null;
export const isOrderEnabled = (shell: Shell): boolean => isPanelEnabled('order', shell.context.apis);
export const isAnalyticsEnabled = (shell: Shell): boolean => shell.can({ type: 'analytics.requested' });
/** §2: the Tasking button shows only if the order_tasking API is enabled. */
export const isTaskingOffered = (shell: Shell): boolean => shell.context.apis.order_tasking;
export const isArchiveOrderEnabled = (shell: Shell): boolean => shell.context.apis.order_archive;
/** §2: the imagery tab of My Export appears only if the imagery_export API is enabled. */
export const isImageryExportEnabled = (shell: Shell): boolean => shell.context.apis.imagery_export;
