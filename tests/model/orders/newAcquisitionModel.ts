import type { SnapshotFrom } from 'xstate';
import type { Satellite } from '../../../contract/settings.ts';
import type { FleetPasses } from '../../../src/geo/orbit/fleetPasses.ts';
import {
  acquisitionDraft,
  type AcquisitionInput,
  acquisitionRows,
  newAcquisitionMachine,
} from '../../../src/machines/orders/newAcquisition.machine.ts';
import { NO_ADDRESS } from '../../../src/machines/shared/address.ts';
import { countsOf, firstDay, weekLonger, widest } from '../../../src/machines/orders/newAcquisition.rules.ts';
import { model } from '../paths/explore.ts';
import { after, done, failed } from '../shared/outcomes.ts';
import * as sample from '../shared/samples.ts';

const [unknown, known] = sample.settings.satellites as [Satellite, Satellite];

/** An orbit that is known, one that is not, a supplier without tasking, and a sensor that is not tasked. */
const satellites: Satellite[] = [
  { ...known, name: 'NS-1', code: 'NS1', sensorType: 'SAR' },
  { ...known, name: 'OB-N1', code: 'OBN1', sensorType: 'NIGHT' },
  known,
  unknown,
];
const input: AcquisitionInput = {
  satellites,
  utype: 2,
  now: () => new Date('2026-11-21T08:00:00Z'),
  address: NO_ADDRESS,
};
const plan = { query: { plan: '1' } };

const passOf = (offNadirDeg: number, at = sample.pass.at) => ({
  ...sample.pass,
  at,
  offNadirDeg,
  centreOffNadirDeg: offNadirDeg + 1,
  share: 0.71,
});
const found = (angle: number): FleetPasses => ({
  [known.code]: { passes: [passOf(angle)], elementsAt: 0, isCut: false },
});

type Acquisition = SnapshotFrom<typeof newAcquisitionMachine>;

export const newAcquisitionModel = model<Acquisition['context']>(
  {
    name: 'newAcquisition',
    machine: newAcquisitionMachine,
    variants: { 'four satellites': input, 'a link': { ...input, address: plan } },
    events: [
      { type: 'newAcquisition.requested' },
      { type: 'newAcquisition.requested', pass: { code: known.code, at: sample.pass.at } },
      {
        type: 'newAcquisition.requested',
        code: known.code,
        window: { windowStart: '2026-11-24', windowEnd: '2026-11-30' },
      },
      { type: 'acquisition.closed' },
      { type: 'address.changed', address: plan },
      { type: 'address.changed', address: NO_ADDRESS },
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
      { type: 'draft.changed', patch: { windowStart: '2026-11-21' } },
      { type: 'draft.changed', patch: { windowStart: '2026-11-24' } },
      { type: 'draft.changed', patch: widest },
      { type: 'sort.chosen', sort: 'cheapest' },
      { type: 'satellite.chosen', code: known.code },
      { type: 'satellite.chosen', code: 'NS1' },
      { type: 'pass.fixed', pass: { code: known.code, at: sample.pass.at } },
      { type: 'pass.fixed', pass: { code: known.code, at: 1 } },
      { type: 'pass.pointed', pass: { code: known.code, at: sample.pass.at } },
      { type: 'pass.pointed', pass: null },
      { type: 'continue.requested' },
      after('SETTLING_DELAY', 'newAcquisition.open.settling'),
      done('findFleetPasses', found(4)),
      done('findFleetPasses', found(50)),
      { type: 'xstate.error.actor.findFleetPasses', error: new Error('no worker here') },
      { type: 'finding.repeated' },
      done('fetchPrices', { [known.code]: sample.taskingPrice, [unknown.code]: null }),
      done('fetchPrices', { [known.code]: null, [unknown.code]: sample.taskingPrice }),
      ...failed('fetchPrices'),
      { type: 'pricing.repeated' },
    ],
    refusals: { fetchPrices: ['switchedOff'] },
    queries: {
      counts: (one: Acquisition) => countsOf(acquisitionRows(one)),
      first: (one: Acquisition) => firstDay(one.context.now()),
      longer: (one: Acquisition) => weekLonger(acquisitionDraft(one)),
    },
  },
  ({ aoi, draft, chosen, fixed, pointed, found: passes, prices, sort }) => [
    aoi !== null,
    draft.windowStart,
    draft.maxOffNadirAngle,
    chosen,
    fixed !== null,
    pointed !== null,
    passes?.[known.code]?.passes[0]?.offNadirDeg ?? null,
    prices !== null,
    sort,
  ],
);
