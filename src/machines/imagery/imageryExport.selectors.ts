import type { SnapshotFrom } from 'xstate';
import type { Aoi } from '../../geo/aoi.ts';
import type { ExportQuote, imageryExportMachine } from './imageryExport.machine.ts';
import { creditsRefusal, type ExportedLayer, type ImageryExportDraft } from './imageryExport.rules.ts';
import type { NoticeText } from '../shared/notice.ts';

type Form = SnapshotFrom<typeof imageryExportMachine>;

export const imageryDraft = (form: Form): ImageryExportDraft => form.context.draft;
export const exportedLayer = (form: Form): ExportedLayer => form.context.layer;
export const exportedAoi = (form: Form): Aoi => form.context.aoi;
export const exportQuote = (form: Form): ExportQuote | null => form.context.quote;
export const isQuoting = (form: Form): boolean => form.hasTag('pricing');
export const isExporting = (form: Form): boolean => form.hasTag('busy');
export const isLeavingExport = (form: Form): boolean => form.matches('leaving');
export const canExport = (form: Form): boolean => form.can({ type: 'export.submitted' });
/** §5: taskName required; said at the field. */
export const exportNameRefusal = (form: Form): NoticeText | null => form.context.nameRefusal;
/** Why the price can't be had. */
export const quoteRefusal = (form: Form): NoticeText | null => form.context.unpriced;
/** Why the export was not taken. */
export const exportNotTaken = (form: Form): NoticeText | null => form.context.notTaken;

/** §5: expected cost must not exceed the credits balance. */
export function exportCreditsRefusal({ context: { quote } }: Form): NoticeText | null {
  return quote === null ? null : creditsRefusal(quote.cost, quote.balance);
}
