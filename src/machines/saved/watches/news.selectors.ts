import type { SnapshotFrom } from 'xstate';
import type { NewsItem } from '../../../../contract/watches/watches.ts';
import type { NoticeText } from '../../shared/notice.ts';
import type { newsMachine } from './news.machine.ts';

type News = SnapshotFrom<typeof newsMachine>;

const NONE: NewsItem[] = [];
/** Whether the back end has news at all. */
export const hasBell = ({ context }: News): boolean => context.items !== null;
export const newsItems = ({ context }: News): NewsItem[] => context.items ?? NONE;
export const unreadCount = ({ context }: News): number =>
  context.items?.filter(({ isRead }) => !isRead).length ?? 0;
export const isBellOpen = (news: News): boolean => news.hasTag('open');
export const newsRefusal = ({ context }: News): NoticeText | null => context.refusal;
