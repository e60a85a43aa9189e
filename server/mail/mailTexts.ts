/** Which letters there are. */
export const LETTER_KINDS = [
  'registerCode',
  'accountExists',
  'resetCode',
  'newPassword',
  'registered',
  'approved',
  'rejected',
  'passwordChanged',
  'orderCompleted',
  'orderFailed',
] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

/**
 * A part of a letter: a sentence or more; the code or the password, alone on its line; or a link with what stands
 * before it, which is left out where the portal's address is not known. {app}, {minutes}, {hours}, {at}, {order}, {name}
 * are filled in.
 */
export type Block =
  | { says: string }
  | { shows: 'secret' }
  | { leadsTo: 'login' | 'reset' | 'orders'; says: string };

export interface LetterText {
  subject: string;
  blocks: readonly Block[];
}

/** Every letter in one language. */
export type LetterTexts = Readonly<Record<LetterKind, LetterText>>;
