import type { Position } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import { ZOOM_SHOWN_OFFSET } from '../../../../contract/limits.ts';
import type { MapBox, MapPlace } from '../../../machines/map/map.events.ts';
import { valueStore } from '../../shared/valueStore.ts';
import { TileWatch } from './tiles.ts';
import { isInSight, viewportOf } from './viewport.ts';
import { addressPadding, fitMargins, isPhoneWide, NO_PADDING, type MapPadding } from './mapPadding.ts';
import type { PictureCanvas } from './pictureCanvas.ts';

/** The view shown in the read-out. Degrees; zoom as shown (decision 18); metres per pixel in the middle. */
export interface View extends MapPlace {
  metresPerPixel: number;
}

/** Circumference of the Web Mercator sphere, metres (EPSG:3857). */
const EQUATOR_METRES = 2 * Math.PI * 6378137;
const GLIDE_MS = 400;
const ZOOM_MS = 200;
/** Highest zoom for fitting a small area (MapLibre's own numbers). */
const CLOSEST_FIT = 17;

/** Whether the user prefers reduced motion. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** One watcher per map, kept when its handle is created again. */
const watches = new WeakMap<MapLibre, TileWatch>();
/** Maps that have had their first view. */
const begun = new WeakSet<MapLibre>();
let handles = 0;

/**
 * A mounted map with the canvas of its picture. The camera methods keep their target clear of the panels. MapLibre's
 * own padding isn't used, because it moves the map whenever it changes.
 */
export class MapHandle {
  /** Distinguishes handles: drawings on one start again on the next. */
  readonly id = ++handles;
  readonly map: MapLibre;
  readonly canvas: PictureCanvas;
  readonly tiles: TileWatch;
  /** Lines over which no name of the map stands, degrees. */
  readonly linesKeptClear = valueStore<readonly Position[][]>([]);
  private padding = NO_PADDING;
  private readonly viewListeners = new Set<() => void>();

  constructor(map: MapLibre, canvas: PictureCanvas) {
    this.map = map;
    this.canvas = canvas;
    this.tiles = watches.get(map) ?? new TileWatch(map);
    watches.set(map, this.tiles);
  }

  /** Sets the padding without moving the map. */
  setPadding(padding: MapPadding): void {
    this.padding = padding;
    // the middle of the free map is another place
    for (const listener of this.viewListeners) listener();
  }

  /** Centre of the map area free of panels, CSS pixels from the map's upper left corner. */
  middle({ left, right, top, bottom } = this.padding): { x: number; y: number } {
    const { clientWidth, clientHeight } = this.map.getContainer();
    return { x: (left + clientWidth - right) / 2, y: (top + clientHeight - bottom) / 2 };
  }

  /** The place in the map that the page address names, CSS pixels. */
  private addressMiddle(): { x: number; y: number } {
    const { clientWidth, clientHeight } = this.map.getContainer();
    return this.middle(addressPadding(clientWidth, clientHeight));
  }

  /**
   * Goes to the first view, once for a map: a restored canvas leaves the map where it is.
   * @returns whether it did
   */
  begin(place: MapPlace): boolean {
    if (begun.has(this.map)) return false;
    begun.add(this.map);
    this.goTo(place);
    return true;
  }

  /** Goes to a view as the page address has it. */
  goTo({ longitude, latitude, zoom }: MapPlace): void {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const { x, y } = this.addressMiddle();
    this.map.easeTo({
      center: [longitude, latitude],
      offset: [x - clientWidth / 2, y - clientHeight / 2],
      zoom: zoom - ZOOM_SHOWN_OFFSET,
      duration: 0,
    });
  }

  /** Fits a bounding box (degrees) into the free map area, or into other padding; never closer than a zoom. */
  fit([west, south, east, north]: MapBox, padding: MapPadding = this.padding, maxZoom = CLOSEST_FIT): void {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const { left, right, top, bottom } = padding;
    const margins = fitMargins(clientWidth);
    // shrink the margin on a small window so that the box still fits
    const margin = Math.max(
      0,
      Math.min(margins.sides, (clientWidth - left - right) / 4, (clientHeight - top - bottom) / 4),
    );
    this.map.fitBounds(
      [
        [west, south],
        [east < west ? east + 360 : east, north],
      ],
      {
        padding: {
          left: left + margin,
          right: right + margin,
          top: Math.max(top + margin, Math.min(margins.upperEdge, clientHeight / 4)),
          bottom: bottom + margin,
        },
        maxZoom,
        duration: isStill() ? 0 : GLIDE_MS,
        essential: true,
      },
    );
  }

  /** Moves the map, and zooms out if it must, until a whole box (degrees) is in the free map area. */
  keepWhole(bbox: MapBox): void {
    if (isInSight(viewportOf(this.map, (bbox[0] + bbox[2]) / 2), bbox, this.padding, 'whole')) return;
    this.fit(bbox, this.padding, Math.min(CLOSEST_FIT, this.map.getZoom()));
  }

  /** The same, where any part of the box is enough. */
  keepInSight(bbox: MapBox): void {
    if (!isInSight(viewportOf(this.map, (bbox[0] + bbox[2]) / 2), bbox, this.padding, 'any')) this.fit(bbox);
  }

  /** Fits a drawn area (degrees) on a phone, where the sheet comes back over the map; elsewhere it is in sight. */
  showDrawn(bbox: MapBox): void {
    if (isPhoneWide(this.map.getContainer().clientWidth)) this.fit(bbox);
  }

  /** Bounds of the free map area: west, south, east, north; degrees, east may exceed 180. */
  freeBounds(): MapBox {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const { left, right, top, bottom } = this.padding;
    const lower = this.map.unproject([left, clientHeight - bottom]);
    const upper = this.map.unproject([clientWidth - right, top]);
    return [lower.lng, lower.lat, upper.lng, upper.lat];
  }

  /**
   * Bounds of the whole map, including the part behind the panels: west, south, east, north; degrees, beyond ±180
   * in other copies.
   */
  bounds(): MapBox {
    const bounds = this.map.getBounds();
    return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
  }

  /** Clamps a screen point to the free map area, at least the margins from its edges; pixels. */
  intoFreeMap(point: { x: number; y: number }, margin: number, sides = margin): { x: number; y: number } {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const { left, right, top, bottom } = this.padding;
    return {
      x: Math.min(Math.max(point.x, left + sides), clientWidth - right - sides),
      y: Math.min(Math.max(point.y, top + margin), clientHeight - bottom - margin),
    };
  }

  /**
   * Pans the map by the minimum that brings a box's middle out from behind the panels. Degrees.
   * @param below more that is covered at the lower edge, pixels
   */
  reveal(bbox: MapBox, below = 0): void {
    if (this.map.isMoving()) {
      // moving now would interrupt the running animation
      this.map.once('moveend', () => this.reveal(bbox, below));
      return;
    }
    const [west, south, east, north] = bbox;
    const middle = this.map.project([(west + (east < west ? east + 360 : east)) / 2, (south + north) / 2]);
    const { sides } = fitMargins(this.map.getContainer().clientWidth);
    const near = this.intoFreeMap(middle, sides * 2);
    const lowest = this.intoFreeMap({ x: 0, y: Infinity }, sides).y - below;
    const [dx, dy] = [middle.x - near.x, middle.y - Math.min(near.y, lowest)];
    if (dx !== 0 || dy !== 0) this.map.panBy([dx, dy], { duration: isStill() ? 0 : GLIDE_MS });
  }

  /** @param pixel that stays where it is; by default the middle of the free map */
  zoomBy(step: number, { x, y } = this.middle()): void {
    this.map.easeTo({
      zoom: Math.round((this.map.getZoom() + step) * 100) / 100,
      around: this.map.unproject([x, y]),
      duration: isStill() ? 0 : ZOOM_MS,
    });
  }

  /** The place at a pixel of the map, or in the middle of the free map; degrees, within ±180. */
  placeAt(pixel: { x: number; y: number } | null): { longitude: number; latitude: number } {
    const { x, y } = pixel ?? this.middle();
    const { lng, lat } = this.map.unproject([x, y]).wrap();
    return { longitude: lng, latitude: lat };
  }

  /** The view for the page address, as `goTo` takes it. */
  addressView(): MapPlace {
    return { ...this.placeAt(this.addressMiddle()), zoom: this.map.getZoom() + ZOOM_SHOWN_OFFSET };
  }

  view(): View {
    const place = this.placeAt(null);
    const zoom = this.map.getZoom();
    return {
      ...place,
      zoom: zoom + ZOOM_SHOWN_OFFSET,
      metresPerPixel: (EQUATOR_METRES * Math.cos((place.latitude * Math.PI) / 180)) / (512 * 2 ** zoom),
    };
  }

  /** Calls back after every movement, also of the free map's middle; returns a function to unsubscribe. */
  onView(listener: () => void): () => void {
    this.viewListeners.add(listener);
    const { unsubscribe } = this.map.on('move', listener);
    const resized = this.map.on('resize', listener);
    return () => {
      this.viewListeners.delete(listener);
      unsubscribe();
      resized.unsubscribe();
    };
  }
}
