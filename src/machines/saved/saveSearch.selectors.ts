import type { SnapshotFrom } from 'xstate';
import type { SaveSearchInput, saveSearchMachine } from './saveSearch.machine.ts';

export const searchToSave = (saving: SnapshotFrom<typeof saveSearchMachine>): SaveSearchInput =>
  saving.context.search;
