import type { SnapshotFrom } from 'xstate';
import type { Aoi, AreaGeometry } from '../../geo/aoi.ts';
import type { aoiMachine } from './aoi.machine.ts';
import { NO_ENTRIES, type CoordinateEntry, type TypedEntries } from './aoi.rules.ts';
import type { AskedArea } from './areaReview.rules.ts';
import type { RepairedEntry } from './entryReading.rules.ts';
import type { NoticeText } from '../shared/notice.ts';

type AoiSnapshot = SnapshotFrom<typeof aoiMachine>;

export const shownAoi = (aoi: AoiSnapshot): Aoi | null => aoi.context.aoi;
export const canUndo = (aoi: AoiSnapshot): boolean => aoi.can({ type: 'aoi.undone' });
export const canRedo = (aoi: AoiSnapshot): boolean => aoi.can({ type: 'aoi.redone' });
/** The area of the coordinate dialog's entry. */
export const previewedArea = (aoi: AoiSnapshot): AreaGeometry | null => aoi.context.preview;
/** Whether the coordinate dialog is open. */
export const isEnteringCoordinates = (aoi: AoiSnapshot): boolean => aoi.matches('entering');
export const typedEntries = (aoi: AoiSnapshot): TypedEntries => aoi.context.typed;
/** Whether closing the coordinate dialog loses text. */
export const hasTypedCoordinates = (aoi: AoiSnapshot): boolean =>
  JSON.stringify(aoi.context.typed.entries) !== JSON.stringify(NO_ENTRIES.entries);
/** Why the entry can't be used. */
export const entryRefusal = (aoi: AoiSnapshot): NoticeText | null => aoi.context.refusal;

/** The proposed repair of the entry that the user must agree to; null if there is none. */
export const repairedEntry = (aoi: AoiSnapshot): RepairedEntry | null =>
  aoi.matches({ entering: 'reviewing' }) ? aoi.context.repaired : null;

/** The question which area of the entry is meant; null if there is none. */
export const askedEntry = (aoi: AoiSnapshot): AskedArea | null =>
  aoi.matches({ entering: 'asking' }) ? aoi.context.asked : null;

/** The field of the Center form that a refusal is about; null for other refusals. */
export function refusedField(
  refusal: NoticeText | null,
): Exclude<keyof Extract<CoordinateEntry, { tab: 'Center' }>, 'tab'> | null {
  if (refusal?.key !== 'errors.geometry.inputInvalid') return null;
  const field = refusal.params?.['field'];
  return field === 'longitude' || field === 'latitude' || field === 'widthKm' || field === 'heightKm'
    ? field
    : null;
}

/** How the shown AOI was made, for the search panel. A drawn rectangle has its vertices on the bbox's corners. */
export function aoiKind(aoi: AoiSnapshot): 'rectangle' | 'polygon' | 'typed' | 'file' | 'saved' {
  const { aoi: area, source } = aoi.context;
  if (area === null || source === null) return 'typed';
  if (source.kind !== 'drawn' && source.kind !== 'address') return source.kind;
  if (area.vertices !== 4 || area.geometry.type !== 'Polygon') return 'polygon';
  const [west, south, east, north] = area.bbox;
  const isCorner = ([lon, lat]: readonly number[]) =>
    (lon === west || lon === east) && (lat === south || lat === north);
  return area.geometry.coordinates.flat().every(isCorner) ? 'rectangle' : 'polygon';
}

/** The id of the saved AOI that the AOI is; null if it was made otherwise. */
export function savedAoiId(aoi: AoiSnapshot): number | null {
  const { source } = aoi.context;
  return source?.kind === 'saved' ? (source.id ?? null) : null;
}

/** The name of the AOI's file or saved AOI; null if it was made otherwise. */
export function aoiName(aoi: AoiSnapshot): string | null {
  const { source } = aoi.context;
  return source?.kind === 'file' || source?.kind === 'saved' ? source.name : null;
}
