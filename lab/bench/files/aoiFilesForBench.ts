import { shpOf, zipOf } from '../../../tests/unit/geo/read/files.ts';

/** The upload formats; `.zip` is a zipped shapefile. */
export const AOI_FILE_ENDINGS = ['.geojson', '.kml', '.kmz', '.shp', '.zip'] as const;
export type AoiFileEnding = (typeof AOI_FILE_ENDINGS)[number];

export interface MadeAoiFile {
  bytes: Uint8Array;
  /** Bytes of the geometry: of the file, or of the inflated content of an archive. */
  heldBytes: number;
  vertices: number;
}

export type Filling =
  /** Only the outline, with about the most vertices that the check of an AOI simplifies. */
  | 'outline'
  /** The same outline with attributes; text formats only, as a shapefile has a separate file for them. */
  | 'attributes'
  /** Vertices, far more than an AOI may have. */
  | 'vertices';
export const hasAttributes = (ending: AoiFileEnding): boolean => ending !== '.shp' && ending !== '.zip';

const OUTLINE_VERTICES = 150_000;
/** Bytes per position: 24 as text, 16 in a shapefile. */
const TEXT_BYTES = 24;
const SHP_BYTES = 16;
const WORDS = 'Surveyed from the air; heights in metres above the geoid. ';

/** Degrees: large enough that 3,000,000 vertices remain distinct at 7 decimals. */
const MIDDLE = [20, 45] as const;
const RADIUS = 8;

/**
 * A closed, counter-clockwise outline with bays of every size and no crossings. Deterministic, 7 decimals.
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

/** A generated file of about the given size, which an outline ignores; archives are compressed. */
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
