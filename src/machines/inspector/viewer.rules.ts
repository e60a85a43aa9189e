import type { Chart } from './chart.ts';
import type { Fact } from './fact.ts';
import type { ChartLayout } from './layout.ts';
import type { InspectionLog } from './log.ts';
import type { Preferences } from '../shared/preferences.machine.ts';

/** An event that can be sent to an actor. */
export interface SentEvent {
  type: string;
  [name: string]: unknown;
}

export interface ViewerInput {
  /** Every production machine by its id. */
  charts: Readonly<Record<string, Chart>>;
  /** An event of each type, by machine. */
  examples: Readonly<Record<string, Readonly<Record<string, SentEvent>>>>;
  preferences: Preferences;
}
export interface ViewerContext {
  charts: ViewerInput['charts'];
  examples: ViewerInput['examples'];
  preferences: Preferences;
  log: InspectionLog;
  /** The machine whose chart is shown. */
  machine: string;
  /** The actor whose states are shown on it; null: none, the chart alone. */
  actor: string | null;
  /** Nothing was chosen yet: the first portal that is found is shown. */
  isUntouched: boolean;
  layouts: Readonly<Record<string, ChartLayout>>;
  /** The entry whose moment is shown, and the last one that the log shows; null: the present. */
  pinned: { at: number; end: number } | null;
  /** The actor whose events alone are shown; null for all. */
  filter: string | null;
  /** An event that is being written. */
  draft: { text: string; isRefused: boolean } | null;
}
export type ViewerEvent =
  | { type: 'facts.came'; facts: Fact[] }
  | { type: 'actor.chosen'; key: string }
  | { type: 'machine.chosen'; machine: string }
  | { type: 'layout.retried' }
  | { type: 'log.pinned' }
  | { type: 'log.resumed' }
  | { type: 'log.cleared' }
  | { type: 'log.filtered'; key: string | null }
  | { type: 'entry.chosen'; number: number }
  | { type: 'fact.chosen'; event: string }
  | { type: 'draft.changed'; text: string }
  | { type: 'draft.submitted' }
  | { type: 'draft.closed' }
  | { type: 'copy.requested' };

/** The number of the latest entry; that before the first while there is none. */
export const lastNumber = (log: InspectionLog): number => log.next - 1;

/** Whether the chosen actor runs, and its present is shown: only then it can be sent something. */
export function isRunning({ actor, log, pinned }: ViewerContext): boolean {
  return pinned === null && actor !== null && log.now[actor] !== undefined;
}

/** An event of this type as the models know one. */
export function exampleOf({ examples, machine }: ViewerContext, type: string): SentEvent {
  return examples[machine]?.[type] ?? { type };
}

/** Whether an event has fields beside its type. */
export function hasPayload(context: ViewerContext, type: string): boolean {
  return Object.keys(exampleOf(context, type)).length > 1;
}

/** The event that a text writes as JSON; null for anything else. XState's own events are nobody's to send. */
export function eventIn(text: string): SentEvent | null {
  try {
    const value = JSON.parse(text) as { type?: unknown } | null;
    const type = value?.type;
    if (typeof type !== 'string' || type === '' || type.startsWith('xstate.')) return null;
    return { ...value, type };
  } catch {
    return null;
  }
}

/**
 * The actor that is shown once something came: the chosen one, or, when that ended, the next of its machine; so a log-out
 * or a reload of the portal is followed. Who asked for a chart alone is left with it.
 */
export function actorToShow(context: ViewerContext, log: InspectionLog): string | null {
  const { actor, machine, isUntouched } = context;
  if (actor === null && !isUntouched) return null;
  if (actor !== null && log.now[actor] !== undefined) return actor;
  return Object.values(log.now).find((one) => one.machine === machine)?.key ?? actor;
}
