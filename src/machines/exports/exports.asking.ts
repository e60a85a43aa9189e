import { assign, type DoneActorEvent } from 'xstate';
import { exportsSetup, awaitedFiles } from './exports.setup.ts';
import type { ExportReply } from './exports.rules.ts';
import { messageOrFallback } from '../shared/failure.ts';

/** A state that loads the list for awaited exports while the panel is closed, and goes on to `next`. */
export function loadingUnseen(id: string, next: string) {
  return exportsSetup.createStateConfig({
    invoke: {
      id,
      src: 'listExports',
      input: ({ context }) => ({ kind: context.kind, page: context.page }),
      onDone: [
        // decision 10: an awaited export downloads as soon as it is done
        {
          guard: { type: 'endsWaiting', params: ({ event }) => event.output },
          target: next,
          actions: [
            {
              type: 'saveFiles',
              params: ({ context, event }) => ({ files: awaitedFiles(context, event.output) }),
            },
            { type: 'notifyOutcome', params: ({ event }) => event.output },
            { type: 'takeList', params: ({ event }) => event.output },
          ],
        },
        { target: next, actions: { type: 'takeList', params: ({ event }) => event.output } },
      ],
      // the connection badge reports it; the next refresh tries again
      onError: next,
    },
  });
}

const replied = ({ event }: { event: DoneActorEvent<ExportReply> }): ExportReply => event.output;

/**
 * A state that loads the list in the open panel and goes on to `loaded`.
 * @param showsFailure whether a failure replaces the list; otherwise the list stays as it is
 */
export function loadingShown(id: string, showsFailure: boolean) {
  const { invoke } = loadingUnseen(id, 'loaded');
  const [ended, taken] = invoke.onDone;
  return exportsSetup.createStateConfig({
    invoke: {
      ...invoke,
      onDone: [
        ended,
        {
          guard: { type: 'refundsCredits', params: replied },
          target: 'loaded',
          actions: ['reportCredits', { type: 'takeList', params: replied }],
        },
        taken,
      ],
      onError: showsFailure
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
