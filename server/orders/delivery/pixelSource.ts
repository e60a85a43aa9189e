import type { SampleKind, Samples } from '../../../src/raster/geotiff.ts';

/**
 * Pixel to map coordinates, in GDAL's order: x = t[0] + column·t[1] + row·t[2], y = t[3] + column·t[4] + row·t[5].
 * Column and row 0 are the outer edge of the upper left pixel.
 */
export type GeoTransform = readonly [number, number, number, number, number, number];

/** The pixels of an image in a coordinate system; may be rotated. */
export interface SourceGrid {
  /** EPSG:4326, 3857 or a UTM zone of WGS 84 (server/imagery/layers/projections.ts). */
  epsg: number;
  width: number;
  height: number;
  transform: GeoTransform;
}

/** A band of a source, as the metadata of a delivery describe it. */
export interface SourceBand {
  /** STAC band name, unique in its source. */
  name: string;
  /** STAC `eo:common_name`; null if it has none, as a radar's band. */
  commonName: string | null;
  description?: string;
  /** Physical value = sample × scale + offset. */
  scale?: number;
  offset?: number;
  unit?: string;
  /** The values are classes or flags, which are never interpolated or averaged. */
  isClasses?: boolean;
}

/** A rectangle of pixels, inside the source's grid. */
export interface PixelWindow {
  column: number;
  row: number;
  width: number;
  height: number;
}

/** The pixels of a scene, from the painter or a file, read window by window. */
export interface PixelSource {
  grid: SourceGrid;
  /** At least one. */
  bands: readonly SourceBand[];
  kind: SampleKind;
  /** The value of pixels without data, in all bands: no valid sample has it. */
  noData: number;
  /**
   * @returns one array per band, in row order, of window.width × window.height samples
   * @throws Error if the pixels can't be made or read
   */
  read(window: PixelWindow): Promise<readonly Samples[]>;
  close(): Promise<void>;
}
