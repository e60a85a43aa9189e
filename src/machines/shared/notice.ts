/** Something said to the user: a key of the catalogue with its parameters, or a text that the server sent. */
export type NoticeText =
  | { key: string; params?: Record<string, string | number>; text?: undefined }
  | { text: string; key?: undefined };

export type NoticeTone = 'success' | 'error' | 'info';

/** A notice as the toasts show it; ids grow by one. */
export interface Notice {
  id: number;
  tone: NoticeTone;
  message: NoticeText;
}

/** The fact that any actor may tell the portal. */
export interface NoticeRaised {
  type: 'notice.raised';
  tone: NoticeTone;
  message: NoticeText;
}

export function noticeOf(tone: NoticeTone, message: NoticeText): NoticeRaised {
  return { type: 'notice.raised', tone, message };
}
