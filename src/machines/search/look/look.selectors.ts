import type { SnapshotFrom } from 'xstate';
import type { Scene } from '../../../../contract/search.ts';
import type { lookMachine } from './look.machine.ts';

type Look = SnapshotFrom<typeof lookMachine>;

export const isLookingSideBySide = (look: Look): boolean => look.matches('comparing');
export const isFlipping = (look: Look): boolean => look.matches('flipping');
/** The scene of the place whose quicklook is on the map; null unless scenes are looked at one after another. */
export const flippedScene = (look: Look): Scene | null =>
  isFlipping(look) ? (look.context.scenes[look.context.at] ?? null) : null;
