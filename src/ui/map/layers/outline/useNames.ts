import type { GeoJSONSource } from 'maplibre-gl';
import type { Position } from 'geojson';
import { useEffect } from 'react';
import { DEFAULT_LANGUAGE, type Language } from '../../../../../contract/languages.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import type { MapPadding } from '../../kernel/mapPadding.ts';
import { graticuleOf } from './graticule.ts';
import { COUNTRY_STEPS, GRATICULE_ZOOM, leastAt, PLACE_STEPS } from './naming.ts';
import { placedNames, type Name } from './placedNames.ts';

/** Sizes of names by rank, pixels; Chinese characters need more. */
const SIZES: Record<Language, readonly [number, number, number]> = { en: [16, 13, 11], zh: [16, 14, 12] };
/** From this zoom on (MapLibre's numbers) countries have no name. */
const COUNTRY_ZOOM_END = 8;
/** Least inhabitants of a place of the first and of the second rank. */
const RANKS = [2e6, 3e5] as const;

type Tags = Readonly<Record<string, string | number>>;

const context = document.createElement('canvas').getContext('2d');

/** The width of a text in the map's font, pixels. */
function widthOf(text: string, size: number): number {
  if (context === null) return text.length * size;
  context.font = `600 ${size}px "Inter Variable", sans-serif`;
  return context.measureText(text).width;
}

/** The points of a layer of the map's loaded tiles. */
const pointsOf = ({ map }: MapHandle, sourceLayer: 'place' | 'country') =>
  map
    .querySourceFeatures('outline', { sourceLayer })
    .flatMap(({ geometry, properties }) =>
      geometry.type === 'Point' ? [{ at: geometry.coordinates, tags: properties as Tags }] : [],
    );

/** A place's name in a language; undefined if only its English name is known. */
const ownName = (tags: Tags, language: Language) => tags[language === DEFAULT_LANGUAGE ? 'name' : language];

/** Distance up to which a place is near a position, pixels. */
const NEAR = 32;

/** The name of the place nearest to a position (degrees) in the map's loaded tiles; null if none is near. */
export function placeNear(mapHandle: MapHandle, position: Position, language: Language): string | null {
  const [x, y] = projected(mapHandle, position);
  let nearest: { away: number; text: string } | null = null;
  for (const { at, tags } of pointsOf(mapHandle, 'place')) {
    const [px, py] = projected(mapHandle, at);
    const away = Math.hypot(px - x, py - y);
    const text = ownName(tags, language);
    if (text !== undefined && away < (nearest?.away ?? NEAR)) nearest = { away, text: String(text) };
  }
  return nearest?.text ?? null;
}

/** The names of the map's loaded tiles that its zoom may show. */
function knownNames(mapHandle: MapHandle, language: Language, regions: ReadonlyMap<string, string>): Name[] {
  const zoom = mapHandle.map.getZoom();
  const places = pointsOf(mapHandle, 'place').flatMap(({ at, tags }): Name[] => {
    const people = Number(tags['pop']);
    if (people < leastAt(PLACE_STEPS, zoom)) return [];
    const own = ownName(tags, language);
    const rank = people >= RANKS[0] ? 0 : people >= RANKS[1] ? 1 : 2;
    return [{ at, rank, weight: people, text: String(own ?? tags['name']), isForeign: own === undefined }];
  });
  if (zoom >= COUNTRY_ZOOM_END) return places;
  const countries = pointsOf(mapHandle, 'country').flatMap(({ at, tags }): Name[] => {
    const size = Number(tags['size']);
    if (size < leastAt(COUNTRY_STEPS, zoom)) return [];
    const own = language === DEFAULT_LANGUAGE ? tags['name'] : regions.get(String(tags['code']));
    // a country stands before its cities
    return [
      { at, rank: 0, weight: 1e9 + size, text: String(own ?? tags['name']), isForeign: own === undefined },
    ];
  });
  return [...countries, ...places];
}

/** Shows graticule and names after every movement of the map, and when the lines that names keep clear of change. */
export function useNames(
  mapHandle: MapHandle,
  language: Language,
  regions: ReadonlyMap<string, string>,
  padding: MapPadding,
): void {
  useEffect(() => {
    const { map, linesKeptClear } = mapHandle;
    let [known, shown, frame]: [Name[], string, number] = [[], '', 0];
    const set = (source: string, features: GeoJSON.Feature[]) =>
      map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features });
    const place = () => {
      frame = 0;
      const names = placedNames(known, {
        free: freeOf(map.getContainer(), padding),
        lines: linesKeptClear.get(),
        project: (at) => projected(mapHandle, at),
        sizes: SIZES[language],
        widthOf,
      });
      const features = names.map(({ at, text, rank }): GeoJSON.Feature => ({
        type: 'Feature',
        properties: { text, size: SIZES[language][rank] },
        geometry: { type: 'Point', coordinates: at },
      }));
      // setting them again would fade them in again
      const next = JSON.stringify(features);
      if (next !== shown) set('names', features);
      shown = next;
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(place);
    };
    const look = () => {
      const grid = graticuleOf(viewOf(mapHandle));
      set('graticule', [grid.lines]);
      known = [
        ...knownNames(mapHandle, language, regions),
        ...(map.getZoom() >= GRATICULE_ZOOM ? grid.crossings : []),
      ];
      soon();
    };
    const loaded = map.on('sourcedata', ({ sourceId, tile }) => {
      if (sourceId === 'outline' && tile !== undefined && !map.isMoving()) look();
    });
    const rested = map.on('moveend', look);
    const endLines = linesKeptClear.on(soon);
    look();
    return () => {
      loaded.unsubscribe();
      rested.unsubscribe();
      endLines();
      cancelAnimationFrame(frame);
    };
  }, [mapHandle, language, regions, padding]);
}

function projected({ map }: MapHandle, [lng = 0, lat = 0]: Position): readonly [number, number] {
  const { x, y } = map.project([lng, lat]);
  return [x, y];
}

function freeOf({ clientWidth, clientHeight }: HTMLElement, { left, right, top, bottom }: MapPadding) {
  return [left, top, clientWidth - right, clientHeight - bottom] as const;
}

function viewOf({ map }: MapHandle) {
  const bounds = map.getBounds();
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
    width: map.getContainer().clientWidth,
  };
}
