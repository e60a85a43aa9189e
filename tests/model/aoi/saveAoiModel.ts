import { saveAoiMachine } from '../../../src/machines/aoi/saveAoi.machine.ts';
import { done, failed } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';

export const saveAoiModel = model<{ geom: string | null; name: string; refusal: unknown; reason: unknown }>(
  {
    name: 'saveAoi',
    machine: saveAoiMachine,
    variants: {
      'no area yet': undefined,
      'a name typed before a reload': { kept: sample.keptBefore({ name: 'Pier' }) },
    },
    events: [
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
      { type: 'saving.opened' },
      { type: 'saving.closed' },
      { type: 'name.changed', name: 'Harbour' },
      { type: 'saving.submitted' },
      done('saveAoi'),
      ...failed('saveAoi'),
    ],
  },
  (context) => [context.geom !== null, context.name, context.refusal, context.reason],
);
