import type { SnapshotFrom } from 'xstate';
import type { NoticeText } from '../shared/notice.ts';
import type { sceneExportMachine } from './sceneExport.machine.ts';
import type { SceneExportDraft } from './sceneExport.rules.ts';

type SceneExport = SnapshotFrom<typeof sceneExportMachine>;

export const exportDraft = (form: SceneExport): SceneExportDraft => form.context.draft;
export const exportedCount = (form: SceneExport): number => form.context.productIds.length;
export const exportRefusal = (form: SceneExport): NoticeText | null => form.context.refusal;
export const exportReason = (form: SceneExport): NoticeText | null => form.context.reason;
export const isSubmittingExport = (form: SceneExport): boolean => form.hasTag('busy');
export const canSubmitExport = (form: SceneExport): boolean => form.can({ type: 'export.submitted' });
/** Whether closing the dialog loses a typed name or a selected type. */
export const hasExportChanges = ({ context }: SceneExport): boolean =>
  JSON.stringify(context.draft) !== JSON.stringify(context.offered);
