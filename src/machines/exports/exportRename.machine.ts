import { assign, fromPromise, setup } from 'xstate';
import { FIELD } from '../../../contract/limits.ts';
import { serverMessageOf } from '../shared/failure.ts';
import type { NoticeText } from '../shared/notice.ts';
import { notProvided } from '../shared/notProvided.ts';

export interface ExportRenameInput {
  key: string;
  name: string;
}
interface ExportRenameContext extends ExportRenameInput {
  /** The name before, which the dialog offers. */
  offered: string;
  refusal: NoticeText | null;
  reason: NoticeText | null;
  isRenamed: boolean;
}
export type ExportRenameEvent =
  | { type: 'name.changed'; name: string }
  | { type: 'rename.submitted' }
  | { type: 'dialog.closed' };

const NO_MESSAGE = { refusal: null, reason: null };

/** The rename dialog for export tasks (§2, §5 Rename export task). */
export const exportRenameMachine = setup({
  types: {
    context: {} as ExportRenameContext,
    events: {} as ExportRenameEvent,
    input: {} as ExportRenameInput,
    output: {} as { isRenamed: boolean },
  },
  actors: {
    /** POST /web/exporttask/cm/rename. */
    renameExport: fromPromise<void, { key: string; name: string }>(notProvided('renameExport')),
  },
  guards: {
    // §5: a non-empty name is required, silent otherwise
    hasName: ({ context }) => context.name.trim() !== '',
  },
}).createMachine({
  id: 'exportRename',
  context: ({ input }) => ({ ...input, offered: input.name, ...NO_MESSAGE, isRenamed: false }),
  output: ({ context }) => ({ isRenamed: context.isRenamed }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'name.changed': {
          actions: assign(({ event }) => ({
            name: event.name.slice(0, FIELD.exportTaskName),
            ...NO_MESSAGE,
          })),
        },
        'rename.submitted': { guard: 'hasName', target: 'saving', actions: assign(NO_MESSAGE) },
        'dialog.closed': 'done',
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'renameExport',
        src: 'renameExport',
        input: ({ context }) => ({ key: context.key, name: context.name.trim() }),
        onDone: { target: 'done', actions: assign({ isRenamed: true }) },
        onError: {
          target: 'editing',
          // §8: fixed words; the server message is shown below them
          actions: assign(({ event }) => ({
            refusal: { key: 'errors.saveFailed' },
            reason: serverMessageOf(event.error),
          })),
        },
      },
    },
    done: { type: 'final' },
  },
});
