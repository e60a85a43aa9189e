import type { Row } from './row.ts';

export const section4: readonly Row[] = [
  {
    says: 'Account: after registration the account awaits audit. Login is possible only after it passes.',
    by: [
      'server/accounts/registration.test.ts: after registration the account awaits audit; login is possible only after it passes',
      'server/operator/operator.test.ts: §4 Account: login is possible only after the audit passes, and a mail announces the outcome',
    ],
  },
  {
    says: 'Auth panel states: login, register, resetpass.',
    by: [
      'path: auth.opening||0',
      'path: auth.opening||1',
      'path: auth.opening||2',
      'e2e/auth/login.spec.ts: the log-in panel is the default; its title is the app name plus the word Login',
    ],
  },
  {
    says: 'The send-verification-code button is disabled for 60 seconds after each click.',
    by: [
      'path: codeLock.lock.open|code.requested|0',
      'unit/contract/contract.test.ts: verify-code resend lock: 60 seconds; password minimum: 8; default registration type: 2',
      'e2e/auth/codeLock.spec.ts: the button is disabled for 60 seconds after each click, with the seconds left shown (#${panel})',
    ],
  },
  {
    says: 'It shows a loading state until the reply arrives.',
    by: [
      'path: codeLock.request.idle|code.requested|2',
      'e2e/auth/codeLock.spec.ts: the button shows a loading state until the reply arrives; its width and the focus stay',
    ],
  },
  {
    says: 'Login and register submit buttons show a loading state while in flight.',
    by: [
      'path: auth.login.editing|login.submitted|0',
      'path: authForm.editing|form.submitted|0',
      'e2e/auth/authForms.spec.ts: the submit button shows a loading state while in flight; the fields are read-only',
    ],
  },
  {
    says: 'Session: the login state is fetched at start. On failure the login overlay is shown.',
    by: [
      'path: portal.session.starting.user.asked|xstate.error.actor.fetchUser|0',
      'unit/session/faults.test.ts: the login state is fetched at start; on failure the login overlay is shown',
    ],
  },
  {
    says: 'After the password is changed, the user is logged out.',
    by: [
      'path: portal.session.signedIn|password.changed|0',
      'unit/session/accountFaults.test.ts: after the password is changed, the user is logged out',
      'server/accounts/passwordChange.test.ts: §4: after the password is changed every session of the account has ended',
    ],
  },
  {
    says: 'A 401 response logs the user out.',
    by: [
      'path: portal.session.signedIn|session.expired|0',
      'unit/session/faults.test.ts: a 401 response logs the user out, with everything in flight stopped',
    ],
  },
  {
    says: 'Opening the account panel reloads credits.',
    by: [
      'path: account.balance|panel.opened|0',
      'unit/session/accountFaults.test.ts: opening the account panel reloads credits',
    ],
  },
  {
    says: 'Order status: 1 to be processed; 3 to be reviewed, warning; 4, 5, 6 in process; 7 completed, success; 8 failed; 9 cancelled, error.',
    by: [
      'unit/orders/orders.rules.test.ts: number %i is labelled %s',
      'server/orders/lifecycle.test.ts: the supplier moves an order through 1, 3, 4, 5, 6, 7',
    ],
  },
  {
    says: '7: list of download links available.',
    by: [
      'path: orderPage.page.open|links.saved|0',
      'server/orders/orders.test.ts: a completed order has a link for each file and the receipt, and appears as a payment record',
    ],
  },
  {
    says: 'Cancel is offered only while status is below 5.',
    by: [
      'path: orders.cancel.idle|cancel.requested|0',
      'unit/orders/orders.rules.test.ts: cancel is offered only while status is below 5',
      'server/orders/lifecycle.test.ts: status %i can be cancelled only below 5',
    ],
  },
  {
    says: 'Cancel success reloads the list.',
    by: ['model/rows/rows.test.ts: cancel success reloads the list'],
  },
  {
    says: 'Link download is a text file named after the order number plus _links.txt.',
    by: [
      'unit/orders/orders.rules.test.ts: link download is a text file named after the order number plus _links.txt',
    ],
  },
  {
    says: 'Scene export task status: 0 in process; 1 done (shows expiry time and a download button); any other value is failed.',
    by: [
      'unit/exports/exports.test.ts: 0 in process; 1 done; any other value is failed',
      'server/exports/sceneExports.test.ts: status 0 in process; status 1 done, with its expiry time after 7 days and the path of its file',
      'path: exports.list.open|download.requested|0',
    ],
  },
  {
    says: 'Imagery export task status: 1 pending; 2 done (download enabled); 3 failed.',
    by: ['unit/exports/exports.test.ts: 1 pending; 2 done (download enabled); 3 failed'],
  },
  {
    says: 'Tasking form: the submit button is disabled until a price is obtained and the terms are agreed.',
    by: [
      'path: tasking.editing.priced|submit.requested|0',
      'path: tasking.editing.priced|submit.requested|1',
      'model/rows/rows.test.ts: tasking form: the submit button is disabled until a price is obtained and the terms are agreed',
    ],
  },
  {
    says: 'A confirm dialog precedes submit.',
    by: [
      'path: tasking.confirming|order.confirmed|0',
      'path: tasking.confirming|order.declined|0',
      'unit/orders/sceneOrder.rules.test.ts: a confirm dialog precedes submit',
    ],
  },
  {
    says: 'On success the dialog closes and a tasking-order-update event fires.',
    by: [
      'path: tasking.submitting|xstate.done.actor.submit|0',
      'model/rows/rows.test.ts: on success the dialog closes and a tasking-order-update event fires',
    ],
  },
  {
    says: 'Choosing an L1 level forces projection LAT_LON.',
    by: [
      'unit/orders/tasking.rules.test.ts: choosing an L1 level forces projection LAT_LON and deselects the additional L1',
      'unit/orders/sceneOrder.rules.test.ts: choosing an L1 level forces projection LAT_LON',
      'server/orders/orders.test.ts: level L1 is available in LAT_LON only',
    ],
  },
  {
    says: 'If isAppendL1 is checked, productLevelAppend is L1.',
    by: [
      'unit/orders/tasking.rules.test.ts: if isAppendL1 is checked, productLevelAppend is L1',
      'unit/orders/sceneOrder.rules.test.ts: if L1 is appended, productLevelAppend is L1; else it is left out',
    ],
  },
  {
    says: 'Saving an AOI fires an AOI-update event.',
    by: [
      'path: saveAoi.submitting|xstate.done.actor.saveAoi|0',
      'model/rows/rows.test.ts: saving an AOI fires an AOI-update event',
    ],
  },
  {
    says: 'An imagery export fires an imagery export task update event.',
    by: [
      'path: portal.session.signedIn.imageryExport|xstate.done.actor.imageryExport|0',
      'model/rows/rows.test.ts: an imagery export fires an imagery export task update event',
    ],
  },
  {
    says: 'Map: drawing starts in Box or Polygon mode and emits a draw event on completion.',
    by: [
      'model/rows/rows.test.ts: drawing starts in $mode mode and emits a draw event on completion',
      'e2e/map/map.spec.ts: drawing starts in Box mode and completes by dragging from corner to corner',
    ],
  },
  {
    says: 'Measure modes: 0 clear, 1 distance, 2 area.',
    by: ['model/rows/rows.test.ts: measure modes: 0 clear, 1 distance, 2 area'],
  },
  {
    says: 'The compare roller toggles on or off. Opening it sets a flag, and closing it clears the flag.',
    by: [
      'path: map.ready|compare.toggled|0',
      'path: map.ready.comparing|compare.toggled|0',
      'model/rows/rows.test.ts: opening the compare roller sets a flag, and closing it clears the flag',
    ],
  },
  {
    says: 'Layer choice: the previous layer is removed if it was not a base map.',
    by: ['unit/map/layers.test.ts: a base map is alone on the map, whichever was there before'],
  },
  {
    says: 'If the new choice is OSM or GMAP, the base map is switched and the choice is saved locally.',
    by: [
      'path: baseMap.open|layer.chosen|0',
      'e2e/map/layers.spec.ts: choosing a card closes the panel after 200 ms, switches the base map and saves the choice under map_default',
    ],
  },
  {
    says: 'Otherwise a tiled layer for that id is added.',
    by: [
      'path: baseMap.open|layer.chosen|1',
      'unit/map/layers.test.ts: otherwise the tiled layer of that id is above the base map',
    ],
  },
  {
    says: 'The selector closes 200 ms later.',
    by: [
      'path: baseMap.closing|xstate.after.LAYER_CLOSE_DELAY.baseMap.closing|0',
      'unit/contract/contract.test.ts: daily usage window: 14 days; map initialisation delay: 500 ms; layer selector close delay: 200 ms',
    ],
  },
];
