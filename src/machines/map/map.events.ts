import type { Id } from '../../../contract/calls/envelope.ts';
import type { BaseMap } from '../../../contract/limits.ts';
import type { Place } from '../../../contract/places.ts';

/** [west, south, east, north], degrees; for a box across 180° one longitude exceeds ±180. */
export type MapBox = readonly [number, number, number, number];

/** The map is to show the AOI whole. */
export interface AoiViewRequested {
  type: 'aoiView.requested';
}

/** The map is to show a place. */
export interface PlaceRequested {
  type: 'place.requested';
  bbox: MapBox;
}

/** The surroundings of a place are to become the AOI, and to be searched. */
export interface PlaceStarted {
  type: 'place.started';
  place: Place;
}

/** A view: its middle in degrees, and the zoom as shown (decision 18). */
export interface MapPlace {
  longitude: number;
  latitude: number;
  zoom: number;
}

/** A base map, an imagery layer of the user by its id, the delivered image that is shown, or one of its list. */
export type LayerId = BaseMap | `layer:${Id}` | 'delivered' | `delivered:${number}`;

/** §2 Main layout: the compare slider was opened; it hides the left panel until it is closed. */
export interface CompareOpened {
  type: 'compare.opened';
}

export interface CompareClosed {
  type: 'compare.closed';
}

/** A box was drawn on the map: the shown results that it touches are to be chosen. */
export interface ScenesBoxed {
  type: 'scenes.boxed';
  bbox: MapBox;
}

/** §4 Map: drawing starts in Box or Polygon mode. */
export type DrawMode = 'Box' | 'Polygon';
/** §4 Measure modes: 1 distance, 2 area; 0, clear, is `measures.cleared`. */
export type MeasureMode = 1 | 2;

/** §4: opens or closes the comparison. */
export interface CompareToggled {
  type: 'compare.toggled';
  /** The layers to compare; without them those of the last comparison. */
  sides?: { before: LayerId; after: LayerId };
}

/** Two dates of one place, on which a comparison opens if no others were chosen; null if there are none. */
export interface SidesOffered {
  type: 'sides.offered';
  sides: { before: LayerId; after: LayerId } | null;
}

/** §2 Layer selector: opens or closes it. */
export interface SelectorToggled {
  type: 'selector.toggled';
}

/** Asks the view to show a box; degrees, east may exceed 180. */
export interface CameraRequested {
  type: 'camera.requested';
  bbox: MapBox;
}

/** A drawn area is complete; where the drawing left other room than the page has, the view shows it anew. */
export interface AreaDrawn {
  type: 'area.drawn';
  bbox: MapBox;
}

/** Asks the view to go to a place. */
export interface ViewRequested {
  type: 'view.requested';
  view: MapPlace;
}
