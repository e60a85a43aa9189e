import type { MessageParams } from '../../../contract/messages.ts';

/**
 * A message for the user: a catalogue key with parameters, or a text from the server. If both are given, the
 * text shows only for keys missing from the catalogue.
 */
export type NoticeText =
  | { key: string; params?: MessageParams; text?: string }
  | { text: string; key?: undefined; params?: undefined };

export type NoticeTone = 'success' | 'error' | 'info';

/** A notice shown as a toast; ids increase by one. */
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
