import { BASE_MAPS } from '../../../../contract/limits.ts';
import type { Settings } from '../../../../contract/settings.ts';
import { boundsOf } from '../../../geo/entry/bbox.ts';
import type { PanelLayer } from '../../../machines/imagery/imagery.rules.ts';
import type { Ground } from '../picture/symbols.ts';
import type { Tiles, TileSource } from '../base/tiles.ts';
import { layerPicture } from './layerPicture.ts';
import type { LayerId } from '../../../machines/map/map.events.ts';

/** A layer that the selector (§2) and the comparison offer. */
export interface MapLayer extends Tiles {
  title: string;
  /** Address of its card's picture. */
  picture: string;
}
/** Least opacity, percent, of a layer that hides what is under it and decides the symbols. */
const HIDING = 50;
/** The map's finest tile zoom. */
const FINEST_ZOOM = 22;
/** Metres of EPSG:3857 per pixel at tile zoom 0: the sphere's circumference on 256 pixels. */
const METRES_AT_0 = (2 * Math.PI * 6378137) / 256;

/** §2 Layer selector: cards titled Google and OSM, the same in every language. */
export function baseLayers(basemaps: Settings['basemaps']): readonly MapLayer[] {
  return [
    { id: 'GMAP', title: 'Google', picture: '/layers/gmap.webp', source: basemaps.GMAP },
    { id: 'OSM', title: 'OSM', picture: '/layers/osm.webp', source: basemaps.OSM },
  ];
}

/**
 * The tile zoom at which a pixel of the map is no larger than one of the picture: finer tiles would show nothing more.
 * @param metres of EPSG:3857 per pixel of the picture; undefined if unknown
 */
export function finestZoom(metres: number | undefined): number {
  if (metres === undefined) return FINEST_ZOOM;
  return Math.min(FINEST_ZOOM, Math.max(0, Math.ceil(Math.log2(METRES_AT_0 / metres))));
}

/** §7 /api/ogc: source of an imagery layer's tiles. Its name is its attribution. */
function imagerySource(layer: PanelLayer, tiles: string, tries: number): TileSource {
  return {
    tiles: [tiles.replace('{layer}', String(layer.id))],
    attribution: layer.name,
    maxZoom: finestZoom(layer.mercatorMetres),
    isTms: true,
    bounds: layer.area === null ? null : boundsOf(layer.area),
    tries,
  };
}

/**
 * §3 Extra layer: an imagery layer for the selector and the map.
 * @param tiles address of tiles with {layer}, {z}, {x}, {y}
 * @param tries retry counter: changing it reloads the tiles
 */
export function imageryLayer(layer: PanelLayer, tiles: string, tries: number): MapLayer {
  return {
    id: `layer:${layer.id}`,
    title: layer.name,
    picture: layerPicture(layer, tiles),
    source: imagerySource(layer, tiles, tries),
  };
}

const isBaseMap = (id: LayerId): boolean => BASE_MAPS.some((one) => one === id);

/**
 * §4 Layer choice: the layers on the map, from below: a base map alone, or an extra layer above the last chosen base map. A
 * layer that is no longer offered is left out.
 */
export function layersShown(
  offered: readonly MapLayer[],
  base: LayerId,
  chosen: LayerId,
): readonly MapLayer[] {
  const ids = isBaseMap(chosen) ? [chosen] : [base, chosen];
  return ids.flatMap((id) => offered.find((one) => one.id === id) ?? []);
}

/** Adds the layers of the Imagery panel above those, from below; one that is in both has the panel's place. */
export function withPanelLayers(
  under: readonly MapLayer[],
  offered: readonly MapLayer[],
  panel: readonly PanelLayer[],
): readonly MapLayer[] {
  const above = panel.toReversed().flatMap(({ id, _opacity }): MapLayer[] => {
    const layer = offered.find((one) => one.id === `layer:${id}`);
    return layer === undefined ? [] : [{ ...layer, opacity: _opacity }];
  });
  return [...under.filter(({ id }) => !above.some((one) => one.id === id)), ...above];
}

/**
 * Which symbols are drawn (look.md, map symbols): those for imagery over an imagery layer; Google's map stays pale in both
 * themes; OSM and the outline map follow the theme.
 * @param seen the layers with visible tiles
 */
export function groundOf(
  theme: 'light' | 'dark',
  shown: readonly MapLayer[],
  seen: readonly LayerId[],
): Ground {
  const top = shown.findLast(({ id, opacity = 100 }) => seen.includes(id) && opacity >= HIDING)?.id;
  if (top !== undefined && !isBaseMap(top)) return 'imagery';
  return theme === 'dark' && top !== 'GMAP' ? 'dark' : 'pale';
}

/**
 * The attribution of all visible layers, from below.
 * @param outline attribution of the built-in outline map, which is visible where no base map's tiles are
 */
export function attributionOf(shown: readonly MapLayer[], seen: readonly LayerId[], outline: string): string {
  const visible = shown.filter(({ id }) => seen.includes(id));
  const base = visible.some(({ id }) => isBaseMap(id)) ? [] : [outline];
  const texts = [...base, ...visible.map(({ source }) => source.attribution)].filter((text) => text !== '');
  return [...new Set(texts)].join(' · ');
}
