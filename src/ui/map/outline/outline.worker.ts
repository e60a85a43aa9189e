import type { Feature, MultiLineString, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { labelPoint } from './labelPoint.ts';
import { unwrapped, unwrappedArea } from './unwrap.ts';

/** Where a level's coasts and borders are, and the cities where its names are wanted too. */
export interface OutlineRequest {
  countriesUrl: string;
  placesUrl: string | null;
}
/** GeoJSON texts: blobs cross to the page without being copied, and MapLibre's own worker reads them from there. */
export interface OutlineReply {
  land: Blob;
  lines: Blob;
  labels: Blob | null;
}

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>;

interface Place {
  city: string;
  lat: number;
  lng: number;
  pop: number;
  country: string;
  iso2: string;
}

/** Natural Earth's resolution here is 0.0036°; a fifth decimal would only be text. */
function rounded(key: string, value: unknown): unknown {
  return typeof value === 'number' && key !== 'id' ? Math.round(value * 1e4) / 1e4 : value;
}

function blobOf(features: unknown): Blob {
  return new Blob([JSON.stringify({ type: 'FeatureCollection', features }, rounded)], {
    type: 'application/geo+json',
  });
}

/** Natural Earth closes polygons along 180° and round the pole: no coast is there. */
function withoutSeams(lines: MultiLineString): MultiLineString {
  const isSeam = (a: Position, b: Position) =>
    (Math.abs(a[0]!) > 179.99 && Math.abs(b[0]!) > 179.99) || (a[1]! < -85 && b[1]! < -85);
  const kept: Position[][] = [];
  for (const line of lines.coordinates.map(unwrapped)) {
    let run: Position[] = [];
    line.forEach((position, index) => {
      if (index > 0 && isSeam(line[index - 1]!, position)) {
        if (run.length > 1) kept.push(run);
        run = [];
      }
      run.push(position);
    });
    if (run.length > 1) kept.push(run);
  }
  return { type: 'MultiLineString', coordinates: kept };
}

const line = (kind: string, geometry: MultiLineString): Feature => ({
  type: 'Feature',
  properties: { kind },
  geometry,
});

/** Names that the two data sets spell differently. */
const SPELLINGS: Record<string, string> = {
  'United States of America': 'US',
  'Dem. Rep. Congo': 'CD',
  Congo: 'CG',
  'Central African Rep.': 'CF',
  'Eq. Guinea': 'GQ',
  "Côte d'Ivoire": 'CI',
  Czechia: 'CZ',
  'Bosnia and Herz.': 'BA',
  'Dominican Rep.': 'DO',
  'S. Sudan': 'SS',
  'Solomon Is.': 'SB',
  'W. Sahara': 'EH',
  Macedonia: 'MK',
  'North Macedonia': 'MK',
  eSwatini: 'SZ',
  Laos: 'LA',
  'South Korea': 'KR',
  'North Korea': 'KP',
  Myanmar: 'MM',
  'Falkland Is.': 'FK',
  'Timor-Leste': 'TL',
  Greenland: 'GL',
  Antarctica: 'AQ',
  Taiwan: 'TW',
  Gambia: 'GM',
  'Cabo Verde': 'CV',
};

/** A position brought back to -180..180. */
const homeOf = ([lon = 0, lat = 0]: Position): Position => [((((lon + 180) % 360) + 360) % 360) - 180, lat];

function countryLabels(atlas: Atlas, places: readonly Place[]): Feature[] {
  const codes = new Map(places.map((place) => [place.country, place.iso2]));
  return feature(atlas, atlas.objects.countries).features.flatMap((country): Feature[] => {
    const { geometry } = unwrappedArea(country);
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
    const at = labelPoint(geometry);
    const name = country.properties.name;
    const code = SPELLINGS[name] ?? codes.get(name) ?? '';
    return [
      {
        type: 'Feature',
        properties: { kind: 'country', name, code, size: at.size },
        geometry: { type: 'Point', coordinates: homeOf(at.point) },
      },
    ];
  });
}

function placeLabels(places: readonly Place[]): Feature[] {
  return places
    .filter((place) => place.pop > 0)
    .map((place) => ({
      type: 'Feature',
      properties: { kind: 'place', name: place.city, pop: Math.round(place.pop) },
      geometry: { type: 'Point', coordinates: [place.lng, place.lat] },
    }));
}

async function read<T>(url: string): Promise<T> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  return reply.json();
}

addEventListener('message', async ({ data }: MessageEvent<OutlineRequest>) => {
  const [atlas, places] = await Promise.all([
    read<Atlas>(data.countriesUrl),
    data.placesUrl === null ? null : read<Place[]>(data.placesUrl),
  ]);
  const { countries, land } = atlas.objects;
  const reply: OutlineReply = {
    land: blobOf(feature(atlas, land).features.map(unwrappedArea)),
    lines: blobOf([
      line('coast', withoutSeams(mesh(atlas, countries, (a, b) => a === b))),
      line(
        'border',
        mesh(atlas, countries, (a, b) => a !== b),
      ),
    ]),
    labels: places === null ? null : blobOf([...countryLabels(atlas, places), ...placeLabels(places)]),
  };
  postMessage(reply, []);
});
