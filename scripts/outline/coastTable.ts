/**
 * Writes scripts/outline/table/coast.br: the land at the outline map's last zoom, cut into tiles. Run by hand when the
 * source changes; the file is kept in the repository, because the source has 135 MB and takes longer to cut than a start may.
 *
 *   npm pack @geo-maps/earth-lands-10m@0.6.0 and unpack it into FOLDER
 *   npm run coast -- FOLDER/map.geo.json
 *
 * Source: © OpenStreetMap contributors (ODbL 1.0), so the file is under the ODbL too.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { GeometryCollection, MultiPolygon, Position } from 'geojson';
import type { GeoJSONVTTile } from '@maplibre/geojson-vt';
import { LAST_ZOOM } from '../../src/ui/map/layers/outline/blocks.ts';
import { COAST_FILE, packCoast, type CoastTile } from './coast.ts';
import { EXTENT, OVERLAP, squareOf } from './tileGrid.ts';
import { rounded, signedArea, thinned, within, type Ring } from './rings.ts';

/** Beyond this latitude, degrees, the coast is coarser: Mercator would spend most of the file there. */
const POLAR = 58;
/** Metres by which a simplified coast may differ, and the least km² of islands and lakes. */
const DETAIL = { tolerance: 40, island: 0.01, lake: 4 };
const POLAR_DETAIL = { tolerance: 300, island: 0.25, lake: 40 };
const KM_PER_DEGREE = 111.32;

const detailAt = (latitude: number) => (Math.abs(latitude) > POLAR ? POLAR_DETAIL : DETAIL);

function km2(ring: readonly Position[]): number {
  return Math.abs(signedArea(ring)) * KM_PER_DEGREE ** 2 * Math.cos((ring[0]![1]! * Math.PI) / 180);
}

const WORLD = 2 ** LAST_ZOOM * EXTENT;

/**
 * Tile units from the north-west. The source closes land along 180° and the pole: those edges are moved beyond the map's
 * edge, so that they are not drawn as a coast.
 */
function projected([lon = 0, lat = 0]: Position): [x: number, y: number] {
  const east = Math.abs(lon) > 179.9999 ? Math.sign(lon) * 181 : lon;
  if (lat < -85) return [((east + 180) / 360) * WORLD, 1.05 * WORLD];
  const [x, y] = squareOf([east, lat]);
  return [x * WORLD, y * WORLD];
}

/** Rings of fewer corners are lakes and islands of which the source has only a rough shape; they become round. */
const ROUGH = 9;
/** How much of an edge is cut at a corner, tile units: some 250 m at the equator. */
const CORNER = 6.5;

function smooth(ring: Ring): Ring {
  return ring.length < ROUGH ? rounded(rounded(ring, Infinity), Infinity) : rounded(ring, CORNER);
}

/** The polygons as rings of tile units, not closed; the outer ring runs clockwise on the screen, the others against it. */
function land(polygons: MultiPolygon['coordinates']): Ring[][] {
  return polygons
    .filter(([outer]) => km2(outer!) >= detailAt(outer![0]![1]!).island)
    .map((rings) =>
      rings
        .filter((ring, index) => index === 0 || km2(ring) >= detailAt(ring[0]![1]!).lake)
        .map((ring) => thinned(ring, (latitude) => detailAt(latitude).tolerance))
        .filter((ring) => ring.length > 3)
        .map((ring, index) => {
          const open = ring.slice(0, -1).map(projected);
          return smooth(signedArea(open) > 0 === (index === 0) ? open : open.toReversed());
        }),
    )
    .filter((rings) => rings.length > 0);
}

/** Rounds to the grid and drops repeated positions; rings without area are left out. */
function onGrid(rings: readonly Ring[], left: number, top: number): Ring[] {
  return rings
    .map((ring) =>
      ring
        .map(([x, y]): [number, number] => [Math.round(x - left), Math.round(y - top)])
        .filter(([x, y], at, all) => at === 0 || all[at - 1]![0] !== x || all[at - 1]![1] !== y),
    )
    .filter((ring) => ring.length > 2);
}

function tileOf(polygons: readonly Ring[][], x: number, y: number): CoastTile[] {
  const rings = polygons.flatMap((one) => onGrid(one, x * EXTENT, y * EXTENT));
  if (rings.length === 0) return [];
  const features = [{ type: 3, geometry: rings.map((ring) => [...ring, ring[0]!]), tags: {} }];
  const bytes = fromGeojsonVt(
    { land: { features } as unknown as GeoJSONVTTile },
    { version: 2, extent: EXTENT },
  );
  return [{ x, y, bytes }];
}

/** Cuts the polygons into the tiles of the last zoom below a tile, by halving. */
function cut(polygons: readonly Ring[][], z: number, x: number, y: number): CoastTile[] {
  if (polygons.length === 0) return [];
  if (z === LAST_ZOOM) return tileOf(polygons, x, y);
  const side = WORLD / 2 ** (z + 1);
  return [0, 1].flatMap((dx) => {
    const column = within(polygons, 0, (2 * x + dx) * side - OVERLAP, (2 * x + dx + 1) * side + OVERLAP);
    return [0, 1].flatMap((dy) => {
      const [low, high] = [(2 * y + dy) * side - OVERLAP, (2 * y + dy + 1) * side + OVERLAP];
      return cut(within(column, 1, low, high), z + 1, 2 * x + dx, 2 * y + dy);
    });
  });
}

const source = process.argv[2];
if (source === undefined) throw new Error('usage: npm run coast -- MAP.GEO.JSON');
const { geometries } = JSON.parse(readFileSync(source, 'utf8')) as GeometryCollection<MultiPolygon>;
const tiles = cut(land(geometries.flatMap(({ coordinates }) => coordinates)), 0, 0, 0);
const packed = packCoast(tiles);
mkdirSync(path.dirname(COAST_FILE), { recursive: true });
const small = brotliCompressSync(packed, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(COAST_FILE, small);
process.stdout.write(`${tiles.length} tiles, ${packed.length} bytes, ${small.length} compressed\n`);
