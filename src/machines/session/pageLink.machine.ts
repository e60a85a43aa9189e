import { assign, enqueueActions, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import { LINK_MAX } from '../../../contract/limits.ts';
import { type Address, ADDRESS_FIELDS, type AddressField, STORED } from '../shared/address.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf, noticeOutdated } from '../shared/notice.ts';

/** What a link may have to leave out. */
type LinkPart = 'area' | 'layers' | 'scenes';

interface PageLink {
  link: string;
  /** The parts that are too long for a link. */
  leftOut: readonly LinkPart[];
}

/** The parts without a maximum length, the most important first, with their fields and those that need them. */
const FIELDS_OF: Record<LinkPart, readonly AddressField[]> = {
  area: ['aoi', 'name', 'results', 'details'],
  layers: ['layers'],
  scenes: ['scenes'],
};
const PARTS = Object.keys(FIELDS_OF) as LinkPart[];
const FIELDS: readonly AddressField[] = Object.values(ADDRESS_FIELDS).flatMap(({ fields }) => fields);

/**
 * A link to the page as it is. Unlike the page address it has long values too, because another tab doesn't have
 * those that this one stores. Parts that don't fit are left out whole: half a selection would be a wrong one.
 */
export function pageLink({ query }: Address, root: string): PageLink {
  const link = new URL(root);
  const text = () => link.href.replaceAll('%2C', ',').replaceAll('%3A', ':');
  const add = (fields: readonly AddressField[]) => {
    for (const field of fields) {
      const value = query[field];
      if (value !== undefined) link.searchParams.set(field, value);
    }
  };
  const isStored = (field: AddressField) => query[field]?.startsWith(STORED) === true;
  const bounded = FIELDS.filter((field) => !PARTS.some((part) => FIELDS_OF[part].includes(field)));
  add(bounded);
  const leftOut: LinkPart[] = [];
  for (const part of PARTS) {
    const fields = FIELDS_OF[part];
    // scenes are selected in results
    const isUseless = part === 'scenes' && leftOut.includes('area');
    if (isUseless || fields.every((field) => query[field] === undefined)) continue;
    add(fields);
    if (text().length <= LINK_MAX && !fields.some(isStored)) continue;
    for (const field of fields) link.searchParams.delete(field);
    leftOut.push(part);
  }
  return { link: text(), leftOut };
}

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

/** The link that could not be copied to the clipboard; null without one. */
export const offeredPageLink = (link: SnapshotFrom<typeof pageLinkMachine>): string | null =>
  link.context.offered;
