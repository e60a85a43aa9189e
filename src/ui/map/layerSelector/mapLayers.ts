import { BASE_MAPS } from '../../../../contract/limits.ts';
import type { Settings } from '../../../../contract/settings.ts';
import { boundsOf } from '../../../geo/entry/bbox.ts';
import type { PanelLayer } from '../../../machines/imagery/imagery.rules.ts';
import type { Ground } from '../picture/symbols.ts';
import type { Tiles, TileSource } from '../base/tiles.ts';
import { layerPicture } from './layerPicture.ts';
import type { LayerId } from '../../../machines/map/map.events.ts';

/** A layer as the selector (§2) and the comparison offer it. */
export interface MapLayer extends Tiles {
  title: string;
  /** Address of its card's picture. */
  picture: string;
}
/** A layer less opaque than this, percent, does not hide what is under it: the symbols fit that. */
const HIDING = 50;
/** As fine as the map goes. */
const FINEST_ZOOM = 22;
/** Metres of EPSG:3857 that a pixel spans at tile zoom 0: the sphere's circumference on 256 pixels. */
const METRES_AT_0 = (2 * Math.PI * 6378137) / 256;

/** §2 Layer selector: cards titled Google and OSM. They are names, the same in every language. */
export function baseLayers(basemaps: Settings['basemaps']): readonly MapLayer[] {
  return [
    { id: 'GMAP', title: 'Google', picture: '/layers/gmap.webp', source: basemaps.GMAP },
    { id: 'OSM', title: 'OSM', picture: '/layers/osm.webp', source: basemaps.OSM },
  ];
}

/**
 * The tile zoom at which a pixel of the map is no larger than one of the picture: finer tiles would show nothing more.
 * @param metres of EPSG:3857 that a pixel of the picture spans; undefined where the server does not say
 */
export function finestZoom(metres: number | undefined): number {
  if (metres === undefined) return FINEST_ZOOM;
  return Math.min(FINEST_ZOOM, Math.max(0, Math.ceil(Math.log2(METRES_AT_0 / metres))));
}

/** §7 /api/ogc: where an imagery layer's tiles come from. Its name is its attribution. */
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
 * §3 Extra layer: an imagery layer as it is offered, or lies on the map.
 * @param tiles where tiles are, with {layer}, {z}, {x}, {y}
 * @param tries how often its tiles were tried anew
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
 * §4 Layer choice: what lies on the map, from below: a base map alone, or an extra layer above the base map that was chosen
 * last. A layer that is no longer offered is left out.
 */
export function layersShown(
  offered: readonly MapLayer[],
  base: LayerId,
  chosen: LayerId,
): readonly MapLayer[] {
  const ids = isBaseMap(chosen) ? [chosen] : [base, chosen];
  return ids.flatMap((id) => offered.find((one) => one.id === id) ?? []);
}

/** The layers of the Imagery panel above those; one that is in both lies where the panel has it. From below. */
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
 * @param seen the layers of which tiles are in sight
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
 * Whose map it is: of every layer that is in sight, from below.
 * @param outline whose the built-in outline map is, which is in sight where no base map's tiles are
 */
export function attributionOf(shown: readonly MapLayer[], seen: readonly LayerId[], outline: string): string {
  const visible = shown.filter(({ id }) => seen.includes(id));
  const base = visible.some(({ id }) => isBaseMap(id)) ? [] : [outline];
  const texts = [...base, ...visible.map(({ source }) => source.attribution)].filter((text) => text !== '');
  return [...new Set(texts)].join(' · ');
}
