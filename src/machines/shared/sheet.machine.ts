import { setup, type SnapshotFrom } from 'xstate';
import type { AddressChanged } from './address.ts';
import type { PanelShown, ResultsShown } from './panels.ts';

/** The heights at which a phone's sheet stops: 96 px, 44 % of the window, full (docs/design.md, Responsive). */
export const SHEET_STOPS = ['low', 'middle', 'full'] as const;
export type SheetStop = (typeof SHEET_STOPS)[number];

export type SheetEvent =
  | { type: 'handle.pressed' }
  /** The sheet was dragged and let go near a stop, or a view asks for one. */
  | { type: 'sheet.moved'; stop: SheetStop }
  | { type: 'order.requested' }
  | { type: 'order.linked' }
  | { type: 'searchForm.requested' }
  | { type: 'place.requested' }
  | { type: 'aoi.changed' }
  | PanelShown
  | ResultsShown
  | AddressChanged;

/** Where the sheet of a phone stops: it makes room for the map when the map has something to show. */
export const sheetMachine = setup({
  types: { events: {} as SheetEvent },
  guards: {
    isTo: ({ event }, params: { stop: SheetStop }) =>
      event.type === 'sheet.moved' && event.stop === params.stop,
    areShown: ({ event }) => event.type === 'results.shown' && event.condition !== null,
    isOrder: ({ event }) => event.type === 'address.changed' && event.address.query['order'] !== undefined,
    isPanel: ({ event }) => event.type === 'panel.shown' && event.panel !== null,
  },
}).createMachine({
  id: 'sheet',
  initial: 'middle',
  on: {
    'sheet.moved': [
      { guard: { type: 'isTo', params: { stop: 'low' } }, target: '.low' },
      { guard: { type: 'isTo', params: { stop: 'middle' } }, target: '.middle' },
      { target: '.full' },
    ],
    // the results are cards on the map
    'results.shown': [{ guard: 'areShown', target: '.low' }, { target: '.middle' }],
    'searchForm.requested': '.middle',
    'order.requested': '.full',
    'order.linked': '.full',
    'address.changed': { guard: 'isOrder', target: '.full' },
  },
  states: {
    low: { on: { 'handle.pressed': 'middle', 'panel.shown': { guard: 'isPanel', target: 'middle' } } },
    middle: { on: { 'handle.pressed': 'full' } },
    full: { on: { 'handle.pressed': 'low', 'place.requested': 'middle', 'aoi.changed': 'middle' } },
  },
});

export const sheetStop = (sheet: SnapshotFrom<typeof sheetMachine>): SheetStop => sheet.value;
