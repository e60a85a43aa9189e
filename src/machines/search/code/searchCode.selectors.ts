import type { SnapshotFrom } from 'xstate';
import type { searchCodeMachine } from './searchCode.machine.ts';

type SearchCode = SnapshotFrom<typeof searchCodeMachine>;

export const isCodeShown = (code: SearchCode): boolean => !code.matches('closed');
/** Where the calls go: an absolute address without a slash at its end. */
export const serviceAddress = (code: SearchCode): string => code.context.serviceAddress;
