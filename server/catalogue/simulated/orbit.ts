const MU = 398600.8;
const EARTH_KM = 6378.135;
const J2 = 0.001082616;
/** Mean motion of the Sun along the equator, rad/s: one revolution per tropical year. */
const SUN_RATE = 1.99106e-7;
const RAD = Math.PI / 180;
const DAY_MS = 86_400_000;

/** The parameters of a sun-synchronous orbit. */
export interface SunSynchronous {
  /** Catalogue number; real objects never have 99xxx. */
  number: number;
  altitudeKm: number;
  /** Mean local solar time at the ascending node, hours. */
  ascendingNodeHours: number;
  /** Mean anomaly at the epoch, degrees. */
  anomalyDeg: number;
  /** Epoch of the elements, ms. */
  epochMs: number;
}

function withChecksum(line: string): string {
  let sum = 0;
  for (const character of line)
    sum += character === '-' ? 1 : character >= '0' && character <= '9' ? Number(character) : 0;
  return `${line}${sum % 10}`;
}

const padded = (value: number, width: number, decimals: number): string =>
  value.toFixed(decimals).padStart(width, ' ');

/**
 * Two-line elements of a circular sun-synchronous orbit without drag, valid for years. Inclination from the
 * J2 precession of the node (Vallado, Fundamentals of Astrodynamics, eq. 9-37); the Sun's mean longitude from
 * the Astronomical Almanac's low-precision formula.
 */
export function sunSynchronousTle(orbit: SunSynchronous): [string, string] {
  const axis = EARTH_KM + orbit.altitudeKm;
  const motion = Math.sqrt(MU / axis ** 3);
  const inclination = Math.acos((-SUN_RATE * 2 * axis ** 2) / (3 * motion * J2 * EARTH_KM ** 2)) / RAD;
  const days = (orbit.epochMs - Date.UTC(2000, 0, 1, 12)) / DAY_MS;
  const sunLongitude = 280.46 + 0.9856474 * days;
  const node = (((sunLongitude + (orbit.ascendingNodeHours - 12) * 15) % 360) + 360) % 360;
  const epoch = new Date(orbit.epochMs);
  const yearStart = Date.UTC(epoch.getUTCFullYear(), 0, 1);
  const day = (orbit.epochMs - yearStart) / DAY_MS + 1;
  const year = String(epoch.getUTCFullYear() % 100).padStart(2, '0');
  const first = `1 ${orbit.number}U 26001A   ${year}${day.toFixed(8).padStart(12, '0')}  .00000000  00000-0  00000-0 0  999`;
  const second = `2 ${orbit.number} ${padded(inclination, 8, 4)} ${padded(node, 8, 4)} 0001000   0.0000 ${padded(orbit.anomalyDeg, 8, 4)} ${padded((motion * 86_400) / (2 * Math.PI), 11, 8)}    0`;
  return [withChecksum(first), withChecksum(second)];
}
