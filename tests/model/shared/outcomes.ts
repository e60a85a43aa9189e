import type { MessageKey } from '../../../contract/messages.ts';
import type { ModelEvent } from '../paths/explore.ts';
import { exportMade, failures, submitMade } from './samples.ts';

/** Refusals that any call can get. */
export const ANY_CALL: readonly MessageKey[] = ['accountBusy'];

/** An invoked actor succeeds. */
export const done = (id: string, output?: unknown): ModelEvent => ({
  type: `xstate.done.actor.${id}`,
  output,
});
/** An invoked actor fails in each way that a call can. */
export const failed = (id: string): ModelEvent[] =>
  Object.values(failures).map((error) => ({ type: `xstate.error.actor.${id}`, error }));
/** An invoked actor fails in a way that a call can't. */
export const broke = (id: string): ModelEvent => ({
  type: `xstate.error.actor.${id}`,
  error: new Error(`${id} broke`),
});
/** A delay ends. */
export const after = (delay: string, node: string): ModelEvent => ({ type: `xstate.after.${delay}.${node}` });

/** How the reply to a submit is lost, and how the server answers requests for its outcome. */
export const lostReply = (form: string): ModelEvent[] => [
  after('REPLY_WAIT', `${form}.submitting`),
  after('LOOK_WAIT', `${form}.asking.checking.waiting`),
  after('UNKNOWN_WAIT', `${form}.asking.checking`),
  done('settleSubmit', { made: null }),
  done('settleSubmit', { made: form === 'imageryExport' ? exportMade : submitMade }),
  ...failed('settleSubmit'),
  { type: 'look.requested' },
  { type: 'order.shown' },
];
