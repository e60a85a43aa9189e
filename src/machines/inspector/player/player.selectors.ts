import type { SnapshotFrom } from 'xstate';
import type { PlayedPath } from './path.ts';
import type { playerMachine } from './player.machine.ts';

export type Player = SnapshotFrom<typeof playerMachine>;

const NO_PATHS: readonly PlayedPath[] = [];

/** The paths of the open file; none without a file. */
export const playedPaths = ({ context }: Player): readonly PlayedPath[] => context.file?.paths ?? NO_PATHS;
/** The place of the chosen path in its file. */
export const playedPath = ({ context }: Player): number => context.path;
/** What is shown of the path: 0 is the start, n follows the nth step. */
export const playedMoment = ({ context }: Player): number => context.moment;
export const playedSpeed = ({ context }: Player): number => context.speed;
export const isPathOpen = (player: Player): boolean => player.matches('open');
export const isPlaying = (player: Player): boolean => player.hasTag('playing');
export const isPathEnded = (player: Player): boolean => player.hasTag('ended');
export const isPathRefused = (player: Player): boolean => player.hasTag('refused');
