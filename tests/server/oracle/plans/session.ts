import { fromCallback, fromPromise, type AnyStateMachine } from 'xstate';
import { actorMachines } from '../../../../src/machines/session/actors.ts';
import type { UnsentDeletions } from '../../../../src/machines/session/portal.context.ts';
import { formMachines } from '../../../../src/machines/session/forms.ts';
import * as accounts from '../../../../src/services/accounts.ts';
import { writeToken } from '../../../../src/services/browser/browser.ts';
import { deleteUnsent } from '../../../../src/wiring/saved.ts';
import { wireAnalytics } from '../../../../src/wiring/analytics.ts';
import { wirePortal } from '../../../../src/wiring/portal.ts';
import { analyticsModel } from '../../../model/analytics/analyticsModels.ts';
import { portal } from '../../../model/session/portalModel.ts';
import { addLayer } from '../stock.ts';
import type { Opened, Plan, World } from '../world.ts';

const idle = fromCallback(() => {});
const loaded = fromPromise(() => Promise.resolve());

/** The portal with its own calls; the machines inside have plans of their own. */
function openPortal(world: World): Opened {
  const { call, token } = world;
  const load = () => Promise.resolve();
  const names = [
    ...Object.keys(actorMachines),
    ...Object.keys(formMachines),
    'sharedSearch',
    'auth',
    'preferences',
  ];
  const machine: AnyStateMachine = wirePortal(call, { forms: load, workspace: load, shared: load });
  const variant = 'a page that opens';
  writeToken(token());
  const logOut = fromPromise<void, UnsentDeletions>(async ({ input, signal }) => {
    await deleteUnsent(call, input);
    await accounts.logOut(call, signal);
  });
  const actors = {
    ...Object.fromEntries(names.map((name) => [name, idle])),
    openWorkspace: loaded,
    openShared: loaded,
    logOut,
  };
  const nothing = () => {};
  return {
    machine: machine.provide({
      actors,
      actions: {
        storeToken: nothing,
        dropToken: nothing,
        reportPasswordChanged: nothing,
        openQuote: nothing,
      },
    } as never),
    input: portal.variants[variant],
    variant,
    prefers: ['connection.lost', 'retry.requested', 'session.passed', 'logout.pressed'],
    close: () => writeToken(null),
  };
}

async function openAnalytics(world: World): Promise<Opened> {
  const { app, account, random } = world;
  if (random() < 0.7) await addLayer(world);
  const { pool } = app.deps.db;
  const variant = 'a session without an area';
  return {
    machine: wireAnalytics(world.call, null).provide({
      actors: { preferences: idle, analyse: idle },
      actions: { saveResult: () => {} },
    } as never),
    input: analyticsModel.variants[variant],
    variant,
    changes: {
      'the operator gives another rank': () =>
        pool.query('update accounts set utype = $2 where id = $1', [account.id, random() < 0.5 ? 5 : 6]),
    },
    prefers: ['reload.requested'],
  };
}

export const sessionPlans: readonly Plan[] = [
  {
    machine: 'portal',
    calls: ['fetchSettings', 'fetchUser', 'probe', 'logOut'],
    paths: 30,
    moves: 20,
    open: openPortal,
  },
  { machine: 'analytics', calls: ['openAnalytics'], paths: 30, moves: 12, open: openAnalytics },
];
