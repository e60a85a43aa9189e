import type { Notice, NoticeText, NoticeTone } from '../shared/notice.ts';

interface NoticeList {
  notices: Notice[];
  lastNotice: number;
}

/** Toasts shown at once; the oldest go first. */
const NOTICES_MAX = 4;

/** The notices with one more. */
export function withNotice(context: NoticeList, tone: NoticeTone, message: NoticeText): NoticeList {
  const id = context.lastNotice + 1;
  // the same words twice would only fill the screen
  const others = context.notices.filter((one) => JSON.stringify(one.message) !== JSON.stringify(message));
  return { lastNotice: id, notices: [...others, { id, tone, message }].slice(-NOTICES_MAX) };
}
