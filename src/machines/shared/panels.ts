import type { Id } from '../../../contract/calls/envelope.ts';
import type { SearchCondition } from '../../../contract/search.ts';

/** The panels of the left bar (§2 Main layout). */
const PANELS = ['search', 'myaoi', 'imagery', 'mysearch', 'myexport', 'order', 'account'] as const;

export type PanelName = (typeof PANELS)[number];

/** The panel named in the page address; null if unknown. */
export function panelNamed(text: string | null): PanelName | null {
  return PANELS.find((panel) => panel === text) ?? null;
}

export interface PanelShown {
  type: 'panel.shown';
  /** null if no panel is visible. */
  panel: PanelName | null;
}

export interface ListOutdated {
  type: 'list.outdated';
}

/** What is new has changed: the bell looks again. */
export interface NewsOutdated {
  type: 'news.outdated';
}

/** Another actor than the bar opens a panel. */
export interface PanelRequested {
  type: 'panel.requested';
  panel: PanelName;
}

/** The actor's panel opened or closed. */
export interface PanelOpened {
  type: 'panel.opened' | 'panel.closed';
}

/** Deletions still within their undo time: at log-out they are sent immediately. */
export interface DeletionsUnsent {
  type: 'deletions.unsent';
  of: 'aois' | 'searches' | 'watches';
  ids: Id[];
}

/** The results became visible, or the form replaced them. */
export interface ResultsShown {
  type: 'results.shown';
  /** The condition of the results; null while they are hidden. */
  condition: SearchCondition | null;
}
