import type { Axis } from '../../../../src/geo/entry/dms.ts';

/**
 * Degrees as degrees, minutes and seconds: 1°17′24.00″N. Rounded as a whole, so it never shows 60 seconds.
 * Reading it again gives the same to 1e-7°.
 */
export function dmsText(value: number, axis: Axis): string {
  const units = Math.round(Math.abs(value) * 36e6);
  const seconds = (units % 6e5) / 1e4;
  const minutes = Math.floor(units / 6e5) % 60;
  const degrees = Math.floor(units / 36e6);
  const padded = seconds.toFixed(4).padStart(7, '0');
  const letter = (axis === 'latitude' ? 'NS' : 'EW')[value < 0 && units > 0 ? 1 : 0];
  return `${degrees}°${String(minutes).padStart(2, '0')}′${padded}″${letter}`;
}
