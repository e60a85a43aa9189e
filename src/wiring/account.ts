import { fromPromise } from 'xstate';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { accountMachine } from '../machines/account/account.machine.ts';
import { apiKeysMachine } from '../machines/account/apiKeys.machine.ts';
import { newKeyMachine } from '../machines/account/newKey.machine.ts';
import { passwordChangeMachine } from '../machines/account/passwordChange.machine.ts';
import { payRecordsMachine } from '../machines/account/payRecords.machine.ts';
import * as browser from '../services/browser/browser.ts';
import * as accounts from '../services/accounts.ts';
import type { Call } from '../services/call/call.ts';
import { copyText, fetched, sent } from './calls.ts';

const ofMonth = (month: string | null) => (month === null ? {} : { month });

/** A file of a reply. @param content in base64 */
function blobOf(name: string, content: string): Blob {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: name.endsWith('.pdf') ? 'application/pdf' : 'text/csv;charset=utf-8' });
}

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
          actions: { saveFile: (_, { name, content }) => browser.saveBlob(name, blobOf(name, content)) },
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
