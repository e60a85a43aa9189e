import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromPromise, setup } from 'xstate';
import type { SearchCondition } from '../../../contract/search.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { clearSharesMachine } from '../../../src/machines/search/clearShares.machine.ts';
import { type ResultsEvent, resultsMachine } from '../../../src/machines/search/results.machine.ts';
import { noteAreas } from '../../../src/machines/search/results.rules.ts';
import { scene } from '../../model/shared/samples.ts';
import { square } from '../../server/search/sceneFixtures.ts';

const condition: SearchCondition = {
  aoiWkt: 'POLYGON ((1 1, 2 1, 2 2, 1 2, 1 1))',
  acquisitionDateFrom: '2026-11-01',
  acquisitionDateTo: '2026-11-20',
  maxCloudCover: 20,
  maxOffNadirAngle: 15,
  sensorType: 'OPTICAL',
  satList: [],
};
const never = <Output, Input>() => fromPromise<Output, Input>(() => new Promise(() => {}));

/** The results of a search with two scenes of two suppliers: A covers a quarter of the AOI, B half. */
function found(input?: { pricing: null; isOrdering: boolean }, isMeasured = true) {
  const told: AnyEventObject[] = [];
  const files: { name: string; text: string }[] = [];
  const results = resultsMachine.provide({
    actors: {
      clearShares: clearSharesMachine.provide({ actors: { askClear: never() } }),
      measureShares: never(),
    },
    actions: { saveText: (_, file) => files.push(file) },
  });
  const parent = setup({ actors: { results } }).createMachine({
    invoke: { id: 'results', src: 'results', ...(input && { input }) },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const actor = createActor(parent).start().getSnapshot().children['results']!;
  const aoi = { ...aoiOf(square(1, 1, 2, 2)), areaKm2: 100 };
  const scenes = [scene('A', 'one'), scene('B', 'two')];
  if (isMeasured) noteAreas(scenes, aoi, [25, 50]);
  actor.send({ type: 'scenes.found', condition, aoi, scenes, numberMatched: 2 });
  told.length = 0;
  const chosen = () => actor.getSnapshot().context.chosen;
  return { actor, told, files, chosen };
}

test('the list is saved as a table with the share of the AOI of each scene, once it is measured', () => {
  const shares = (isMeasured: boolean) => {
    const { actor, files } = found(undefined, isMeasured);
    actor.send({ type: 'list.saved' });
    expect(files.map(({ name }) => name)).toEqual(['scenes.csv']);
    const lines = files[0]!.text.trim().split('\r\n').slice(1);
    return lines.map((line) => line.split(',').at(-2)).toSorted();
  };
  expect(shares(true)).toEqual(['25', '50']);
  expect(shares(false)).toEqual(['', '']);
});

describe('days of the filter that the search does not hold are searched', () => {
  test.each<[what: string, from: string, to: string, isAsked: boolean]>([
    ['within', '2026-11-05', '2026-11-10', false],
    ['all of them', '2026-11-01', '2026-11-20', false],
    ['from a day before', '2026-10-31', '2026-11-20', true],
    ['to a day after', '2026-11-01', '2026-11-21', true],
    ['one day before', '2026-10-31', '2026-10-31', true],
    ['the wrong way round', '2026-11-25', '2026-11-24', false],
    ['without a first one', '', '2026-11-21', false],
    ['without a last one', '2026-10-31', '', false],
  ])('%s: %s to %s', (_, dateFrom, dateTo, isAsked) => {
    const { actor, told } = found();
    actor.send({ type: 'filters.changed', patch: { dateFrom, dateTo } });
    const asked = told.filter(({ type }) => type === 'search.asked');
    expect(asked).toEqual(isAsked ? [{ type: 'search.asked', patch: { dateFrom, dateTo } }] : []);
  });
});

test('a search is saved, to be watched only if that is wanted', () => {
  const isWatched = (event: ResultsEvent) => {
    const { actor, told } = found();
    actor.send(event);
    return told.find(({ type }) => type === 'saveSearchForm.requested')?.['isWatched'] as unknown;
  };
  const type = 'saveSearch.requested' as const;
  expect([
    isWatched({ type }),
    isWatched({ type, isWatched: false }),
    isWatched({ type, isWatched: true }),
  ]).toEqual([false, false, true]);
});

test('scenes of two suppliers are chosen together unless they are to be ordered', () => {
  const after = (input?: Parameters<typeof found>[0]) => {
    const { actor, chosen } = found(input);
    for (const id of ['A', 'B']) actor.send({ type: 'scene.toggled', id });
    return chosen();
  };
  expect(after()).toEqual(['A', 'B']);
  expect(after({ pricing: null, isOrdering: false })).toEqual(['A', 'B']);
  expect(after({ pricing: null, isOrdering: true })).toEqual(['A']);
});
