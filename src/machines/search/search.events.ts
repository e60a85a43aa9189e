import type { Scene, SearchCondition } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { SearchDraft } from './search.rules.ts';
import type { PlanStart, TaskingStart } from './taskingStart.rules.ts';

export interface SceneOrderFormRequested {
  type: 'sceneOrderForm.requested';
  scenes: Scene[];
  aoi: Aoi;
  /** Percent of what the scenes cover of the AOI that is clear; null or absent if it is not known. */
  clear?: number | null;
  /** An earlier order to start from, and those of its scenes that are no longer sold. */
  again?: { draft: object; gone: readonly Scene[] };
}

/** A new acquisition is to be ordered (§5 Tasking from search). */
export interface TaskingFormRequested {
  type: 'taskingForm.requested';
  start: TaskingStart;
  aoi: Aoi;
  /** An earlier order to start from. */
  again?: { draft: object };
}

/** A pass by its satellite's code and its instant, ms. */
export interface PassKey {
  code: string;
  at: number;
}

/** Requests the plan of a new acquisition over the AOI: the passes and prices of all satellites. */
export interface NewAcquisitionRequested extends PlanStart {
  type: 'newAcquisition.requested';
  /** A pass of the default window to start with. */
  pass?: PassKey;
}

/** The AOI is to be searched at once, after changes to the form. */
export interface SearchAsked {
  type: 'search.asked';
  patch: Partial<SearchDraft>;
}

/** The chosen scenes are to be exported (decision 10). */
export interface SceneExportFormRequested {
  type: 'sceneExportForm.requested';
  /** In the order of the list; at least one. */
  productIds: string[];
  /** The AOI that they were searched for. */
  aoi: Aoi;
}

/** Quicklooks of the selected scenes are to be looked at side by side. */
export interface SceneComparisonRequested {
  type: 'sceneComparison.requested';
  /** Two to four, in the order of the list. */
  scenes: readonly Scene[];
  /** The AOI that they were searched for. */
  aoi: Aoi;
}

/** The scenes over a place are to be looked at one after another. */
export interface SceneFlipRequested {
  type: 'sceneFlip.requested';
  /** All in sight, with the first that is looked at. */
  scenes: readonly Scene[];
  scene: Scene;
  /** The AOI that they were searched for. */
  aoi: Aoi;
}

/** The user wants to save the shown search with its results (decision 8). */
export interface SaveSearchFormRequested {
  type: 'saveSearchForm.requested';
  condition: SearchCondition;
  aoi: Aoi;
  scenes: readonly Scene[];
  /** Scenes that matched, also beyond the cap. */
  numberMatched: number;
  /** A watch of the saved search is to be made. */
  isWatched?: boolean;
}

/** A saved search is opened: its saved results are shown (§2 My search list: restore results). */
export interface SearchRecalled {
  type: 'search.recalled';
  /** Null where the back end doesn't keep it. */
  condition: SearchCondition | null;
  /** The AOI of the search; null where it can't be read. */
  aoi: Aoi | null;
  scenes: Scene[];
  numberMatched: number;
  /** Scenes of the saved search that could not be read. */
  leftOut?: number | undefined;
  /** Product IDs of the scenes that are new since the search was saved. */
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
  /** Scenes of the reply that could not be read. */
  leftOut?: number | undefined;
}

/** The search form is to be shown in its panel, without the results. */
export interface SearchFormRequested {
  type: 'searchForm.requested';
}

/** The shown search is to run once more. */
export interface SearchRepeated {
  type: 'search.repeated';
  condition: SearchCondition;
  aoi: Aoi;
}

/** The condition of the form was edited: the results no longer answer it. */
export interface ConditionChanged {
  type: 'condition.changed';
  draft: SearchDraft;
}

export interface SearchStarted {
  type: 'search.started';
  draft: SearchDraft;
}

/** The condition of the page address is restored (decision 33); its area was restored before. */
export interface ConditionRestored {
  type: 'condition.restored';
  draft: SearchDraft;
  /** Whether it is the address of results. */
  isResults: boolean;
  /** Product IDs of the selected scenes, for results that are loaded again. */
  scenes: readonly string[];
  /** Product ID of the scene whose details are open. */
  details: string | null;
}

/** The form replaces the results (decision 33). */
export interface ResultsLeft {
  type: 'results.left';
}

/** Loaded results are shown again. */
export interface ResultsReturned {
  type: 'results.returned';
  /** The condition of the results; the latest if absent. */
  condition?: SearchCondition;
}

/** The chosen scenes have become an order. */
export interface ScenesOrdered {
  type: 'scenes.ordered';
}

/** An open image of another archive is to be shown on the map (decision 264). */
export interface SceneImageRequested {
  type: 'sceneImage.requested';
  productId: string;
  /** Of the file in the scene's STAC Item. */
  key: string;
}
