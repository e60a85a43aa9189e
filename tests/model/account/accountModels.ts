import { model } from '../paths/explore.ts';
import { accountMachine } from '../../../src/machines/account/account.machine.ts';
import {
  passwordChangeMachine,
  type PasswordDraft,
} from '../../../src/machines/account/passwordChange.machine.ts';
import { isPasswordMissing, saidOfPassword } from '../../../src/machines/account/account.selectors.ts';
import { payRecordsMachine } from '../../../src/machines/account/payRecords.machine.ts';
import { broke, done, failed } from '../shared/outcomes.ts';
import { keyModels } from './keyModels.ts';

const now = () => new Date('2026-11-21T08:00:00Z');

const PASSWORDS = ['opwd', 'npwd', 'npwdr'] as const;
const passwordChange = model<{ draft: unknown; left: string[]; isTried: boolean; failure: unknown }>(
  {
    name: 'passwordChange',
    machine: passwordChangeMachine,
    variants: { 'an empty dialog': undefined },
    events: [
      {
        type: 'draft.changed',
        patch: { opwd: 'harbour-2026', npwd: 'lighthouse-77', npwdr: 'lighthouse-77' },
      },
      { type: 'draft.changed', patch: { npwdr: 'lighthouse-78' } },
      { type: 'draft.changed', patch: { npwd: '8 signs.', npwdr: '' } },
      { type: 'draft.changed', patch: { npwd: '7 signs' } },
      { type: 'field.left', field: 'npwd' },
      { type: 'field.left', field: 'npwdr' },
      { type: 'password.submitted' },
      { type: 'dialog.closed' },
      done('changePassword'),
      ...failed('changePassword'),
    ],
    refusals: { changePassword: ['passwordWrong', 'passwordCommon', 'tooManyAttempts'] },
    meets: ({ draft }: { draft: PasswordDraft }, event) =>
      event.type === 'field.left' ? draft[event['field'] as keyof PasswordDraft] : null,
    queries: Object.fromEntries(
      PASSWORDS.flatMap((field) => [
        [`${field} said`, saidOfPassword(field)],
        [`${field} missing`, isPasswordMissing(field)],
      ]),
    ),
  },
  (context) => [context.draft, context.left, context.isTried, context.failure !== null],
);

const months = ['2026-11', '2026-10'];
const pageOfRecords = {
  list: [
    {
      id: 1,
      orderNum: 'GT-1',
      cost: 120_000,
      at: '2026-11-20T08:00:00Z',
      orderName: 'Harbour',
      kind: 'archive',
      lines: 2,
    },
  ],
  total: 12,
  sum: 1_440_000,
  months,
};
const pageOfMovements = {
  list: [{ id: 1, at: '2026-11-20T08:00:00Z', reason: 'grant', subject: '', amount: 140, balance: 140 }],
  total: 12,
  sum: 140,
  months,
};
const payRecords = model<{
  page: number;
  book: string;
  month: string | null;
  list: unknown[];
  movements: unknown[];
  refusal: unknown;
  fileRefusal: unknown;
}>(
  {
    name: 'payRecords',
    machine: payRecordsMachine,
    variants: { 'the dialog opens': undefined },
    events: [
      { type: 'page.chosen', page: 2 },
      { type: 'page.chosen', page: 3 },
      { type: 'page.chosen', page: 1 },
      { type: 'book.chosen', book: 'credits' },
      { type: 'book.chosen', book: 'orders' },
      { type: 'month.chosen', month: '2026-11' },
      { type: 'month.chosen', month: null },
      { type: 'statement.requested', format: 'csv' },
      { type: 'statement.requested', format: 'pdf' },
      { type: 'reload.requested' },
      { type: 'dialog.closed' },
      done('listPayRecords', pageOfRecords),
      ...failed('listPayRecords'),
      done('listMovements', pageOfMovements),
      ...failed('listMovements'),
      done('fetchStatement', { name: 'payments_2026-11.csv', content: '' }),
      ...failed('fetchStatement'),
    ],
    refusals: { listPayRecords: ['notAllowed'], fetchStatement: ['notAllowed', 'statementTooLong'] },
  },
  (context) => [
    context.page,
    context.book,
    context.month,
    context.list.length,
    context.movements.length,
    context.refusal !== null,
    context.fileRefusal !== null,
  ],
);

const account = model<{ credits: unknown; usage: unknown }>(
  {
    name: 'account',
    machine: accountMachine,
    variants: { 'with payment records': { puc: true, now }, without: { puc: false, now } },
    events: [
      { type: 'panel.opened' },
      { type: 'credits.reloaded' },
      { type: 'usage.reloaded' },
      { type: 'password.requested' },
      { type: 'payRecords.requested' },
      done('fetchCredits', 9860),
      ...failed('fetchCredits'),
      done('fetchUsage', [{ day: '2026-11-21', creditTotal: 140 }]),
      ...failed('fetchUsage'),
      done('passwordChange', { changed: true }),
      done('passwordChange', { changed: false }),
      broke('passwordChange'),
      done('payRecords'),
      broke('payRecords'),
    ],
  },
  (context) => [context.credits !== null, context.usage !== null],
);

export const accountModels = [passwordChange, payRecords, account, ...keyModels];
