import type { AreaGeometry } from '../area/areaGeometry.ts';
import { GeometryError } from '../geometryError.ts';
import { FEATURES_MAX } from './limits.ts';

/** The one area of a file, neither checked nor repaired (see checkArea). */
export interface ReadArea {
  geometry: AreaGeometry;
  notes: FileNote[];
}

/**
 * Notes for the user on how a file was read.
 *
 * | kind | what |
 * |---|---|
 * | wgs84Assumed | a bare .shp, or a .zip without .prj, is taken as WGS 84 (decision 22) |
 * | reprojected | from the coordinate system `name` (decision 22) |
 * | heightsDropped | positions had heights or measures |
 * | othersLeftOut | `count` points, lines and the like in a KML besides its polygon |
 * | shiftUnknown | the shift to WGS 84 of the picked system isn't known at the place: up to `metres` off |
 * | prjRenamed | `name` is the .prj that was used; the .shp has another name |
 * | lineAsArea, overlayAsArea | without a polygon: its closed line, or the extent of its overlay; the user must agree |
 * | fileOfArchive | `name` is the .kml that was read, of several in a KMZ |
 */
export type FileNote =
  | { kind: 'wgs84Assumed' }
  | { kind: 'reprojected'; name: string }
  | { kind: 'heightsDropped' }
  | { kind: 'othersLeftOut'; count: number }
  | { kind: 'lineAsArea' | 'overlayAsArea' }
  | { kind: 'prjRenamed'; name: string }
  | { kind: 'shiftUnknown'; metres: number }
  | { kind: 'fileOfArchive'; name: string };

/** One of a file's features, read when it is wanted. */
export interface FileFeature {
  /** Its name in the file; empty if it has none. */
  name: string;
  /** @throws GeometryError */
  read: () => ReadArea;
}

/** §5: a file that has several features, or none; the first FEATURES_MAX can be read one by one (decision 37). */
export class NotOneFeature extends GeometryError {
  readonly features: readonly FileFeature[];
  readonly count: number;

  constructor(features: readonly FileFeature[], count: number) {
    super('singleFeature', { count });
    this.features = features.slice(0, FEATURES_MAX);
    this.count = count;
  }
}

/**
 * §5: the only feature of a file.
 * @param count of features, of which only the first may be in the list
 * @throws NotOneFeature, and what reading it throws
 */
export function onlyFeature(features: readonly FileFeature[], count = features.length): ReadArea {
  const [feature] = features;
  if (feature === undefined || count !== 1) throw new NotOneFeature(features, count);
  return feature.read();
}

const NAME_FIELDS = [/^name$/i, /^(?:nom|nombre|label|title|名称|名字|编号)$/i, /name|名/i, /^id$/i];

/** The name of a feature by its properties; empty if none is a name. */
export function nameOfProperties(properties: unknown): string {
  if (typeof properties !== 'object' || properties === null) return '';
  const texts = Object.entries(properties).flatMap(([field, value]) =>
    typeof value === 'string' || Number.isFinite(value) ? [[field, String(value).trim()] as const] : [],
  );
  for (const pattern of NAME_FIELDS) {
    const found = texts.find(([field, text]) => pattern.test(field.trim()) && text !== '');
    if (found !== undefined) return found[1];
  }
  return '';
}

/** Whether a note says that the area is only an offer. */
export const isOfferNote = ({ kind }: FileNote): boolean => kind === 'lineAsArea' || kind === 'overlayAsArea';
