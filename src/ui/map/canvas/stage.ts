import type { Layer } from '@deck.gl/core';
import { Map as MapLibre, type GeoJSONSource } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import { MAP_START, ZOOM_SHOWN_OFFSET } from '../../../../contract/limits.ts';
import { baseStyle, countryNameField, themedPaint } from '../base/baseStyle.ts';
import { graticuleOf } from '../base/graticule.ts';
import { answerOutline } from '../base/outline/outlineTiles.ts';
import { Overlay } from './overlay.ts';
import { isSoftwareGl } from './softwareGl.ts';
import { ROOM_MARGIN, type Room } from './mapPadding.ts';
import { TileStack, type Tiles } from '../base/tiles.ts';

/** What the read-out knows of the view. Degrees; zoom as shown (decision 18); metres a pixel at the middle. */
export interface View {
  longitude: number;
  latitude: number;
  zoom: number;
  metresPerPixel: number;
}
type Bbox = readonly [west: number, south: number, east: number, north: number];
type Place = { longitude: number; latitude: number };

/** Circumference of the sphere that web maps are drawn on, metres (EPSG:3857). */
const EQUATOR_METRES = 2 * Math.PI * 6378137;
const GLIDE_MS = 400;
/** The largest zoom that a small area is shown at (MapLibre's own numbers). */
const CLOSEST_FIT = 17;

answerOutline();

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The map itself: MapLibre with deck.gl's layers in it. It knows no actor and no React; `MapView` tells it what to show.
 */
export class MapStage {
  readonly map: MapLibre;
  /** What lies on the base map. */
  readonly overlay: Overlay;
  private room: Room = { left: 0, right: 0, top: 0, bottom: 0 };
  private theme: 'light' | 'dark';
  /** What of the tiles is in sight. */
  readonly tiles: TileStack;
  private readonly styled: Promise<void>;
  private tilesWanted: readonly Tiles[] = [];
  private readonly pointerListeners = new Set<(at: Place | null) => void>();
  private isOver = false;

  constructor(host: HTMLElement, theme: 'light' | 'dark', label: string) {
    this.theme = theme;
    // dashed lines and handles have no edge smoothing of their own
    const antialias = devicePixelRatio < 2 && !isSoftwareGl();
    this.map = new MapLibre({
      container: host,
      style: baseStyle(theme),
      center: [MAP_START.longitude, MAP_START.latitude],
      zoom: MAP_START.zoom - ZOOM_SHOWN_OFFSET,
      maxZoom: 21,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxPitch: 0,
      boxZoom: false,
      fadeDuration: isStill() ? 0 : 160,
      canvasContextAttributes: { antialias },
      locale: { 'Map.Title': label },
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.overlay = new Overlay(this.map, antialias);
    // a tile that can't be had leaves the outline map in sight
    this.map.on('error', () => {});
    this.tiles = new TileStack(this.map, theme, isStill() ? 0 : 160);
    // "style loaded" is untrue again while tiles are on their way: the style's own coming is waited for once
    this.styled = new Promise((resolve) => {
      this.map.once('style.load', () => resolve());
    });
    this.watchPointer();
    this.map.on('moveend', () => this.showGraticule());
    void this.styled.then(() => this.showGraticule());
  }

  private showGraticule(): void {
    const source = this.isOver ? undefined : this.map.getSource<GeoJSONSource>('graticule');
    if (source === undefined) return;
    const bounds = this.map.getBounds();
    source.setData(
      graticuleOf({
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
        width: this.map.getContainer().clientWidth,
      }),
    );
  }

  /** Colours of the theme; nothing is loaded anew. */
  async showTheme(theme: 'light' | 'dark'): Promise<void> {
    if (theme === this.theme) return;
    this.theme = theme;
    await this.styled;
    if (this.isOver) return;
    for (const [layer, property, value] of themedPaint(theme))
      this.map.setPaintProperty(layer, property, value);
    this.tiles.showTheme(theme);
  }

  /** Countries' names in the language; code → name. */
  async showNames(names: ReadonlyMap<string, string>): Promise<void> {
    await this.styled;
    if (!this.isOver) this.map.setLayoutProperty('country-name', 'text-field', countryNameField(names));
  }

  /** Layers of tiles over the outline map, the first one lowest; without addresses the outline map alone. */
  showTiles(tiles: readonly Tiles[]): void {
    this.tilesWanted = tiles;
    void this.styled.then(() => {
      if (this.isOver || tiles !== this.tilesWanted) return;
      this.tiles.show(tiles);
    });
  }

  /** Does something to the map's style as soon as it is there, unless the map is gone by then. */
  whenStyled(change: () => void): void {
    void this.styled.then(() => {
      if (!this.isOver) change();
    });
  }

  showLayers(layers: Layer[]): void {
    if (!this.isOver) this.overlay.show(layers);
  }

  /** Has the card draw what is shown and was not drawn yet, without waiting for the page's next frame. */
  drawNow(): void {
    if (!this.isOver) this.overlay.drawNow();
  }

  /** What lies over the map's edges from now on. The map itself does not move. */
  setRoom(room: Room): void {
    this.room = room;
  }

  /** The middle of what is free of panels, CSS pixels from the map's upper left corner. */
  middle(): { x: number; y: number } {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const { left, right, top, bottom } = this.room;
    return { x: (left + clientWidth - right) / 2, y: (top + clientHeight - bottom) / 2 };
  }

  private offset(): [number, number] {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const { x, y } = this.middle();
    return [x - clientWidth / 2, y - clientHeight / 2];
  }

  /** §2 Map defaults: the start's centre in the middle of the free room. */
  goToStart(): void {
    this.map.easeTo({
      center: [MAP_START.longitude, MAP_START.latitude],
      offset: this.offset(),
      zoom: MAP_START.zoom - ZOOM_SHOWN_OFFSET,
      duration: 0,
    });
  }

  /** Shows a place in the middle of the free room, at a zoom as shown (decision 18). Degrees. */
  goTo({ longitude, latitude, zoom }: Place & { zoom: number }): void {
    this.map.easeTo({
      center: [longitude, latitude],
      offset: this.offset(),
      zoom: zoom - ZOOM_SHOWN_OFFSET,
      duration: 0,
    });
  }

  /** Called whenever the map has come to rest at another place; the returned function ends that. */
  onSettled(listener: (view: View) => void): () => void {
    const told = () => listener(this.view());
    this.map.on('moveend', told);
    return () => this.map.off('moveend', told);
  }

  /** Shows a place whole, clear of the panels, or of what else lies over the map's edges. Degrees. */
  fit([west, south, east, north]: Bbox, room: Room = this.room): void {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const { left, right, top, bottom } = room;
    // on a small window the margin gives way before the place does
    const margin = Math.max(
      0,
      Math.min(ROOM_MARGIN, (clientWidth - left - right) / 4, (clientHeight - top - bottom) / 4),
    );
    this.map.fitBounds(
      [
        [west, south],
        [east < west ? east + 360 : east, north],
      ],
      {
        padding: { left: left + margin, right: right + margin, top: top + margin, bottom: bottom + margin },
        maxZoom: CLOSEST_FIT,
        duration: isStill() ? 0 : GLIDE_MS,
        essential: true,
      },
    );
  }

  /** What of the map is free of panels: west, south, east, north; degrees, east may exceed 180. */
  bounds(): [number, number, number, number] {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const { left, right, top, bottom } = this.room;
    const [lower, upper] = [
      this.map.unproject([left, clientHeight - bottom]),
      this.map.unproject([clientWidth - right, top]),
    ];
    return [lower.lng, lower.lat, upper.lng, upper.lat];
  }

  /** A point of the screen moved into what is free of panels, so far from its edges; pixels. */
  inRoom(point: { x: number; y: number }, margin: number, sides = margin): { x: number; y: number } {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const { left, right, top, bottom } = this.room;
    return {
      x: Math.min(Math.max(point.x, left + sides), clientWidth - right - sides),
      y: Math.min(Math.max(point.y, top + margin), clientHeight - bottom - margin),
    };
  }

  /** Moves the map no more than it takes to bring a place's middle out from behind the panels. Degrees. */
  reveal(bbox: Bbox): void {
    if (this.map.isMoving()) {
      // a glide that is under way would be cut short
      this.map.once('moveend', () => this.reveal(bbox));
      return;
    }
    const [west, south, east, north] = bbox;
    const middle = this.map.project([(west + (east < west ? east + 360 : east)) / 2, (south + north) / 2]);
    const near = this.inRoom(middle, ROOM_MARGIN * 2);
    const [dx, dy] = [middle.x - near.x, middle.y - near.y];
    if (dx === 0 && dy === 0) return;
    this.map.panBy([dx, dy], { duration: isStill() ? 0 : GLIDE_MS });
  }

  zoomBy(step: number): void {
    const { x, y } = this.middle();
    this.map.easeTo({
      zoom: Math.round((this.map.getZoom() + step) * 100) / 100,
      around: this.map.unproject([x, y]),
      duration: isStill() ? 0 : 200,
    });
  }

  view(): View {
    const middle = this.middle();
    const { lng, lat } = this.map.unproject([middle.x, middle.y]);
    const zoom = this.map.getZoom();
    return {
      longitude: lng,
      latitude: lat,
      zoom: zoom + ZOOM_SHOWN_OFFSET,
      metresPerPixel: (EQUATOR_METRES * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** zoom),
    };
  }

  /** Called after every movement; the returned function ends that. */
  onView(listener: () => void): () => void {
    this.map.on('move', listener);
    this.map.on('resize', listener);
    return () => {
      this.map.off('move', listener);
      this.map.off('resize', listener);
    };
  }

  private watchPointer(): void {
    this.map.on('mousemove', ({ lngLat }) => {
      const { lng, lat } = lngLat.wrap();
      this.tellPointer({ longitude: lng, latitude: lat });
    });
    this.map.on('mouseout', () => this.tellPointer(null));
  }

  /** Tells of a pointer that is over this map, or over another that stands for a part of it. */
  tellPointer(at: Place | null): void {
    for (const listener of this.pointerListeners) listener(at);
  }

  /** Called with the pointer's place in degrees, null when it leaves the map. */
  onPointer(listener: (at: Place | null) => void): () => void {
    this.pointerListeners.add(listener);
    return () => this.pointerListeners.delete(listener);
  }

  destroy(): void {
    this.isOver = true;
    this.map.remove();
    this.overlay.destroy();
  }
}
