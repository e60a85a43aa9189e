import { describe, expect, it } from 'vitest';
import type { BaseMapSource } from '../../../contract/settings.ts';
import {
  attributionOf,
  baseLayers,
  groundOf,
  hasTiles,
  layersShown,
  type MapLayer,
} from '../../../src/ui/map/layerSelector/mapLayers.ts';

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
  it('decision 24: a base map without tile addresses is known as such', () => {
    expect(base.map(hasTiles)).toEqual([false, true]);
  });
});

describe('§4 Layer choice', () => {
  it('a base map lies alone on the map, whichever was there before', () => {
    expect(idsOf(layersShown(offered, 'OSM', 'GMAP'))).toEqual(['GMAP']);
    expect(idsOf(layersShown(offered, 'OSM', 'OSM'))).toEqual(['OSM']);
  });
  it('otherwise the tiled layer of that id lies above the base map', () => {
    expect(idsOf(layersShown(offered, 'OSM', 'layer:7'))).toEqual(['OSM', 'layer:7']);
  });
  it('a layer that is no longer offered leaves the base map', () => {
    expect(idsOf(layersShown(offered, 'GMAP', 'layer:8'))).toEqual(['GMAP']);
  });
});

describe('the attribution', () => {
  it('names every layer of which tiles are in sight, and none else', () => {
    const shown = layersShown(offered, 'OSM', 'layer:7');
    expect(attributionOf(shown, [])).toBeNull();
    expect(attributionOf(shown, ['OSM'])).toBe('© OpenStreetMap contributors');
    expect(attributionOf(shown, ['layer:7', 'OSM'])).toBe('© OpenStreetMap contributors · Ours');
    // seen before the choice changed
    expect(attributionOf(layersShown(offered, 'GMAP', 'GMAP'), ['OSM'])).toBeNull();
  });
});

describe('look.md: the symbols fit the ground that is in sight', () => {
  it('OSM and the outline map follow the theme, Google is pale in both, imagery has its own', () => {
    const [osm, google] = [layersShown(offered, 'OSM', 'OSM'), layersShown(offered, 'GMAP', 'GMAP')];
    expect([groundOf('light', osm, ['OSM']), groundOf('dark', osm, ['OSM'])]).toEqual(['pale', 'dark']);
    expect(groundOf('dark', google, ['GMAP'])).toBe('pale');
    // Google without tiles: the outline map is what one sees
    expect(groundOf('dark', google, [])).toBe('dark');
    expect(groundOf('light', layersShown(offered, 'OSM', 'layer:7'), ['OSM', 'layer:7'])).toBe('imagery');
  });
});
