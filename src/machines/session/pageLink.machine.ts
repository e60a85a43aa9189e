import { assign, enqueueActions, fromPromise, sendParent, setup } from 'xstate';
import { noticeOf, noticeOutdated } from '../shared/notice.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { LinkPart, PageLink } from './pageLink.rules.ts';

/** A link, and whether the browser allowed copying it. */
export interface CopiedLink extends PageLink {
  isCopied: boolean;
}
interface PageLinkContext {
  /** The link for the user to copy; null unless the browser refused. */
  offered: string | null;
}
export type PageLinkEvent = { type: 'link.requested' } | { type: 'link.closed' };

const TOPIC = 'page link';
const topicOf = (part: LinkPart) => `${TOPIC}: ${part}`;
const PARTS: readonly LinkPart[] = ['area', 'layers', 'scenes'];

/** Copies a link to the page as it is, and says what the link can't carry (decision 155). */
export const pageLinkMachine = setup({
  types: { context: {} as PageLinkContext, events: {} as PageLinkEvent },
  actors: {
    copyLink: fromPromise<CopiedLink>(notProvided('copyLink')),
  },
  actions: {
    dropNotices: enqueueActions(({ enqueue }) => {
      for (const topic of [TOPIC, ...PARTS.map(topicOf)]) enqueue.sendParent(noticeOutdated(topic));
    }),
    notifyLeftOut: enqueueActions(({ enqueue }, { leftOut }: CopiedLink) => {
      for (const part of leftOut)
        enqueue.sendParent(noticeOf(topicOf(part), 'info', { key: `notice.linkWithout.${part}` }));
    }),
    notifyCopied: sendParent(noticeOf(TOPIC, 'success', { key: 'notice.pageLinkCopied' })),
    notifyNotCopied: sendParent(noticeOf(TOPIC, 'error', { key: 'errors.copyFailed' })),
  },
  guards: {
    isCopied: (_, { isCopied }: CopiedLink) => isCopied,
  },
}).createMachine({
  id: 'pageLink',
  context: { offered: null },
  initial: 'idle',
  states: {
    idle: { on: { 'link.requested': 'copying' } },
    copying: {
      entry: 'dropNotices',
      invoke: {
        id: 'copyLink',
        src: 'copyLink',
        onDone: [
          {
            guard: { type: 'isCopied', params: ({ event }) => event.output },
            target: 'idle',
            actions: ['notifyCopied', { type: 'notifyLeftOut', params: ({ event }) => event.output }],
          },
          // the user copies it by hand
          {
            target: 'offered',
            actions: [
              assign({ offered: ({ event }) => event.output.link }),
              { type: 'notifyLeftOut', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: { target: 'idle', actions: 'notifyNotCopied' },
      },
    },
    offered: { exit: assign({ offered: null }), on: { 'link.closed': 'idle' } },
  },
});
