import type { SnapshotFrom } from 'xstate';
import {
  archivePercent,
  countedCoverage,
  coverageFailure,
  coverageMachine,
  isCoverageShown,
} from '../../../src/machines/search/coverage.machine.ts';
import { defaultDraft } from '../../../src/machines/search/search.rules.ts';
import { model, type Model } from '../paths/explore.ts';
import { after, done, failed } from '../shared/outcomes.ts';

type Snapshot = SnapshotFrom<typeof coverageMachine>;

const now = new Date('2026-11-21T08:00:00Z');
const draft = defaultDraft(now);
const world = { bbox: [-170, -60, 170, 75], zoom: 2.4 } as const;
const near = { bbox: [103, 1, 104, 2], zoom: 10 } as const;

const coverage = model<Snapshot['context']>(
  {
    name: 'coverage',
    machine: coverageMachine,
    variants: {
      'a whole archive': { now, archivePercent: null },
      'an archive that is being filled': { now, archivePercent: 62 },
    },
    queries: {
      shown: isCoverageShown,
      counted: (one: Snapshot) => countedCoverage(one)?.query.level,
      failure: coverageFailure,
      percent: archivePercent,
    },
    events: [
      { type: 'coverage.toggled' },
      { type: 'view.rested', view: world },
      { type: 'view.rested', view: near },
      { type: 'condition.changed', draft: { ...draft, sensorType: 'SAR' } },
      { type: 'condition.changed', draft: { ...draft, dateFrom: '' } },
      { type: 'condition.restored', draft, isResults: false, scenes: [], details: null },
      { type: 'search.started', draft },
      after('REST', 'coverage.counting.on.resting'),
      after('LOOK', 'coverage.filling.waiting'),
      done('countScenes', { level: 1, cells: [3, 4, 5] }),
      ...failed('countScenes'),
      { type: 'count.retried' },
      { type: 'archive.grown' },
      done('fetchPercent', 80),
      done('fetchPercent', null),
      ...failed('fetchPercent'),
    ],
    refusals: { countScenes: ['badRequest'] },
  },
  ({ draft: { sensorType, dateFrom }, view, counted, failure, archivePercent: percent }) => [
    sensorType,
    dateFrom,
    view?.zoom,
    counted?.query.level,
    counted?.query.sensorType,
    failure,
    percent,
  ],
);

/** Where the archive has scenes. */
export const coverageModels: readonly Model[] = [coverage];
