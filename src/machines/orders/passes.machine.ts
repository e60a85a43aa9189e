import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { FoundPasses, PassQuestion } from '../../geo/orbit/passSearch.ts';
import type { Pass } from '../../geo/orbit/passes.ts';
import { notProvided } from '../shared/notProvided.ts';
import { isSameQuestion } from './passes.rules.ts';
import { known } from '../../geo/known.ts';

interface PassesContext {
  question: PassQuestion | null;
  found: FoundPasses | null;
  /** The instant (ms) of the chosen pass. */
  chosen: number | null;
}
export type PassesEvent =
  | { type: 'question.changed'; question: PassQuestion | null }
  | { type: 'finding.repeated' }
  | { type: 'pass.chosen'; at: number };

/** The passes of the form's satellite over the area in its window, found in a worker. */
export const passesMachine = setup({
  types: {
    context: {} as PassesContext,
    events: {} as PassesEvent,
    input: {} as { question: PassQuestion | null },
  },
  actors: {
    /** Finds passes in a worker; leaving the state aborts it. */
    findPasses: fromPromise<FoundPasses, PassQuestion>(notProvided('findPasses')),
  },
  guards: {
    isOtherQuestion: ({ context, event }) =>
      event.type === 'question.changed' && !isSameQuestion(event.question, context.question),
    hasQuestion: ({ context }) => context.question !== null,
    isKnown: ({ context, event }) =>
      event.type === 'pass.chosen' && context.found?.passes.some((pass) => pass.at === event.at) === true,
  },
  delays: {
    /** Several quick changes make one request. */
    PASSES_DELAY: 250,
  },
}).createMachine({
  id: 'passes',
  context: ({ input }) => ({ question: input.question, found: null, chosen: null }),
  initial: 'deciding',
  on: {
    'question.changed': {
      guard: 'isOtherQuestion',
      target: '.deciding',
      actions: assign(({ event }) => ({ question: event.question, found: null, chosen: null })),
    },
  },
  states: {
    deciding: { always: [{ guard: 'hasQuestion', target: 'settling' }, { target: 'unasked' }] },
    /** The window is invalid, or the satellite has no orbit elements. */
    unasked: {},
    settling: { tags: 'busy', after: { PASSES_DELAY: 'finding' } },
    finding: {
      tags: 'busy',
      invoke: {
        id: 'findPasses',
        src: 'findPasses',
        input: ({ context }) => known(context.question, 'there is no question'),
        onDone: { target: 'found', actions: assign({ found: ({ event }) => event.output }) },
        onError: 'failed',
      },
    },
    found: {
      on: {
        'pass.chosen': {
          guard: 'isKnown',
          // choosing it again deselects it
          actions: assign({
            chosen: ({ context, event }) => (context.chosen === event.at ? null : event.at),
          }),
        },
      },
    },
    failed: { on: { 'finding.repeated': 'finding' } },
  },
});

type Passes = SnapshotFrom<typeof passesMachine>;

/** The passes found; null while there are none yet. */
export const foundPasses = (passes: Passes): FoundPasses | null => passes.context.found;
export const isFindingPasses = (passes: Passes): boolean => passes.hasTag('busy');
export const canRepeatFinding = (passes: Passes): boolean => passes.can({ type: 'finding.repeated' });
/** The first and last instant of the window, ms; null if it is invalid. */
export const passSpan = (passes: Passes): { from: number; to: number } | null => passes.context.question;

/** The chosen pass. */
export function chosenPass(passes: Passes): Pass | null {
  return passes.context.found?.passes.find((pass) => pass.at === passes.context.chosen) ?? null;
}
