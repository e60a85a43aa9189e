import { formatNumber } from '../../shared/i18n/formats.ts';

/** Maximum length of the scale bar, pixels. */
const LONGEST = 96;

/**
 * Length and text of the scale bar: the longest round distance (1, 2 or 5 times a power of ten) that fits.
 * @param metresPerPixel at the latitude of the bar
 */
export function scaleBarOf(metresPerPixel: number): { pixels: number; metres: number; text: string } {
  const longest = LONGEST * metresPerPixel;
  const power = 10 ** Math.floor(Math.log10(longest));
  const times = [5, 2, 1].find((one) => one * power <= longest) ?? 1;
  const metres = times * power;
  const text =
    metres >= 1000
      ? `${formatNumber(metres / 1000)} km`
      : metres >= 1
        ? `${formatNumber(metres)} m`
        : `${formatNumber(metres * 100)} cm`;
  return { pixels: Math.round(metres / metresPerPixel), metres, text };
}
