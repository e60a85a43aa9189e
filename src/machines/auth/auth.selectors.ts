import type { SnapshotFrom } from 'xstate';
import type { authMachine, AuthPanel } from './auth.machine.ts';
import type { NoticeText } from '../shared/notice.ts';

type Auth = SnapshotFrom<typeof authMachine>;

/** §4 Auth panel states: the panel that is shown. */
export function shownPanel(auth: Auth): AuthPanel {
  if (auth.matches('register')) return 'register';
  return auth.matches('resetpass') ? 'resetpass' : 'login';
}
/** The code of the shown panel failed to load. */
export const isPanelUnopened = (auth: Auth): boolean =>
  auth.matches({ register: 'unopened' }) || auth.matches({ resetpass: 'unopened' });
export const isPanelOpen = (auth: Auth): boolean =>
  auth.matches({ register: 'open' }) || auth.matches({ resetpass: 'open' });
export const isLoggingIn = (auth: Auth): boolean => auth.matches({ login: 'submitting' });
export const loginRefusal = (auth: Auth): NoticeText | null => auth.context.refusal;
/** Why the previous session ended; null at a first log-in. */
export const sessionEnded = (auth: Auth): NoticeText | null => auth.context.opening.ended;
export const isRegistrationAllowed = (auth: Auth): boolean => auth.context.opening.registrationAllowed;
/** The email typed in another panel. */
export const typedEmail = (auth: Auth): string => auth.context.email;
