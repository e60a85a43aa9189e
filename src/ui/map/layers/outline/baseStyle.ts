import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  LineLayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import { DEFAULT_LANGUAGE, type Language } from '../../../../../contract/languages.ts';
import { LAST_ZOOM } from './blocks.ts';
import { byLanguage, COUNTRY_STEPS, PLACE_STEPS, stepsOf } from './naming.ts';
import { OUTLINE_TILES } from './outlineTiles.ts';

/** The colours of the built-in map (docs/design.md, Base maps). */
interface Tones {
  water: string;
  shallows: string;
  land: string;
  coast: string;
  border: string;
  graticule: string;
  label: string;
  country: string;
  halo: string;
}
export type Theme = 'light' | 'dark';

const TONES: Record<Theme, Tones> = {
  light: {
    water: '#CFDBE4',
    shallows: '#DDE7EE',
    land: '#F5F3EE',
    coast: '#93AABB',
    border: '#CBC3B4',
    graticule: 'rgb(112 140 160 / 32%)',
    label: '#4A5660',
    country: '#5F6A73',
    halo: '#F5F3EE',
  },
  dark: {
    water: '#121A22',
    shallows: '#17222C',
    land: '#1F2832',
    coast: '#3D4D5B',
    border: '#3A4753',
    graticule: 'rgb(146 170 190 / 13%)',
    label: '#A3B0BD',
    country: '#8593A1',
    halo: '#1F2832',
  },
};

/** Where the graticule begins, in MapLibre's numbers (13 as shown): at lower zooms coasts and names suffice. */
const GRATICULE_ZOOM = 12;

const kindIs = (kind: string): FilterSpecification => ['==', ['get', 'kind'], kind];

/** Interpolates a value between pairs of zoom and value. */
function byZoom(...stops: number[]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops] as ExpressionSpecification;
}

// MapLibre takes the weight from the first family's name and renders with the first installed family
const FONT = ['Groundtrack Medium', 'Inter Variable', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'];
const FONT_STRONG = ['Groundtrack Semibold', ...FONT.slice(1)];

/** Filter: features whose property is at least the minimum of the current zoom. */
const atLeast = (property: string, steps: typeof PLACE_STEPS): FilterSpecification =>
  ['>=', ['get', property], stepsOf(steps)] as unknown as FilterSpecification;

/** One source layer of the outline map's tiles. */
const outline = (part: 'land' | 'coast' | 'border' | 'place' | 'country') => ({
  source: 'outline',
  'source-layer': part,
});

/** A line along the coast: far tiles have the line, the last zoom's tiles only the land, whose edge it is. */
function coastLine(id: string, paint: NonNullable<LineLayerSpecification['paint']>): LayerSpecification[] {
  return [
    { id, type: 'line', ...outline('coast'), paint },
    { id: `close-${id}`, type: 'line', ...outline('land'), minzoom: LAST_ZOOM, paint },
  ];
}

function ground(tones: Tones): LayerSpecification[] {
  return [
    { id: 'water', type: 'background', paint: { 'background-color': tones.water } },
    ...coastLine('shallows', {
      'line-color': tones.shallows,
      'line-width': byZoom(0, 3, 5, 9, 9, 22, 13, 40, 18, 64),
      'line-blur': byZoom(0, 1.5, 5, 5, 9, 12, 13, 22, 18, 36),
    }),
    { id: 'land', type: 'fill', ...outline('land'), paint: { 'fill-color': tones.land } },
    // also over land: at close zooms without a coast in view, the graticule shows position and movement
    {
      id: 'graticule',
      type: 'line',
      source: 'graticule',
      minzoom: GRATICULE_ZOOM,
      filter: kindIs('line'),
      paint: { 'line-color': tones.graticule, 'line-width': 0.75 },
    },
    {
      id: 'border',
      type: 'line',
      ...outline('border'),
      paint: { 'line-color': tones.border, 'line-width': byZoom(0, 0.4, 4, 0.8, 8, 1.2, 14, 2) },
    },
    ...coastLine('coast', {
      'line-color': tones.coast,
      'line-width': byZoom(0, 0.5, 4, 0.8, 8, 1.1, 14, 1.6),
    }),
  ];
}

/** Text of the country labels, in the user's language if available. */
function countryNameField(regionNames: ReadonlyMap<string, string>): ExpressionSpecification {
  const known = [...regionNames].flat();
  if (known.length === 0) return ['get', 'name'];
  return ['match', ['get', 'code'], ...known, ['get', 'name']] as unknown as ExpressionSpecification;
}

/** The lowest layer of names, which what is below all of them goes before. */
export const LOWEST_NAME = 'graticule-name';

function names(
  tones: Tones,
  language: Language,
  regionNames: ReadonlyMap<string, string>,
): LayerSpecification[] {
  const isNamed = language === DEFAULT_LANGUAGE;
  const halo = { 'text-halo-color': tones.halo, 'text-halo-width': 1.25, 'text-halo-blur': 0.5 };
  const places = byLanguage(
    {
      id: 'place-name',
      type: 'symbol',
      ...outline('place'),
      minzoom: 2.5,
      filter: atLeast('pop', PLACE_STEPS),
      layout: {
        'text-field': ['coalesce', ['get', language], ['get', 'name']],
        'text-font': FONT,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          ['step', ['get', 'pop'], 11, 8e6, 12],
          9,
          ['step', ['get', 'pop'], 11, 3e5, 12.5, 2e6, 15],
          14,
          ['step', ['get', 'pop'], 13, 3e5, 15, 2e6, 18],
        ],
        'symbol-sort-key': ['-', 0, ['get', 'pop']],
        'text-padding': 8,
        'text-max-width': 8,
      },
      paint: { 'text-color': tones.label, ...halo },
    },
    isNamed || ['has', language],
  );
  const countries = byLanguage(
    {
      id: 'country-name',
      type: 'symbol',
      ...outline('country'),
      filter: atLeast('size', COUNTRY_STEPS),
      maxzoom: 8,
      layout: {
        'text-field': countryNameField(regionNames),
        'text-font': FONT_STRONG,
        'text-size': ['interpolate', ['linear'], ['zoom'], 1, 11, 4, 12, 7, 14],
        'symbol-sort-key': ['-', 0, ['get', 'size']],
        'text-padding': 6,
        'text-max-width': 7,
      },
      paint: { 'text-color': tones.country, ...halo },
    },
    isNamed || ['in', ['get', 'code'], ['literal', [...regionNames.keys()]]],
  );
  return [
    {
      id: LOWEST_NAME,
      type: 'symbol',
      source: 'graticule',
      minzoom: GRATICULE_ZOOM,
      filter: kindIs('crossing'),
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 11,
        'text-anchor': 'bottom-left',
        'text-offset': [0.4, -0.2],
        'text-padding': 24,
      },
      paint: { 'text-color': tones.label },
    },
    countries.foreign,
    places.foreign,
    places.own,
    countries.own,
  ];
}

/** The initial style of every map: the sources of the outline map, whose layers follow theme and language. */
export const BASE_STYLE: StyleSpecification = {
  version: 8,
  sources: {
    outline: { type: 'vector', tiles: [OUTLINE_TILES], maxzoom: LAST_ZOOM },
    graticule: {
      type: 'geojson',
      data: { type: 'FeatureCollection', features: [] },
      maxzoom: 18,
      tolerance: 0.3,
    },
  },
  layers: [],
  transition: { duration: 0, delay: 0 },
};

/**
 * The layers of the outline map, from bottom to top.
 * @param regionNames country names by code; missing ones use the Natural Earth name
 */
export function outlineLayers(
  theme: Theme,
  language: Language,
  regionNames: ReadonlyMap<string, string>,
): LayerSpecification[] {
  const tones = TONES[theme];
  return [...ground(tones), ...names(tones, language, regionNames)];
}
