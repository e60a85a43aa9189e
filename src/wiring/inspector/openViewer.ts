import { createActor, fromCallback, fromPromise, type Actor } from 'xstate';
import { chartOf } from '../../machines/inspector/chart.ts';
import { examples } from '../../machines/inspector/eventExamples.json';
import { machineJson } from '../../machines/inspector/machineJson.ts';
import { viewerMachine } from '../../machines/inspector/viewer.machine.ts';
import type { ViewerInput } from '../../machines/inspector/viewer.rules.ts';
import { copyText } from '../../services/browser/browser.ts';
import { openViewerSide } from './inspectionChannel.ts';
import { addPortalTexts, addTexts, applyLanguage } from '../../ui/shared/i18n/language.ts';
import { storedPreferences, wiredPreferences } from '../session/preferences.ts';
import { layOut } from './layOut.ts';
import { productionMachines } from './productionMachines.ts';

/** Starts the viewer on this page. */
export async function openViewer(): Promise<Actor<typeof viewerMachine>> {
  const machines = productionMachines();
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
          const opened = openViewerSide((facts) => sendBack({ type: 'facts.came', facts }));
          side = opened;
          return opened.close;
        }),
        layOut,
        copyMachine: fromPromise(async ({ input }) => {
          const machine = machines[input.machine];
          if (machine === undefined || !(await copyText(machineJson(machine))))
            throw new Error(`${input.machine} could not be copied`);
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
        charts: Object.fromEntries(Object.entries(machines).map(([id, machine]) => [id, chartOf(machine)])),
        examples: examples satisfies ViewerInput['examples'],
        preferences,
      },
    },
  );
  return actor.start();
}
