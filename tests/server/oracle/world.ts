import { hash } from '@node-rs/argon2';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { insertAccount, type NewAccount } from '../../../server/accounts/accounts.queries.ts';
import { deleteSessionsOf, insertSession } from '../../../server/accounts/sessions.queries.ts';
import { newToken, tokenHashOf } from '../../../server/accounts/tokens.rules.ts';
import type { Call } from '../../../src/services/call/call.ts';
import type { ModelEvent } from '../../model/paths/explore.ts';
import type { TestServer } from '../support/harness.ts';
import { FAULTS, type Line } from './line.ts';

/** The instant at which every path begins, on the server and in the page. */
export const START = '2026-11-21T08:00:00Z';

/** What happens beside the machine, by its name. */
export type Changes = Readonly<Record<string, () => unknown>>;

/** The world of one path: a real server, and an account of its own. */
export interface World {
  app: TestServer;
  line: Line;
  /** The client of the machine. */
  call: Call;
  random: () => number;
  account: { id: number; email: string };
  /** Null once the session has ended, or before a log-in. */
  token: () => string;
  now: () => Date;
  /** Calls as the same user in another session, without faults. */
  elsewhere: TestServer['call'];
}

/** One machine in its world. */
export interface Opened {
  /** The production machine with its production services. */
  machine: AnyStateMachine;
  input?: unknown;
  /** The model's variant that has this input. */
  variant: string;
  /** The model's event about things of this server: another order number, another id. */
  bind?: (event: ModelEvent, snapshot: AnyMachineSnapshot) => ModelEvent;
  changes?: Changes;
  /** Events that users send to a machine inside. */
  inner?: readonly { to: string; event: ModelEvent }[];
  /** Labels of the events that lead to calls: sent more often. */
  prefers?: readonly string[];
  /** Types of events that only the machine itself raises. */
  skips?: readonly string[];
  /** Puts back what the changes did to other accounts. */
  close?: () => unknown;
}

/** How a machine is walked. */
export interface Plan {
  /** The machine's name in `models`. */
  machine: string;
  /** Its actors that call the server. */
  calls: readonly string[];
  /** Paths in `npm test` at least, and their length in moves. */
  paths: number;
  moves: number;
  account?: Partial<NewAccount>;
  open: (world: World) => Opened | Promise<Opened>;
}

/** The password that the models type. */
const PASSWORD = 'harbour-2026';
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
let accounts = 0;

/** A new account with a session, on a server that may have others. */
export async function newWorld(
  { app, line }: { app: TestServer; line: Line },
  random: () => number,
  given: Partial<NewAccount> = {},
): Promise<World & { changes: Changes }> {
  const { db } = app.deps;
  app.clock.set(START);
  const now = () => app.clock.now();
  const email = `oracle${(accounts += 1)}@example.com`;
  const account = await insertAccount(
    db.pool,
    {
      firstName: 'Mei',
      lastName: 'Lin',
      company: 'Harbourline',
      passwordHash: await passwordHash,
      utype: 6,
      puc: true,
      status: 'approved',
      credits: 10_000,
      ...given,
      email,
    },
    now(),
  );
  if (account === null) throw new Error(`${email} is taken`);
  const logIn = async () => {
    const token = newToken();
    const client = await db.pool.connect();
    await insertSession(client, { tokenHash: tokenHashOf(token), accountId: account.id, now: now() });
    client.release();
    return token;
  };
  let token = await logIn();
  let isEnded = false;
  let other: string | null = null;
  line.caller = account;
  const faults = FAULTS.map((fault) => [fault, () => line.arm(fault, 1 + Math.floor(random() * 2))] as const);
  return {
    app,
    line,
    call: line.client(() => token),
    random,
    account: { id: account.id, email },
    token: () => token,
    now,
    elsewhere: async (name, input, options = {}) => {
      other ??= await logIn();
      return app.call(name, input, { token: other, ...options });
    },
    changes: {
      ...Object.fromEntries(faults),
      'the session ends or begins': async () => {
        if (isEnded) token = await logIn();
        else await db.transaction((client) => deleteSessionsOf(client, account.id));
        isEnded = !isEnded;
        other = null;
      },
    },
  };
}

/** A machine that a wired machine invokes, with its services. */
export function inside(machine: AnyStateMachine, name: string): AnyStateMachine {
  const found: unknown = Reflect.get(machine.implementations.actors, name);
  if (found === undefined) throw new Error(`${machine.id} has no ${name}`);
  return found as AnyStateMachine;
}
