import { analyticsSetup, NEW_DRAFT } from './analytics.setup.ts';
import { portalAoi } from './area.rules.ts';

/** Drawing on the map: one mode at a time, as in the portal. */
const pointing = analyticsSetup.createStateConfig({
  initial: 'browsing',
  on: { 'draw.chosen': [{ guard: 'isBox', target: '.drawing.box' }, { target: '.drawing.polygon' }] },
  states: {
    browsing: {},
    drawing: {
      initial: 'box',
      on: {
        'mode.left': 'browsing',
        'shape.completed': [
          { guard: 'isArea', target: 'browsing', actions: ['takeArea', 'notifyArea'] },
          { target: 'browsing', actions: 'refuseArea' },
        ],
      },
      states: { box: {}, polygon: {} },
    },
  },
});

/** The form, the running analysis and its result. */
const work = analyticsSetup.createStateConfig({
  initial: 'editing',
  states: {
    editing: {
      on: {
        'draft.changed': { actions: ['changeDraft', 'openImages'] },
        'image.chosen': { actions: 'takeImage' },
        'analysis.requested': [
          { guard: 'canAnalyse', target: 'analysing', actions: 'takeRequest' },
          { actions: 'refuseRequest' },
        ],
        'result.returned': { guard: 'hasResult', target: 'showing' },
      },
    },
    analysing: {
      tags: 'busy',
      invoke: {
        id: 'analyse',
        src: 'analyse',
        input: ({ context }) => {
          if (context.request === null) throw new Error('there is no request');
          return context.request;
        },
        onError: { target: 'editing', actions: 'refuseFailed' },
      },
      on: {
        'analysis.progressed': { actions: 'takeProgress' },
        'analysis.cancelled': 'editing',
        'analysis.finished': [
          { guard: 'isEmpty', target: 'editing', actions: 'refuseEmpty' },
          { target: 'showing', actions: 'takeAnalysis' },
        ],
        'analysis.failed': { target: 'editing', actions: 'refuseFailed' },
      },
    },
    showing: {
      initial: 'plain',
      states: {
        plain: { on: { 'sides.toggled': { guard: 'isChange', target: 'comparing' } } },
        // the earlier layer beside the later one
        comparing: { on: { 'sides.toggled': 'plain' } },
      },
      on: {
        'result.left': 'editing',
        'opacity.chosen': { actions: 'chooseOpacity' },
        'export.requested': {
          actions: {
            type: 'saveResult',
            params: ({ context, event }) => ({ shown: context.shown, format: event.format }),
          },
        },
      },
    },
  },
});

/** The AI analytics page (§2, decision 29), a separate page that the portal opens with its session. */
export const analyticsMachine = analyticsSetup.createMachine({
  id: 'analytics',
  context: ({ input }) => ({
    preferences: input.preferences,
    hasSession: input.hasSession,
    opened: null,
    imageUrl: input.imageUrl,
    layers: [],
    baseMap: input.baseMap,
    draft: { ...NEW_DRAFT, layerId: input.layerId },
    aoi: portalAoi(input.area),
    areaRefusal: null,
    refusal: null,
    request: null,
    progress: 0,
    shown: null,
    opacity: 85,
  }),
  invoke: { id: 'preferences', src: 'preferences', input: ({ context }) => context.preferences, onError: {} },
  initial: 'checking',
  on: { 'session.expired': '.ended' },
  states: {
    checking: { always: [{ guard: 'hasSession', target: 'opening' }, { target: 'unsupported' }] },
    // §8: 'Browser not supported.'
    unsupported: {},
    opening: {
      tags: 'busy',
      invoke: {
        id: 'openAnalytics',
        src: 'openAnalytics',
        onDone: [
          {
            guard: { type: 'isAnalyst', params: ({ event }) => ({ utype: event.output.user.utype }) },
            target: 'working',
            actions: { type: 'takeOpened', params: ({ event }) => ({ opened: event.output }) },
          },
          { target: 'closed' },
        ],
        onError: [
          {
            guard: { type: 'isUnauthorized', params: ({ event }) => ({ error: event.error }) },
            target: 'ended',
          },
          { target: 'unreachable' },
        ],
      },
    },
    unreachable: { on: { 'reload.requested': 'opening' } },
    // §6: AI analytics is for utype 6 and higher
    closed: {},
    // §4 Session: users sign in on the portal
    ended: {},
    working: {
      type: 'parallel',
      invoke: [
        { id: 'upload', src: 'upload', onError: {} },
        {
          id: 'ownImages',
          src: 'ownImages',
          input: ({ context }) => ({ areaWkt: context.aoi?.wkt ?? null, imageUrl: context.imageUrl }),
          onError: {},
        },
      ],
      on: {
        'images.changed': { actions: 'takeImages' },
        'baseMap.chosen': { actions: 'chooseBaseMap' },
        'area.read': { actions: ['takeArea', 'goToArea', 'notifyArea'] },
        'wkt.submitted': [
          { guard: 'isArea', actions: ['takeArea', 'goToArea', 'notifyArea'] },
          { actions: 'refuseArea' },
        ],
        'area.cleared': { guard: 'hasArea', actions: ['dropArea', 'notifyArea'] },
        'area.sought': { guard: 'hasArea', actions: 'goToArea' },
      },
      states: { pointing, work },
    },
  },
});
