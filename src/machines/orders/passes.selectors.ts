import type { SnapshotFrom } from 'xstate';
import type { Pass } from '../../geo/orbit/passes.ts';
import type { passesMachine } from './passes.machine.ts';
import type { FoundPasses } from '../../geo/orbit/passSearch.ts';

type Passes = SnapshotFrom<typeof passesMachine>;

/** The passes found; null while there are none yet. */
export const foundPasses = (passes: Passes): FoundPasses | null => passes.context.found;
export const isFindingPasses = (passes: Passes): boolean => passes.hasTag('busy');
export const canRepeatFinding = (passes: Passes): boolean => passes.can({ type: 'finding.repeated' });
/** The first and last instant of the window, ms; null if it is invalid. */
export const passSpan = (passes: Passes): { from: number; to: number } | null => passes.context.question;

/** The chosen pass. */
export function chosenPass(passes: Passes): Pass | null {
  return passes.context.found?.passes.find((pass) => pass.at === passes.context.chosen) ?? null;
}
