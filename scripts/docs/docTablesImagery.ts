/** The imagery layers' part of bench/results.json, in milliseconds, seconds and millions of bytes. */
export interface ImageryResults {
  tiles: {
    tiles: number;
    cold: Tiles;
    warm: Tiles;
    /** Present if GDAL is installed. */
    gdalwarp?: { tilesPerSecond: number };
  };
  export: {
    megabytes: number;
    fileMegabytes: number;
    ours: Written;
    gdalwarp?: Written & { fileMegabytes: number };
  };
}
interface Tiles {
  tilesPerSecond: number;
  p50Ms: number;
  p95Ms: number;
}
interface Written {
  seconds: number;
  megabytesPerSecond: number;
}

/** The tables of docs/figures.md on tiles and imagery exports. */
export function imageryFigures({ tiles, export: made }: ImageryResults): string[] {
  const of = ({ tilesPerSecond, p50Ms, p95Ms }: Tiles) => `${tilesPerSecond} | ${p50Ms} / ${p95Ms}`;
  return [
    '## Imagery layers',
    '',
    `${tiles.tiles} tiles of a 16-bit image of four bands in UTM, six requests at a time, over HTTP; and an export of ${made.megabytes} MB before compression. gdalwarp processed the same places in the same run, with one thread, bilinear; its tiles are reprojected but not written as PNG.`,
    '',
    '| tiles | a second | p50 / p95 ms |',
    '|---|---|---|',
    `| rendered | ${of(tiles.cold)} |`,
    `| cached | ${of(tiles.warm)} |`,
    ...(tiles.gdalwarp ? [`| gdalwarp | ${tiles.gdalwarp.tilesPerSecond} | — |`] : []),
    '',
    '| export as tiled, deflated GeoTIFF | MB/s | takes | file |',
    '|---|---|---|---|',
    `| ours | ${made.ours.megabytesPerSecond} | ${made.ours.seconds} s | ${made.fileMegabytes} MB |`,
    ...(made.gdalwarp
      ? [
          `| gdalwarp | ${made.gdalwarp.megabytesPerSecond} | ${made.gdalwarp.seconds} s | ${made.gdalwarp.fileMegabytes} MB |`,
        ]
      : []),
    '',
  ];
}
