import { shpOf, zipOf } from '../tests/unit/geo/read/files.ts';

/** The formats that are uploaded; `.zip` is a zipped shapefile. */
export const AOI_FILE_ENDINGS = ['.geojson', '.kml', '.kmz', '.shp', '.zip'] as const;
export type AoiFileEnding = (typeof AOI_FILE_ENDINGS)[number];

export interface MadeAoiFile {
  bytes: Uint8Array;
  /** Bytes of the geometry itself: of the file, or of what the archive holds inflated. */
  heldBytes: number;
  vertices: number;
}

/** What a generated file is full of. */
export type Filling =
  /** The outline alone, of about as many vertices as the AOI doctor still simplifies. */
  | 'outline'
  /** The same outline, and attributes: text formats alone, a shapefile has its own file for them. */
  | 'attributes'
  /** Vertices, far more than any AOI has. */
  | 'vertices';
export const hasAttributes = (ending: AoiFileEnding): boolean => ending !== '.shp' && ending !== '.zip';

const OUTLINE_VERTICES = 150_000;
/** A position as text takes some 24 bytes, in a shapefile 16. */
const TEXT_BYTES = 24;
const SHP_BYTES = 16;
/** What attributes say, again and again. */
const WORDS = 'Surveyed from the air; heights in metres above the geoid. ';

/** Degrees. So large that even 3,000,000 vertices lie further apart than an AOI's 7 decimals. */
const MIDDLE = [20, 45] as const;
const RADIUS = 8;

/**
 * One closed outline as surveys have them: bays of every size down to its vertices' own jitter, none of them crossing.
 * Counter-clockwise, degrees of 7 decimals, the same each time.
 */
function coast(vertices: number): number[][] {
  const ring: number[][] = [];
  for (let at = 0; at < vertices; at++) {
    const angle = (2 * Math.PI * at) / vertices;
    const bays = 0.2 * Math.sin(5 * angle) + 0.03 * Math.sin(67 * angle) + 0.002 * Math.sin(1_501 * angle);
    const jitter = ((at * 7_919) % 1_000) / 1e9;
    const reach = RADIUS * (1 + bays + jitter);
    ring.push(
      [MIDDLE[0] + reach * Math.cos(angle), MIDDLE[1] + reach * Math.sin(angle)].map(
        (degrees) => Math.round(degrees * 1e7) / 1e7,
      ),
    );
  }
  return [...ring, ring[0]!];
}

function geojsonOf(ring: number[][], words: string): string {
  const geometry = { type: 'Polygon', coordinates: [ring] };
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { words }, geometry }],
  });
}

function kmlOf(ring: number[][], words: string): string {
  const tuples = ring.map((position) => `${position.join(',')},0`).join(' ');
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><description>${words}</description><Polygon><outerBoundaryIs>
<LinearRing><coordinates>${tuples}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;
}

/** A generated file that holds about so many bytes, but for an outline alone; archives are compressed, as programs write them. */
export function aoiFileOf(ending: AoiFileEnding, filling: Filling, heldBytes: number): MadeAoiFile {
  const isText = hasAttributes(ending);
  const vertices =
    filling === 'vertices' ? Math.round(heldBytes / (isText ? TEXT_BYTES : SHP_BYTES)) : OUTLINE_VERTICES;
  const ring = coast(vertices);
  const rest = filling === 'attributes' ? heldBytes - vertices * TEXT_BYTES : 0;
  const words = WORDS.repeat(Math.ceil(rest / WORDS.length));
  const held = isText
    ? new TextEncoder().encode(ending === '.geojson' ? geojsonOf(ring, words) : kmlOf(ring, words))
    : shpOf([{ parts: [ring.toReversed()] }]);
  const made = { heldBytes: held.length, vertices };
  if (ending === '.kmz') return { ...made, bytes: zipOf([{ name: 'doc.kml', content: held }]) };
  if (ending === '.zip') return { ...made, bytes: zipOf([{ name: 'area.shp', content: held }]) };
  return { ...made, bytes: held };
}
