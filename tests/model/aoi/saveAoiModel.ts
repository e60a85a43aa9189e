import { saveAoiMachine } from '../../../src/machines/aoi/saveAoi.machine.ts';
import { done, failed } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';

export const saveAoiModel = model<{
  geom: string | null;
  offered: string;
  name: string;
  refusal: unknown;
  reason: unknown;
}>(
  {
    name: 'saveAoi',
    machine: saveAoiMachine,
    variants: {
      'no area yet': undefined,
      'a name is offered': { now: () => new Date('2026-11-21T08:00:00Z') },
      'a name typed before a reload': { kept: sample.keptBefore({ name: 'Pier' }) },
    },
    events: [
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
      { type: 'aoi.named', wkt: sample.smallAoi.wkt, place: 'Singapore' },
      { type: 'aoi.named', wkt: sample.smallAoi.wkt, place: null },
      { type: 'saving.opened' },
      { type: 'saving.closed' },
      { type: 'name.changed', name: 'Harbour' },
      { type: 'saving.submitted' },
      done('saveAoi'),
      ...failed('saveAoi'),
    ],
    refusals: { saveAoi: ['tooManyAois'] },
  },
  (context) => [context.geom !== null, context.offered, context.name, context.refusal, context.reason],
);
