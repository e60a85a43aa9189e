/** The figures of the map and of uploaded files as the README shows them; those that are not measured yet are left out. */

interface Spread {
  p50: number;
  p95: number;
}

/** What of bench/results.json is the map's. Milliseconds; millions of bytes, and those a second. */
export interface MapResults {
  panning:
    | Record<
        string,
        Record<'baseMap' | 'footprints' | 'geoJson' | 'fillAlone' | 'picking' | 'pickingByColor', Spread> & {
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
            withDoctorMegabytesPerSecond: number;
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
  const milliseconds = ({ p50, p95 }: Spread, digits: number) =>
    `${p50.toFixed(digits)} / ${p95.toFixed(digits)}`;
  return [
    'A frame while panning over the whole world, the base map in each, and finding footprints under the pointer (all of them by the list, the topmost by its colour), p50 / p95 ms:',
    '',
    '| footprints | base map alone | ours | deck.gl’s GeoJsonLayer | SolidPolygonLayer, no outlines | picking | by colour |',
    '|---|---|---|---|---|---|---|',
    ...Object.values(panning).map(({ count, picking, ...frames }) =>
      [
        `| ${count.toLocaleString('en')}`,
        milliseconds(frames.baseMap, 1),
        milliseconds(frames.footprints, 1),
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
      // what is refused was counted, not read
      const speed = (megabytes: number) => (isRefused ? '—' : `${megabytes} MB/s`);
      const holds = `${one.heldMegabytes} MB, ${one.vertices.toLocaleString('en')} vertices`;
      const end = `${one.seconds} s, ${isRefused ? 'a message' : 'an area'}`;
      return `| ${FORMATS[format] ?? format} | ${holds} | ${speed(one.readMegabytesPerSecond)} | ${speed(one.withDoctorMegabytesPerSecond)} | ${end} | ${one.extraMegabytes} MB |`;
    }),
  );
  return [
    'An uploaded file read, and examined by the AOI doctor, too: medians of 3, each in a process of its own. An archive counts by what it holds.',
    '',
    '| file | holds | read | read and examined | ends after | memory on top |',
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
    `In the upload dialog (Chromium), ${Object.keys(files).length} such files of 50 MB: each ended in its area or message after at most ${largest('seconds')} s; ` +
      `the page’s longest task meanwhile took ${largest('longestTaskCpuMs')} ms of the processor (${clock === 0 ? 'none over 50 ms' : `${clock} ms`} by the clock of the machine as busy as it was); ` +
      `Cancel answered within ${cancelMs.median} ms (at worst ${cancelMs.worst} ms).`,
    '',
  ];
}

/** The tables that there are figures for, each with an empty line behind it. */
export function mapFigures({ panning, parsing, upload }: MapResults): string[] {
  return [
    ...(panning === undefined ? [] : panningOf(panning)),
    ...(parsing === undefined ? [] : parsingOf(parsing)),
    ...(upload === undefined ? [] : uploadOf(upload)),
  ];
}
