import { sendParent, setup } from 'xstate';

/** Plays deliveries one after another: says when the next one is due (docs/design.md, Deliveries). */
export const deliveryPlayerMachine = setup({
  types: { events: {} as { type: 'play.toggled' | 'play.stopped' } },
  actions: { notifyDue: sendParent({ type: 'delivery.played' }) },
  delays: {
    /** How long each one is shown. */
    PLAY_PAUSE: 1_200,
  },
}).createMachine({
  id: 'deliveryPlayer',
  initial: 'still',
  states: {
    still: { on: { 'play.toggled': 'playing' } },
    playing: {
      after: { PLAY_PAUSE: { target: 'playing', reenter: true, actions: 'notifyDue' } },
      on: { 'play.toggled': 'still', 'play.stopped': 'still' },
    },
  },
});
