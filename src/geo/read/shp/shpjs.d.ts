/** The parts of shpjs in use; the package has no types. */
declare module 'shpjs' {
  import type { Geometry } from 'geojson';

  /**
   * One geometry per record, null for a null shape.
   * @param prj the coordinate system for proj4; without it positions stay as they are
   */
  export function parseShp(shp: DataView, prj?: string): (Geometry | null)[];
  /** The attributes of each record. @param cpg the encoding of texts */
  export function parseDbf(dbf: DataView, cpg?: string): Record<string, unknown>[];
}
