import { describe, expect, it } from 'vitest';
import { twoline2satrec } from 'satellite.js';
import type { AreaGeometry } from '../../../../src/geo/aoi.ts';
import { billedArea } from '../../../../src/geo/area/billedArea.ts';
import { areaKm2 } from '../../../../src/geo/area/area.ts';
import { hasLightFor, sunElevation } from '../../../../src/geo/orbit/light.ts';
import { offNadirOf } from '../../../../src/geo/orbit/nearest.ts';
import { geodeticOf, groundPoint, stateAt } from '../../../../src/geo/orbit/orbit.ts';
import { passesOver, type Pass } from '../../../../src/geo/orbit/passes.ts';
import { targetOf } from '../../../../src/geo/orbit/target.ts';
import { pointInside } from '../../../../src/geo/area/pointInside.ts';
import { box } from '../../../fixtures/box.ts';

const DAY_MS = 86_400_000;
/** Made-up elements like a mapping satellite's: 786 km, sun-synchronous. */
const SENTINEL: [string, string] = [
  '1 40697U 15028A   20325.52123456  .00000000  00000-0  10000-4 0  9990',
  '2 40697  98.5690  38.0000 0001100  90.0000 270.1000 14.30818000282000',
];
const elements = twoline2satrec(...SENTINEL);
const FROM = Date.UTC(2020, 10, 21);

const SINGAPORE = box(103.7, 1.2, 104, 1.5);
const LONG: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [10, 40],
      [22, 41],
      [22, 41.3],
      [10, 40.3],
      [10, 40],
    ],
  ],
};

/** Points along an area's outline, 40 per edge. */
function edgeOf(area: AreaGeometry) {
  const ring = (area.type === 'Polygon' ? area.coordinates[0] : area.coordinates[0]?.[0]) ?? [];
  return ring.slice(1).flatMap(([x2 = 0, y2 = 0], index) => {
    const [x1 = 0, y1 = 0] = ring[index] ?? [];
    return Array.from({ length: 40 }, (_, n) =>
      groundPoint(x1 + ((x2 - x1) * n) / 40, y1 + ((y2 - y1) * n) / 40),
    );
  });
}

/** The same by brute force: every second of the window, every point of the outline. */
function bruteForce(area: AreaGeometry, from: number, to: number) {
  const edge = edgeOf(area);
  const coarse: { at: number; angle: number }[] = [];
  for (let at = from; at < to; at += 30_000) {
    const state = stateAt(elements, at);
    const [x, y, z] = edge[0]!;
    const isNear = Math.hypot(x - state.position[0], y - state.position[1], z - state.position[2]) < 3_000;
    coarse.push({ at, angle: isNear ? 0 : 90 });
  }
  const found: { at: number; angle: number }[] = [];
  for (const { at: start, angle } of coarse) {
    if (angle > 0) continue;
    for (let at = start; at < start + 30_000; at += 1_000) {
      const state = stateAt(elements, at);
      const { longitude, latitude } = geodeticOf(state.position);
      const isAbove = pointInside([longitude, latitude], area);
      const least = isAbove ? 0 : Math.min(...edge.map((point) => offNadirOf(state, point)));
      const last = found.at(-1);
      // after a gap of half an hour a new pass starts
      if (last === undefined || at - last.at > 1_800_000) found.push({ at, angle: least });
      else if (least < last.angle) Object.assign(last, { at, angle: least });
    }
  }
  return found.filter((pass) => pass.angle <= 55);
}

const radarPasses = (area: AreaGeometry, days: number): Pass[] => [
  ...passesOver({ elements, sensorType: 'SAR', swathKm: 20, area, from: FROM, to: FROM + days * DAY_MS }),
];

describe('passes of a satellite over an area', () => {
  it.each([
    ['a harbour', SINGAPORE, 12],
    ['a long corridor', LONG, 4],
  ] as const)('are those that brute force finds over %s, to a tenth of a degree', (_, area, days) => {
    const wanted = bruteForce(area, FROM, FROM + days * DAY_MS);
    const found = radarPasses(area, days).filter((pass) => pass.offNadirDeg <= 55);
    expect(wanted.length).toBeGreaterThan(3);
    expect(found.length).toBe(wanted.length);
    for (const [index, pass] of found.entries())
      // the angle of the closest point changes by less within a few seconds
      expect(Math.abs(pass.offNadirDeg - (wanted[index]?.angle ?? 99))).toBeLessThan(0.1);
  });

  it('the time is the moment of the least angle to the middle of the area, to a second', () => {
    const centre = groundPoint(103.85, 1.35);
    for (const pass of radarPasses(SINGAPORE, 20)) {
      const at = (shift: number) => offNadirOf(stateAt(elements, pass.at + shift), centre);
      expect(at(0)).toBeCloseTo(pass.centreOffNadirDeg, 1);
      expect(at(0)).toBeLessThanOrEqual(Math.min(at(-1_500), at(1_500)));
      expect(pass.offNadirDeg).toBeLessThanOrEqual(pass.centreOffNadirDeg);
    }
  });

  it('the angle is 0° over a large area', () => {
    const wide = box(60, -20, 120, 20);
    const overhead = radarPasses(wide, 2).filter((pass) => pass.offNadirDeg === 0);
    expect(overhead.length).toBeGreaterThan(2);
    for (const pass of overhead) expect(pass.track.some(([x, y]) => pointInside([x, y], wide))).toBe(true);
  });

  it('are in order of time, within the span, and without repeats', () => {
    const times = radarPasses(SINGAPORE, 30).map((pass) => pass.at);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(times.every((at) => at >= FROM && at < FROM + 30 * DAY_MS)).toBe(true);
    const halves = [0, 15].flatMap((day) =>
      [
        ...passesOver({
          elements,
          sensorType: 'SAR',
          swathKm: 20,
          area: SINGAPORE,
          from: FROM + day * DAY_MS,
          to: FROM + (day + 15) * DAY_MS,
        }),
      ].map((pass) => pass.at),
    );
    expect(halves.map((at) => Math.round(at / 100))).toEqual(times.map((at) => Math.round(at / 100)));
  });

  it('optical sensors pass in daylight, night cameras in the dark, radars at any hour', () => {
    const of = (sensorType: 'OPTICAL' | 'NIGHT' | 'SAR') => [
      ...passesOver({
        elements,
        sensorType,
        swathKm: 20,
        area: SINGAPORE,
        from: FROM,
        to: FROM + 20 * DAY_MS,
      }),
    ];
    const [day, night, all] = [of('OPTICAL'), of('NIGHT'), of('SAR')];
    expect(day.length).toBeGreaterThan(0);
    expect(night.length).toBeGreaterThan(0);
    expect(day.every((pass) => pass.sunElevationDeg >= 12)).toBe(true);
    expect(night.every((pass) => pass.sunElevationDeg <= -8)).toBe(true);
    const lit = all.filter(
      (pass) => hasLightFor('OPTICAL', pass.sunElevationDeg) || hasLightFor('NIGHT', pass.sunElevationDeg),
    );
    expect(lit.map((pass) => pass.at)).toEqual([...day, ...night].map((pass) => pass.at).sort());
  });

  it('an area across 180° has passes like any other, and its tracks are continuous lines', () => {
    const fiji: AreaGeometry = {
      type: 'MultiPolygon',
      coordinates: [
        box(177, -19, 180, -16).coordinates as number[][][],
        box(-180, -19, -178, -16).coordinates as number[][][],
      ],
    };
    const found = radarPasses(fiji, 12);
    expect(found.length).toBeGreaterThan(3);
    for (const { track, swath } of found)
      for (const line of [track, swath])
        for (const [index, [x]] of line.entries())
          if (index > 0) expect(Math.abs(x - (line[index - 1]?.[0] ?? x))).toBeLessThan(20);
  });

  it('the swath is around the middle of the area, as wide as the sensor’s', () => {
    for (const pass of radarPasses(SINGAPORE, 20).filter((one) => one.centreOffNadirDeg < 20)) {
      expect(pointInside([103.85, 1.35], { type: 'Polygon', coordinates: [pass.swath] })).toBe(true);
      const piece = pass.swath.length / 2;
      const [left, right] = [pass.swath[0], pass.swath[pass.swath.length - 2]];
      expect(piece).toBeGreaterThan(2);
      const km = Math.hypot((left![0] - right![0]) * 111, (left![1] - right![1]) * 111);
      expect(km).toBeGreaterThan(18);
      expect(km).toBeLessThan(28);
    }
  });
});

describe('an area as the target of a satellite', () => {
  it('the largest outline of edges across the globe has 240 points on it, spread evenly, without its millions', () => {
    // 9,998 edges of 340°: at a point every quarter of a degree there would be 13.6 million
    const zigzag = Array.from({ length: 9_999 }, (_, n) => [n % 2 ? 170 : -170, n / 9_999]);
    const { edge } = targetOf({ type: 'Polygon', coordinates: [zigzag] });
    expect(edge).toHaveLength(240);
    const spacing = (9_998 * 1_360) / 240;
    edge.forEach((point, n) => {
      const along = Math.floor(n * spacing);
      const [line, piece] = [Math.floor(along / 1_360), along % 1_360];
      const longitude = (line % 2 ? 170 : -170) + (line % 2 ? -0.25 : 0.25) * piece;
      const { longitude: found, latitude } = geodeticOf(point);
      expect(found).toBeCloseTo(longitude, 6);
      expect(latitude).toBeCloseTo((line + piece / 1_360) / 9_999, 6);
    });
  });
});

describe('SGP4 states', () => {
  // Spacetrack Report 3, satellite 88888, in TEME; distance and speed don't depend on the frame's rotation
  it.each([
    [0, [2328.97048951, -5995.22076416, 1719.97067261]],
    [360, [2456.10705566, -6071.9385376, 1222.89727783]],
    [720, [2567.56195068, -6112.50384522, 713.963974]],
  ] as const)('after %d minutes are as far out as Spacetrack Report 3 has them', (minutes, [x, y, z]) => {
    const satellite = twoline2satrec(
      '1 88888U          80275.98708465  .00073094  13844-3  66816-4 0    8',
      '2 88888  72.8435 115.9689 0086731  52.6988 110.5714 16.05824518  105',
    );
    const at = (satellite.jdsatepoch - 2440587.5) * DAY_MS + minutes * 60_000;
    const { position } = stateAt(satellite, at);
    expect(Math.hypot(...position)).toBeCloseTo(Math.hypot(x, y, z), 0);
    expect(position[2]).toBeCloseTo(z, 0);
  });
});

/** NOAA's equations for the sun's elevation without refraction (gml.noaa.gov, after Meeus), degrees. */
function noaaElevation(at: number, longitude: number, latitude: number): number {
  const rad = Math.PI / 180;
  const sin = (degrees: number) => Math.sin(degrees * rad);
  const cos = (degrees: number) => Math.cos(degrees * rad);
  const century = (at / DAY_MS + 2440587.5 - 2451545) / 36525;
  const mean = (280.46646 + century * (36000.76983 + century * 0.0003032)) % 360;
  const anomaly = 357.52911 + century * (35999.05029 - 0.0001537 * century);
  const eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century);
  const centre =
    sin(anomaly) * (1.914602 - century * (0.004817 + 0.000014 * century)) +
    sin(2 * anomaly) * (0.019993 - 0.000101 * century) +
    sin(3 * anomaly) * 0.000289;
  const node = 125.04 - 1934.136 * century;
  const apparent = mean + centre - 0.00569 - 0.00478 * sin(node);
  const tilt = 23 + (26 + (21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))) / 60) / 60;
  const obliquity = tilt + 0.00256 * cos(node);
  const declination = Math.asin(sin(obliquity) * sin(apparent)) / rad;
  const y = Math.tan((obliquity / 2) * rad) ** 2;
  const equationMinutes =
    (4 / rad) *
    (y * sin(2 * mean) -
      2 * eccentricity * sin(anomaly) +
      4 * eccentricity * y * sin(anomaly) * cos(2 * mean) -
      0.5 * y * y * sin(4 * mean) -
      1.25 * eccentricity ** 2 * sin(2 * anomaly));
  const minutes = ((at % DAY_MS) / 60_000 + equationMinutes + 4 * longitude + 1440) % 1440;
  const hourAngle = minutes / 4 - 180;
  const zenith = sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle);
  return Math.asin(zenith) / rad;
}

describe('the sun at a place', () => {
  it('has the elevation of NOAA’s equations, through the year and all over the world', () => {
    for (let n = 0; n < 500; n++) {
      const at = Date.UTC(2026, 0, 1) + n * 17.37 * 3_600_000;
      const [longitude, latitude] = [((n * 97) % 360) - 180, ((n * 41) % 170) - 85];
      const wanted = noaaElevation(at, longitude, latitude);
      // we use the apparent height: refraction lifts the sun by 0.5° at the horizon, hardly at all above 10°
      const most = wanted > 10 ? 0.15 : 0.7;
      expect(Math.abs(sunElevation(at, longitude, latitude) - wanted)).toBeLessThan(most);
    }
  });
});

describe('the area that a tasking order bills', () => {
  it('is the AOI if clipped, else the rectangle around it, also across 180°', () => {
    expect(billedArea(LONG, true)).toBe(LONG);
    expect(areaKm2(billedArea(LONG, false))).toBeGreaterThan(areaKm2(LONG) * 3);
    const across: AreaGeometry = {
      type: 'MultiPolygon',
      coordinates: [
        box(179, 0, 180, 1).coordinates as number[][][],
        box(-180, 1, -179, 2).coordinates as number[][][],
      ],
    };
    const whole = areaKm2(box(0, 0, 2, 2));
    expect(areaKm2(billedArea(across, false))).toBeCloseTo(whole, 0);
  });
});
