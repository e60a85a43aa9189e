import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { sunSynchronousTle } from '../../../server/simulator/archive/constellation.ts';
import { aoiOf, type AreaGeometry } from '../../../src/geo/aoi.ts';
import type { Pass } from '../../../src/geo/orbit/passes.ts';
import { foundPasses, passesMachine } from '../../../src/machines/orders/passes.machine.ts';
import {
  bestPass,
  elementsAgeDays,
  isSameQuestion,
  passesWithin,
  passQuestionOf,
} from '../../../src/machines/orders/passes.rules.ts';
import { passFinder } from '../../../src/wiring/workerActors.ts';
import { settled, StagedWorker } from '../workers/stagedWorker.ts';
import { type FoundPasses, type PassQuestion, passesOf } from '../../../src/geo/orbit/passSearch.ts';
import { box } from '../../fixtures/box.ts';

const AREA: AreaGeometry = box(103.7, 1.2, 104, 1.5);
const EPOCH = Date.UTC(2026, 10, 1);
const [line1, line2] = sunSynchronousTle({
  number: 99_001,
  altitudeKm: 530,
  ascendingNodeHours: 22.5,
  anomalyDeg: 0,
  epochMs: EPOCH,
});
const SATELLITE = {
  name: 'OB-3',
  code: 'OB3',
  gsd: 0.9,
  sensorType: 'OPTICAL',
  tle: { line1, line2 },
} as const;
const WINDOW = { windowStart: '2026-11-24', windowEnd: '2026-12-08' };
const question = (patch: Partial<PassQuestion> = {}): PassQuestion => ({
  ...passQuestionOf(SATELLITE, aoiOf(AREA), WINDOW)!,
  ...patch,
});

describe('the passes over an area', () => {
  test('the window includes its last day, in UTC', () => {
    expect(question()).toMatchObject({
      from: Date.UTC(2026, 10, 24),
      to: Date.UTC(2026, 11, 9),
      sensorType: 'OPTICAL',
    });
  });

  test.each([{ windowStart: '' }, { windowEnd: '2026-11-23' }])(
    '%j is no window: nothing is asked',
    (patch) => expect(passQuestionOf(SATELLITE, aoiOf(AREA), { ...WINDOW, ...patch })).toBeNull(),
  );

  test('without orbit elements there is no question', () => {
    const { tle: _, ...unknown } = SATELLITE;
    expect(passQuestionOf(unknown, aoiOf(AREA), WINDOW)).toBeNull();
  });

  test('the answer has the epoch of its elements, and whether the list is cut', () => {
    const found = passesOf(question());
    expect(found.passes.length).toBeGreaterThan(5);
    expect(Math.abs(found.elementsAt - EPOCH)).toBeLessThan(1_000);
    expect(found.isCut).toBe(false);
    const years = passesOf(question({ to: Date.UTC(2029, 0, 1) }));
    expect(years.isCut).toBe(true);
    expect(years.passes.at(-1)?.at ?? 0).toBeLessThan(Date.UTC(2026, 10, 24) + 366 * 86_400_000);
  });

  test('the age of elements is in whole days', () =>
    expect(elementsAgeDays(EPOCH, new Date('2026-11-15T23:00:00Z'))).toBe(14));

  test('the best pass has the smallest angle to the middle of the area', () => {
    const pass = (at: number, offNadirDeg: number, centreOffNadirDeg: number) =>
      ({ at, offNadirDeg, centreOffNadirDeg }) as Pass;
    const all = [pass(1, 0, 9), pass(2, 2, 4), pass(3, 40, 41)];
    expect(passesWithin(all, 30).map(({ at }) => at)).toEqual([1, 2]);
    expect(bestPass(all, 30)?.at).toBe(2);
    expect(bestPass(all, -1)).toBeNull();
  });
});

describe('finding passes in a worker', () => {
  function finding() {
    const workers: StagedWorker[] = [];
    const actor = createActor(
      passesMachine.provide({
        actors: {
          findPasses: passFinder(() => {
            const worker = new StagedWorker();
            workers.push(worker);
            return worker;
          }),
        },
        delays: { PASSES_DELAY: 0 },
      }),
      { input: { question: question() } },
    ).start();
    return { workers, actor };
  }
  const running = async () => {
    const started = finding();
    await new Promise((resolve) =>
      started.actor.subscribe(({ value }) => value === 'finding' && resolve(null)),
    );
    return started;
  };

  test('a changed question aborts the worker at once; a late answer is not shown', async () => {
    const { workers, actor } = await running();
    const [first] = workers;
    actor.send({ type: 'question.changed', question: null });
    await settled();
    expect(first?.ended).toBe(1);
    first?.answer({ passes: [], elementsAt: 0, isCut: true });
    await settled();
    expect(foundPasses(actor.getSnapshot())).toBeNull();
  });

  test('an answer is shown, and the worker ends', async () => {
    const { workers, actor } = await running();
    const answer: FoundPasses = { passes: [], elementsAt: EPOCH, isCut: false };
    workers[0]?.answer(answer);
    await settled();
    expect(foundPasses(actor.getSnapshot())).toBe(answer);
    expect(workers[0]?.ended).toBe(1);
  });

  test('a broken worker is reported as failed, and the search can be repeated', async () => {
    const { workers, actor } = await running();
    workers[0]?.fire('error', { message: 'out of memory' });
    await settled();
    expect(actor.getSnapshot().value).toBe('failed');
    expect(workers[0]?.ended).toBe(1);
    actor.send({ type: 'finding.repeated' });
    expect(workers).toHaveLength(2);
  });
});

test('two questions are the same only with both ends of the window', () => {
  const asked = (from: number, to: number) => ({ from, to }) as PassQuestion;
  expect(isSameQuestion(asked(1, 2), asked(1, 2))).toBe(true);
  expect(isSameQuestion(asked(1, 2), asked(1, 3))).toBe(false);
  expect(isSameQuestion(asked(1, 2), asked(0, 2))).toBe(false);
  expect(isSameQuestion(null, asked(1, 2))).toBe(false);
  expect(isSameQuestion(null, null)).toBe(true);
});
