import type { Block, LetterText, LetterTexts } from './mailTexts.ts';

const secret: Block = { shows: 'secret' };
const hello: Block = { says: 'Hello,' };
const regards: Block = { says: 'Kind regards\n{app}' };
const codeHolds: Block = {
  says: 'The code holds for {minutes} minutes and can be used once. Nobody from {app} will ever ask you for it.',
};
const logIn: Block = { leadsTo: 'login', says: 'Log in:' };
const orders: Block = { leadsTo: 'orders', says: 'Your orders:' };
const reset: Block = { leadsTo: 'reset', says: 'Reset the password:' };

function letter(subject: string, ...blocks: readonly (string | Block)[]): LetterText {
  const own = blocks.map((block): Block => (typeof block === 'string' ? { says: block } : block));
  return { subject, blocks: [hello, ...own, regards] };
}

/** The letters in English. */
export const englishLetters: LetterTexts = {
  registerCode: letter(
    'Your verification code for {app}',
    'This is your code to register an account at {app}:',
    secret,
    codeHolds,
    'You did not ask for a code? Then somebody typed your address by mistake, and you need not do anything: without the code nobody can open an account with it.',
  ),
  accountExists: letter(
    'You have an account at {app} already',
    'Somebody, perhaps you, asked to register at {app} with this address. It has an account already, so no new one is opened and nothing has changed.',
    'Log in with your password; if you have forgotten it, choose "Reset password" beside the log-in. A new account can log in as soon as it has passed our audit: we write to you then.',
    logIn,
    reset,
    'It was not you? Then you need not do anything.',
  ),
  resetCode: letter(
    'Your code to reset the password at {app}',
    'This is your code to reset the password of your account at {app}:',
    secret,
    codeHolds,
    'You did not ask for a code? Then you need not do anything: your password stays as it is.',
  ),
  newPassword: letter(
    'Your new password for {app}',
    'The password of your account at {app} has been reset. This is the new one:',
    secret,
    'It opens your account once, within {hours} hours. Log in with it, then set a password of your own on the account page at once: this one will not open the account a second time. The old password has ended, and so has every session.',
    'Nobody from {app} will ever ask you for your password.',
    logIn,
    'You did not reset your password? Then somebody can read your mail: change the password of your mailbox, then reset the one at {app} again.',
  ),
  registered: letter(
    'Your registration at {app}',
    'Thank you for registering at {app}. Your account awaits audit: we look at every new account. You can log in as soon as it has passed, and we write to you then.',
    'You did not register? Then somebody can read your mail: change the password of your mailbox, and please write to us.',
  ),
  approved: letter(
    'Your account at {app} is open',
    'Your account at {app} has passed the audit. You can log in now with your address and the password that you chose.',
    logIn,
  ),
  rejected: letter(
    'Your registration at {app} was not accepted',
    'We are sorry: your account at {app} did not pass the audit, so you can not log in. If you think that this is a mistake, please write to us.',
  ),
  passwordChanged: letter(
    'Your password at {app} was changed',
    'The password of your account at {app} was changed on {at} (UTC), and every session has ended. Log in with the new one.',
    logIn,
    'It was not you? Then reset the password at once: choose "Reset password" beside the log-in. Whoever knows the present one is locked out by that.',
    reset,
  ),
  orderCompleted: letter(
    'Your order {order} at {app} is completed',
    'Your order "{name}" ({order}) is completed. Its files wait for you in the list of your orders: unfold the order there to download them.',
    orders,
  ),
  orderFailed: letter(
    'Your order {order} at {app} has failed',
    'We are sorry: your order "{name}" ({order}) could not be fulfilled. It costs nothing. A tasking order fails when its window brings no pass that is as clear as you asked for: a longer window or a higher cloud cover makes it likelier to succeed.',
    orders,
  ),
};
