import { and, assign, setup, type SnapshotFrom } from 'xstate';
import type { PanelName, PanelShown, ResultsShown } from './panels.ts';

/** The heights at which a phone's sheet stops: 96 px, 44 % of the window, full (docs/design.md, Responsive). */
export const SHEET_STOPS = ['low', 'middle', 'full'] as const;
export type SheetStop = (typeof SHEET_STOPS)[number];

interface SheetContext {
  /** The panel in the sheet; null before the first one. */
  panel: PanelName | null;
  /** Whether the search panel has results, which are cards while the sheet is low. */
  hasResults: boolean;
}
export type SheetEvent =
  | { type: 'handle.pressed' }
  /** The sheet was dragged and let go near a stop, or a view asks for one. */
  | { type: 'sheet.moved'; stop: SheetStop }
  | { type: 'order.requested' }
  | { type: 'searchForm.requested' }
  | { type: 'place.requested' }
  | { type: 'aoi.changed' }
  | PanelShown
  | ResultsShown;

/** Where the sheet of a phone stops: it makes room for the map when the map has something to show. */
export const sheetMachine = setup({
  types: { context: {} as SheetContext, events: {} as SheetEvent },
  actions: {
    notePanel: assign(({ context, event }) =>
      event.type === 'panel.shown' ? { panel: event.panel ?? context.panel } : {},
    ),
    noteResults: assign(({ event }) =>
      event.type === 'results.shown' ? { hasResults: event.condition !== null } : {},
    ),
  },
  guards: {
    isTo: ({ event }, params: { stop: SheetStop }) =>
      event.type === 'sheet.moved' && event.stop === params.stop,
    areShown: ({ event }) => event.type === 'results.shown' && event.condition !== null,
    /** Going back and forward shows the panel anew; a comparison hides it. */
    isOtherPanel: ({ context, event }) =>
      event.type === 'panel.shown' && event.panel !== null && event.panel !== context.panel,
    hasCards: ({ context, event }) =>
      event.type === 'panel.shown' && event.panel === 'search' && context.hasResults,
  },
}).createMachine({
  id: 'sheet',
  context: { panel: null, hasResults: false },
  initial: 'middle',
  on: {
    'sheet.moved': [
      { guard: { type: 'isTo', params: { stop: 'low' } }, target: '.low' },
      { guard: { type: 'isTo', params: { stop: 'middle' } }, target: '.middle' },
      { target: '.full' },
    ],
    // the results are cards on the map
    'results.shown': [
      { guard: 'areShown', target: '.low', actions: 'noteResults' },
      { target: '.middle', actions: 'noteResults' },
    ],
    'panel.shown': [
      { guard: and(['isOtherPanel', 'hasCards']), target: '.low', actions: 'notePanel' },
      { guard: 'isOtherPanel', actions: 'notePanel' },
    ],
    'searchForm.requested': '.middle',
    'order.requested': '.middle',
  },
  states: {
    low: {
      on: {
        'handle.pressed': 'middle',
        'panel.shown': [
          { guard: and(['isOtherPanel', 'hasCards']), actions: 'notePanel' },
          { guard: 'isOtherPanel', target: 'middle', actions: 'notePanel' },
        ],
      },
    },
    middle: { on: { 'handle.pressed': 'full' } },
    full: { on: { 'handle.pressed': 'low', 'place.requested': 'middle', 'aoi.changed': 'middle' } },
  },
});

export const sheetStop = (sheet: SnapshotFrom<typeof sheetMachine>): SheetStop => sheet.value;
