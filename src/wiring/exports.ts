import { fromPromise } from 'xstate';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { exportRenameMachine } from '../machines/exports/exportRename.machine.ts';
import { exportsMachine } from '../machines/exports/exports.machine.ts';
import type { ExportKind, ExportReply } from '../machines/exports/exports.rules.ts';
import { sceneExportMachine } from '../machines/exports/sceneExport.machine.ts';
import * as browser from '../services/browser/browser.ts';
import type { Call } from '../services/call/call.ts';
import { fetched, sent } from './calls.ts';
import * as imagery from '../services/imageryExports.ts';
import * as saved from '../services/saved.ts';

async function listExports(
  call: Call,
  { kind, page }: { kind: ExportKind; page: number },
  signal: AbortSignal,
): Promise<ExportReply> {
  if (kind === 'scene') return { kind, ...(await saved.listExports(call, signal)) };
  return { kind, ...(await imagery.listExports(call, page, signal)) };
}

/** The export lists and the scene export form. */
export function wireExports(call: Call) {
  return {
    sceneExport: sceneExportMachine.provide({
      actors: { submitExport: fetched((body, live) => call(endpoints.submitExportTask, { body }, live)) },
    }),
    exports: exportsMachine.provide({
      actors: {
        listExports: fromPromise(({ input, signal }) => listExports(call, input, signal)),
        rename: exportRenameMachine.provide({
          actors: {
            renameExport: sent(({ key, name }, live) =>
              call(
                endpoints.renameExportTask,
                { body: { id: Number.isNaN(Number(key)) ? key : Number(key), name } },
                live,
              ),
            ),
          },
        }),
        cancelExport: sent(({ key }, live) =>
          call(endpoints.cancelImageryExport, { params: { taskNum: key } }, live),
        ),
      },
      actions: {
        openFiles: (_, { files }) => files.forEach(browser.openFile),
        saveFiles: (_, { files }) => files.forEach((file) => browser.saveFile(file)),
      },
    }),
  };
}
