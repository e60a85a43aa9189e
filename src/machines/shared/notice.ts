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
  /** Its subject, e.g. 'search' or 'order GT-1': a newer notice about the same subject replaces it. */
  topic: string;
  tone: NoticeTone;
  message: NoticeText;
}

/** Any actor may send this to the portal. */
export interface NoticeRaised {
  type: 'notice.raised';
  topic: string;
  tone: NoticeTone;
  message: NoticeText;
}

/** The notices about this subject are outdated: the cause is gone, or a new try begins. */
export interface NoticeOutdated {
  type: 'notice.outdated';
  topic: string;
}

export function noticeOf(topic: string, tone: NoticeTone, message: NoticeText): NoticeRaised {
  return { type: 'notice.raised', topic, tone, message };
}

export function noticeOutdated(topic: string): NoticeOutdated {
  return { type: 'notice.outdated', topic };
}
