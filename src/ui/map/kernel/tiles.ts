import type { Id } from '../../../../contract/calls/envelope.ts';
import type { BaseMapSource } from '../../../../contract/settings.ts';
import type { Bounds } from '../../../geo/entry/bbox.ts';
import type { LayerId } from '../../../machines/map/map.events.ts';
import type { Map as MapLibre, MapSourceDataEvent } from 'maplibre-gl';
import { valueStore } from '../../shared/valueStore.ts';

export interface TileSource extends BaseMapSource {
  /** Whether y is counted from the south (§7 /api/ogc). */
  isTms?: boolean;
  /** Bounds of the requested tiles, degrees. */
  bounds?: Bounds | null;
  /** Its tiles are drawn here and change in place: the old ones stay until the new ones are there. */
  isRedrawn?: boolean;
  /** Enlarged pixels stay squares. */
  isSharp?: boolean;
  /** Retry counter: changing it reloads the tiles. */
  tries?: number;
}

/** A tile layer: a base map, or an imagery layer above one. */
export interface Tiles {
  id: LayerId;
  source: TileSource;
  /** Percent, 100 by default. */
  opacity?: number;
}

const PREFIX = 'tiles-';

/** Name of a tile layer, and of its source, in the map's style. */
export const sourceName = (id: LayerId): string => PREFIX + id;

/** @returns null if the source is not a tile layer's */
const layerOfSource = (name: string): LayerId | null =>
  name.startsWith(PREFIX) ? (name.slice(PREFIX.length) as LayerId) : null;

const isSameSource = (one: TileSource, other: TileSource): boolean =>
  one === other ||
  (one.isRedrawn === true && other.isRedrawn === true) ||
  JSON.stringify(one) === JSON.stringify(other);

/** Decision 24: without tile addresses a layer shows nothing, and the outline map stays visible. */
export const hasTiles = ({ source }: Tiles): boolean => source.tiles.length > 0;

/** After this many failed tiles in a row the service counts as lost; fewer may be gaps in its coverage. */
const LOST_MIN = 4;
/** Interval at which pending tiles are polled, ms. */
const POLL_MS = 500;
type Tile = NonNullable<MapSourceDataEvent['tile']>;

/**
 * Tracks which tile layers on a map have asked for a tile and shown one, and which failed to load one. Only layers with a
 * visible tile need their attribution.
 */
export class TileWatch {
  private shown: readonly Tiles[] = [];
  /** Layers that have shown a tile. */
  readonly seen = valueStore<readonly LayerId[]>([]);
  /** Layers that have asked for one. */
  readonly asked = valueStore<readonly LayerId[]>([]);
  private readonly failureListeners = new Set<(id: LayerId) => void>();
  private readonly lossListeners = new Set<(id: LayerId, status: number | null) => void>();
  /** HTTP status of the last failed reply, by source name; null without a reply. */
  private readonly statuses = new Map<string, number | null>();
  /** Pending tiles by source name. */
  private readonly pending = new Map<string, Set<Tile>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(map: MapLibre) {
    map.on('sourcedata', (event) => this.noteTile(event));
    map.on('sourcedataloading', ({ sourceId, tile }) => this.noteRequest(sourceId, tile));
    map.on('error', (event) => {
      const { sourceId, error } = event as typeof event & { sourceId?: string; error: { status?: number } };
      // status 0: no reply, or one that the browser hides
      if (sourceId !== undefined) this.statuses.set(sourceId, error.status || null);
    });
    map.on('remove', () => clearTimeout(this.timer));
  }

  /** Sets the current layers; a removed layer, or one with a new source, counts as not shown yet. */
  follow(tiles: readonly Tiles[]): void {
    const gone = this.shown.filter(
      (one) => !tiles.some(({ id, source }) => id === one.id && isSameSource(source, one.source)),
    );
    this.shown = tiles;
    for (const { id } of gone) this.pending.delete(sourceName(id));
    for (const store of [this.seen, this.asked]) {
      const layers = store.get();
      if (gone.some(({ id }) => layers.includes(id)))
        store.set(layers.filter((id) => !gone.some((one) => one.id === id)));
    }
  }

  private noteRequest(sourceId: string, tile: Tile | undefined): void {
    const id = layerOfSource(sourceId);
    if (tile === undefined || id === null) return;
    if (!this.asked.get().includes(id)) this.asked.set([...this.asked.get(), id]);
    const tiles = this.pending.get(sourceId) ?? new Set();
    this.pending.set(sourceId, tiles.add(tile));
    this.timer ??= setTimeout(this.poll, POLL_MS);
  }

  /**
   * MapLibre reports no event for a tile that is answered with 404, so pending tiles are polled until all have
   * settled.
   */
  private readonly poll = (): void => {
    this.timer = undefined;
    for (const { id } of this.shown) {
      const tiles = [...(this.pending.get(sourceName(id)) ?? [])];
      const loading = tiles.filter(({ state }) => state === 'loading');
      this.pending.set(sourceName(id), new Set(loading));
      if (loading.length > 0) this.timer ??= setTimeout(this.poll, POLL_MS);
      const failed = tiles.filter(({ state }) => state === 'errored').length;
      if (failed > 0) for (const listener of this.failureListeners) listener(id);
      const isNone = failed > 0 && loading.length === 0 && !tiles.some(({ state }) => state === 'loaded');
      if (isNone && (failed >= LOST_MIN || !this.seen.get().includes(id))) this.noteLoss(id);
    }
  };

  private noteLoss(id: LayerId): void {
    const status = this.statuses.get(sourceName(id)) ?? null;
    for (const listener of this.lossListeners) listener(id, status);
  }

  private noteTile({ sourceId, tile }: MapSourceDataEvent): void {
    if (tile?.state !== 'loaded') return;
    const id = layerOfSource(sourceId);
    const isShown = this.shown.some((one) => one.id === id);
    const seen = this.seen.get();
    if (id !== null && isShown && !seen.includes(id)) this.seen.set([...seen, id]);
  }

  /** Calls back with a layer if all its tiles failed; returns a function to unsubscribe. */
  readonly onLost = (listener: (id: LayerId, status: number | null) => void): (() => void) => {
    this.lossListeners.add(listener);
    return () => this.lossListeners.delete(listener);
  };

  /** Calls back, slightly delayed, with a layer whose tile failed; returns a function to unsubscribe. */
  readonly onFailed = (listener: (id: LayerId) => void): (() => void) => {
    this.failureListeners.add(listener);
    return () => this.failureListeners.delete(listener);
  };
}

/** Value of the opacity slider during a drag, percent; the actor gets only the final value. */
export const slidingOpacity = valueStore<{ id: Id; opacity: number } | null>(null);
