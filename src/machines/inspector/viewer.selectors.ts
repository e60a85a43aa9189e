import type { SnapshotFrom } from 'xstate';
import { activeStates, type Chart } from './chart.ts';
import type { SeenActor } from './fact.ts';
import type { ChartLayout } from './layout.ts';
import { actorsAt, isOf, type Actors, type Entry, type InspectionLog } from './log.ts';
import { sequenceOf, type Sequence } from './sequence.ts';
import { isRunning } from './viewer.rules.ts';
import type { viewerMachine } from './viewer.machine.ts';

type Viewer = SnapshotFrom<typeof viewerMachine>;

/** Memoizes by identity of the arguments. */
function remembered<Given extends readonly unknown[], Found>(count: (...given: Given) => Found) {
  let last: { given: Given; found: Found } | null = null;
  return (...given: Given): Found => {
    if (last === null || given.some((one, at) => one !== last?.given[at]))
      last = { given, found: count(...given) };
    return last.found;
  };
}

const actorsOf = remembered((log: InspectionLog, at: number | null) =>
  at === null ? log.now : actorsAt(log, at),
);
const entriesOf = remembered((log: InspectionLog, end: number | null, filter: string | null) =>
  log.entries
    .filter(({ number, fact }) => (end === null || number <= end) && (filter === null || isOf(fact, filter)))
    .toReversed(),
);
const messagesOf = remembered(sequenceOf);
const namesOf = remembered((charts: Readonly<Record<string, Chart>>) => Object.keys(charts));
const NONE: ReadonlySet<string> = new Set();
const statesOf = remembered((chart: Chart | undefined, value: unknown): ReadonlySet<string> =>
  chart === undefined || value === undefined ? NONE : activeStates(chart, value),
);

/** The actors running at the shown moment. */
export const shownActors = ({ context }: Viewer): Actors => actorsOf(context.log, context.pinned?.at ?? null);
/** The log's entries, latest first. */
export const shownEntries = ({ context }: Viewer): readonly Entry[] =>
  entriesOf(context.log, context.pinned?.end ?? null, context.filter);
/** The messages between the actors, oldest first. */
export const shownSequence = (viewer: Viewer): Sequence =>
  messagesOf(viewer.context.log, shownEntries(viewer));
/** The number of entries since the log was pinned. */
export const waitingEntries = ({ context }: Viewer): number =>
  context.pinned === null ? 0 : context.log.next - 1 - context.pinned.end;
/** The machines' names, in alphabetical order. */
export const machineNames = ({ context }: Viewer): readonly string[] => namesOf(context.charts);
export const chosenMachine = ({ context }: Viewer): string => context.machine;
export const chosenActor = ({ context }: Viewer): string | null => context.actor;
/** The selected actor at the shown moment; null if none is selected or it isn't running then. */
export const shownActor = (viewer: Viewer): SeenActor | null =>
  viewer.context.actor === null ? null : (shownActors(viewer)[viewer.context.actor] ?? null);
export const shownChart = ({ context }: Viewer): Chart | null => context.charts[context.machine] ?? null;
export const shownLayout = ({ context }: Viewer): ChartLayout | null =>
  context.layouts[context.machine] ?? null;
export const isUndrawn = (viewer: Viewer): boolean => viewer.matches({ drawing: 'undrawn' });
/** The active states at the shown moment. */
export const litStates = (viewer: Viewer): ReadonlySet<string> =>
  statesOf(viewer.context.charts[viewer.context.machine], shownActor(viewer)?.snapshot.value);
/** Whether the selected actor can receive events. */
export const canSend = ({ context }: Viewer): boolean => isRunning(context);
export const isPinned = (viewer: Viewer): boolean => viewer.hasTag('pinned');
/** The entry whose moment is shown; null for the present. */
export const pinnedEntry = ({ context }: Viewer): number | null => context.pinned?.at ?? null;
export const logFilter = ({ context }: Viewer): string | null => context.filter;
export const eventDraft = ({ context }: Viewer): { text: string; isRefused: boolean } | null => context.draft;
export const isCopied = (viewer: Viewer): boolean => viewer.hasTag('copied');
export const isUncopied = (viewer: Viewer): boolean => viewer.hasTag('uncopied');
