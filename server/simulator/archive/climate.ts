import type { Random } from './random.ts';

const bell = (value: number, centre: number, width: number): number =>
  Math.exp(-(((value - centre) / width) ** 2));

/**
 * Share of archived images with at most 20% cloud for a latitude and time of year, 0 to 1. A smooth zonal
 * model: a rain belt that follows the sun, dry subtropics, storm tracks strongest in winter. Archives are
 * clearer than the sky, because operators image where clear weather is forecast.
 */
function clearShare(latitude: number, month: number): number {
  const season = Math.cos((2 * Math.PI * (month - 6)) / 12);
  const rainBelt = bell(latitude, 7 * season, 9);
  const dry = bell(Math.abs(latitude), 24, 9);
  const winter = 1 - 0.35 * season * Math.sign(latitude);
  const storms = bell(Math.abs(latitude), 57, 14) * winter;
  return Math.min(0.9, Math.max(0.2, 0.6 - 0.15 * rainBelt - 0.2 * storms + 0.24 * dry));
}

/**
 * Cloud cover in whole percent, U-shaped with more weight on clear; at most 20% in `clearShare` of the
 * draws.
 * @param month 0 is January
 */
export function cloudCover(random: Random, latitude: number, month: number): number {
  // P(u^k <= 0.2) = 0.2^(1/k), solved for k
  const exponent = Math.log(0.2) / Math.log(clearShare(latitude, month));
  return Math.min(100, Math.round(100 * random() ** exponent));
}
