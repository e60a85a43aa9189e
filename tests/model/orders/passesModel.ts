import type { SnapshotFrom } from 'xstate';
import { foundPasses as foundPassesOf, passesMachine } from '../../../src/machines/orders/passes.machine.ts';
import { bestPass, elementsAgeDays, passesWithin } from '../../../src/machines/orders/passes.rules.ts';
import type { PassQuestion } from '../../../src/geo/orbit/passSearch.ts';
import { after, done } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';

const passQuestion: PassQuestion = {
  tle: { line1: '1', line2: '2' },
  sensorType: 'OPTICAL',
  swathKm: 25,
  area: sample.smallArea,
  from: 0,
  to: 1,
};

/** The form's off-nadir limit, degrees. */
const LIMIT = 15;

/** Passes at and beyond the limit; the first two have the same angle to the centre. */
const foundPasses = {
  passes: [
    sample.pass,
    { ...sample.pass, at: sample.pass.at + 1, offNadirDeg: LIMIT },
    { ...sample.pass, at: sample.pass.at + 2, offNadirDeg: LIMIT + 0.1, centreOffNadirDeg: 2 },
    { ...sample.pass, at: sample.pass.at + 3, offNadirDeg: 4, centreOffNadirDeg: 6 },
  ],
  elementsAt: Date.parse('2026-11-01T12:00:00Z'),
  isCut: false,
};

type PassesSnapshot = SnapshotFrom<typeof passesMachine>;

const passesIn = (one: PassesSnapshot) => foundPassesOf(one)?.passes ?? [];

export const passesModel = model<{ question: unknown; found: unknown; chosen: number | null }>(
  {
    name: 'passes',
    machine: passesMachine,
    variants: { 'a window': { question: passQuestion }, 'no elements': { question: null } },
    events: [
      { type: 'question.changed', question: passQuestion },
      { type: 'question.changed', question: null },
      after('PASSES_DELAY', 'passes.settling'),
      done('findPasses', foundPasses),
      { type: 'xstate.error.actor.findPasses', error: new Error('no worker here') },
      { type: 'finding.repeated' },
      { type: 'pass.chosen', at: sample.pass.at },
      { type: 'pass.chosen', at: 1 },
    ],
    queries: {
      within: (one: PassesSnapshot) => passesWithin(passesIn(one), LIMIT).map(({ at }) => at),
      best: (one: PassesSnapshot) => bestPass(passesIn(one), LIMIT),
      age: (one: PassesSnapshot) => {
        const found = foundPassesOf(one);
        return found && elementsAgeDays(found.elementsAt, new Date('2026-11-21T08:00:00Z'));
      },
    },
  },
  (context) => [context.question !== null, context.found !== null, context.chosen],
);
