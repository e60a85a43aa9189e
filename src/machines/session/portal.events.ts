import type { BaseMap } from '../../../contract/limits.ts';
import type { FormQuote } from '../../../contract/quote.ts';
import type { Scene, SearchCondition } from '../../../contract/search.ts';
import type { Aoi, AreaGeometry } from '../../geo/aoi.ts';
import type { ExportedLayer } from '../imagery/imageryExport.rules.ts';
import type { NoticeRaised, NoticeText } from '../shared/notice.ts';
import type { TaskingStart } from '../orders/tasking.rules.ts';

/**
 * The facts that travel between the portal and its children. Up: a child tells its parent. Down: the portal tells
 * whom it concerns. Never sideways.
 */

/** The panels of the left bar (§2 Main layout). */
export const PANELS = ['search', 'myaoi', 'imagery', 'mysearch', 'myexport', 'order', 'account'] as const;
export type PanelName = (typeof PANELS)[number];

/** A name from the page address, or null when it names no panel. */
export function panelNamed(text: string | null): PanelName | null {
  return PANELS.find((panel) => panel === text) ?? null;
}

/** Where an AOI came from; decides whether the map goes there. */
export type AoiOrigin = 'drawn' | 'typed' | 'file' | 'saved' | 'address' | 'undone' | 'cleared';
/** How an AOI was made, whatever undo did with it since: what its card calls it. */
export type AoiSource =
  | { kind: 'drawn' }
  | { kind: 'typed' }
  | { kind: 'file'; name: string }
  /** From the list of saved AOIs, or from a saved search. */
  | { kind: 'saved'; name: string }
  /** From the page address (decision 33); the address says itself where the map stands. */
  | { kind: 'address' };

/** The two lists of the order panel (§2). */
export type OrderKind = 'archive' | 'tasking';

export interface AoiDrawn {
  type: 'aoi.drawn';
  geometry: AreaGeometry;
}
/** A file was read, and what was mended in it agreed to. The area was checked and measured where it was read. */
export interface AreaRead {
  type: 'area.read';
  aoi: Aoi;
  /** The file's. */
  name: string;
  /** What else is to be said of it. */
  notes: readonly NoticeText[];
}
/** The AOI is to go. */
export interface AoiCleared {
  type: 'aoi.cleared';
}
export interface AoiChanged {
  type: 'aoi.changed';
  aoi: Aoi | null;
  origin: AoiOrigin;
}
/** An area that was kept comes back; it was checked and measured before. */
export interface AoiRecalled {
  type: 'aoi.recalled';
  aoi: Aoi;
  source: AoiSource;
}
export interface PanelShown {
  type: 'panel.shown';
  /** null: no panel is visible. */
  panel: PanelName | null;
}
export interface SceneOrderWanted {
  type: 'sceneOrder.wanted';
  scenes: Scene[];
  aoi: Aoi;
}
/** A new acquisition is to be ordered (§5 Tasking from search). */
export interface TaskingWanted {
  type: 'tasking.wanted';
  start: TaskingStart;
  aoi: Aoi;
}
/** The chosen scenes are to be exported (decision 10). */
export interface ExportWanted {
  type: 'export.wanted';
  /** In the order of the list; at least one. */
  productIds: string[];
  /** The AOI that they were searched for. */
  aoi: Aoi;
}
/** The shown search is to be saved, with what it found (decision 8). */
export interface SearchSaveWanted {
  type: 'searchSave.wanted';
  condition: SearchCondition;
  aoi: Aoi;
  scenes: readonly Scene[];
  /** Scenes that matched, also beyond the cap. */
  numberMatched: number;
}
/** A saved search is opened: its results are shown as they were kept (§2 My search list: restore results). */
export interface SearchRecalled {
  type: 'search.recalled';
  condition: SearchCondition;
  /** The AOI of the condition. */
  aoi: Aoi;
  scenes: Scene[];
  numberMatched: number;
  /** Product IDs of the scenes that are new since it was saved; none for results as they were kept. */
  newIds: string[];
}
/** A search was answered; no scenes when nothing was found. */
export interface ScenesFound {
  type: 'scenes.found';
  condition: SearchCondition;
  /** The AOI of the condition. */
  aoi: Aoi;
  scenes: Scene[];
  numberMatched: number;
}
/** The results have come into sight, or made place for the form. */
export interface ResultsShown {
  type: 'results.shown';
  /** What they answer; null when they are out of sight. */
  condition: SearchCondition | null;
}
/** The shown search is to run once more. */
export interface SearchRepeated {
  type: 'search.repeated';
  condition: SearchCondition;
  aoi: Aoi;
}
/** The page address asks for the results to make place for the form, or to come back (decision 33). */
export interface ResultsLeft {
  type: 'results.left';
}
export interface ResultsReturned {
  type: 'results.returned';
}
export interface ListOutdated {
  type: 'list.outdated';
}
/** A panel that is to be opened, by another actor than the bar. */
export interface PanelWanted {
  type: 'panel.wanted';
  panel: PanelName;
}
/** The panel of this actor opens or closes. */
export interface PanelOpened {
  type: 'panel.opened' | 'panel.closed';
}
/** An export was submitted, and somebody waits for it. */
export interface TaskAwaited {
  type: 'task.awaited';
  /** Its id. */
  key: string;
}
/** Deletions that the server has not heard of yet: who logs out now means them all the same. */
export interface DeletionsUnsent {
  type: 'deletions.unsent';
  of: 'aois' | 'searches';
  ids: number[];
}

/** A link to one order was followed, and the order found (decision 104). */
export interface OrderLinked {
  type: 'order.linked';
  orderNum: string;
  kind: OrderKind;
  /** Of its list, from 1. */
  page: number;
}
/** One order is to be shown, unfolded, by the list that it is in. */
export interface OrderSought {
  type: 'order.sought';
  orderNum: string;
  page: number;
}
/** What a form would order is to be printed as a quote (decision 105). */
export interface QuoteWanted {
  type: 'quote.wanted';
  quote: FormQuote;
}
/** The other list of the order panel is to be shown (§2). */
export interface OrderKindChosen {
  type: 'orderKind.chosen';
  kind: OrderKind;
}
/** An imagery layer is to be exported (§5 Imagery export). */
export interface ImageryExportWanted {
  type: 'imageryExport.wanted';
  layer: ExportedLayer;
  aoi: Aoi;
}
/** Credits went or came back: the balance is another one. */
export interface CreditsMoved {
  type: 'credits.moved';
}

/** The chosen scenes have become an order. */
export interface ScenesOrdered {
  type: 'scenes.ordered';
}

/** An AOI was saved: the list of saved ones is out of date. */
export interface AoiSaved {
  type: 'aoi.saved';
}
/** [west, south, east, north], degrees; over 180° one of the longitudes lies beyond ±180. */
export type MapBox = readonly [number, number, number, number];

/** The map shall show a place. */
export interface PlaceWanted {
  type: 'place.requested';
  bbox: MapBox;
}
/** A box was drawn on the map: of the results in sight, those that meet it are to be chosen. */
export interface ScenesBoxed {
  type: 'scenes.boxed';
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

/** §4 Session: the password was changed, and with it every session of the account ended. */
export interface PasswordChanged {
  type: 'password.changed';
}

/** What children tell the portal. */
export type FactUp =
  | AoiDrawn
  | AreaRead
  | AoiChanged
  | PanelShown
  | SceneOrderWanted
  | TaskingWanted
  | ExportWanted
  | ImageryExportWanted
  | CreditsMoved
  | SearchSaveWanted
  | SearchRecalled
  | ScenesFound
  | ScenesBoxed
  | ResultsShown
  | ResultsLeft
  | ResultsReturned
  | SearchRepeated
  | AoiCleared
  | AoiRecalled
  | PanelWanted
  | DeletionsUnsent
  | AoiSaved
  | PlaceWanted
  | CompareOpened
  | CompareClosed
  | PasswordChanged
  | OrderLinked
  | OrderKindChosen
  | QuoteWanted
  | NoticeRaised;

/** What the forms of the auth panels tell `auth`: the success dialog was left (§2). */
export interface PanelLeft {
  type: 'panel.left';
  email: string;
}
/** What `auth` tells them: the address that was typed in another panel. */
export interface EmailProposed {
  type: 'email.proposed';
  email: string;
}
