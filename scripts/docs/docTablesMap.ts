/** The tables of docs/figures.md on the map and on uploaded files. Figures that have not been measured are left out. */

interface Spread {
  p50: number;
  p95: number;
}

/** The map's part of lab/bench/results.json, in milliseconds, millions of bytes, and millions of bytes a second. */
export interface MapResults {
  panning:
    | Record<
        string,
        Record<'baseMap' | 'picking', Spread> &
          Record<'footprints' | 'pickingByColor', Spread | null> &
          Partial<Record<'density' | 'counting' | 'geoArrow' | 'geoJson' | 'fillAlone', Spread | null>> & {
            count: number;
          }
      >
    | undefined;
  parsing:
    | Record<
        string,
        Record<
          string,
          {
            heldMegabytes: number;
            vertices: number;
            readMegabytesPerSecond: number;
            withCheckMegabytesPerSecond: number;
            seconds: number;
            extraMegabytes: number;
            outcome: string;
          }
        >
      >
    | undefined;
  upload:
    | {
        files: Record<
          string,
          {
            fileMegabytes: number;
            seconds: number;
            longestTaskMs: number;
            longestTaskCpuMs: number;
            outcome: string;
          }
        >;
        cancelMs: { median: number; worst: number };
      }
    | undefined;
}

const FORMATS: Readonly<Record<string, string>> = {
  geojson: '.geojson',
  kml: '.kml',
  kmz: '.kmz',
  shp: '.shp',
  zip: '.shp in a .zip',
};

function panningOf(panning: NonNullable<MapResults['panning']>): string[] {
  const milliseconds = (spread: Spread | null | undefined, digits: number) =>
    spread === null || spread === undefined
      ? '—'
      : `${spread.p50.toFixed(digits)} / ${spread.p95.toFixed(digits)}`;
  return [
    '## Footprints on the map',
    '',
    'Frame times while panning, base map included; the time of counting footprints for the density, once for a part of the map; and times for finding the footprints under the pointer (all of them in the list, or the topmost by its colour), p50 / p95 ms:',
    '',
    '| footprints | base map alone | our outlines | our density | counting | GeoArrow’s layer | deck.gl’s GeoJsonLayer | SolidPolygonLayer, no outlines | picking in the list | by colour |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...Object.entries(panning).map(([name, { count, picking, ...frames }]) =>
      [
        `| ${count.toLocaleString('en')} over ${name.endsWith('OverCity') ? 'one city' : 'the world'}`,
        milliseconds(frames.baseMap, 1),
        milliseconds(frames.footprints, 1),
        milliseconds(frames.density, 1),
        milliseconds(frames.counting, 1),
        milliseconds(frames.geoArrow, 1),
        milliseconds(frames.geoJson, 1),
        milliseconds(frames.fillAlone, 1),
        milliseconds(picking, 3),
        `${milliseconds(frames.pickingByColor, 1)} |`,
      ].join(' | '),
    ),
    '',
  ];
}

function parsingOf(parsing: NonNullable<MapResults['parsing']>): string[] {
  const rows = Object.entries(parsing).flatMap(([format, sizes]) =>
    Object.values(sizes).map((one) => {
      const isRefused = one.outcome === 'tooManyVertices';
      // refused files were counted, not read
      const speed = (megabytes: number) => (isRefused ? '—' : `${megabytes} MB/s`);
      const holds = `${one.heldMegabytes} MB, ${one.vertices.toLocaleString('en')} vertices`;
      const end = `${one.seconds} s, ${isRefused ? 'a message' : 'an area'}`;
      return `| ${FORMATS[format] ?? format} | ${holds} | ${speed(one.readMegabytesPerSecond)} | ${speed(one.withCheckMegabytesPerSecond)} | ${end} | ${one.extraMegabytes} MB |`;
    }),
  );
  return [
    '## Uploaded files',
    '',
    'Reading an uploaded file, without and with the check and repair of its area: medians of 3 runs, each in a separate process. The size of an archive is that of its content.',
    '',
    '| file | content | reading | reading and checking | time, result | additional memory |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ];
}

function uploadOf({ files, cancelMs }: NonNullable<MapResults['upload']>): string[] {
  const largest = (name: 'seconds' | 'longestTaskMs' | 'longestTaskCpuMs') =>
    Math.max(...Object.values(files).map((one) => one[name]));
  const clock = largest('longestTaskMs');
  return [
    `In the upload dialog (Chromium), ${Object.keys(files).length} such files of 50 MB: each gave its area or message within ${largest('seconds')} s; ` +
      `the page’s longest task took ${largest('longestTaskCpuMs')} ms of CPU time (${clock === 0 ? 'none over 50 ms' : `${clock} ms`} of wall time on the busy machine); ` +
      `Cancel took ${cancelMs.median} ms (at worst ${cancelMs.worst} ms).`,
    '',
  ];
}

/** The tables for which figures exist, each followed by an empty line. */
export function mapFigures({ panning, parsing, upload }: MapResults): string[] {
  return [
    ...(panning === undefined ? [] : panningOf(panning)),
    ...(parsing === undefined ? [] : parsingOf(parsing)),
    ...(upload === undefined ? [] : uploadOf(upload)),
  ];
}
