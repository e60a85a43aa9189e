/**
 * The blocks of each mail, between greeting and regards. A block is the name of a text in
 * contract/messages/LANGUAGE/mails.json, of the mail or of `common`; `secret`, the code or the password alone
 * on its line; `scenes`, the
 * scenes that a watch has found, a line each; or a link with the text before it, which is omitted if the portal's address is unknown.
 */
export const MAIL_LAYOUTS = {
  registerCode: ['intro', 'secret', 'codeHolds', 'unasked'],
  accountExists: ['intro', 'how', 'logIn', 'reset', 'unasked'],
  resetCode: ['intro', 'secret', 'codeHolds', 'unasked'],
  newPassword: ['intro', 'secret', 'use', 'never', 'logIn', 'unasked'],
  registered: ['intro', 'unasked'],
  approved: ['intro', 'logIn'],
  rejected: ['intro'],
  passwordChanged: ['intro', 'logIn', 'unasked', 'reset'],
  orderCompleted: ['intro', 'orders'],
  orderFailed: ['intro', 'orders'],
  watchScenes: ['intro', 'scenes', 'watches', 'unsubscribe'],
} as const;

/** The pages that links lead to, below the portal's address. */
export const MAIL_LINKS: Readonly<Record<string, string>> = {
  logIn: '/',
  reset: '/#resetpass',
  orders: '/?panel=order',
  watches: '/?panel=mysearch',
};

export type MailKind = keyof typeof MAIL_LAYOUTS;
export const MAIL_KINDS = Object.keys(MAIL_LAYOUTS) as readonly MailKind[];
