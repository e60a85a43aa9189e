import type { SearchCondition } from '../../../contract/search.ts';

/** The panels of the left bar (§2 Main layout). */
const PANELS = ['search', 'myaoi', 'imagery', 'mysearch', 'myexport', 'order', 'account'] as const;

export type PanelName = (typeof PANELS)[number];

/** A name from the page address, or null when it names no panel. */
export function panelNamed(text: string | null): PanelName | null {
  return PANELS.find((panel) => panel === text) ?? null;
}

export interface PanelShown {
  type: 'panel.shown';
  /** null: no panel is visible. */
  panel: PanelName | null;
}

export interface ListOutdated {
  type: 'list.outdated';
}

/** A panel that is to be opened, by another actor than the bar. */
export interface PanelRequested {
  type: 'panel.requested';
  panel: PanelName;
}

/** The panel of this actor opens or closes. */
export interface PanelOpened {
  type: 'panel.opened' | 'panel.closed';
}

/** Deletions that the server has not heard of yet: who logs out now means them all the same. */
export interface DeletionsUnsent {
  type: 'deletions.unsent';
  of: 'aois' | 'searches';
  ids: number[];
}

/** The results have come into sight, or made place for the form. */
export interface ResultsShown {
  type: 'results.shown';
  /** The condition of the results; null while they are hidden. */
  condition: SearchCondition | null;
}
