import { assign, sendTo } from 'xstate';
import { formInput, settingsOf, userOf } from './portal.context.ts';
import { portalSetup } from './portal.setup.ts';

/** No form is open: each can be asked for. One form at a time. */
export const noForm = portalSetup.createStateConfig({
  entry: assign({ form: null }),
  on: {
    'sceneOrderForm.requested': {
      target: 'sceneOrder',
      actions: assign({
        form: ({ context, event }) => ({
          of: 'sceneOrder',
          input: {
            scenes: event.scenes,
            aoi: event.aoi,
            utype: userOf(context).utype,
            termsUrl: settingsOf(context).termsUrl,
            makeKey: context.opening.makeKey,
          },
        }),
      }),
    },
    'taskingForm.requested': {
      target: 'tasking',
      actions: assign({
        form: ({ context, event: { start, aoi } }) => ({
          of: 'tasking',
          input: {
            start,
            aoi,
            utype: userOf(context).utype,
            termsUrl: settingsOf(context).termsUrl,
            makeKey: context.opening.makeKey,
            now: context.opening.now,
          },
        }),
      }),
    },
    'sceneExportForm.requested': {
      target: 'sceneExport',
      actions: assign({
        form: ({ event: { productIds, aoi } }) => ({ of: 'sceneExport', input: { productIds, aoi } }),
      }),
    },
    'imageryExportForm.requested': {
      target: 'imageryExport',
      actions: assign({
        form: ({ context, event: { layer, aoi } }) => ({
          of: 'imageryExport',
          input: { layer, aoi, makeKey: context.opening.makeKey },
        }),
      }),
    },
    'saveSearchForm.requested': {
      target: 'saveSearch',
      actions: assign({ form: ({ event: { type: _, ...input } }) => ({ of: 'saveSearch', input }) }),
    },
  },
});

export const sceneOrder = portalSetup.createStateConfig({
  invoke: {
    id: 'sceneOrder',
    src: 'sceneOrder',
    input: ({ context }) => formInput(context, 'sceneOrder'),
    onDone: [
      {
        guard: { type: 'isOrdered', params: ({ event }) => event.output },
        target: 'noForm',
        actions: [
          assign({ ordered: 'archive' }),
          'saySubmitted',
          sendTo('shell', { type: 'panel.chosen', panel: 'order' }),
          sendTo('orders.archive', { type: 'list.outdated' }),
          sendTo('results', { type: 'scenes.ordered' }),
        ],
      },
      { target: 'noForm' },
    ],
    onError: 'noForm',
  },
});

export const tasking = portalSetup.createStateConfig({
  invoke: {
    id: 'tasking',
    src: 'tasking',
    input: ({ context }) => formInput(context, 'tasking'),
    onDone: [
      {
        guard: { type: 'isOrdered', params: ({ event }) => event.output },
        target: 'noForm',
        // §4: on success the dialog closes and the list of tasking orders is updated
        actions: [
          assign({ ordered: 'tasking' }),
          'saySubmitted',
          sendTo('shell', { type: 'panel.chosen', panel: 'order' }),
          sendTo('orders.tasking', { type: 'list.outdated' }),
        ],
      },
      { target: 'noForm' },
    ],
    onError: 'noForm',
  },
});

export const sceneExport = portalSetup.createStateConfig({
  invoke: {
    id: 'sceneExport',
    src: 'sceneExport',
    input: ({ context }) => formInput(context, 'sceneExport'),
    onDone: [
      {
        guard: { type: 'isSubmitted', params: ({ event }) => event.output },
        target: 'noForm',
        // the panel shows how far it is; once it is done it downloads by itself (decision 10)
        actions: [
          assign({ exported: 'scene' }),
          'saySubmitted',
          sendTo('shell', { type: 'panel.chosen', panel: 'myexport' }),
          sendTo('exports.scene', ({ event }) => ({
            type: 'task.awaited',
            key: event.output.submitted ?? '',
          })),
        ],
      },
      { target: 'noForm' },
    ],
    onError: 'noForm',
  },
});

export const imageryExport = portalSetup.createStateConfig({
  invoke: {
    id: 'imageryExport',
    src: 'imageryExport',
    input: ({ context }) => formInput(context, 'imageryExport'),
    onDone: [
      {
        guard: { type: 'isOrdered', params: ({ event }) => event.output },
        target: 'noForm',
        // §4: an imagery export updates the list of its tasks; its credits are gone (decision 26)
        actions: [
          assign({ exported: 'imagery' }),
          'saySubmitted',
          sendTo('shell', { type: 'panel.chosen', panel: 'myexport' }),
          sendTo('exports.imagery', { type: 'list.outdated' }),
          sendTo('account', { type: 'credits.reloaded' }),
        ],
      },
      { target: 'noForm' },
    ],
    onError: 'noForm',
  },
});

export const saveSearch = portalSetup.createStateConfig({
  invoke: {
    id: 'saveSearch',
    src: 'saveSearch',
    input: ({ context }) => formInput(context, 'saveSearch'),
    onDone: [
      {
        guard: { type: 'isSaved', params: ({ event }) => event.output },
        target: 'noForm',
        actions: ['saySaved', sendTo('savedSearches', { type: 'list.outdated' })],
      },
      { target: 'noForm' },
    ],
    onError: 'noForm',
  },
});
