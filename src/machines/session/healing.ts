import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

/** The events that try again what could not be loaded, with the tag of its state where the event means more elsewhere. */
const RETRIES: readonly { type: string; tag?: string }[] = [
  { type: 'reload.requested', tag: 'failed' },
  { type: 'credits.reloaded', tag: 'balance failed' },
  { type: 'usage.reloaded', tag: 'usage failed' },
  { type: 'keys.reloaded', tag: 'list failed' },
  { type: 'explanation.requested' },
  { type: 'finding.repeated' },
  { type: 'pricing.repeated' },
  { type: 'image.retried' },
  { type: 'calendar.retried' },
];

function isMachine(snapshot: unknown): snapshot is AnyMachineSnapshot {
  return typeof snapshot === 'object' && snapshot !== null && 'children' in snapshot && 'can' in snapshot;
}

/** Tries again, once, whatever shows an error in an actor or in those that it runs. */
export function retryFailed(actor: AnyActorRef): void {
  const snapshot: unknown = actor.getSnapshot();
  if (!isMachine(snapshot)) return;
  for (const { type, tag } of RETRIES)
    if ((tag === undefined || snapshot.hasTag(tag)) && snapshot.can({ type })) actor.send({ type });
  for (const child of Object.values(snapshot.children) as (AnyActorRef | undefined)[])
    if (child !== undefined) retryFailed(child);
}
