import { add, audit, set } from './accountChange.ts';
import { list, show, STATUSES } from './accountShow.ts';
import type { Command } from './command.ts';

const RIGHTS = {
  utype: { type: 'string', meaning: 'role, 1 to 99 (1, 2 and from 6 on differ)' },
  puc: { type: 'string', meaning: 'yes or no: may see payment records' },
  password: { type: 'string', meaning: 'a password' },
} as const;

const CHANGES = {
  ...RIGHTS,
  password: {
    type: 'string',
    meaning: 'a password; ends the sessions of the account, and an email says so',
  },
  credits: { type: 'string', meaning: 'credits to add to the balance; a negative number removes' },
} as const;

/** `operator accounts …` (decision 11). */
export const accountCommands: readonly Command[] = [
  {
    name: 'accounts list',
    usage: '',
    meaning: 'Lists accounts, pending ones first, oldest first',
    options: { status: { type: 'string', meaning: `only those that are ${STATUSES.join(', ')}` } },
    run: list,
  },
  {
    name: 'accounts show',
    usage: 'EMAIL',
    meaning: 'Shows one account',
    run: show,
  },
  {
    name: 'accounts approve',
    usage: 'EMAIL',
    meaning: 'Approves an account: it can log in, and an email says so',
    run: audit('approved'),
  },
  {
    name: 'accounts reject',
    usage: 'EMAIL',
    meaning: 'Rejects an account, ends its sessions and sends an email',
    run: audit('rejected'),
  },
  {
    name: 'accounts set',
    usage: 'EMAIL',
    meaning: 'Changes an account',
    options: CHANGES,
    run: set,
  },
  {
    name: 'accounts add',
    usage: 'EMAIL',
    meaning: 'Creates an approved account; prints a random password unless one is given',
    options: {
      ...RIGHTS,
      'first-name': { type: 'string', meaning: 'first name' },
      'last-name': { type: 'string', meaning: 'last name' },
      company: { type: 'string', meaning: 'company' },
    },
    run: add,
  },
];
