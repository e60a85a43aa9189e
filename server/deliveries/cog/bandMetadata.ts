import type { SourceBand } from '../pixels/pixelSource.ts';
import type { BandStatistics } from './bandStatistics.ts';

/** GDAL's names of colour interpretations that this writer states. */
const COLOURS: Readonly<Record<string, string>> = { red: 'Red', green: 'Green', blue: 'Blue' };

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function item(name: string, sample: number, value: string | number, role?: string): string {
  const text = String(value).replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]!);
  return `  <Item name="${name}" sample="${sample}"${role ? ` role="${role}"` : ''}>${text}</Item>\n`;
}

/**
 * The GDAL_METADATA tag: names, scale and offset, statistics, and the colours of bands that are not red, green, blue
 * from the first on.
 */
export function bandMetadata(
  bands: readonly SourceBand[],
  statistics: readonly (BandStatistics | null)[],
  isRgb: boolean,
): string {
  const items = bands.flatMap((band, at) => {
    const found = statistics[at];
    const colour = isRgb ? undefined : COLOURS[band.commonName ?? ''];
    return [
      item('DESCRIPTION', at, band.name, 'description'),
      ...(colour === undefined ? [] : [item('COLORINTERP', at, colour, 'colorinterp')]),
      ...(band.offset === undefined ? [] : [item('OFFSET', at, band.offset, 'offset')]),
      ...(band.scale === undefined ? [] : [item('SCALE', at, band.scale, 'scale')]),
      ...(band.unit === undefined ? [] : [item('UNITTYPE', at, band.unit, 'unittype')]),
      ...(found
        ? [
            item('STATISTICS_MINIMUM', at, found.minimum),
            item('STATISTICS_MAXIMUM', at, found.maximum),
            item('STATISTICS_MEAN', at, found.mean),
            item('STATISTICS_STDDEV', at, found.stddev),
            item('STATISTICS_VALID_PERCENT', at, found.valid_percent),
          ]
        : []),
    ];
  });
  return `<GDALMetadata>\n${items.join('')}</GDALMetadata>`;
}
