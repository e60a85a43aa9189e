/** The imagery layers' part of lab/bench/results.json, in milliseconds, seconds and millions of bytes. */
export interface ImageryResults {
  tiles: {
    tiles: number;
    cold: Tiles;
    warm: Tiles;
    /** Present if GDAL is installed. */
    gdalwarp?: { tilesPerSecond: number };
  };
  /** What the browser's worker does with the same image, in one thread. */
  viewer: {
    drawnTilesPerSecond: { cold: number; warm: number };
    millionSamplesPerSecond: number;
    /** The whole of a sample on a map, as tiles of a protocol and as a layer of deck.gl's. */
    onMap: { protocol: Drawn; deck: Drawn };
    gdalwarp?: { millionSamplesPerSecond: number };
  };
  /** The values of a window with this side, of four bands. */
  values: { side: number; p50Ms: number; p95Ms: number };
  export: {
    megabytes: number;
    fileMegabytes: number;
    ours: Written;
    gdalwarp?: Written & { fileMegabytes: number };
  };
}
interface Drawn {
  p50Ms: number;
  tiles: number;
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
export function imageryFigures({ tiles, viewer, values, export: made }: ImageryResults): string[] {
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
    `The browser's worker draws the same tiles of a delivered image from its file: ${viewer.drawnTilesPerSecond.cold} a second, ${viewer.drawnTilesPerSecond.warm} with the blocks in memory, in one thread. Onto the grid of an analysis it reads ${viewer.millionSamplesPerSecond} million samples a second${viewer.gdalwarp ? ` (gdalwarp by nearest pixel, with writing: ${viewer.gdalwarp.millionSamplesPerSecond})` : ''}. The server's values of ${values.side} × ${values.side} pixels of four bands take ${values.p50Ms} / ${values.p95Ms} ms (p50 / p95).`,
    '',
    `A whole sample of Landsat 8 is on the map after ${viewer.onMap.protocol.p50Ms} ms as ${viewer.onMap.protocol.tiles} tiles of a protocol of MapLibre's, which the product uses, and after ${viewer.onMap.deck.p50Ms} ms as ${viewer.onMap.deck.tiles} tiles of a layer of deck.gl's (medians, software GL, taking turns).`,
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
