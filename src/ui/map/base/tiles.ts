import type {
  LayerSpecification,
  Map as MapLibre,
  MapSourceDataEvent,
  SourceSpecification,
} from 'maplibre-gl';
import type { BaseMapSource } from '../../../../contract/settings.ts';
import type { Bounds } from '../../../geo/entry/bbox.ts';
import type { LayerId } from '../../../machines/map/map.events.ts';

/** Where tiles come from. */
export interface TileSource extends BaseMapSource {
  /** y is counted from the south (§7 /api/ogc). */
  isTms?: boolean;
  /** Outside of it no tile is asked for; degrees. */
  bounds?: Bounds | null;
  /** How often the tiles were tried anew: another number asks for them again. */
  tries?: number;
}

/** A layer of tiles: a base map, or an imagery layer above one. */
export interface Tiles {
  id: LayerId;
  source: TileSource;
  /** Percent, 100 without it. */
  opacity?: number;
}
type Theme = 'light' | 'dark';

/** OSM's raster paint in both themes (look.md). Imagery and GMAP stay untouched. */
const OSM_PAINT = {
  light: {
    'raster-saturation': -0.45,
    'raster-brightness-min': 0.08,
    'raster-brightness-max': 1,
    'raster-hue-rotate': 0,
    'raster-contrast': 0,
  },
  dark: {
    'raster-saturation': -0.55,
    'raster-brightness-min': 0.85,
    'raster-brightness-max': 0.08,
    'raster-hue-rotate': 180,
    'raster-contrast': -0.05,
  },
} as const;

/** How often tiles on their way are looked at, ms. */
const LOOK_MS = 500;
/** A tile as MapLibre tells of it. */
type AskedTile = NonNullable<MapSourceDataEvent['tile']>;

const nameOf = (id: LayerId): string => `tiles-${id}`;

function sourceOf({ source }: Tiles): SourceSpecification {
  const { bounds } = source;
  return {
    type: 'raster',
    tiles: source.tiles,
    tileSize: 256,
    maxzoom: source.maxZoom,
    ...(source.isTms === true ? { scheme: 'tms' } : {}),
    ...(bounds === null || bounds === undefined ? {} : { bounds: [...bounds] }),
  };
}

const shareOf = ({ opacity = 100 }: Tiles): number => opacity / 100;

function layerOf(tiles: Tiles, theme: Theme, fade: number): LayerSpecification {
  const { id } = tiles;
  const paint = id === 'OSM' ? OSM_PAINT[theme] : {};
  return {
    id: nameOf(id),
    type: 'raster',
    source: nameOf(id),
    paint: {
      'raster-fade-duration': fade,
      'raster-opacity': shareOf(tiles),
      // it follows the slider at once
      'raster-opacity-transition': { duration: 0 },
      ...paint,
    },
  };
}

const isSameSource = (one: TileSource, other: TileSource): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/**
 * The layers of tiles on one map, over its outline map and below all that deck.gl draws. It also knows of which of them a
 * tile has been seen: only those are in sight, and only their attribution is due.
 */
export class TileStack {
  private readonly map: MapLibre;
  private readonly fade: number;
  private theme: Theme;
  private shown: readonly Tiles[] = [];
  private seenIds: readonly LayerId[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly failureListeners = new Set<(id: LayerId) => void>();
  /** Tiles on their way, by their source's name. */
  private readonly asked = new Map<string, Set<AskedTile>>();
  private looking: ReturnType<typeof setTimeout> | undefined;

  /** @param fade how long a tile takes to appear, ms */
  constructor(map: MapLibre, theme: Theme, fade: number) {
    this.map = map;
    this.theme = theme;
    this.fade = fade;
    map.on('sourcedata', (event) => this.noteTile(event));
    map.on('sourcedataloading', ({ sourceId, tile }) => this.noteAsked(sourceId, tile));
    map.on('remove', () => clearTimeout(this.looking));
  }

  private noteAsked(sourceId: string, tile: AskedTile | undefined): void {
    const tiles = this.asked.get(sourceId);
    if (tile === undefined || tiles === undefined) return;
    tiles.add(tile);
    this.looking ??= setTimeout(this.tellFailures, LOOK_MS);
  }

  /** MapLibre tells nothing of a tile that is answered with 404: the tiles on their way are looked at until all have ended. */
  private readonly tellFailures = (): void => {
    this.looking = undefined;
    for (const { id } of this.shown) {
      const tiles = [...(this.asked.get(nameOf(id)) ?? [])];
      const waiting = tiles.filter(({ state }) => state === 'loading');
      this.asked.set(nameOf(id), new Set(waiting));
      if (waiting.length > 0) this.looking ??= setTimeout(this.tellFailures, LOOK_MS);
      if (tiles.some(({ state }) => state === 'errored'))
        for (const listener of this.failureListeners) listener(id);
    }
  };

  private noteTile({ sourceId, tile }: MapSourceDataEvent): void {
    if (tile?.state !== 'loaded') return;
    const one = this.shown.find(({ id }) => nameOf(id) === sourceId);
    if (one !== undefined && !this.seenIds.includes(one.id)) this.noteSeen([...this.seenIds, one.id]);
  }

  private noteSeen(ids: readonly LayerId[]): void {
    this.seenIds = ids;
    for (const listener of this.listeners) listener();
  }

  /**
   * Shows these layers and no others, the first one lowest. A layer without addresses shows nothing: the outline map
   * stays in sight. The map's style must be there.
   */
  show(tiles: readonly Tiles[]): void {
    const next = tiles.filter(({ source }) => source.tiles.length > 0);
    const isKept = (one: Tiles) =>
      next.some(({ id, source }) => id === one.id && isSameSource(source, one.source));
    const gone = this.shown.filter((one) => !isKept(one));
    for (const { id } of gone) {
      this.map.removeLayer(nameOf(id));
      this.map.removeSource(nameOf(id));
      this.asked.delete(nameOf(id));
    }
    const kept = this.shown.filter(isKept);
    this.shown = next;
    if (gone.some(({ id }) => this.seenIds.includes(id)))
      this.noteSeen(this.seenIds.filter((id) => kept.some((one) => one.id === id)));
    let above = this.map.getStyle().layers.find(({ id }) => id.startsWith('deck'))?.id;
    for (const one of next.toReversed()) {
      const name = nameOf(one.id);
      if (this.map.getLayer(name) === undefined) {
        this.asked.set(name, new Set());
        this.map.addSource(name, sourceOf(one));
        this.map.addLayer(layerOf(one, this.theme, this.fade), above);
      } else {
        this.map.moveLayer(name, above);
        this.map.setPaintProperty(name, 'raster-opacity', shareOf(one));
      }
      above = name;
    }
  }

  /** How opaque a layer is, percent, until the layers are shown anew: for a slider on its way. */
  setOpacity(id: LayerId, opacity: number): void {
    if (this.map.getLayer(nameOf(id)) !== undefined)
      this.map.setPaintProperty(nameOf(id), 'raster-opacity', opacity / 100);
  }

  /** Called with a layer of which a tile did not come, a moment later; the returned function ends that. */
  readonly onFailed = (listener: (id: LayerId) => void): (() => void) => {
    this.failureListeners.add(listener);
    return () => this.failureListeners.delete(listener);
  };

  /** Colours of the theme; no tile is loaded anew. */
  showTheme(theme: Theme): void {
    this.theme = theme;
    if (this.map.getLayer(nameOf('OSM')) === undefined) return;
    for (const [property, value] of Object.entries(OSM_PAINT[theme]))
      this.map.setPaintProperty(nameOf('OSM'), property, value);
  }

  /** The layers of which a tile has been seen since they are shown; the same array until that changes. */
  readonly seen = (): readonly LayerId[] => this.seenIds;

  readonly onSeen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}
