import type { SnapshotFrom } from 'xstate';
import { baseMapMachine } from '../../../src/machines/map/baseMap.machine.ts';
import { baseTilesMachine } from '../../../src/machines/map/baseTiles.machine.ts';
import { type CompareSides, isDefault, meaningOfPress } from '../../../src/machines/map/map.rules.ts';
import { mapMachine } from '../../../src/machines/map/map.machine.ts';
import { measureMode } from '../../../src/machines/map/map.selectors.ts';
import { placesMachine } from '../../../src/machines/map/places.machine.ts';
import { after, done, failed } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';
import { NO_ADDRESS } from '../../../src/machines/shared/address.ts';

const line = [
  [103.7, 1.2],
  [104, 1.2],
  [104, 1.5],
];
const map = model<{
  isPlaced: boolean;
  isCompareDue: boolean;
  aoiBox: unknown;
  measures: readonly unknown[];
  sides: CompareSides;
  offered: unknown;
}>(
  {
    name: 'map',
    machine: mapMachine,
    variants: {
      'a fresh map': { view: null, compare: null },
      'a map whose place the address names': { view: '1.3,103.8,12', compare: null },
      'a comparison that the address names': { view: null, compare: 'layer:1,OSM' },
      'a comparison that the address names wrongly': { view: null, compare: 'OSM,OSM' },
    },
    events: [
      { type: 'view.settled', view: { latitude: 1.3, longitude: 103.8, zoom: 12 } },
      { type: 'address.changed', address: { query: { view: '1.3,103.8,12' } } },
      { type: 'address.changed', address: NO_ADDRESS },
      { type: 'address.changed', address: { query: { compare: 'GMAP,layer:1' } } },
      after('MAP_INIT_DELAY', 'map.waiting'),
      { type: 'draw.chosen', mode: 'Box' },
      { type: 'draw.chosen', mode: 'Polygon' },
      { type: 'edit.chosen' },
      { type: 'measure.chosen', mode: 1 },
      { type: 'measure.chosen', mode: 2 },
      { type: 'compare.toggled' },
      { type: 'sides.offered', sides: { before: 'layer:1', after: 'layer:2' } },
      { type: 'sides.offered', sides: null },
      { type: 'compare.toggled', sides: { before: 'OSM', after: 'delivered:0' } },
      { type: 'sceneBox.chosen' },
      { type: 'sceneBox.completed', bbox: [103, 1, 104, 2] },
      { type: 'results.shown', condition: null },
      { type: 'mode.left' },
      { type: 'shape.completed', geometry: sample.smallArea },
      { type: 'shape.edited', geometry: sample.smallArea },
      { type: 'measure.completed', line: { kind: 'distance', positions: line.slice(0, 2) } },
      { type: 'measure.removed', id: 1 },
      { type: 'measures.cleared' },
      { type: 'side.chosen', side: 'after', layer: 'layer:1' },
      { type: 'side.chosen', side: 'before', layer: 'GMAP' },
      { type: 'place.requested', bbox: [103, 1, 104, 2] },
      { type: 'aoiView.requested' },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'typed' },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'address' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
    ],
    queries: {
      /** Measuring: the effect of a press, by the vertices set and its position. */
      press: (one: SnapshotFrom<typeof mapMachine>) => {
        const mode = measureMode(one);
        if (mode === null) return null;
        const kind = mode === 1 ? 'distance' : 'area';
        const places = [
          { first: false, last: false },
          { first: true, last: false },
          { first: false, last: true },
        ];
        return [0, 1, 2, 3, 4].map((vertices) => places.map((on) => meaningOfPress(kind, vertices, on)));
      },
    },
  },
  // further measurements behave like one
  (context) => [
    context.isPlaced,
    context.isCompareDue,
    context.aoiBox,
    Math.min(context.measures.length, 1),
    context.sides,
    isDefault(context.sides) && context.offered !== null,
  ],
);

const baseMap = model<{ baseMap: string; chosen: string }>(
  {
    name: 'baseMap',
    machine: baseMapMachine,
    variants: { 'OSM is kept': { kept: 'OSM' }, 'GMAP is kept': { kept: 'GMAP' } },
    events: [
      { type: 'selector.toggled' },
      { type: 'selector.closed' },
      { type: 'layer.chosen', layer: 'GMAP' },
      { type: 'layer.chosen', layer: 'layer:1' },
      after('LAYER_CLOSE_DELAY', 'baseMap.closing'),
    ],
  },
  (context) => [context.baseMap, context.chosen],
);

const osm = { tiles: ['https://osm.example/{z}/{x}/{y}'], attribution: '© OSM', maxZoom: 19 };
const google = { ...osm, attribution: '© Google', attributionUrl: 'https://google.example/{zoom}' };
const had = { OSM: osm, GMAP: google };
const refused = { OSM: osm, GMAP: { ...osm, tiles: [], refusal: 403 } };
/** Without a service that is asked for its attribution. */
const plain = { OSM: osm, GMAP: { ...osm, attribution: '© Google' } };
const now = () => new Date(0);
export const baseTilesModel = model<{
  sources: unknown;
  base: string;
  status: number | null;
  credited: string | null;
  copyright: string | null;
  view: unknown;
}>(
  {
    name: 'baseTiles',
    machine: baseTilesMachine,
    variants: {
      'OSM is shown': { sources: had, base: 'OSM', now },
      'Google refused the key': { sources: refused, base: 'GMAP', now },
    },
    events: [
      { type: 'base.shown', base: 'GMAP' },
      { type: 'tiles.asked', base: 'OSM' },
      { type: 'tiles.asked', base: 'GMAP' },
      { type: 'tiles.drawn', base: 'OSM' },
      { type: 'tiles.drawn', base: 'GMAP' },
      { type: 'tiles.lost', base: 'OSM', status: 403 },
      { type: 'tiles.lost', base: 'GMAP', status: null },
      { type: 'retry.requested' },
      { type: 'credit.needed', base: 'GMAP' },
      { type: 'credit.needed', base: null },
      { type: 'view.rested', view: { bbox: [103, 1, 104, 2], zoom: 12 } },
      after('FIRST_TILE_LIMIT', 'baseTiles.tiles.had.awaited'),
      after('RETRY_PAUSE', 'baseTiles.tiles.lost.waiting'),
      after('TRY_LIMIT', 'baseTiles.tiles.lost.loading'),
      after('BACK_SAID', 'baseTiles.tiles.back'),
      done('fetchBaseMaps', had),
      done('fetchBaseMaps', refused),
      done('fetchBaseMaps', plain),
      ...failed('fetchBaseMaps'),
      done('fetchCopyright', 'Map data ©2026'),
      ...failed('fetchCopyright'),
    ],
  },
  (context) => [
    context.sources === refused,
    context.base,
    context.status,
    context.credited,
    context.copyright,
    context.view !== null,
  ],
);

const somewhere = {
  kind: 'city',
  name: 'Singapore',
  region: null,
  country: 'Singapore',
  bbox: [103, 1, 104, 2],
};
const country = { ...somewhere, kind: 'country', region: 'Johor', country: null };
const places = model<{
  text: string;
  list: unknown[];
  refusal: unknown;
  isHasty: boolean;
  isStart: boolean;
  reached: unknown;
}>(
  {
    name: 'places',
    machine: placesMachine,
    variants: { 'nothing typed': undefined },
    events: [
      { type: 'query.changed', text: 'Singap' },
      { type: 'query.changed', text: 'S' },
      { type: 'query.changed', text: '1.28, 103.85' },
      { type: 'query.changed', text: '90, 180' },
      { type: 'query.changed', text: '-90, -180' },
      { type: 'query.changed', text: 'Oj' },
      { type: 'query.changed', text: 'x'.repeat(64) },
      { type: 'query.changed', text: 'x'.repeat(65) },
      { type: 'query.cleared' },
      { type: 'search.repeated' },
      { type: 'place.chosen', at: 0 },
      { type: 'place.chosen', at: 7 },
      { type: 'place.chosen', at: 0, isStart: true },
      { type: 'query.submitted' },
      { type: 'query.submitted', isStart: true },
      { type: 'place.used' },
      after('QUERY_DELAY', 'places.settling'),
      done('findPlaces', [somewhere, country]),
      done(
        'findPlaces',
        Array.from({ length: 8 }, () => somewhere),
      ),
      done('findPlaces', []),
      ...failed('findPlaces'),
    ],
  },
  (context) => [
    context.text,
    context.list.length,
    context.refusal !== null,
    context.isHasty,
    context.isHasty && context.isStart,
    context.reached !== null,
  ],
);

/** The map, its base layer and the places to go to. */
export const mapModels = [map, baseMap, baseTilesModel, places];
