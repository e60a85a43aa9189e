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
    meaning: 'a password; ends the sessions of the account, and a mail tells of it',
  },
  credits: { type: 'string', meaning: 'credits to add to the balance; below zero takes away' },
} as const;

/** `operator accounts …` (decision 11). */
export const accountCommands: readonly Command[] = [
  {
    name: 'accounts list',
    usage: '',
    meaning: 'All accounts: first those that await audit, oldest first',
    words: 0,
    options: { status: { type: 'string', meaning: `only those that are ${STATUSES.join(', ')}` } },
    run: list,
  },
  {
    name: 'accounts show',
    usage: 'EMAIL',
    meaning: 'Everything about one account',
    words: 1,
    options: {},
    run: show,
  },
  {
    name: 'accounts approve',
    usage: 'EMAIL',
    meaning: 'The audit is passed: the account may log in, and a mail says so',
    words: 1,
    options: {},
    run: audit('approved'),
  },
  {
    name: 'accounts reject',
    usage: 'EMAIL',
    meaning: 'The audit is not passed: ends the sessions of the account, and a mail says so',
    words: 1,
    options: {},
    run: audit('rejected'),
  },
  {
    name: 'accounts set',
    usage: 'EMAIL',
    meaning: 'Changes an account',
    words: 1,
    options: CHANGES,
    run: set,
  },
  {
    name: 'accounts add',
    usage: 'EMAIL',
    meaning: 'Makes an approved account; prints a random password unless one is given',
    words: 1,
    options: {
      ...RIGHTS,
      'first-name': { type: 'string', meaning: 'first name' },
      'last-name': { type: 'string', meaning: 'last name' },
      company: { type: 'string', meaning: 'company' },
    },
    run: add,
  },
];
