import { fromPromise } from 'xstate';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { accountMachine } from '../machines/account/account.machine.ts';
import { apiKeysMachine } from '../machines/account/apiKeys.machine.ts';
import { newKeyMachine } from '../machines/account/newKey.machine.ts';
import { passwordChangeMachine } from '../machines/account/passwordChange.machine.ts';
import { payRecordsMachine } from '../machines/account/payRecords.machine.ts';
import * as accounts from '../services/accounts.ts';
import type { Call } from '../services/call/call.ts';
import { copyText, fetched, saveFile, sent } from './calls.ts';

const ofMonth = (month: string | null) => (month === null ? {} : { month });

/** The account page and its dialogs. */
export function wireAccount(call: Call) {
  return {
    account: accountMachine.provide({
      actors: {
        fetchCredits: fromPromise(({ signal }) => accounts.fetchCredits(call, signal)),
        fetchUsage: fromPromise(({ input, signal }) => accounts.fetchUsage(call, input, signal)),
        passwordChange: passwordChangeMachine.provide({
          actors: {
            changePassword: sent((body, live) => call(endpoints.changePassword, { body }, live)),
          },
        }),
        payRecords: payRecordsMachine.provide({
          actors: {
            listPayRecords: fromPromise(({ input, signal }) => accounts.listPayRecords(call, input, signal)),
            listMovements: fetched(({ page, month }, live) =>
              call(endpoints.creditMovements, { query: { cpage: page, ...ofMonth(month) } }, live),
            ),
            fetchStatement: fetched(({ month, ...asked }, live) =>
              call(endpoints.statement, { query: { ...asked, ...ofMonth(month) } }, live),
            ),
          },
          actions: { saveFile },
        }),
      },
    }),
    apiKeys: apiKeysMachine.provide({
      actors: {
        listKeys: fetched((_, live) => call(endpoints.apiKeys, {}, live)),
        revokeKey: sent(({ id }, live) => call(endpoints.revokeApiKey, { params: { id } }, live)),
        newKey: newKeyMachine.provide({
          actors: {
            createKey: fetched((body, live) => call(endpoints.createApiKey, { body }, live)),
            copyText,
          },
        }),
      },
    }),
  };
}
