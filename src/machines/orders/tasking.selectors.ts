import type { SnapshotFrom } from 'xstate';
import type { Satellite } from '../../../contract/settings.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { taskingMachine } from './tasking.machine.ts';

type Form = SnapshotFrom<typeof taskingMachine>;

export const taskedSatellite = (form: Form): Satellite => form.context.input.start.satellite;
/** Why the window can't be ordered; shown at its dates. */
export const taskingWindowRefusal = (form: Form): NoticeText | null =>
  form.matches({ editing: 'refused' }) ? form.context.priceRefusal : null;
