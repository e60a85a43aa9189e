import { hash } from '@node-rs/argon2';
import { grantCredits } from '../../../../server/accounts/accounts.queries.ts';
import { wireAccount } from '../../../../src/wiring/account.ts';
import type { ModelEvent } from '../../../model/paths/explore.ts';
import { pay, placeOrder, repeatOrder, times } from '../stock.ts';
import { inside, type Plan, type World } from '../world.ts';

/** In 15 minutes one may guess one's own password ten times. */
const GUESSES = 11;

const cheapHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Changes of an account's password and of its right to try. */
function passwordChanges({ app, account, elsewhere }: World) {
  const { pool } = app.deps.db;
  return {
    'another session changes the password': async () =>
      pool.query('update accounts set password_hash = $2 where id = $1', [
        account.id,
        await cheapHash('changed elsewhere'),
      ]),
    'another session guesses the password too often': () =>
      times(GUESSES, () =>
        elsewhere('changePassword', {
          body: { opwd: 'a guess', npwd: 'lighthouse-77', npwdr: 'lighthouse-77' },
        }),
      ),
  };
}

/** Half of the users choose a password that everyone has. */
function chosenPassword({ random }: World) {
  const isCommon = random() < 0.3;
  const chosen = (text: unknown) => (isCommon && text === 'lighthouse-77' ? 'password123' : text);
  return (event: ModelEvent): ModelEvent => {
    if (event.type !== 'draft.changed') return event;
    const patch = Object.entries(event['patch'] as object).map(([name, text]) => [name, chosen(text)]);
    return { ...event, patch: Object.fromEntries(patch) };
  };
}

async function paid(world: World, count: number): Promise<void> {
  if (count === 0) return;
  const orderNum = await placeOrder(world);
  await pay(world, [orderNum, ...(await repeatOrder(world, orderNum, count - 1))]);
}

export const accountPlans: readonly Plan[] = [
  {
    machine: 'passwordChange',
    calls: ['changePassword'],
    paths: 50,
    moves: 14,
    open: (world) => ({
      machine: inside(wireAccount(world.call).account, 'passwordChange'),
      variant: 'an empty dialog',
      bind: chosenPassword(world),
      changes: passwordChanges(world),
      prefers: ['draft.changed#1', 'password.submitted'],
    }),
  },
  {
    machine: 'payRecords',
    calls: ['listPayRecords'],
    paths: 30,
    moves: 14,
    async open(world) {
      await paid(world, [0, 1, 12][Math.floor(world.random() * 3)]!);
      const { app, account } = world;
      return {
        machine: inside(wireAccount(world.call).account, 'payRecords'),
        variant: 'the dialog opens',
        changes: {
          'more orders are paid': () => paid(world, 6),
          'the operator takes the right to see payments': () =>
            app.deps.db.pool.query('update accounts set puc = not puc where id = $1', [account.id]),
        },
      };
    },
  },
  {
    machine: 'account',
    calls: ['fetchCredits', 'fetchUsage'],
    paths: 20,
    moves: 16,
    open(world) {
      const { app, account, random, now } = world;
      const puc = random() < 0.5;
      return {
        machine: wireAccount(world.call).account,
        input: { puc, now },
        variant: puc ? 'with payment records' : 'without',
        changes: {
          'the operator grants credits': () =>
            app.deps.db.transaction((client) => grantCredits(client, account.id, 100, now())),
          'credits are spent': () =>
            app.deps.db.pool.query(
              "insert into credit_entries (account_id, amount, reason, at) values ($1, -140, 'grant', $2)",
              [account.id, now()],
            ),
        },
        inner: [
          { to: 'passwordChange', event: { type: 'dialog.closed' } },
          {
            to: 'passwordChange',
            event: {
              type: 'draft.changed',
              patch: { opwd: 'harbour-2026', npwd: 'lighthouse-77', npwdr: 'lighthouse-77' },
            },
          },
          { to: 'passwordChange', event: { type: 'password.submitted' } },
          { to: 'payRecords', event: { type: 'dialog.closed' } },
          { to: 'payRecords', event: { type: 'page.chosen', page: 2 } },
        ],
      };
    },
  },
];
