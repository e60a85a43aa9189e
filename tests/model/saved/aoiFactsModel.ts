import type { SnapshotFrom } from 'xstate';
import type { AoiFacts, SavedAoi } from '../../../contract/saved.ts';
import type { NextPass } from '../../../src/machines/orders/nextPass.rules.ts';
import {
  aoiFactsMachine,
  aoiOrder,
  areFactsLost,
  factsOfAoi,
  passOfAoi,
} from '../../../src/machines/saved/aoiFacts.machine.ts';
import { model } from '../paths/explore.ts';
import { done, failed } from '../shared/outcomes.ts';
import * as sample from '../shared/samples.ts';

export const factsInput = {
  isOffered: true,
  satellites: sample.settings.satellites,
  utype: 2,
  now: () => new Date('2026-11-21T08:00:00Z'),
};

const area = (id: number): SavedAoi => ({
  id,
  name: `Harbour ${id}`,
  geom: sample.smallAoi.wkt,
  ctime: '2026-11-20T08:00:00Z',
  isOutline: false,
  areaKm2: 1109.2,
});
/** An area that a scene shows, one that none shows, and one that is too large. */
const facts: AoiFacts[] = [
  {
    id: 1,
    newCount: 2,
    newest: { scene: sample.scenes[0]!, share: 88.2, clear: 94, isEstimated: true },
    cover: { finalPrice: 152_704, scenes: 2 },
  },
  { id: 2, newCount: 3, newest: null, cover: null },
  { id: 3, newCount: 0, newest: null, cover: null, isTooLarge: true },
];
const nextPass: NextPass = {
  satellite: sample.settings.satellites[0]!,
  pass: { ...sample.pass, share: 1 },
  price: sample.taskingPrice,
};
const told = (...ids: number[]) =>
  done('fetchFacts', {
    since: '2026-11-20T07:00:00.000Z',
    areas: facts.filter(({ id }) => ids.includes(Number(id))),
  });

type Snapshot = SnapshotFrom<typeof aoiFactsMachine>;

export const aoiFactsModel = model<Snapshot['context']>(
  {
    name: 'aoiFacts',
    machine: aoiFactsMachine,
    variants: {
      'a back end that tells about saved areas': factsInput,
      'a back end that takes no new acquisitions': { ...factsInput, satellites: [] },
      'a back end that does not tell': { ...factsInput, isOffered: false },
    },
    events: [
      { type: 'items.listed', items: [area(1), area(2)] },
      { type: 'items.listed', items: [area(2), area(3)] },
      { type: 'items.listed', items: [] },
      { type: 'panel.closed' },
      { type: 'facts.retried' },
      { type: 'sort.chosen', sort: 'price' },
      told(1, 2),
      told(2, 3),
      told(1),
      told(),
      ...failed('fetchFacts'),
      done('findNextPass', nextPass),
      done('findNextPass', null),
      ...failed('findNextPass'),
    ],
    queries: {
      facts: (snapshot: Snapshot) => [1, 2, 3].map((id) => factsOfAoi(id)(snapshot)),
      passes: (snapshot: Snapshot) => [2, 3].map((id) => passOfAoi(id)(snapshot)),
      order: (snapshot: Snapshot) => aoiOrder(snapshot)([area(1), area(2), area(3)]).map(({ id }) => id),
      isLost: areFactsLost,
    },
  },
  ({ asked, empty, facts: known, since, isSeen, passes, sort, items }) => [
    items.map(({ id }) => id),
    asked,
    empty,
    [...known.keys()],
    since !== null,
    isSeen,
    [...passes].map(([id, pass]) => [id, pass !== null]),
    sort,
  ],
);
