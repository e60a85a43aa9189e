import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';
import elkWorker from 'elkjs/lib/elk-worker.min.js?url';
import { type Actor, createActor, fromCallback, fromPromise } from 'xstate';
import { type Chart, chartOf } from '../../machines/inspector/chart.ts';
import { examples } from '../../machines/inspector/eventExamples.json';
import { type ChartLayout, type Graph, graphOf, layoutOf } from '../../machines/inspector/layout.ts';
import { machineJson } from '../../machines/inspector/machineJson.ts';
import { APP_PAGE } from '../../machines/inspector/messages.ts';
import { type ViewerInput, viewerMachine } from '../../machines/inspector/viewer.machine.ts';
import { copyText } from '../../services/browser/browser.ts';
import { addPortalTexts, addTexts, applyLanguage } from '../../ui/shared/i18n/language.ts';
import { storedPreferences, wiredPreferences } from '../preferences.ts';
import { saveSession } from './saveSession.ts';
import { openAppSide, openViewerSide } from './inspectionChannel.ts';
import { productionMachines } from './productionMachines.ts';

// as it is: bundled again it would have exports that nothing can read

/** Lays out a chart in ELK's worker, which is terminated when done or stopped. */
const layOut = fromPromise<ChartLayout, { chart: Chart }>(async ({ input: { chart }, signal }) => {
  const elk = new ELK({
    workerFactory: () => new Worker(elkWorker),
  });
  signal.addEventListener('abort', () => elk.terminateWorker());
  try {
    return layoutOf(chart, (await elk.layout(graphOf(chart) as ElkNode)) as Graph);
  } finally {
    elk.terminateWorker();
  }
});

/** Starts the viewer on this page. */
export async function openViewer(): Promise<Actor<typeof viewerMachine>> {
  const preferences = storedPreferences();
  await addPortalTexts();
  await addTexts((language) => import(`../../../contract/messages/${language}/viewer.json`));
  await applyLanguage(preferences.language);
  let side: ReturnType<typeof openViewerSide> | null = null;
  const actor = createActor(
    viewerMachine.provide({
      actors: {
        preferences: wiredPreferences,
        watchPortals: fromCallback(({ sendBack }) => {
          const tell = (page: string, messages: readonly unknown[]) =>
            sendBack({ type: 'messages.came', page, messages });
          const opened = openViewerSide(tell);
          const closeApp = openAppSide((messages) => tell(APP_PAGE, messages));
          side = opened;
          return () => {
            opened.close();
            closeApp();
          };
        }),
        layOut,
        saveSession: fromPromise(async ({ input: { page }, signal }) => {
          if (side === null) throw new Error('no portal is watched');
          return saveSession(await side.session(page, signal));
        }),
        copyMachine: fromPromise(async ({ input }) => {
          if (!(await copyText(input.json))) throw new Error('the machine could not be copied');
        }),
      },
      actions: {
        sendEvent: (_, { key, event }) => {
          if (key !== null && event !== null) side?.send(key, event);
        },
      },
    }),
    {
      input: {
        machines: Object.fromEntries(
          Object.entries(productionMachines()).map(([id, machine]) => [
            id,
            { chart: chartOf(machine), json: machineJson(machine) },
          ]),
        ),
        examples: examples satisfies ViewerInput['examples'],
        preferences,
      },
    },
  );
  return actor.start();
}
