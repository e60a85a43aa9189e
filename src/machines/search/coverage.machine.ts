import { assign, fromPromise, raise, setup, type SnapshotFrom } from 'xstate';
import {
  COVERAGE_LEVELS,
  coverageColumns,
  type Coverage,
  type CoverageQuery,
} from '../../../contract/search.ts';
import type { Bounds } from '../../geo/entry/bbox.ts';
import { mercatorX, mercatorY, WORLD } from '../../geo/scenes/mercator.ts';
import { densitySteps } from '../map/map.rules.ts';
import type { RestingView } from '../map/baseTiles.machine.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { ConditionChanged, ConditionRestored, SearchStarted } from './search.events.ts';
import { defaultDraft, type SearchDraft } from './search.rules.ts';

/** Opens or closes the coverage. */
export interface CoverageToggled {
  type: 'coverage.toggled';
}
export interface CoverageInput {
  now: Date;
  /** Percentage of the archive that is there; null once it is complete. */
  archivePercent: number | null;
}
interface CoverageContext {
  /** Of the search form: its sensor and its dates are counted. */
  draft: SearchDraft;
  view: RestingView | null;
  /** The last reply, with what was asked. */
  counted: { query: CoverageQuery; cells: readonly number[] } | null;
  failure: NoticeText | null;
  archivePercent: number | null;
}
export type CoverageEvent =
  | CoverageToggled
  | ConditionChanged
  | ConditionRestored
  | SearchStarted
  | { type: 'view.rested'; view: RestingView }
  | { type: 'count.retried' }
  /** More of the archive is there. */
  | { type: 'archive.grown' };

/** Cells that the bounds of a part are rounded to, so that a small move asks for nothing. */
const BLOCK = 64;
/** The map's zoom as shown is one more than MapLibre's (decision 18). */
const SHOWN_MORE = 1;

/** The latitude of a row's upper edge, degrees. */
const latitudeOf = (row: number, columns: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / columns))) * 180) / Math.PI;
/** Columns and rows with their fractions, from the upper left. */
const columnOf = (longitude: number, columns: number): number => (mercatorX(longitude) / WORLD) * columns;
const rowOf = (latitude: number, columns: number): number => (1 - mercatorY(latitude) / WORLD) * columns;

/** The corners of a cell: west, south, east, north in degrees. */
export function cellBounds(column: number, row: number, level: number): Bounds {
  const columns = coverageColumns(level);
  return [
    (column / columns) * 360 - 180,
    latitudeOf(row + 1, columns),
    ((column + 1) / columns) * 360 - 180,
    latitudeOf(row, columns),
  ];
}

/** What is counted for the form's sensor and dates in a view. */
export function coverageQueryOf(draft: SearchDraft, { bbox, zoom }: RestingView): CoverageQuery {
  const { sensorType, dateFrom: from, dateTo: to } = draft;
  const level = Math.max(0, Math.min(COVERAGE_LEVELS.most, Math.floor(zoom - SHOWN_MORE)));
  const query = { sensorType, from, to, level };
  if (level <= COVERAGE_LEVELS.world) return query;
  const columns = coverageColumns(level);
  const [left, upper] = [columnOf(bbox[0], columns), rowOf(bbox[3], columns)];
  const [right, lower] = [columnOf(bbox[2], columns), rowOf(bbox[1], columns)];
  const block = (value: number, round: (x: number) => number): number =>
    Math.max(0, Math.min(columns, round(value / BLOCK) * BLOCK));
  const [west, , , north] = cellBounds(block(left, Math.floor), block(upper, Math.floor), level);
  const [east, , , south] = cellBounds(block(right, Math.ceil), block(lower, Math.ceil), level);
  return { ...query, west, south, east, north };
}

/** What is to be counted; null before the map rests, or without dates. */
const wanted = ({ draft, view }: CoverageContext): CoverageQuery | null =>
  view === null || draft.dateFrom === '' || draft.dateTo === '' ? null : coverageQueryOf(draft, view);

/** Where the archive has scenes, and while it is being filled, how much of it is there. */
export const coverageMachine = setup({
  types: { context: {} as CoverageContext, events: {} as CoverageEvent, input: {} as CoverageInput },
  actors: {
    /** GET /web/coverage. */
    countScenes: fromPromise<Coverage, CoverageQuery>(notProvided('countScenes')),
    /** GET /web/settings. */
    fetchPercent: fromPromise<number | null>(notProvided('fetchPercent')),
  },
  actions: {
    noteDraft: assign(({ event }) => ('draft' in event ? { draft: event.draft } : {})),
  },
  guards: {
    isCountable: ({ context }) => wanted(context) !== null,
    isComplete: ({ context }) => context.archivePercent === null,
    isCounted: ({ context }) => {
      const query = wanted(context);
      return query === null || JSON.stringify(query) === JSON.stringify(context.counted?.query);
    },
  },
  delays: {
    /** How long the view and the form rest before they are counted. */
    REST: 200,
    /** How often a growing archive is looked at. */
    LOOK: 5_000,
  },
}).createMachine({
  id: 'coverage',
  context: ({ input }) => ({
    draft: defaultDraft(input.now),
    view: null,
    counted: null,
    failure: null,
    archivePercent: input.archivePercent,
  }),
  type: 'parallel',
  on: {
    'condition.changed': { actions: 'noteDraft' },
    'condition.restored': { actions: 'noteDraft' },
    'search.started': { actions: 'noteDraft' },
    'view.rested': { actions: assign({ view: ({ event }) => event.view }) },
  },
  states: {
    counting: {
      initial: 'off',
      states: {
        off: { on: { 'coverage.toggled': 'on' } },
        on: {
          tags: 'shown',
          initial: 'resting',
          on: {
            'coverage.toggled': 'off',
            'condition.changed': { target: '.resting', actions: 'noteDraft' },
            'condition.restored': { target: '.resting', actions: 'noteDraft' },
            'search.started': { target: '.resting', actions: 'noteDraft' },
            'view.rested': { target: '.resting', actions: assign({ view: ({ event }) => event.view }) },
          },
          states: {
            resting: { after: { REST: 'judging' } },
            judging: { always: [{ guard: 'isCounted', target: 'counted' }, { target: 'asking' }] },
            asking: {
              entry: assign({ failure: null }),
              invoke: {
                id: 'countScenes',
                src: 'countScenes',
                input: ({ context }) => wanted(context)!,
                onDone: {
                  target: 'counted',
                  actions: assign({
                    counted: ({ context, event }) => ({ query: wanted(context)!, cells: event.output.cells }),
                  }),
                },
                onError: {
                  target: 'failed',
                  actions: assign({
                    failure: ({ event }) => messageOrFallback(event.error, 'errors.coverageFailed'),
                  }),
                },
              },
            },
            counted: { on: { 'archive.grown': { guard: 'isCountable', target: 'asking' } } },
            failed: { tags: 'failed', on: { 'count.retried': 'asking' } },
          },
        },
      },
    },
    filling: {
      initial: 'judging',
      states: {
        judging: { always: [{ guard: 'isComplete', target: 'complete' }, { target: 'waiting' }] },
        waiting: { after: { LOOK: 'looking' } },
        looking: {
          invoke: {
            id: 'fetchPercent',
            src: 'fetchPercent',
            onDone: {
              target: 'judging',
              actions: [
                assign({ archivePercent: ({ event }) => event.output }),
                raise({ type: 'archive.grown' }),
              ],
            },
            onError: 'waiting',
          },
        },
        complete: {},
      },
    },
  },
});

type CoverageSnapshot = SnapshotFrom<typeof coverageMachine>;

export const isCoverageShown = (coverage: CoverageSnapshot): boolean => coverage.hasTag('shown');
/** What was counted last, while it is shown; null before the first reply. */
export const countedCoverage = (coverage: CoverageSnapshot): CoverageContext['counted'] =>
  isCoverageShown(coverage) ? coverage.context.counted : null;
/** Why nothing could be counted. */
export const coverageFailure = (coverage: CoverageSnapshot): NoticeText | null =>
  coverage.hasTag('failed') ? coverage.context.failure : null;
/** The sensor and the days that are counted. */
export const coverageDraft = (coverage: CoverageSnapshot): SearchDraft => coverage.context.draft;
/** The percentage of the archive that is there; null unless it is being filled. */
export const archivePercent = (coverage: CoverageSnapshot): number | null => coverage.context.archivePercent;

type Counted = NonNullable<CoverageContext['counted']>;

/** From how many scenes of a cell each colour applies, where a cell has 500 or more. */
const STEPS = [1, 10, 50, 100, 250, 500] as const;

/** From how many scenes of a cell each colour applies: where no cell has 500, evenly up to the most, six at least. */
export function coverageSteps(counted: Counted | null): { steps: readonly number[]; most: number } {
  const most =
    counted?.cells.reduce((most, count, at) => (at % 3 === 2 ? Math.max(most, count) : most), 0) ?? 0;
  return { steps: most < STEPS.at(-1)! ? densitySteps(most) : STEPS, most };
}

/** The cell at a position: its scenes and its bounds, degrees. @returns null before anything is counted */
export function cellAt(
  coverage: CoverageSnapshot,
  longitude: number,
  latitude: number,
): { scenes: number; bounds: Bounds } | null {
  const counted = countedCoverage(coverage);
  if (counted === null) return null;
  const { level } = counted.query;
  const columns = coverageColumns(level);
  const [column, row] = [Math.floor(columnOf(longitude, columns)), Math.floor(rowOf(latitude, columns))];
  const { cells } = counted;
  const bounds = cellBounds(column, row, level);
  for (let at = 0; at < cells.length; at += 3)
    if (cells[at] === column && cells[at + 1] === row) return { scenes: cells[at + 2]!, bounds };
  return { scenes: 0, bounds };
}
