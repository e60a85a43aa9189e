import type { Row } from './row.ts';

export const section8: readonly Row[] = [
  {
    says: "Login failure: server message or 'Login failed'",
    by: [
      'path: auth.login.submitting|xstate.error.actor.logIn|0',
      'unit/session/faults.test.ts: login failure: the server message',
      "unit/session/faults.test.ts: login failure without a message: 'Login failed'",
    ],
  },
  {
    says: 'Login network failure: loading stops, nothing else',
    by: ['unit/session/faults.test.ts: login network failure: loading stops, nothing else'],
  },
  {
    says: "Register failure: server message or 'Failed to register'",
    by: [
      'path: authForm.submitting|xstate.error.actor.submitForm|0',
      "model/rows/rows.test.ts: register failure: server message or 'Failed to register'",
    ],
  },
  {
    says: "Code send failure: 'Failed to send verify code'",
    by: [
      'path: codeLock.request.sending|xstate.error.actor.sendCode|0',
      "unit/session/accountFaults.test.ts: 'Failed to send verify code' when %s, and the lock holds",
    ],
  },
  {
    says: "Reset failure: server message or 'Failed to reset'",
    by: [
      'path: authForm.submitting|xstate.error.actor.submitForm|0',
      "model/rows/rows.test.ts: reset failure: server message or 'Failed to reset'",
    ],
  },
  {
    says: "Password change failure: 'Failed: ' plus message",
    by: [
      'path: passwordChange.submitting|xstate.error.actor.changePassword|0',
      "unit/session/accountFaults.test.ts: §8 Password change failure: 'Failed: ' plus message (%s); nothing is lost",
      "unit/shared/i18n.test.ts: a refused password change: 'Failed: ' plus message",
    ],
  },
  {
    says: "Price pre-check failure: server message or 'Precheck failed'",
    by: [
      'path: tasking.editing.pricing|xstate.error.actor.fetchPrice|0',
      "unit/session/faults.test.ts: price pre-check failure: server message or 'Precheck failed'",
    ],
  },
  {
    says: "Tasking or imagery export submit failure: server message or 'submit failed'",
    by: [
      'path: tasking.asking.checking.looking|xstate.done.actor.settleSubmit|2',
      'path: imageryExport.asking.checking.looking|xstate.done.actor.settleSubmit|1',
      "model/rows/rows.test.ts: $what submit failure: server message or 'submit failed'",
    ],
  },
  {
    says: "Cancel failure: server message or 'Operation failed' (success: 'Operation success')",
    by: [
      'path: orders.cancel.cancelling|xstate.error.actor.cancelOrder|0',
      "model/rows/rows.test.ts: cancel failure: server message or 'Operation failed' (success: 'Operation success')",
    ],
  },
  {
    says: "AOI save or rename failure: 'save failed'",
    by: [
      'path: saveAoi.submitting|xstate.error.actor.saveAoi|0',
      'path: exportRename.saving|xstate.error.actor.renameExport|0',
      "model/rows/rows.test.ts: $what failure: 'save failed'",
    ],
  },
  {
    says: "Layer without vector data: info 'no associated data'",
    by: [
      'unit/imagery/imagery.rules.test.ts: the server’s refusal is an info in its own words, or the catalogue’s',
      "server/imagery/layerValues.test.ts: §8 Layer without vector data: 'no associated data'",
    ],
  },
  {
    says: 'Login info failure: login overlay shown',
    by: [
      'path: portal.session.starting.user.asked|xstate.error.actor.fetchUser|0',
      'unit/session/accountFaults.test.ts: §8 Login info failure (%s): login overlay shown',
    ],
  },
  {
    says: '401 response: logout',
    by: [
      'path: portal.session.signedIn|session.expired|0',
      'unit/session/accountFaults.test.ts: a 401 response logs the user out once, however many calls it ends',
    ],
  },
  {
    says: "Missing token after login: 'invalid token'",
    by: [
      'path: auth.login.submitting|xstate.done.actor.logIn|1',
      "unit/session/faults.test.ts: missing token after login: 'invalid token'",
    ],
  },
  {
    says: "Analytics opened without session storage: 'Browser not supported.'",
    by: [
      'path: shell|analytics.refused|0',
      "e2e/analytics/analytics.journey.spec.ts: analytics opened without session storage: 'Browser not supported.'",
    ],
  },
  {
    says: 'Search network failure: loading stops silently',
    by: [
      'path: search.searching|xstate.error.actor.searchScenes|0',
      'unit/session/faults.test.ts: search network failure: loading stops silently, and the badge shows the lost connection',
    ],
  },
  {
    says: "'Invalid token'",
    by: ["server/accounts/accountCalls.test.ts: 401 response: 'Invalid token': %s"],
  },
  { says: "'AOI not found'", by: ["model/rows/rows.test.ts: Save AOI: with no AOI: 'AOI not found'"] },
  { says: "'No result'", by: ["unit/session/faults.test.ts: an empty result shows 'No result' info"] },
  {
    says: "'Too many items in the current list. Unable to load all at once.'",
    by: [
      "unit/shared/i18n.test.ts: more scenes than can be shown: 'Too many items in the current list. Unable to load all at once.'",
    ],
  },
  {
    says: "'Failed to submit the export task.'",
    by: [
      'path: sceneExport.submitting|xstate.error.actor.submitExport|0',
      "model/rows/rows.test.ts: 'Failed to submit the export task.'",
    ],
  },
  {
    says: "'Save failed' and 'Submit failed'",
    by: [
      'path: saveSearch.submitting|xstate.error.actor.saveSearch|0',
      'path: sceneOrder.asking.checking.looking|xstate.done.actor.settleSubmit|2',
      'model/rows/rows.test.ts: $words: the save of a search, the submit of an archive order',
    ],
  },
  {
    says: "'Incomplete information'",
    by: ["model/rows/rows.test.ts: Save AOI: name and geometry both required ('Incomplete information')"],
  },
  {
    says: "File alert 'Format error, unsupported geometry type: {type}' (shapefile and GeoJSON).",
    by: [
      "unit/geo/read/geojson.test.ts: 'Format error, unsupported geometry type: {type}': %j",
      "unit/geo/read/shp.test.ts: a record of type %i is refused: 'unsupported geometry type: %s'",
    ],
  },
  {
    says: "File alert 'Format error, require single feature'.",
    by: ["unit/geo/read/geojson.test.ts: 'Format error, require single feature': %j"],
  },
  {
    says: "File alert 'Format error, unsupported geojson type: {type}'.",
    by: ["unit/geo/read/geojson.test.ts: 'Format error, unsupported geojson type: {type}': %j"],
  },
  {
    says: "File alert 'No .shp file found in the archive'.",
    by: ["unit/geo/read/zip.test.ts: without a .shp file: 'No .shp file found in the archive'"],
  },
  {
    says: "File alert 'No KMZ .kml: No KML file found in the KMZ archive'.",
    by: ["unit/aoi/upload.test.ts: '%s'"],
  },
  {
    says: 'File read failures are only logged, not shown to the user.',
    by: [
      'unit/aoi/upload.test.ts: a file that can no longer be read is logged, and the dialog says that it could not be read',
      'unit/aoi/readFile.test.ts: a worker that %s is logged, and the file said to be unreadable (§8)',
    ],
  },
  {
    says: "Success messages: 'submit success', 'save success', 'Share link copied.', export success info.",
    by: [
      "model/rows/rows.test.ts: the catalogue has '%s' as %s",
      "unit/saved/saved.test.ts: share copies the link of the site root with its key: 'Share link copied.'",
    ],
  },
];
