import { assign, type DoneActorEvent } from 'xstate';
import { exportsSetup, filesArrived } from './exports.setup.ts';
import type { ExportReply } from './exports.rules.ts';
import { messageOrFallback } from '../shared/failure.ts';

/** A state that asks for the list while nobody looks, for those that are waited for, and goes on to `next`. */
export function askingUnseen(id: string, next: string) {
  return exportsSetup.createStateConfig({
    invoke: {
      id,
      src: 'listExports',
      input: ({ context }) => ({ kind: context.kind, page: context.page }),
      onDone: [
        // decision 10: what ends while one waits downloads at once
        {
          guard: { type: 'endsWaiting', params: ({ event }) => event.output },
          target: next,
          actions: [
            {
              type: 'saveFiles',
              params: ({ context, event }) => ({ files: filesArrived(context, event.output) }),
            },
            { type: 'sayOutcome', params: ({ event }) => event.output },
            { type: 'takeList', params: ({ event }) => event.output },
          ],
        },
        { target: next, actions: { type: 'takeList', params: ({ event }) => event.output } },
      ],
      // the connection badge tells; the next turn tries again
      onError: next,
    },
  });
}

const replied = ({ event }: { event: DoneActorEvent<ExportReply> }): ExportReply => event.output;

/**
 * A state that asks for the list in the open panel and goes on to `loaded`.
 * @param isSaid a failure is shown in place of the list; else the list stays as it is
 */
export function asking(id: string, isSaid: boolean) {
  const { invoke } = askingUnseen(id, 'loaded');
  const [ended, taken] = invoke.onDone;
  return exportsSetup.createStateConfig({
    invoke: {
      ...invoke,
      onDone: [
        ended,
        {
          guard: { type: 'givesBack', params: replied },
          target: 'loaded',
          actions: ['tellCredits', { type: 'takeList', params: replied }],
        },
        taken,
      ],
      onError: isSaid
        ? {
            target: 'failed',
            actions: assign({
              refusal: ({ event }) => messageOrFallback(event.error, 'errors.listNotLoaded'),
            }),
          }
        : 'loaded',
    },
  });
}
