import type { MultiPolygon, Polygon } from 'geojson';
import initGeosJs from 'geos-wasm';
import { geojsonToGeosGeom } from 'geos-wasm/helpers';

type Area = Polygon | MultiPolygon;

/** GEOS as an independent judge of areas, in square degrees. */
export interface Geos {
  area(given: Area): number;
  /** Where a repaired area differs from GEOS's repair of the given one. */
  differenceFromRepair(given: Area, repaired: Area): number;
  /** Where an intersection differs from GEOS's; null is empty. */
  differenceFromIntersection(a: Area, b: Area, shared: Area | null): number;
}

/** Starts GEOS. */
export async function openGeos(): Promise<Geos> {
  const geos = await initGeosJs();
  const areaOf = (geometry: number): number => {
    const { _malloc: allocate, _free: free, getValue } = geos.Module;
    const pointer = allocate(8);
    geos.GEOSArea(geometry, pointer);
    const area = getValue(pointer, 'double');
    free(pointer);
    return area;
  };
  const read = (areas: readonly Area[]) => areas.map((area) => geojsonToGeosGeom(area, geos) as number);
  const released = (geometries: readonly number[], area: number) => {
    for (const geometry of geometries) geos.GEOSGeom_destroy(geometry);
    return area;
  };
  return {
    area(given) {
      const one = read([given]);
      return released(one, areaOf(one[0]!));
    },
    differenceFromRepair(given, repaired) {
      const [one, ours] = read([given, repaired]) as [number, number];
      // 'structure': the union of outer rings less the union of holes
      const params = geos.GEOSMakeValidParams_create();
      geos.GEOSMakeValidParams_setMethod(params, 1);
      const theirs = geos.GEOSMakeValidWithParams(one, params);
      const apart = geos.GEOSSymDifference(theirs, ours);
      geos.GEOSMakeValidParams_destroy(params);
      return released([one, ours, theirs, apart], areaOf(apart));
    },
    differenceFromIntersection(a, b, shared) {
      const [one, other] = read([a, b]) as [number, number];
      const theirs = geos.GEOSIntersection(one, other);
      if (shared === null) return released([one, other, theirs], areaOf(theirs));
      const [ours] = read([shared]) as [number];
      const apart = geos.GEOSSymDifference(theirs, ours);
      return released([one, other, theirs, ours, apart], areaOf(apart));
    },
  };
}
