import type { Scene } from '../../../contract/search.ts';

/** A small deterministic generator (mulberry32), 0..1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A rotated footprint around a centre, sides in degrees, clockwise from its upper left corner. */
function footprint(lon: number, lat: number, width: number, height: number, tilt: number): number[][] {
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const corners = [
    [-1, 1],
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ] as const;
  return corners.map(([x, y]) => {
    const [dx, dy] = [(x * width) / 2, (y * height) / 2];
    return [lon + (dx * cos - dy * sin) / Math.cos((lat * Math.PI) / 180), lat + dx * sin + dy * cos].map(
      (degrees) => Number(degrees.toFixed(6)),
    );
  });
}

/**
 * Generated scenes, deterministic.
 * @param spread largest distance from the start view, degrees; 180 is the whole world
 */
export function scenesForBench(count: number, spread: number): Scene[] {
  const random = randomOf(20261121);
  return Array.from({ length: count }, (_, at): Scene => {
    const lon = Math.max(-178, Math.min(178, 103.85 + (random() - 0.5) * 2 * spread));
    const lat = Math.max(-68, Math.min(68, 1.28 + (random() - 0.5) * 2 * Math.min(spread, 60)));
    const size = 0.12 + random() * 0.1;
    const day = new Date(Date.UTC(2026, 10, 20) - at * 3_600_000).toISOString();
    return {
      type: 'Feature',
      id: `SV2_${at}`,
      geometry: {
        type: 'Polygon',
        coordinates: [footprint(lon, lat, size, size * 1.1, (random() < 0.5 ? 1 : -1) * 0.21)],
      },
      properties: {
        productId: `SV2_${at}`,
        acquisitionDate: day,
        satellite: `SV-2 0${(at % 3) + 1}`,
        satCode: 'SV2',
        sensor: 'PMS',
        sensorType: 'OPTICAL',
        gsd: 0.5,
        cloudCover: Math.round(random() * 20),
        offNadirAngle: Math.round(random() * 150) / 10,
        sunElevation: 60,
        area: 400,
        orbitDirection: 'Descending',
        sideLookDirection: null,
        imagingMode: 'Strip',
        productMode: 'MONO',
        sourceCode: 'S',
        supplier: 'Bench',
        quicklookUrl: null,
        simulated: true,
      },
    };
  });
}
