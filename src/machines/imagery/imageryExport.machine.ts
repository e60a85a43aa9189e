import type { SnapshotFrom } from 'xstate';
import type { Id } from '../../../contract/calls/envelope.ts';
import {
  type ImageryExportEstimate,
  type ImageryExportForm,
  type ImageryExportPriceForm,
  OUT_RESOLUTIONS,
} from '../../../contract/imagery.ts';
import { AREA_CAP, FIELD, isOverExportCap } from '../../../contract/limits.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { PricedFormInput } from '../orders/pricedForm.rules.ts';
import { pricedForm } from '../orders/pricedForm.ts';
import type { NoticeText } from '../shared/notice.ts';

export interface ExportedLayer {
  id: Id;
  name: string;
  /** Its own pixel size, metres of EPSG:3857; unknown from some back ends. */
  mercatorMetres?: number | undefined;
}
/** What an export costs, and the account's balance; integer credits. */
export interface ExportPrice {
  cost: number;
  balance: number;
  /** The factors of the cost and the size of the file; null if the server doesn't name them. */
  estimate: ImageryExportEstimate | null;
}
/** The imagery export dialog (§3 Imagery export form). */
export type ImageryExportDraft = Omit<ImageryExportForm, 'dsId' | 'aoi'>;

/** §3, §9: resolution 0.5 and EPSG:3857 by default. */
export const NEW_IMAGERY_EXPORT: ImageryExportDraft = {
  taskName: '',
  outMode: 'bbox',
  outResolution: 0.5,
  outProj: 'EPSG:3857',
};

/**
 * The resolution to propose instead of a finer one: of those in §9, the one nearest to the layer's own, the coarser of two
 * equally near.
 * @returns null if it is no coarser, or the layer's own is unknown
 */
export function coarserResolution(
  { mercatorMetres }: ExportedLayer,
  outResolution: number,
): ImageryExportDraft['outResolution'] | null {
  if (mercatorMetres === undefined) return null;
  const away = (resolution: number) => Math.abs(resolution - mercatorMetres);
  // the coarsest stands first
  const [nearest] = OUT_RESOLUTIONS.toSorted((a, b) => away(a) - away(b));
  return nearest !== undefined && nearest > outResolution ? nearest : null;
}

/** The layer's own pixel size in metres, if this resolution is finer and so adds no detail; else null. */
export function coarserLayer({ mercatorMetres }: ExportedLayer, resolution: number): number | null {
  // a pixel size read from a file is seldom exactly 0.5
  return mercatorMetres !== undefined && resolution < mercatorMetres * 0.99 ? mercatorMetres : null;
}

/**
 * The next coarser resolution at which a too large export fits; null for other refusals, or if the area fits at
 * none. The size falls with the square of the resolution.
 */
export function fittingResolution(
  { outResolution }: Pick<ImageryExportDraft, 'outResolution'>,
  refusal: NoticeText | null,
): ImageryExportDraft['outResolution'] | null {
  if (refusal?.key !== 'errors.exportTooLarge') return null;
  const [size, limit] = [Number(refusal.params?.['size']), Number(refusal.params?.['limit'])];
  const fits = (resolution: number) => size * (outResolution / resolution) ** 2 <= limit;
  return OUT_RESOLUTIONS.findLast((one) => one > outResolution && fits(one)) ?? null;
}

/** The layer and area to export, or the reason why nothing can be exported. */
export type ExportStart =
  | { layer: ExportedLayer; aoi: Aoi; refusal: null }
  | { layer: null; aoi: null; refusal: NoticeText };

/**
 * §5 Imagery export: exactly one layer selected, an AOI, and its area at most 10000 km²; checked in this order
 * before the dialog opens.
 */
export function exportStartOf(layers: readonly ExportedLayer[], aoi: Aoi | null): ExportStart {
  const refused = (refusal: NoticeText): ExportStart => ({ layer: null, aoi: null, refusal });
  const [layer] = layers;
  if (layer === undefined || layers.length !== 1) return refused({ key: 'errors.oneLayer' });
  if (aoi === null) return refused({ key: 'errors.aoiNotDrawn' });
  const limit = AREA_CAP.imageryExport;
  if (isOverExportCap(aoi.areaKm2)) return refused({ key: 'errors.areaOverLimit', params: { limit } });
  const { id, name, mercatorMetres } = layer;
  return { layer: { id, name, ...(mercatorMetres && { mercatorMetres }) }, aoi, refusal: null };
}

/** The task's name is the only field without a part in the price. */
function bearsOnExportPrice(patch: Partial<ImageryExportDraft>): boolean {
  return Object.keys(patch).some((field) => field !== 'taskName');
}

/** §9: a name longer than its field is cut. */
function changedExport(draft: ImageryExportDraft, patch: Partial<ImageryExportDraft>): ImageryExportDraft {
  const next = { ...draft, ...patch };
  return { ...next, taskName: next.taskName.slice(0, FIELD.exportTaskName) };
}

/** §5: expected cost must not exceed the credits balance. */
export function creditsRefusal({ cost, balance }: ExportPrice): NoticeText | null {
  return cost > balance ? { key: 'errors.creditsShort' } : null;
}

/** §5: taskName required. */
export function taskNameRefusal(draft: ImageryExportDraft): NoticeText | null {
  return draft.taskName.trim() === '' ? { key: 'errors.incomplete' } : null;
}

interface Exported {
  layer: ExportedLayer;
  aoi: Aoi;
}

export function exportFormOf(draft: ImageryExportDraft, exported: Exported): ImageryExportForm {
  return { ...exportPriceFormOf(draft, exported), taskName: draft.taskName.trim() };
}

/** The form to price, which may not have a name yet. */
export function exportPriceFormOf(
  { taskName: _, ...draft }: ImageryExportDraft,
  { layer, aoi }: Exported,
): ImageryExportPriceForm {
  return { ...draft, dsId: layer.id, aoi: aoi.wkt };
}

export interface ImageryExportInput extends PricedFormInput {
  layer: ExportedLayer;
  aoi: Aoi;
}

/** The export of an imagery layer, priced in credits against the balance (§3 to §5 Imagery export). */
export const imageryExportMachine = pricedForm<
  ImageryExportInput,
  ImageryExportDraft,
  ExportPrice,
  ImageryExportPriceForm,
  ImageryExportForm
>({
  id: 'imageryExport',
  about: ({ layer, aoi }) => [layer.id, aoi.wkt].join(' '),
  newDraft: ({ name = '' }) => ({ ...NEW_IMAGERY_EXPORT, taskName: name }),
  changed: changedExport,
  bearsOnPrice: bearsOnExportPrice,
  priceRequestOf: exportPriceFormOf,
  nameRefusal: taskNameRefusal,
  isSubmittable: ({ price }) => price !== null && creditsRefusal(price) === null,
  submitRequestOf: exportFormOf,
  submitFailed: 'errors.submitFailed',
});

/** §5: expected cost must not exceed the credits balance; shown at the price. */
export function exportCreditsRefusal({
  context: { price },
}: SnapshotFrom<typeof imageryExportMachine>): NoticeText | null {
  return price === null ? null : creditsRefusal(price);
}
