/** The parts of shpjs in use; the package has no types. */
declare module 'shpjs' {
  import type { Geometry } from 'geojson';

  /** One geometry per record, null for a null shape. */
  export function parseShp(shp: DataView): (Geometry | null)[];
  /** The attributes of each record. @param cpg the encoding of texts */
  export function parseDbf(dbf: DataView, cpg?: string): Record<string, unknown>[];
}
