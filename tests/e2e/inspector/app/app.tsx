import { createBrowserInspector } from '@statelyai/inspect';
import { useMachine } from '@xstate/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { assign, enqueueActions, fromCallback, setup } from 'xstate';

/** An app that knows nothing of the portal: it opens the viewer at the address that it is given. */
const { inspect } = createBrowserInspector({ url: new URLSearchParams(location.search).get('viewer')! });

const lampMachine = setup({}).createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: { on: { press: 'off' } } },
});
const houseMachine = setup({
  types: { context: {} as { papers: string[] } },
  actors: { lamp: lampMachine, bell: fromCallback(() => {}) },
}).createMachine({
  id: 'house',
  context: { papers: [] },
  initial: 'dark',
  invoke: [
    { src: 'lamp', id: 'hall' },
    { src: 'bell', id: 'bell' },
  ],
  states: {
    dark: { on: { switched: 'bright' } },
    bright: { on: { switched: 'dark' } },
  },
  on: {
    'lamps.added': {
      actions: enqueueActions(({ enqueue }) => {
        for (let at = 1; at <= 500; at += 1) enqueue.spawnChild('lamp', { id: `lamp-${at}` });
      }),
    },
    'papers.came': {
      actions: assign({ papers: () => Array.from({ length: 1000 }, () => 'x'.repeat(1000)) }),
    },
  },
});

function House() {
  const [state, send] = useMachine(houseMachine, { inspect });
  return (
    <>
      <p>{String(state.value)}</p>
      <button type="button" onClick={() => send({ type: 'switched' })}>
        Switch
      </button>
      <button type="button" onClick={() => send({ type: 'lamps.added' })}>
        500 lamps
      </button>
      <button type="button" onClick={() => send({ type: 'papers.came' })}>
        1 MB
      </button>
    </>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <House />
  </StrictMode>,
);
