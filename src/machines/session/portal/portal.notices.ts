import type { Notice, NoticeRaised } from '../../shared/notice.ts';

interface NoticeList {
  notices: Notice[];
  lastNotice: number;
}

/** Toasts shown at once. */
const NOTICES_MAX = 3;

/**
 * The notices with one added. It replaces those about the same thing and those with the same text; over the limit,
 * the oldest that is not an error is removed first.
 */
export function withNotice(
  { notices, lastNotice }: NoticeList,
  { topic, tone, message }: Omit<NoticeRaised, 'type'>,
): NoticeList {
  const id = lastNotice + 1;
  const shown = notices.filter(
    (one) => one.topic !== topic && JSON.stringify(one.message) !== JSON.stringify(message),
  );
  if (shown.length >= NOTICES_MAX)
    shown.splice(
      Math.max(
        0,
        shown.findIndex((one) => one.tone !== 'error'),
      ),
      1,
    );
  return { lastNotice: id, notices: [...shown, { id, topic, tone, message }] };
}
