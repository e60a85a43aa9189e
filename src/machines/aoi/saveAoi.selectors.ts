import type { SnapshotFrom } from 'xstate';
import type { saveAoiMachine } from './saveAoi.machine.ts';

export const isSavingOpen = (saving: SnapshotFrom<typeof saveAoiMachine>): boolean =>
  !saving.matches('closed');
