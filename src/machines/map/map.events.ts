import type { BaseMap } from '../../../contract/limits.ts';

/** [west, south, east, north], degrees; over 180° one of the longitudes lies beyond ±180. */
export type MapBox = readonly [number, number, number, number];

/** The map shall show a place. */
export interface PlaceRequested {
  type: 'place.requested';
  bbox: MapBox;
}

/** Where the map stands: its middle in degrees, and the zoom as shown (decision 18). */
export interface MapPlace {
  longitude: number;
  latitude: number;
  zoom: number;
}

/** A base map, or one of the user's imagery layers by its id. */
export type LayerId = BaseMap | `layer:${number}`;

/** §2 Main layout: the compare roller was opened; it hides the left panel until it is closed. */
export interface CompareOpened {
  type: 'compare.opened';
}

export interface CompareClosed {
  type: 'compare.closed';
}

/** A box was drawn on the map: of the results in sight, those that meet it are to be chosen. */
export interface ScenesBoxed {
  type: 'scenes.boxed';
  bbox: MapBox;
}
