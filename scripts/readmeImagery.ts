/** What of bench/results.json is of imagery layers. Milliseconds, seconds, millions of bytes. */
export interface ImageryResults {
  tiles: {
    tiles: number;
    cold: Tiles;
    warm: Tiles;
    /** Where GDAL is installed. */
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

/** The figures of tiles and exports as the README shows them. */
export function imageryFigures({ tiles, export: made }: ImageryResults): string[] {
  const of = ({ tilesPerSecond, p50Ms, p95Ms }: Tiles) => `${tilesPerSecond} | ${p50Ms} / ${p95Ms}`;
  return [
    `Imagery: ${tiles.tiles} tiles of a 16-bit picture of four bands in UTM, six asked for at once, over HTTP; and an export of ${made.megabytes} MB, counted before compression. gdalwarp did the same places in the same run, one thread, bilinear; its tiles are reprojected only, not written as PNG.`,
    '',
    '| tiles | a second | p50 / p95 ms |',
    '|---|---|---|',
    `| rendered | ${of(tiles.cold)} |`,
    `| kept | ${of(tiles.warm)} |`,
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
