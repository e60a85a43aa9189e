import type { Row } from './row.ts';

export const section5: readonly Row[] = [
  {
    says: 'Register: required: first name, last name, email, password, verify code, company. If any is empty the form is silently not submitted.',
    by: [
      'path: authForm.editing|form.submitted|1',
      'unit/account/accounts.rules.test.ts: required: %s. If any is empty the form is silently not submitted',
      'server/accounts/registration.test.ts: required: %s',
    ],
  },
  {
    says: "Password minimum 8 characters, message 'Password cannot be shorter than 8 characters'. Only length is checked.",
    by: [
      "unit/account/accounts.rules.test.ts: password minimum 8 characters, message 'Password cannot be shorter than 8 characters'",
      "server/accounts/registration.test.ts: password minimum 8 characters, message 'Password cannot be shorter than 8 characters'; only length is checked",
    ],
  },
  {
    says: 'The placeholder says at least 8 characters with letters and numbers.',
    by: [
      'e2e/auth/register.spec.ts: the placeholder says at least 8 characters with letters and numbers, but only length is checked',
    ],
  },
  {
    says: "Email must match a simple address pattern, message 'Invalid e-mail.'.",
    by: [
      "unit/account/accounts.rules.test.ts: email must match a simple address pattern, message 'Invalid e-mail.': %j",
      "server/accounts/registration.test.ts: email must match a simple address pattern, message 'Invalid e-mail.': %j",
    ],
  },
  {
    says: 'Field lengths: names 32, email 64, password 64, company 64, verify code 6, invitation code 4.',
    by: [
      'unit/account/accounts.rules.test.ts: field lengths: %s at most %d characters',
      'unit/account/accounts.rules.test.ts: field lengths: email at most 64 characters',
      'server/accounts/registration.test.ts: field lengths: %s',
    ],
  },
  {
    says: "Sending a code with an empty email warns 'Please enter the email address'.",
    by: [
      'path: codeLock.request.idle|code.requested|0',
      "unit/session/accountFaults.test.ts: §5: sending a code with an empty email warns 'Please enter the email address'",
      "server/accounts/codeSending.test.ts: sending a code with an empty email warns 'Please enter the email address'",
    ],
  },
  {
    says: 'Reset: email and verify code required.',
    by: [
      'path: authForm.editing|form.submitted|1',
      'server/accounts/passwordReset.test.ts: §5 Reset: email and verify code required: %s',
    ],
  },
  {
    says: "Login: both fields required, message 'Please enter your email and password'.",
    by: [
      'path: auth.login.editing|login.submitted|1',
      "unit/session/faults.test.ts: both fields required, message 'Please enter your email and password'",
      'server/accounts/accounts.test.ts: §5 Login: both fields required',
    ],
  },
  {
    says: 'Change password: current password required.',
    by: [
      'unit/account/accounts.rules.test.ts: current password required',
      'server/accounts/passwordChange.test.ts: §5 Change password: current password required',
    ],
  },
  {
    says: 'New password at least 8 characters.',
    by: ['unit/account/accounts.rules.test.ts: new password at least 8 characters'],
  },
  {
    says: "Re-entered password must equal the new one, message 'The re-entered password is inconsistent'.",
    by: [
      "unit/account/accounts.rules.test.ts: re-entered password must equal the new one, message 'The re-entered password is inconsistent'",
    ],
  },
  {
    says: "BBOX needs four numbers; max not below min; latitude -90 to 90; longitude -180 to 180. Otherwise 'Invalid latitude and longitude coordinates.'.",
    by: [
      'unit/aoi/aoi.rules.test.ts: four numbers make a rectangle',
      "unit/aoi/aoi.rules.test.ts: %s: otherwise 'Invalid latitude and longitude coordinates.'",
      'unit/aoi/aoi.rules.test.ts: the limits themselves are allowed',
    ],
  },
  {
    says: "WKT must parse ('The WKT format is incorrect!').",
    by: ["unit/aoi/aoi.rules.test.ts: must parse ('The WKT format is incorrect!')"],
  },
  {
    says: "Its geometry type must be allowed (default POLYGON), else 'Type incorrect. The allowed type is:' plus the list.",
    by: [
      "unit/aoi/aoi.rules.test.ts: its geometry type must be allowed (default POLYGON), else 'Type incorrect. The allowed type is:' plus the list: %s",
    ],
  },
  {
    says: "Center needs numeric values, and width and height above 0 (whole km), otherwise 'Invalid input.'. It builds a rectangle around the point.",
    by: [
      'unit/aoi/aoi.rules.test.ts: builds a rectangle around the point',
      "unit/aoi/aoi.rules.test.ts: %s, otherwise 'Invalid input.', said at that field",
    ],
  },
  {
    says: 'File type is chosen by the file-name ending: .shp, .kml, .kmz, .geojson, .zip.',
    by: [
      'unit/geo/read/readAoiFile.test.ts: the format of %s is %s',
      'unit/geo/read/readAoiFile.test.ts: the ending decides, whatever the content; but a KML may be named .kmz, and a KMZ .kml',
      'unit/geo/read/readAoiFile.test.ts: another ending is refused with the file name',
    ],
  },
  {
    says: 'Shapefile: exactly one feature, whose geometry is Polygon or MultiPolygon.',
    by: [
      'unit/geo/read/shp.test.ts: one polygon is read with its holes',
      "unit/geo/read/shp.test.ts: more than one feature is refused: 'Format error, require single feature', with the number found",
      "unit/geo/read/shp.test.ts: a record of type %i is refused: 'unsupported geometry type: %s'",
    ],
  },
  {
    says: 'GeoJSON: a FeatureCollection must hold exactly one feature. A Feature or a bare geometry with coordinates is accepted.',
    by: [
      'unit/geo/read/geojson.test.ts: a FeatureCollection with one feature, a Feature and a bare geometry are accepted',
      "unit/geo/read/geojson.test.ts: 'Format error, require single feature': %j",
    ],
  },
  {
    says: 'The type must be Polygon or MultiPolygon.',
    by: [
      'unit/geo/read/geojson.test.ts: a MultiPolygon is accepted',
      "unit/geo/read/geojson.test.ts: 'Format error, unsupported geometry type: {type}': %j",
    ],
  },
  {
    says: 'KML must be parsable into a search area, otherwise nothing completes.',
    by: [
      'unit/geo/read/kml.test.ts: a polygon is read with its holes',
      'unit/geo/read/kml.test.ts: a KML without a polygon is refused',
      'unit/geo/read/kml.test.ts: a truncated file is never read in part',
    ],
  },
  {
    says: 'A zip must contain a .shp file (case-insensitive). A KMZ must contain a .kml file.',
    by: [
      'unit/geo/read/zip.test.ts: a .shp is read deflated or stored, in a folder, with a name in capitals',
      "unit/geo/read/zip.test.ts: without a .shp file: 'No .shp file found in the archive'",
      'unit/geo/read/zip.test.ts: the .kml is read, in any folder and case',
    ],
  },
  {
    says: "Search: an AOI must exist ('Please set the AOI').",
    by: [
      'path: search.form|search.requested|1',
      "unit/search/search.rules.test.ts: an AOI must exist ('Please set the AOI')",
    ],
  },
  {
    says: 'Area limits: over 100000 km² for utype 1, over 5000000 km² for utype 2, over 10 million km² for everyone is rejected.',
    by: [
      'unit/search/search.rules.test.ts: area limits: %s',
      'server/accounts/roles.test.ts: utype 1: AOI search limit 100000 km²; over it is rejected',
      'server/accounts/roles.test.ts: utype 2: limit 5000000 km²; over it is rejected',
      'server/accounts/roles.test.ts: others: global limit of 10 million km²: utype %i',
    ],
  },
  {
    says: "The message is 'Area over limit' with the limit.",
    by: ["unit/search/search.rules.test.ts: the message is 'Area over limit' with the limit"],
  },
  {
    says: "Both dates are required ('Please select a date range').",
    by: [
      "unit/search/search.rules.test.ts: both dates are required ('Please select a date range'): without %s",
    ],
  },
  {
    says: "An empty result shows 'No result' info.",
    by: [
      'path: search.searching|xstate.done.actor.searchScenes|0',
      "unit/session/faults.test.ts: an empty result shows 'No result' info",
    ],
  },
  {
    says: 'The resolution slider restricts selectable satellites to those with gsd at most the chosen value.',
    by: [
      'unit/search/search.rules.test.ts: the resolution slider restricts selectable satellites to those with gsd at most the chosen value',
    ],
  },
  {
    says: 'Tasking from search: AOI required.',
    by: ['path: search.form|tasking.requested|1', 'unit/orders/tasking.rules.test.ts: AOI required'],
  },
  {
    says: "productMode TRISTEREO is rejected ('TRISTEREO is not supported').",
    by: ['unit/orders/tasking.rules.test.ts: productMode TRISTEREO is rejected'],
  },
  {
    says: "Exactly one satellite must be selected ('Only one satellite must be selected').",
    by: ['unit/orders/tasking.rules.test.ts: Exactly one satellite must be selected: not %j'],
  },
  {
    says: "The satellite code prefix maps to source code: SV gives S, OB gives C, BJ gives A. Otherwise 'The satellite is not supported temporarily'.",
    by: [
      'unit/orders/tasking.rules.test.ts: The satellite code prefix maps to source code: %s gives %s',
      'unit/orders/tasking.rules.test.ts: otherwise the satellite is not supported temporarily',
    ],
  },
  { says: 'Dates required.', by: ['unit/orders/tasking.rules.test.ts: Dates required: %j'] },
  {
    says: "The start date must be in the future ('The time frame must be some time in the future').",
    by: [
      'path: tasking.editing.checking||1',
      'unit/orders/tasking.rules.test.ts: The start date must be in the future, in UTC: not %s',
      'server/orders/tasking.test.ts: a window that starts tomorrow in UTC is in the future',
    ],
  },
  {
    says: 'Tasking order form: orderName required.',
    by: [
      'unit/contract/contract.test.ts: tasking order form: orderName required, %j is empty',
      'server/orders/tasking.test.ts: orderName required',
      'model/rows/rows.test.ts: tasking order form: orderName required',
    ],
  },
  {
    says: "Save AOI: name and geometry both required ('Incomplete information').",
    by: [
      'path: saveAoi.editing|saving.submitted|1',
      "model/rows/rows.test.ts: Save AOI: name and geometry both required ('Incomplete information')",
      "e2e/aoi/saveAoi.spec.ts: name and geometry both required ('Incomplete information')",
    ],
  },
  {
    says: "With no AOI: 'AOI not found'.",
    by: [
      'path: saveAoi.closed|saving.opened|1',
      "model/rows/rows.test.ts: Save AOI: with no AOI: 'AOI not found'",
      "e2e/aoi/saveAoi.spec.ts: with no AOI: 'AOI not found'",
    ],
  },
  {
    says: "Imagery export: exactly one layer selected ('Please select only one layer for export').",
    by: [
      "model/rows/rows.test.ts: exactly one layer selected ('Please select only one layer for export'): not %j",
    ],
  },
  {
    says: "AOI required ('Please draw AOI first').",
    by: ["model/rows/rows.test.ts: AOI required ('Please draw AOI first')"],
  },
  { says: 'AOI area at most 10000 km².', by: ['model/rows/rows.test.ts: AOI area at most 10000 km²'] },
  {
    says: "Expected cost must not exceed the credits balance ('The credits is not enough').",
    by: [
      'path: imageryExport.editing.priced|submit.requested|0',
      "model/rows/rows.test.ts: expected cost must not exceed the credits balance ('The credits is not enough')",
      "server/exports/imageryExports.test.ts: expected cost must not exceed the credits balance ('The credits is not enough')",
    ],
  },
  {
    says: 'taskName required.',
    by: [
      'path: imageryExport.editing.priced|submit.requested|1',
      'model/rows/rows.test.ts: taskName required',
      'server/exports/imageryExports.test.ts: taskName required',
    ],
  },
  {
    says: 'Rename export task: a non-empty name is required (silent otherwise).',
    by: [
      'path: exportRename.editing|rename.submitted|0',
      'model/rows/rows.test.ts: rename export task: a non-empty name is required (silent otherwise)',
      'server/exports/sceneExports.test.ts: §3 the name has at most 32 characters and is not empty, also when renamed',
    ],
  },
  {
    says: 'Orders in general: the same order cannot contain data from more than one supplier.',
    by: [
      'unit/search/search.rules.test.ts: the same order cannot contain data from more than one supplier',
      'server/orders/orders.test.ts: the same order cannot contain data from more than one supplier',
    ],
  },
  {
    says: "'No data has been selected' applies when nothing is chosen.",
    by: [
      "unit/search/search.rules.test.ts: 'No data has been selected' applies when nothing is chosen",
      "server/http/calls.test.ts: %s without products gets 'No data has been selected'",
    ],
  },
];
