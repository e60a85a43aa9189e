import type { ImageryExportForm, ImageryExportPriceForm } from '../../../contract/imagery.ts';
import { AREA_CAP } from '../../../contract/limits.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { NoticeText } from '../shared/notice.ts';

/** The layer that is exported. */
export interface ExportedLayer {
  id: number;
  name: string;
}
/** What the imagery export dialog holds (§3 Imagery export form). */
export type ImageryExportDraft = Omit<ImageryExportForm, 'dsId' | 'aoi'>;

/** §3, §9: resolution 0.5 and EPSG:3857 by default. */
export const NEW_IMAGERY_EXPORT: ImageryExportDraft = {
  taskName: '',
  outMode: 'bbox',
  outResolution: 0.5,
  outProj: 'EPSG:3857',
};

/** What can be exported; null with the reason why nothing can. */
export type ExportStart =
  | { layer: ExportedLayer; aoi: Aoi; refusal: null }
  | { layer: null; aoi: null; refusal: NoticeText };

/**
 * §5 Imagery export: exactly one layer selected, an AOI, and its area at most 10000 km²; asked in this order before the
 * dialog opens.
 */
export function exportStartOf(layers: readonly ExportedLayer[], aoi: Aoi | null): ExportStart {
  const refused = (refusal: NoticeText): ExportStart => ({ layer: null, aoi: null, refusal });
  const [layer] = layers;
  if (layer === undefined || layers.length !== 1) return refused({ key: 'errors.oneLayer' });
  if (aoi === null) return refused({ key: 'errors.aoiNotDrawn' });
  const limit = AREA_CAP.imageryExport;
  if (aoi.areaKm2 > limit) return refused({ key: 'errors.areaOverLimit', params: { limit } });
  return { layer: { id: layer.id, name: layer.name }, aoi, refusal: null };
}

/** The name of the task is all that has no part in its price. */
export function bearsOnExportPrice(patch: Partial<ImageryExportDraft>): boolean {
  return Object.keys(patch).some((field) => field !== 'taskName');
}

/** Whether closing would lose something. */
export function isExportChanged(draft: ImageryExportDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(NEW_IMAGERY_EXPORT);
}

/** §5: expected cost must not exceed the credits balance. Integer credits. */
export function creditsRefusal(cost: number, balance: number): NoticeText | null {
  return cost > balance ? { key: 'errors.creditsShort' } : null;
}

/** §5: taskName required. */
export function taskNameRefusal(draft: ImageryExportDraft): NoticeText | null {
  return draft.taskName.trim() === '' ? { key: 'errors.incomplete' } : null;
}

export function exportFormOf(draft: ImageryExportDraft, layer: ExportedLayer, aoi: Aoi): ImageryExportForm {
  return { ...exportPriceFormOf(draft, layer, aoi), taskName: draft.taskName.trim() };
}

/** What is priced: it may still lack a name. */
export function exportPriceFormOf(
  { taskName: _, ...draft }: ImageryExportDraft,
  layer: ExportedLayer,
  aoi: Aoi,
): ImageryExportPriceForm {
  return { ...draft, dsId: layer.id, aoi: aoi.wkt };
}
