import { assign, fromPromise, setup } from 'xstate';
import { DEFAULT_EXPORT_TYPE, type ExportType } from '../../../contract/exportFormats.ts';
import { EXPORT_RECORDS_MAX, FIELD } from '../../../contract/limits.ts';
import type { ExportTaskRequest } from '../../../contract/saved.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { serverMessageOf } from '../shared/failure.ts';
import { type Kept, withKept } from '../shared/kept.ts';
import { type NameOffered, reoffered } from '../shared/names.rules.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';

/** The fields of the export dialog (decision 10). */
export interface SceneExportDraft {
  name: string;
  type: ExportType;
}

/** §9: maximum 100 records per export at a time. */
export function recordsRefusal(productIds: readonly string[]): NoticeText | null {
  if (productIds.length <= EXPORT_RECORDS_MAX) return null;
  return { key: 'errors.exportTooMany', params: { most: EXPORT_RECORDS_MAX, chosen: productIds.length } };
}

/** Why the export can't be submitted: too many records, or no name. */
export function sceneExportRefusal(
  draft: SceneExportDraft,
  productIds: readonly string[],
): NoticeText | null {
  const records = recordsRefusal(productIds);
  if (records !== null) return records;
  return draft.name.trim() === '' ? { key: 'errors.incomplete' } : null;
}

export interface SceneExportInput {
  /** In list order. */
  productIds: string[];
  aoi: Aoi;
  /** The offered name. */
  name?: string | undefined;
  /** The draft, which survives a reload (decision 156). */
  kept?: Kept | undefined;
}
interface SceneExportContext extends SceneExportInput {
  offered: SceneExportDraft;
  draft: SceneExportDraft;
  refusal: NoticeText | null;
  reason: NoticeText | null;
  submitted: string | null;
}
export type SceneExportEvent =
  | NameOffered
  | { type: 'draft.changed'; patch: Partial<SceneExportDraft> }
  | { type: 'export.submitted' }
  | { type: 'form.closed' };

const newExport = ({ name }: Pick<SceneExportInput, 'name'>): SceneExportDraft => ({
  name: name?.slice(0, FIELD.exportTaskName) ?? '',
  type: DEFAULT_EXPORT_TYPE,
});
const NO_MESSAGE = { refusal: null, reason: null };

/** The export form for chosen scenes: a name and a type (§4, decision 10). */
export const sceneExportMachine = setup({
  types: {
    context: {} as SceneExportContext,
    events: {} as SceneExportEvent,
    input: {} as SceneExportInput,
    /** The id of the task; null if the dialog was closed without a submit. */
    output: {} as { submitted: string | null },
  },
  actors: {
    /** POST /web/exporttask/cm/submit; returns the task's id. */
    submitExport: fromPromise<{ id: number }, ExportTaskRequest>(notProvided('submitExport')),
  },
  actions: {
    changeDraft: assign(({ context, event }) => {
      if (event.type !== 'draft.changed') return {};
      const draft = { ...context.draft, ...event.patch };
      return {
        draft: { ...draft, name: draft.name.slice(0, FIELD.exportTaskName) },
        ...NO_MESSAGE,
      };
    }),
    offerName: assign(({ context, event }) => {
      if (event.type !== 'name.offered') return {};
      const offered = newExport(event);
      return { offered, draft: reoffered(context.draft, context.offered, offered) };
    }),
    keepDraft: ({ context }) => context.kept?.write(context.draft),
    refuse: assign(({ context }) => ({ refusal: sceneExportRefusal(context.draft, context.productIds) })),
  },
  guards: {
    isComplete: ({ context }) => sceneExportRefusal(context.draft, context.productIds) === null,
    hasRoom: ({ context }) => recordsRefusal(context.productIds) === null,
  },
}).createMachine({
  id: 'sceneExport',
  context: ({ input }) => ({
    ...input,
    offered: newExport(input),
    draft: withKept(newExport(input), input.kept),
    refusal: recordsRefusal(input.productIds),
    reason: null,
    submitted: null,
  }),
  output: ({ context }) => ({ submitted: context.submitted }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'draft.changed': { guard: 'hasRoom', actions: ['changeDraft', 'keepDraft'] },
        'name.offered': { actions: 'offerName' },
        'export.submitted': [
          { guard: 'isComplete', target: 'submitting', actions: assign(NO_MESSAGE) },
          { guard: 'hasRoom', actions: 'refuse' },
        ],
        'form.closed': 'done',
      },
    },
    // a submit can't be recalled: the dialog stays until its outcome is known
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'submitExport',
        src: 'submitExport',
        input: ({ context }) => ({
          name: context.draft.name.trim(),
          type: context.draft.type,
          productIds: context.productIds,
          aoiWkt: context.aoi.wkt,
        }),
        onDone: { target: 'done', actions: assign({ submitted: ({ event }) => String(event.output.id) }) },
        onError: {
          target: 'editing',
          // §8: fixed words; the server message is shown below them
          actions: assign(({ event }) => ({
            refusal: { key: 'errors.exportSubmitFailed' },
            reason: serverMessageOf(event.error),
          })),
        },
      },
    },
    done: { type: 'final' },
  },
});
