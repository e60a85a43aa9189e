import { imageryExportMachine } from '../../../src/machines/imagery/imageryExport.machine.ts';
import { after, done, failed, lostReply } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';

export const imageryExportModel = model<{
  draft: unknown;
  price: { balance: number } | null;
  nameRefusal: unknown;
  priceRefusal: unknown;
  submitRefusal: unknown;
  made: unknown;
}>(
  {
    name: 'imageryExport',
    machine: imageryExportMachine,
    variants: {
      'a layer and an area': {
        layer: { id: 1, name: 'Harbour' },
        aoi: sample.smallAoi,
        makeKey: sample.makeKey,
        submits: sample.noSubmits,
      },
      'a submit without an answer': {
        layer: { id: 1, name: 'Harbour' },
        aoi: sample.smallAoi,
        makeKey: sample.makeKey,
        submits: sample.unansweredSubmit('imageryExport'),
      },
      'the same was sent to a back end without keys': {
        layer: { id: 'harbour', name: 'Harbour' },
        aoi: sample.smallAoi,
        makeKey: sample.makeKey,
        ...sample.sentUnkeyed,
      },
    },
    events: [
      { type: 'draft.changed', patch: { taskName: 'Harbour' } },
      { type: 'name.offered', name: 'Tuas' },
      { type: 'draft.changed', patch: { outResolution: 2 } },
      { type: 'price.requested' },
      { type: 'submit.requested' },
      { type: 'repeat.confirmed' },
      { type: 'repeat.declined' },
      { type: 'form.closed' },
      { type: 'leaving.confirmed' },
      { type: 'leaving.declined' },
      after('PRICE_DELAY', 'imageryExport.editing.settling'),
      done('fetchPrice', {
        cost: 3,
        balance: 10,
        estimate: { areaKm2: 5, creditsPerKm2: 0.6, width: 1100, height: 1100, bytes: 3_630_000 },
      }),
      done('fetchPrice', { cost: 3, balance: 2, estimate: null }),
      done('fetchPrice', { cost: 10, balance: 10, estimate: null }),
      ...failed('fetchPrice'),
      done('submit', { orderNum: null }),
      ...failed('submit'),
      ...lostReply('imageryExport'),
    ],
    refusals: {
      fetchPrice: ['layerUnknown', 'notAllowed'],
      submit: ['layerUnknown', 'notAllowed', 'creditsShort', 'tooManyExportsInProcess'],
    },
  },
  (context) => [
    context.draft,
    context.price?.balance ?? null,
    context.nameRefusal !== null,
    context.priceRefusal !== null,
    context.submitRefusal !== null,
    context.made !== null,
  ],
);
