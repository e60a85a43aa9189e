import { describe, expect, it, test } from 'vitest';
import type { BaseMapSource } from '../../../contract/settings.ts';
import { withList } from '../../../src/machines/imagery/imagery.rules.ts';
import { hasTiles } from '../../../src/ui/map/kernel/tiles.ts';
import {
  layerPicture,
  attributionOf,
  baseLayers,
  comparable,
  finestZoom,
  groundOf,
  imageryLayer,
  layersShown,
  sidesAmong,
  withLoss,
  withPanelLayers,
  type MapLayer,
} from '../../../src/ui/map/layers/tiles/mapLayers.ts';
import { boxRing } from '../../fixtures/box.ts';

const source = (attribution: string, tiles = ['https://tiles.example/{z}/{x}/{y}.png']): BaseMapSource => ({
  tiles,
  attribution,
  maxZoom: 19,
});
const base = baseLayers({ OSM: source('© OpenStreetMap contributors'), GMAP: source('© Google', []) });
const imagery: MapLayer = { id: 'layer:7', title: 'Harbour', picture: '/7.webp', source: source('Ours') };
const offered = [...base, imagery];
const idsOf = (layers: readonly MapLayer[]) => layers.map(({ id }) => id);

describe('§2 Layer selector', () => {
  it('is a group of cards titled Google and OSM', () => {
    expect(base.map(({ title }) => title)).toEqual(['Google', 'OSM']);
  });
  it('decision 24: a base map without tile addresses is recognised', () => {
    expect(base.map(hasTiles)).toEqual([false, true]);
  });
});

describe('tiles that can not be had', () => {
  const [google, osm] = base;
  it('a lost base map is not asked for until the next try, and keeps its place', () => {
    const lost = withLoss(offered, 'OSM', 'OSM');
    expect(lost.map(({ id, isLost = false, source: { tiles } }) => [id, isLost, tiles.length])).toEqual([
      ['GMAP', false, 0],
      ['OSM', true, 0],
      ['layer:7', false, 1],
    ]);
    expect(withLoss(offered, 'OSM', null)[1]?.source).toBe(osm?.source);
    expect(withLoss(offered, null, null)).toBe(offered);
  });
  it('a base map without tiles is no side of a comparison: the built-in map is, once', () => {
    expect(comparable(offered, 'Built-in map').map(({ id, title }) => [id, title])).toEqual([
      ['OSM', 'OSM'],
      ['layer:7', 'Harbour'],
      [google?.id, 'Built-in map'],
    ]);
    const lost = comparable(withLoss(offered, 'OSM', null), 'Built-in map');
    expect(lost.map(({ title, source: { tiles } }) => [title, tiles.length])).toEqual([
      ['Harbour', 1],
      ['Built-in map', 0],
    ]);
  });
  it('sides that are not offered give way to others, two different ones if there are two', () => {
    const sides = { before: 'OSM', after: 'GMAP' } as const;
    expect(sidesAmong(sides, ['GMAP', 'OSM'])).toEqual(sides);
    expect(sidesAmong(sides, ['layer:7', 'GMAP'])).toEqual({ before: 'layer:7', after: 'GMAP' });
    expect(sidesAmong(sides, ['layer:7', 'OSM'])).toEqual({ before: 'OSM', after: 'layer:7' });
    expect(sidesAmong(sides, ['GMAP'])).toEqual({ before: 'GMAP', after: 'GMAP' });
    // a base map gives way to the built-in map, which has the name of the other one here, not to imagery
    expect(sidesAmong({ before: 'OSM', after: 'layer:7' }, ['layer:6', 'layer:7', 'GMAP'])).toEqual({
      before: 'GMAP',
      after: 'layer:7',
    });
  });
});

describe('§4 Layer choice', () => {
  it('a base map is alone on the map, whichever was there before', () => {
    expect(idsOf(layersShown(offered, 'OSM', 'GMAP'))).toEqual(['GMAP']);
    expect(idsOf(layersShown(offered, 'OSM', 'OSM'))).toEqual(['OSM']);
  });
  it('otherwise the tiled layer of that id is above the base map', () => {
    expect(idsOf(layersShown(offered, 'OSM', 'layer:7'))).toEqual(['OSM', 'layer:7']);
  });
  it('a layer that is no longer offered leaves the base map', () => {
    expect(idsOf(layersShown(offered, 'GMAP', 'layer:8'))).toEqual(['GMAP']);
  });
});

const TILES = 'https://portal.example/api/ogc?service=tms&layer={layer}&z={z}&x={x}&y={y}&token=t';
const [harbour] = withList(
  [],
  [
    {
      id: 7,
      name: 'Harbour',
      description: '',
      serviceType: 'TMS',
      existVec: false,
      footprint: 'POLYGON ((103.7 1.2, 103.9 1.2, 103.9 1.4, 103.7 1.4, 103.7 1.2))',
      mercatorMetres: 10,
    },
  ],
);
if (harbour === undefined) throw new Error('no layer');

describe('§3 Extra layer: identified by a layer id and shown as a tiled map layer', () => {
  it('its tiles are those of /api/ogc, y inverted, requested within its bounds and no finer than its pixels', () => {
    expect(imageryLayer(harbour, TILES, 2)).toEqual({
      id: 'layer:7',
      title: 'Harbour',
      picture: expect.stringContaining('/api/ogc'),
      source: {
        tiles: ['https://portal.example/api/ogc?service=tms&layer=7&z={z}&x={x}&y={y}&token=t'],
        attribution: 'Harbour',
        maxZoom: 14,
        isTms: true,
        bounds: [103.7, 1.2, 103.9, 1.4],
        tries: 2,
      },
    });
  });
  it('the finest zoom is the first at which a pixel of the map is no larger than one of the picture', () => {
    // 156,543 m at zoom 0, halved at each zoom
    expect([156_544, 156_543, 9.6, 9.5, 0.01, undefined].map(finestZoom)).toEqual([0, 1, 14, 15, 22, 22]);
  });
  it('its picture is a tile of it, y counted from the south', () => {
    const placed = (picture: string) => {
      const query = new URL(picture).searchParams;
      return ['layer', 'z', 'x', 'y'].map((name) => Number(query.get(name)));
    };
    // 1024 tiles around the Earth: it crosses tile edges of zoom 10
    expect(placed(layerPicture(harbour, TILES))).toEqual([7, 11, 1614, 1031]);
    const world = {
      ...harbour,
      area: { type: 'Polygon' as const, coordinates: [boxRing(-180, -90, 180, 90)] },
    };
    expect(placed(layerPicture(world, TILES))).toEqual([7, 0, 0, 0]);
    expect(layerPicture({ ...harbour, area: null }, TILES)).toBe('');
  });
});

describe('§2 Imagery panel: each layer can be selected and has an opacity', () => {
  const strait = { ...harbour, id: 8, _opacity: 40 };
  const all = [...base, imageryLayer(harbour, TILES, 0), imageryLayer(strait, TILES, 0)];
  const under = layersShown(all, 'OSM', 'OSM');
  const shown = (panel: Parameters<typeof withPanelLayers>[2], below = under) =>
    withPanelLayers(below, all, panel).map(({ id, opacity }) => [id, opacity]);
  it('the top layer of the panel is on top of the map, above the base map', () => {
    expect(shown([strait, harbour])).toEqual([
      ['OSM', undefined],
      ['layer:7', 100],
      ['layer:8', 40],
    ]);
  });
  it('a layer that is also the selector’s extra layer is there once, at the panel’s place', () => {
    expect(shown([strait], layersShown(all, 'OSM', 'layer:8'))).toEqual([
      ['OSM', undefined],
      ['layer:8', 40],
    ]);
  });
  it('symbols are those for imagery only if a layer hides what is below it', () => {
    const pale = withPanelLayers(under, all, [strait]);
    expect(groundOf('light', pale, ['OSM', 'layer:8'])).toBe('pale');
    expect(groundOf('light', withPanelLayers(under, all, [harbour]), ['OSM', 'layer:7'])).toBe('imagery');
  });
});

describe('the attribution', () => {
  it('names exactly the layers with visible tiles', () => {
    const shown = layersShown(offered, 'OSM', 'layer:7');
    const of = (layers: typeof shown, seen: Parameters<typeof attributionOf>[1]) =>
      attributionOf(layers, seen, 'Natural Earth');
    expect(of(shown, [])).toBe('Natural Earth');
    expect(of(shown, ['OSM'])).toBe('© OpenStreetMap contributors');
    expect(of(shown, ['layer:7', 'OSM'])).toBe('© OpenStreetMap contributors · Ours');
    // the outline map replaces the base layer, next to or below the layer
    expect(of(shown, ['layer:7'])).toBe('Natural Earth · Ours');
    // the layers still on screen before the selection changed
    expect(of(layersShown(offered, 'GMAP', 'GMAP'), ['OSM'])).toBe('Natural Earth');
  });
});

describe('the symbols fit the visible ground (docs/design.md, Map symbols)', () => {
  it('OSM and the outline map follow the theme, Google is pale in both, imagery has its own', () => {
    const [osm, google] = [layersShown(offered, 'OSM', 'OSM'), layersShown(offered, 'GMAP', 'GMAP')];
    expect([groundOf('light', osm, ['OSM']), groundOf('dark', osm, ['OSM'])]).toEqual(['pale', 'dark']);
    expect(groundOf('dark', google, ['GMAP'])).toBe('pale');
    // Google without tiles: the outline map is visible
    expect(groundOf('dark', google, [])).toBe('dark');
    expect(groundOf('light', layersShown(offered, 'OSM', 'layer:7'), ['OSM', 'layer:7'])).toBe('imagery');
  });
});

test("Google's attribution names Google Maps and the data of the visible area", () => {
  const google = { ...base[0]!, source: { ...source('© Google'), attributionUrl: 'https://google.example' } };
  expect(attributionOf([google], ['GMAP'], 'Outline')).toBe('Google Maps · © Google');
  const ofView = { base: 'GMAP', text: 'Map data ©2026 INEGI' } as const;
  expect(attributionOf([google], ['GMAP'], 'Outline', ofView)).toBe('Google Maps · Map data ©2026 INEGI');
});
