import { invariant, isIn, type Invariants } from './invariant.ts';

interface Portal {
  user: { token: string } | null;
  form: unknown;
  notices: { id: number }[];
  unsent: { aois: number[]; searches: number[] };
}
const portal: Invariants = {
  'no token when signed out': invariant<Portal>(
    ({ value, context }) => !isIn(value, 'session', 'signedOut') || context.user === null,
    { value: { session: 'signedOut' }, context: { user: { token: 'a-token' } } },
  ),
  'signed in implies a user': invariant<Portal>(
    ({ value, context }) => !isIn(value, 'session', 'signedIn') || context.user !== null,
    { value: { session: { signedIn: 'noForm' } }, context: { user: null } },
  ),
  'no notice is shown twice': invariant<Portal>(
    ({ context: { notices } }) => new Set(notices.map(({ id }) => id)).size === notices.length,
    { context: { notices: [{ id: 1 }, { id: 1 }] } },
  ),
  'no panel runs when signed out': invariant<Portal>(
    ({ value, running }) => !isIn(value, 'session', 'signedOut') || !running.includes('account'),
    { value: { session: 'signedOut' }, running: ['account'] },
  ),
};

const auth: Invariants = {
  'a refusal is gone while the log-in is sent again': invariant<{ refusal: unknown }>(
    ({ value, context }) => !isIn(value, 'login', 'submitting') || context.refusal === null,
    { value: { login: 'submitting' }, context: { refusal: { key: 'errors.loginFailed' } } },
  ),
  'a log-in in flight can not be sent again': invariant(
    ({ value, can }) =>
      !isIn(value, 'login', 'submitting') ||
      !can({ type: 'login.submitted', uname: 'mei.lin@harbourline.example', upass: 'harbour-2026' }),
    { value: { login: 'submitting' }, can: () => true },
  ),
};

interface Lock {
  secondsLeft: number;
  lockedUntil: number | null;
}
const codeLock: Invariants = {
  'a lock ends within 60 seconds': invariant<Lock>(
    ({ context }) => context.secondsLeft >= 0 && context.secondsLeft <= 60,
    { context: { secondsLeft: 61 } },
  ),
  'locked implies seconds left': invariant<Lock>(
    ({ tags, context }) => !tags.includes('locked') || context.lockedUntil !== null,
    { tags: ['locked'], context: { lockedUntil: null } },
  ),
};

interface Draft {
  draft: Record<string, unknown>;
}
const filled = (state: string, ...fields: string[]): Invariants => ({
  'nothing is sent with an empty field': invariant<Draft>(
    ({ value, context }) => !isIn(value, state) || fields.every((field) => context.draft[field] !== ''),
    { value: state, context: { draft: Object.fromEntries(fields.map((field) => [field, ''])) } },
  ),
});

const AUTH_FIELDS = {
  register: ['firstName', 'lastName', 'email', 'upass', 'company', 'vcode'],
  resetpass: ['email', 'vcode'],
};
const authForm: Invariants = {
  'nothing is sent with an empty field': invariant<Draft & { purpose: keyof typeof AUTH_FIELDS }>(
    ({ value, context: { purpose, draft } }) =>
      !isIn(value, 'submitting') || AUTH_FIELDS[purpose].every((field) => draft[field] !== ''),
    { value: 'submitting', context: { purpose: 'resetpass', draft: { email: '', vcode: '' } } },
  ),
};

const passwordChange: Invariants = {
  ...filled('submitting', 'opwd', 'npwd', 'npwdr'),
  'two different new passwords are never sent': invariant<Draft>(
    ({ value, context: { draft } }) => !isIn(value, 'submitting') || draft['npwd'] === draft['npwdr'],
    { value: 'submitting', context: { draft: { npwd: 'harbour-2026', npwdr: 'harbour-2027' } } },
  ),
};

const preferences: Invariants = {
  'the language is English or Chinese': invariant<{ language: string }>(
    ({ context }) => ['en', 'zh'].includes(context.language),
    { context: { language: 'de' } },
  ),
};

const shell: Invariants = {
  'analytics only from utype 6': invariant<{ utype: number }>(
    ({ context, can }) => context.utype >= 6 || !can({ type: 'analytics.requested' }),
    { context: { utype: 5 }, can: () => true },
  ),
};

const payRecords: Invariants = {
  'pages begin at 1': invariant<{ page: number }>(({ context }) => context.page >= 1, {
    context: { page: 0 },
  }),
  'orders and changes of credits are never listed together': invariant<{
    book: string;
    list: unknown[];
    movements: unknown[];
  }>(({ context }) => (context.book === 'orders' ? context.movements : context.list).length === 0, {
    context: { book: 'credits', list: [{}], movements: [] },
  }),
};

const account: Invariants = {
  'the balance is no negative number': invariant<{ credits: number | null }>(
    ({ context }) => context.credits === null || context.credits >= 0,
    { context: { credits: -1 } },
  ),
  'payment records only with the puc flag': invariant<{ puc: boolean }>(
    ({ context, running }) => context.puc || !running.includes('payRecords'),
    { context: { puc: false }, running: ['payRecords'] },
  ),
};

export const sessionInvariants: Readonly<Record<string, Invariants>> = {
  portal,
  auth,
  codeLock,
  authForm,
  passwordChange,
  preferences,
  shell,
  payRecords,
  account,
};
