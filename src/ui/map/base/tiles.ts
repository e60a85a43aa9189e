import type { BaseMapSource } from '../../../../contract/settings.ts';
import type { Bounds } from '../../../geo/entry/bbox.ts';
import type { LayerId } from '../../../machines/map/map.events.ts';

/** Source of tiles. */
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
export const layerOfSource = (name: string): LayerId | null =>
  name.startsWith(PREFIX) ? (name.slice(PREFIX.length) as LayerId) : null;

export const isSameSource = (one: TileSource, other: TileSource): boolean =>
  one === other ||
  (one.isRedrawn === true && other.isRedrawn === true) ||
  JSON.stringify(one) === JSON.stringify(other);

/** Decision 24: without tile addresses a layer shows nothing, and the outline map stays visible. */
export const hasTiles = ({ source }: Tiles): boolean => source.tiles.length > 0;
