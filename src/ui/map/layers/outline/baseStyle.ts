import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  LineLayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import { LAST_ZOOM } from './blocks.ts';
import { GRATICULE_ZOOM } from './naming.ts';
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
    halo: '#1F2832',
  },
};

/** Interpolates a value between pairs of zoom and value. */
function byZoom(...stops: number[]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops] as ExpressionSpecification;
}

// MapLibre takes the weight from the first family's name and renders with the first installed family
const FONT = ['Groundtrack Medium', 'Inter Variable', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'];
/** One source layer of the outline map's tiles. */
const outline = (part: 'land' | 'coast' | 'border') => ({
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

/** The layer of names, which what is below them goes before. */
export const NAMES = 'names';

/** The names that `placedNames` has chosen: they are apart already. */
function names({ label, halo }: Tones): LayerSpecification {
  return {
    id: NAMES,
    type: 'symbol',
    source: 'names',
    layout: {
      'text-field': ['get', 'text'],
      'text-font': FONT,
      'text-size': ['get', 'size'],
      'text-max-width': 99,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.75, 'text-halo-blur': 0.5 },
  };
}

const NOTHING: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: { type: 'FeatureCollection', features: [] },
  maxzoom: 18,
  tolerance: 0.3,
};

/** The initial style of every map: the sources of the outline map, whose layers follow theme and language. */
export const BASE_STYLE: StyleSpecification = {
  version: 8,
  sources: {
    outline: { type: 'vector', tiles: [OUTLINE_TILES], maxzoom: LAST_ZOOM },
    graticule: NOTHING,
    names: NOTHING,
  },
  layers: [],
  transition: { duration: 0, delay: 0 },
};

/** The layers of the outline map, from bottom to top. */
export function outlineLayers(theme: Theme): LayerSpecification[] {
  const tones = TONES[theme];
  return [...ground(tones), names(tones)];
}
