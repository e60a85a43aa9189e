import type { MessageParams } from '../../../contract/messages.ts';

/**
 * A message for the user: a key of the catalogue with its parameters, or a text that the server sent. A message with
 * both shows the text only if the catalogue does not know the key.
 */
export type NoticeText =
  | { key: string; params?: MessageParams; text?: string }
  | { text: string; key?: undefined; params?: undefined };

export type NoticeTone = 'success' | 'error' | 'info';

/** A notice as the toasts show it; ids grow by one. */
export interface Notice {
  id: number;
  tone: NoticeTone;
  message: NoticeText;
}

/** Any actor may send this to the portal. */
export interface NoticeRaised {
  type: 'notice.raised';
  tone: NoticeTone;
  message: NoticeText;
}

export function noticeOf(tone: NoticeTone, message: NoticeText): NoticeRaised {
  return { type: 'notice.raised', tone, message };
}
