import { BASE_MAPS } from '../../../../../contract/limits.ts';
import type { Settings } from '../../../../../contract/settings.ts';
import { boundsOf, rectangleRing, type Bounds } from '../../../../geo/entry/bbox.ts';
import type { PanelLayer } from '../../../../machines/imagery/imagery.rules.ts';
import type { AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import type { BaseGround, Ground } from '../../kernel/symbols.ts';
import type { CompareSides } from '../../../../machines/map/map.rules.ts';
import { hasTiles, type Tiles, type TileSource } from '../../kernel/tiles.ts';
import type { LayerId } from '../../../../machines/map/map.events.ts';

/** A layer offered by the selector (§2) and the comparison. */
export interface MapLayer extends Tiles {
  title: string;
  /** URL of its card's picture. */
  picture: string;
  /** Whether its tiles are unavailable now. */
  isLost?: boolean;
}
const WORLD: Bounds = [-180, -90, 180, 90];
/** From this opacity, percent, a layer hides what is below it and determines the symbols. */
const HIDING = 50;
/** Highest tile zoom of the map. */
const FINEST_ZOOM = 22;
/** Metres of EPSG:3857 per pixel at tile zoom 0: the circumference over 256 pixels. */
const METRES_AT_0 = (2 * Math.PI * 6378137) / 256;

/** §2 Layer selector: cards titled Google and OSM, in every language. */
export function baseLayers(basemaps: Settings['basemaps']): readonly MapLayer[] {
  return [
    { id: 'GMAP', title: 'Google', picture: '/layers/gmap.webp', source: basemaps.GMAP },
    { id: 'OSM', title: 'OSM', picture: '/layers/osm.webp', source: basemaps.OSM },
  ];
}

/**
 * The lowest tile zoom at which a map pixel is no larger than a picture pixel; finer tiles would show no
 * more.
 * @param metres of EPSG:3857 per pixel of the picture; undefined if unknown
 */
export function finestZoom(metres: number | undefined): number {
  if (metres === undefined) return FINEST_ZOOM;
  return Math.min(FINEST_ZOOM, Math.max(0, Math.ceil(Math.log2(METRES_AT_0 / metres))));
}

/** §7 /api/ogc: tile source of an imagery layer. Its name is its attribution. */
function imagerySource(layer: PanelLayer, tiles: string, tries: number): TileSource {
  return {
    tiles: [tiles.replace('{layer}', encodeURIComponent(layer.id))],
    attribution: layer.name,
    maxZoom: finestZoom(layer.mercatorMetres),
    isTms: true,
    bounds: layer.area === null ? null : boundsOf(layer.area),
    tries,
  };
}

/**
 * §3 Extra layer: an imagery layer for the selector and the map.
 * @param tiles URL of tiles with {layer}, {z}, {x}, {y}
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

/** Marks a base map whose tiles are unavailable; while `withheld`, the map doesn't request them. */
export function withLoss(
  layers: readonly MapLayer[],
  lost: LayerId | null,
  withheld: LayerId | null,
): readonly MapLayer[] {
  if (lost === null) return layers;
  return layers.map((layer) => {
    if (layer.id !== lost) return layer;
    const source = layer.id === withheld ? { ...layer.source, tiles: [] } : layer.source;
    return { ...layer, source, isLost: true };
  });
}

/** Whether a layer has tiles to show now. */
export const isToBeHad = (layer: MapLayer): boolean => layer.isLost !== true && hasTiles(layer);

/**
 * The layers that a comparison may show: those with tiles, and one built-in map in place of base maps without
 * tiles.
 * @param builtIn name of the built-in map
 */
export function comparable(offered: readonly MapLayer[], builtIn: string): readonly MapLayer[] {
  const bare = offered.find((layer) => isBaseMap(layer.id) && !isToBeHad(layer));
  return [
    ...offered.filter(isToBeHad),
    ...(bare === undefined ? [] : [{ ...bare, title: builtIn, source: { ...bare.source, tiles: [] } }]),
  ];
}

/**
 * The sides of a comparison among what it may show; two different ones if there are two. A base map that isn't
 * offered is replaced by another base map, which may be the built-in one, before imagery.
 */
export function sidesAmong(sides: CompareSides, ids: readonly LayerId[]): CompareSides {
  const sideOf = (wanted: LayerId, other: LayerId): LayerId | undefined => {
    const free = ids.filter((id) => id !== other);
    if (free.includes(wanted)) return wanted;
    return (isBaseMap(wanted) ? free.find(isBaseMap) : undefined) ?? free[0];
  };
  const before = sideOf(sides.before, sides.after) ?? ids[0] ?? sides.before;
  return { before, after: sideOf(sides.after, before) ?? before };
}

const isBaseMap = (id: LayerId): boolean => BASE_MAPS.some((one) => one === id);

/**
 * §4 Layer choice: the layers on the map, bottom to top: a base map, or an extra layer above the last
 * selected base map. Layers no longer offered are left out.
 */
export function layersShown(
  offered: readonly MapLayer[],
  base: LayerId,
  chosen: LayerId,
): readonly MapLayer[] {
  const ids = isBaseMap(chosen) ? [chosen] : [base, chosen];
  return ids.flatMap((id) => offered.find((one) => one.id === id) ?? []);
}

/** Adds the Imagery panel's layers above those, bottom to top; a layer in both takes the panel's position. */
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
 * The symbol set (docs/design.md, Map symbols): imagery symbols over an imagery layer; Google's map stays pale in
 * both themes; OSM and the outline map follow the theme.
 * @param seen the layers with visible tiles
 */
export function groundOf(
  theme: 'light' | 'dark',
  shown: readonly MapLayer[],
  seen: readonly LayerId[],
): Ground {
  const top = shown.findLast(({ id, opacity = 100 }) => seen.includes(id) && opacity >= HIDING)?.id;
  return top !== undefined && !isBaseMap(top) ? 'imagery' : baseGroundOf(theme, shown, seen);
}

/** The same without the imagery layers. */
export function baseGroundOf(
  theme: 'light' | 'dark',
  shown: readonly MapLayer[],
  seen: readonly LayerId[],
): BaseGround {
  const isGoogle = shown.some(({ id }) => id === 'GMAP' && seen.includes(id));
  return theme === 'dark' && !isGoogle ? 'dark' : 'pale';
}

/** The extents of the visible imagery layers; the whole map for one without bounds. */
export function imageryBoxesOf(shown: readonly MapLayer[]): readonly AreaGeometry[] {
  return shown
    .filter(({ id, opacity = 100 }) => !isBaseMap(id) && opacity > 0)
    .map(({ source }) => ({ type: 'Polygon', coordinates: [rectangleRing(source.bounds ?? WORLD)] }));
}

/**
 * The attribution of all visible layers, bottom to top.
 * @param outline attribution of the built-in outline map, which is visible without base map tiles
 * @param ofView that of the visible area, for a base map whose service requires it
 */
export function attributionOf(
  shown: readonly MapLayer[],
  seen: readonly LayerId[],
  outline: string,
  ofView: { base: LayerId; text: string } | null = null,
): string {
  const visible = shown.filter(({ id }) => seen.includes(id));
  const base = visible.some(({ id }) => isBaseMap(id)) ? [] : [outline];
  const textOf = ({ id, source }: MapLayer) => {
    if (source.attributionUrl === undefined) return source.attribution;
    return `Google Maps · ${ofView?.base === id ? ofView.text : source.attribution}`;
  };
  const texts = [...base, ...visible.map(textOf)].filter((text) => text !== '');
  return [...new Set(texts)].join(' · ');
}

/** Web Mercator's limit, degrees. */
const LATITUDE_END = 85.051;

/** Position of a latitude between the map's south (0) and north (1). */
function northShare(latitude: number): number {
  const held = Math.min(LATITUDE_END, Math.max(-LATITUDE_END, latitude));
  const y = Math.log(Math.tan(Math.PI / 4 + (held * Math.PI) / 360));
  return 0.5 + y / (2 * Math.PI);
}

/**
 * URL of a layer's thumbnail: the finest tile that contains the layer; if the layer crosses a tile edge, the
 * next finer tile in its middle. '' if the layer's area is unknown.
 */
export function layerPicture({ id, area }: PanelLayer, tiles: string): string {
  if (area === null) return '';
  const [west, south, east, north] = boundsOf(area);
  const [left, right] = [west / 360 + 0.5, east / 360 + 0.5];
  const [low, high] = [northShare(south), northShare(north)];
  const whole = Math.max(0, Math.floor(-Math.log2(Math.max(right - left, high - low))));
  const place = (share: number, zoom: number) => Math.min(2 ** zoom - 1, Math.floor(share * 2 ** zoom));
  const isWhole = place(left, whole) === place(right, whole) && place(low, whole) === place(high, whole);
  const z = isWhole ? whole : whole + 1;
  const filled = {
    layer: encodeURIComponent(id),
    z,
    x: place((left + right) / 2, z),
    y: place((low + high) / 2, z),
  };
  return Object.entries(filled).reduce(
    (address, [name, value]) => address.replace(`{${name}}`, String(value)),
    tiles,
  );
}
