import { assign } from 'xstate';
import { messageOf } from '../shared/failure.ts';
import { defaultDraft } from './search.rules.ts';
import { requestedOf, searchSetup, withAnswered } from './search.setup.ts';

export type { SearchEvent, SearchInput } from './search.setup.ts';

/** The search form (§2 Search panel, §5 Search). */
export const searchMachine = searchSetup.createMachine({
  id: 'search',
  context: ({ input }) => {
    const defaults = defaultDraft(input.now);
    return {
      utype: input.utype,
      satellites: input.satellites,
      samples: input.samples ?? [],
      clock: input.clock ?? (() => input.now),
      defaults,
      draft: defaults,
      aoi: null,
      requested: null,
      answered: [],
      relaxations: [],
      refusal: null,
    };
  },
  initial: 'form',
  on: {
    'condition.restored': [
      { guard: 'isAnswered', target: '.form', actions: ['restoreDraft', 'noteReturned', 'notifyReturned'] },
      // the address contains results: search again
      { guard: 'isResumed', target: '.searching', actions: ['restoreDraft', 'noteRequested'] },
      { target: '.form', actions: ['restoreDraft', 'notifyLeft'] },
    ],
    'search.recalled': { target: '.form', actions: 'recallSearch' },
    'search.repeated': { target: '.searching', actions: 'repeatRequested' },
    'aoi.changed': { target: '.form', actions: ['dropRefused', 'setAoi'] },
    'draft.changed': { target: '.form', actions: ['dropRefused', 'changeDraft', 'notifyChanged'] },
    'draft.reset': { target: '.form', actions: ['dropRefused', 'resetDraft', 'notifyChanged'] },
  },
  states: {
    form: {
      initial: 'plain',
      on: {
        'search.requested': [
          { guard: 'isSearchable', target: 'searching', actions: ['noteRequested', 'notifyStarted'] },
          { actions: ['refuse', 'notifyRefused'] },
        ],
        // §5 Tasking from search
        'tasking.requested': [
          { guard: 'isTaskable', actions: ['dropRefused', assign({ refusal: null }), 'requestTaskingForm'] },
          { actions: ['refuseTasking', 'notifyTaskingRefused'] },
        ],
      },
      states: {
        plain: {},
        // nothing was found: for each condition, what would be found without it
        explaining: {
          tags: 'explaining',
          invoke: {
            id: 'relaxSearch',
            src: 'relaxSearch',
            input: ({ context }) => requestedOf(context).condition,
            onDone: { target: 'explained', actions: assign({ relaxations: ({ event }) => event.output }) },
            onError: 'unexplained',
          },
        },
        explained: {
          on: {
            'relaxation.chosen': {
              guard: 'isOffered',
              target: '#search.searching',
              actions: ['relaxDraft', 'noteRequested', 'notifyStarted'],
            },
          },
        },
        unexplained: { on: { 'explanation.requested': 'explaining' } },
      },
    },
    searching: {
      tags: 'busy',
      entry: 'dropNotice',
      invoke: {
        id: 'searchScenes',
        src: 'searchScenes',
        input: ({ context }) => requestedOf(context).condition,
        onDone: [
          {
            guard: { type: 'isEmpty', params: ({ event }) => event.output },
            target: 'form.explaining',
            // §5: an empty result shows 'No result' info
            actions: [
              { type: 'notifyFound', params: ({ event }) => event.output },
              assign({ refusal: { key: 'notice.noResult' } }),
              'notifyNothingFound',
            ],
          },
          {
            target: 'form',
            actions: [
              { type: 'notifyFound', params: ({ event }) => event.output },
              assign({
                answered: ({ context }) => withAnswered(context.answered, requestedOf(context).condition),
              }),
            ],
          },
        ],
        onError: {
          target: 'form',
          // §8: on a search network failure loading stops silently
          actions: assign({ refusal: ({ event }) => messageOf(event.error, 'errors.searchFailed') }),
        },
      },
      on: { 'search.cancelled': 'form' },
    },
  },
});
