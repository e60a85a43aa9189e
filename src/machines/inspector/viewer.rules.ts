import type { Chart } from './chart.ts';
import type { Fact } from './fact.ts';
import type { ChartLayout } from './layout.ts';
import type { InspectionLog } from './log.ts';
import type { Preferences } from '../shared/preferences.machine.ts';

/** An event for an actor. */
export interface SentEvent {
  type: string;
  [name: string]: unknown;
}

export interface ViewerInput {
  /** Every production machine by its id. */
  charts: Readonly<Record<string, Chart>>;
  /** An example event of each type, by machine. */
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
  /** The actor whose states are shown; null for the chart alone. */
  actor: string | null;
  /** Nothing was selected yet, so the first portal found is shown. */
  isUntouched: boolean;
  layouts: Readonly<Record<string, ChartLayout>>;
  /** The entry whose moment is shown, and the last entry of the pinned log; null for the present. */
  pinned: { at: number; end: number } | null;
  /** Shows only this actor's events; null for all. */
  filter: string | null;
  /** An event being written. */
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

/** The number of the latest entry; of an empty log, one below the next number. */
export const lastNumber = (log: InspectionLog): number => log.next - 1;

/** Whether the selected actor runs and the present is shown, so that it can receive events. */
export function isRunning({ actor, log, pinned }: ViewerContext): boolean {
  return pinned === null && actor !== null && log.now[actor] !== undefined;
}

/** The example event of a type, from the models. */
export function exampleOf({ examples, machine }: ViewerContext, type: string): SentEvent {
  return examples[machine]?.[type] ?? { type };
}

/** Whether an event has fields other than its type. */
export function hasPayload(context: ViewerContext, type: string): boolean {
  return Object.keys(exampleOf(context, type)).length > 1;
}

/** Parses an event from JSON; null if invalid. XState's internal events are not allowed. */
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
 * The actor to show after new facts: the selected one or, if it ended, the next of its machine, so that the
 * view survives a log-out or a reload of the portal. A chart selected without an actor stays so.
 */
export function actorToShow(context: ViewerContext, log: InspectionLog): string | null {
  const { actor, machine, isUntouched } = context;
  if (actor === null && !isUntouched) return null;
  if (actor !== null && log.now[actor] !== undefined) return actor;
  return Object.values(log.now).find((one) => one.machine === machine)?.key ?? actor;
}
