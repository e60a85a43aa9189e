import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Place } from '../../contract/places.ts';

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;

interface Part {
  west: number;
  east: number;
  south: number;
  north: number;
  size: number;
}

/** Parts of a country smaller than this share of its largest one are not shown. */
const SMALL = 0.05;
/** Nor are parts further than this from the centre of the largest one, degrees of longitude. */
const FAR = 30;

/** Bounds of a ring whose longitudes continue across 180°, and its approximate size in square degrees. */
function partOf(ring: readonly Position[]): Part {
  let turn = 0;
  let last = ring[0]?.[0] ?? 0;
  let doubled = 0;
  let before: readonly [number, number] | null = null;
  const part = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity, size: 0 };
  for (const [lon = 0, lat = 0] of ring) {
    if (lon - last > 180) turn -= 360;
    else if (lon - last < -180) turn += 360;
    last = lon;
    const at = [lon + turn, lat] as const;
    if (before !== null) doubled += before[0] * at[1] - at[0] * before[1];
    before = at;
    part.west = Math.min(part.west, at[0]);
    part.east = Math.max(part.east, at[0]);
    part.south = Math.min(part.south, lat);
    part.north = Math.max(part.north, lat);
  }
  const middle = ((part.south + part.north) / 2 / 180) * Math.PI;
  return { ...part, size: (Math.abs(doubled) / 2) * Math.cos(middle) };
}

/** A longitude normalized to −180 to 180. */
const home = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** The shown bounds of a country: its largest part with the others that are neither small nor far away. */
export function boundsOfParts(rings: readonly (readonly Position[])[]): Place['bbox'] | null {
  const parts = rings.map(partOf).sort((a, b) => b.size - a.size);
  const [largest] = parts;
  if (largest === undefined) return null;
  const middle = (largest.west + largest.east) / 2;
  const shown = parts.filter(
    (part) => part.size >= largest.size * SMALL && Math.abs((part.west + part.east) / 2 - middle) <= FAR,
  );
  const west = Math.min(...shown.map((part) => part.west));
  const east = Math.max(...shown.map((part) => part.east));
  const [south, north] = [
    Math.min(...shown.map((part) => part.south)),
    Math.max(...shown.map((part) => part.north)),
  ];
  return [home(west), south, home(east), north];
}

/** Countries of Natural Earth (world-atlas) by their short names, with the bounds to show. */
export function countryBounds(): { name: string; bbox: Place['bbox'] }[] {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Atlas;
  return feature(atlas, atlas.objects.countries).features.flatMap(({ properties, geometry }) => {
    const rings =
      geometry.type === 'Polygon'
        ? geometry.coordinates.slice(0, 1)
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1))
          : [];
    const bbox = boundsOfParts(rings);
    return bbox === null ? [] : [{ name: properties.name, bbox }];
  });
}
