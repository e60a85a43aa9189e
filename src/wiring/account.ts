import { fromPromise } from 'xstate';
import { accountMachine } from '../machines/account/account.machine.ts';
import { passwordChangeMachine } from '../machines/account/passwordChange.machine.ts';
import { payRecordsMachine } from '../machines/account/payRecords.machine.ts';
import * as accounts from '../services/accounts.ts';
import type { Call } from '../services/call/call.ts';

/** The account page and its dialogs. */
export function wireAccount(call: Call) {
  return {
    account: accountMachine.provide({
      actors: {
        fetchCredits: fromPromise(({ signal }) => accounts.fetchCredits(call, signal)),
        fetchUsage: fromPromise(({ input, signal }) => accounts.fetchUsage(call, input, signal)),
        passwordChange: passwordChangeMachine.provide({
          actors: {
            changePassword: fromPromise(({ input, signal }) => accounts.changePassword(call, input, signal)),
          },
        }),
        payRecords: payRecordsMachine.provide({
          actors: {
            listPayRecords: fromPromise(({ input, signal }) => accounts.listPayRecords(call, input, signal)),
          },
        }),
      },
    }),
  };
}
