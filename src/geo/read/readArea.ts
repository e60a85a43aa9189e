import type { AreaGeometry } from '../area/areaGeometry.ts';

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
  | { kind: 'fileOfArchive'; name: string };

/** Whether a note says that the area is only an offer. */
export const isOfferNote = ({ kind }: FileNote): boolean => kind === 'lineAsArea' || kind === 'overlayAsArea';
