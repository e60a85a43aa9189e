import { areaKm2 } from '../../../src/geo/area/area.ts';
import { simulatedSatellites } from '../../../server/simulator/archive/constellation.ts';
import type { NewScene } from '../../../server/search/scenes.ts';
import { SENSORS } from '../../../contract/sensors.ts';

const DAY_MS = 86_400_000;
const KM_PER_DEGREE = 111.32;
/** The middle of the start view of §2, where the tests search; degrees. */
const [LONGITUDE, LATITUDE] = [103.83, 1.29];
/** One scene a day: all are within the default date range of §9. */
const DAYS = 60;
/** Values repeated over the days. The lengths of the lists have no common divisor, so the values combine. */
const CLOUDS = [3, 0, 12, 8, 18, 1, 35, 5, 60];
const ANGLES = [4, 9, 13, 2, 22, 7, 11];
const EAST = [0, 2, -2, 1, -1, 3, -3, 0.5];
const NORTH = [0, -1, 1, 2, -2];

const at = (list: readonly number[], index: number): number => list[index % list.length]!;

/**
 * Scenes around the start view: one a day before `now` (UTC), by each satellite in turn, with footprints of its size, some of
 * little cloud and a small off-nadir angle.
 */
export function scenesBefore(now: Date): NewScene[] {
  const today = Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
  return Array.from({ length: DAYS }, (_, index): NewScene => {
    const satellite = simulatedSatellites[index % simulatedSatellites.length]!;
    const mode = satellite.modes[0]!;
    const sensor = SENSORS[satellite.sensorType];
    const date = new Date(today - (index + 1) * DAY_MS + (3 * 3600 + index * 61) * 1000).toISOString();
    const [x, y] = [LONGITUDE + at(EAST, index) * 0.02, LATITUDE + at(NORTH, index) * 0.02];
    const [wide, high] = [mode.swathKm / 2 / KM_PER_DEGREE, mode.frameKm / 2 / KM_PER_DEGREE];
    // degrees by which a descending track leans to the west; a picture's first corner is its upper left
    const lean = 0.015;
    const ring = [
      [x - wide + lean, y + high],
      [x - wide - lean, y - high],
      [x + wide - lean, y - high],
      [x + wide + lean, y + high],
      [x - wide + lean, y + high],
    ];
    const geometry = { type: 'Polygon' as const, coordinates: [ring] };
    return {
      geometry,
      quicklookHref: null,
      item: null,
      facts: {
        productId: `${satellite.idPrefix}_${date.slice(0, 19).replaceAll(/[-:]/g, '')}_${String(index).padStart(3, '0')}`,
        acquisitionDate: date,
        satellite: satellite.name,
        satCode: satellite.code,
        sensor: satellite.sensor,
        sensorType: satellite.sensorType,
        gsd: mode.gsd,
        cloudCover: sensor.seesClouds ? at(CLOUDS, index) : null,
        offNadirAngle: Math.max(satellite.offNadir[0], at(ANGLES, index)),
        sunElevation: 62,
        area: areaKm2(geometry),
        orbitDirection: 'Descending',
        sideLookDirection: sensor.isRadar ? 'Right' : null,
        imagingMode: mode.name,
        productMode: sensor.hasProductModes ? 'MONO' : null,
        sourceCode: satellite.sourceCode,
        supplier: satellite.supplier,
        simulated: true,
        source: null,
      },
    };
  });
}

const ISLANDS = 'POLYGON ((103.72 1.22, 103.94 1.22, 103.94 1.36, 103.72 1.36, 103.72 1.22))';

/** A search of all optical scenes around the start view. */
export const AROUND_START = {
  aoiWkt: ISLANDS,
  acquisitionDateFrom: '2000-01-01',
  acquisitionDateTo: '2099-12-31',
  maxCloudCover: 100,
  maxOffNadirAngle: 45,
  sensorType: 'OPTICAL',
  satList: [],
};
