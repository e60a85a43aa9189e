/** What is run: `npm test`, the rest of `npm run test:all`, or, by hand, everything. */
export type Suite = 'test' | 'rest' | 'everything';

const given = process.env['SUITE'];
export const suite: Suite = given === 'test' || given === 'rest' ? given : 'everything';

/** Tests of chance are as long as their promises say, and each journey is made in both languages. */
export const isLong = process.env['LONG'] === 'on';

const LANGUAGE =
  'its other language is in `npm test`; messages and plurals of both are compared by `unit/shared`';
const LOOK = 'two of the combinations of theme, language and width are in `npm test`';
const OTHER_BACK_ENDS =
  'each call of such a back end is in `unit/contract/otherBackEnds.test.ts`, and its start in one browser test';
const ROLE =
  'what each role may do is in `unit` and `server`; the page of one role with every right is in `npm test`';
const CRASH =
  'a lost server is one failure of the services: `e2e/session/faults.spec.ts`, and the paths of each panel';
const PROCESSES =
  'whole processes that are killed, filled or replaced; what they rely on (leases, keys, transactions) is tested in each subject';
const CHANCE = 'a test of chance: its rule is in the tests of orders, keys and watches';
const JOURNEY =
  'its machine, its rules and its calls are in `model`, `unit` and `server`; the journey shows that they are joined';
const TOUCH =
  'the same views and machines are used by mouse and by keys in `npm test`, and by touch in a few tests';
const GRAPHICS =
  'a page without graphics is in `npm test`; losing them midway is rare, and each try costs two starts of the map';

const RULES =
  'the rule of each sentence is in `unit/map`, `unit/geo` or `model`; the file’s first test shows that the page uses it';

const ONE_FORM =
  'one machine runs both forms: the page shows it of the register panel, and `e2e/account/account.journey.spec.ts` resets a password';

/**
 * What only `npm run test:all` runs, with the reason: what else of `npm test` guards the same sentence, or why it may wait. A test
 * is named by its file below `tests`, or by its folder, and after a colon by its titles from the first on. Server tests that aren't
 * named run in `npm test` on the embedded database, and in the rest on PostgreSQL with PostGIS.
 */
export const ONLY_IN_ALL: readonly (readonly [test: string, reason: string])[] = [
  [
    'e2e/paths',
    'the paths are those of `model`; that views offer what machines accept is seen by journeys too',
  ],
  [
    'e2e/session/savedSession.spec.ts',
    'what is saved, what stays secret and how a fault is named are in `model/paths/replay`',
  ],
  ['e2e/session/sectionSeven.journey.spec.ts', OTHER_BACK_ENDS],
  ['e2e/session/sectionSevenStart.spec.ts: decision 2: a server that answers', OTHER_BACK_ENDS],
  ['e2e/session/sectionSevenStart.spec.ts: decision 2: where nothing answers', OTHER_BACK_ENDS],
  ['e2e/account/account.journey.spec.ts: an account from registration to a new password (en)', LANGUAGE],
  ['e2e/session/names.spec.ts', 'names of controls are checked by axe and by roles in each journey'],
  ['e2e/aoi/saveAoi.spec.ts: in Chinese', LANGUAGE],
  ['e2e/map/edit.spec.ts: Edit mode: sentences', RULES],
  ['e2e/map/measure.spec.ts: §4 Measure: sentences', RULES],
  ['e2e/map/measure.spec.ts: measuring in Chinese', LANGUAGE],
  ['e2e/aoi/ground.spec.ts', 'what the dialog is given of each file is in `unit/geo/read/ground.test.ts`'],
  ['e2e/account/accountAccess.spec.ts: account, light, zh', LOOK],
  ['e2e/account/accountAccess.spec.ts: account, dark, zh', LOOK],
  ['e2e/auth/authAccess.spec.ts: auth panels, light, zh', LOOK],
  ['e2e/auth/authAccess.spec.ts: auth panels, dark, en', LOOK],
  ['e2e/map/layers.spec.ts: on a phone of 390 × 844, in Chinese', LOOK],
  [
    'e2e/orders/doubleClick.spec.ts: a double click on Submit confirms nothing and dismisses nothing (390 px)',
    LOOK,
  ],
  ['e2e/search/search.spec.ts: accessible, light', LOOK],
  ['e2e/account/roles.spec.ts: §6 Roles and permissions utype 2, puc no', ROLE],
  ['e2e/account/roles.spec.ts: §6 Roles and permissions utype 3, puc no', ROLE],
  ['e2e/account/roles.spec.ts: §6 Roles and permissions utype 5, puc no', ROLE],
  ['e2e/account/roles.spec.ts: §6 Roles and permissions utype 6, puc no', ROLE],
  ['e2e/auth/authForms.spec.ts: §8 of the register panel', CRASH],
  ['e2e/auth/authForms.spec.ts: §8 of the reset panel', CRASH],
  ['e2e/auth/authForms.spec.ts: Reset-password panel', ONE_FORM],
  [
    'e2e/auth/codeLock.spec.ts: §4 send-verification-code button, and §8 Code send failure (#resetpass)',
    ONE_FORM,
  ],
  [
    'e2e/auth/register.spec.ts: §2 Register panel, availability a form whose code',
    'a panel whose code can not be fetched, and another try, are in `unit/session/accountFaults.test.ts`',
  ],
  [
    'e2e/auth/register.spec.ts: §3 Registration form, in Chinese',
    'what is sent of each industry is in `unit/account`; a registration in Chinese is a journey',
  ],
  [
    'e2e/account/account.spec.ts: §2 Account panel: a user without history',
    'the panel’s machine and its failed calls are in `model` and `unit/session/accountFaults.test.ts`',
  ],
  ['e2e/session/session.spec.ts: §8', CRASH],
  [
    'e2e/account/passwordChange.spec.ts',
    'each rule is in `unit/account` and `server/accounts`; the dialog’s marks are seen in `e2e/account/accountAccess.spec.ts`, a change in `e2e/account/account.journey.spec.ts`',
  ],
  [
    'e2e/search/search.spec.ts: a pending search can be cancelled',
    'the withdrawn request and the form are in `unit/session/faults.test.ts`',
  ],
  [
    'e2e/aoi/poleQuestion.spec.ts: a typed ring',
    'the question of a typed text is in `unit/aoi/entryReading.test.ts`; how it is answered is shown of an uploaded one',
  ],
  [
    'e2e/map/layers.spec.ts: a base map without tiles',
    'what is offered without tiles, and the zoom of the first view, are in `unit/map`; the built-in map is seen where tiles fail',
  ],
  ['e2e/session/newcomer.journey.spec.ts: a restart', 'the data after a kill are those of `server/process`'],
  ['e2e/map/graphics.spec.ts: after WebGL is enabled again', GRAPHICS],
  ['e2e/map/graphics.spec.ts: after a lost and restored context', GRAPHICS],
  ['server/durability', PROCESSES],
  ['server/process/process.test.ts', PROCESSES],
  ['server/process/watchdog.test.ts', PROCESSES],
  ['server/process/embeddedKilled.test.ts', PROCESSES],
  ['server/process/runAs.test.ts', PROCESSES],
  [
    'server/process/exposed.test.ts',
    'four starts of whole processes; that demo accounts are closed is in `server/accounts/accounts.test.ts`',
  ],
  [
    'server/files/storedInBucket.test.ts',
    'that deliveries, layers, exports and backups use the store; what a bucket does as a store is in `server/files/fileStore.test.ts`',
  ],
  [
    'server/sources/readBack.test.ts',
    'two whole archives compared; what is harvested, and how it goes on after faults, is in `server/sources/harvest.test.ts`',
  ],
  [
    'server/process/corpora.test.ts',
    'the command that compares readers of files is for corpora; the readers are tested in `unit/geo`',
  ],
  ['server/orders/lostReplies.test.ts', CHANCE],
  ['server/watches/watchKills.test.ts', CHANCE],
  [
    'server/orders/accountant.test.ts',
    'two hundred orders at once; prices, receipts and statements are tested one by one',
  ],
  [
    'server/oracle/oracle.test.ts',
    'that the models’ outcomes are those of the server is seen in a thousand paths, which take minutes',
  ],
  [
    'server/oracle/session.test.ts',
    'a command of developers; what a replay names, and at which step, is in `model/paths/replay`',
  ],
  [
    'server/deliveries/cog.test.ts',
    'that GDAL reads deliveries as we do; what they hold is in `server/deliveries/delivery.test.ts`',
  ],
  [
    'server/samples/sampleDeliveries.test.ts',
    'a thousand pixels of each sample; that its file is delivered is in `server/samples`',
  ],
  [
    'server/http/oddText.test.ts',
    'every call with every odd text; the schemas that refuse them are in `unit/contract`',
  ],
  [
    'server/imagery/imageryLayers.test.ts',
    'a first start’s own layers take a minute; what a layer holds and shows is in the other tests of `server/imagery`',
  ],
  [
    'server/stac/api/functions.test.ts',
    'a recount of hundreds of shares; those of the portal are in `server/search/clear`',
  ],
  [
    'unit/house/costPlan.test.ts',
    'requests of a tool of developers; the schemas that they keep to are in `unit/contract`',
  ],
  [
    'model/mutation/mutants.test.ts',
    'the command that counts what tests notice; the paths that notice it are replayed by `model/golden`',
  ],
  ['unit/house/suite.test.ts', 'this table; a name that is wrong in it leaves nothing out of `npm test`'],
  ['e2e/imagery/delivered.journey.spec.ts', JOURNEY],
  ['e2e/imagery/imageryExport.journey.spec.ts', JOURNEY],
  ['e2e/search/sample.journey.spec.ts', JOURNEY],
  ['e2e/search/openAssets.journey.spec.ts', JOURNEY],
  ['e2e/search/look.journey.spec.ts', JOURNEY],
  ['e2e/saved/largeArea.spec.ts', JOURNEY],
  ['e2e/search/calendar.journey.spec.ts', JOURNEY],
  [
    'e2e/session/link.spec.ts',
    'what a link holds and brings back is in `unit/session`; a link is copied and opened in `e2e/session/keyboard.journey.spec.ts`',
  ],
  [
    'e2e/session/phone.spec.ts: on phones, controls are at least 44 px',
    'a walk through every view; axe looks for small targets in each step of `npm test`',
  ],
  ['e2e/map/measure.spec.ts: measuring on a touch screen', TOUCH],
  ['e2e/map/compare.spec.ts: on the phone', TOUCH],
  ['e2e/map/places.spec.ts: on the phone', TOUCH],
  ['e2e/map/layers.spec.ts: on a phone of 320', TOUCH],
  ['e2e/search/startCard.spec.ts: on the phone', TOUCH],
  ['e2e/aoi/upload.spec.ts: in Chinese, 375 px wide', TOUCH],
  ['e2e/account/accountAccess.spec.ts: on the phone', TOUCH],
  [
    'e2e/session/phoneMap.spec.ts: a view in the address',
    'what the address holds of a view is read and written in `unit/session` and `model`; the page’s area, scenes and details after a reload are in `e2e/session/session.spec.ts`',
  ],
  [
    'e2e/session/phone.spec.ts: on phones, every priced form',
    'that a price is pending, and why, is in `model/orders`',
  ],
  ['e2e/account/roles.spec.ts: §6 Roles and permissions utype 6, puc yes', ROLE],
  ['e2e/account/roles.spec.ts: §6 Roles and permissions utype 7, puc no', ROLE],
  ['e2e/inspector', 'a tool of developers, whose machines and rules are tested by `model` and `unit`'],
];

/** The test of a name, apart from its title. */
const partsOf = (name: string): readonly [place: string, title: string | null] => {
  const [place = '', ...title] = name.split(': ');
  return [place, title.length === 0 ? null : title.join(': ')];
};

/** Patterns of files for Vitest, without those of the browser. */
export const FILES_ONLY_IN_ALL: string[] = ONLY_IN_ALL.map(([name]) => `tests/${name}`)
  .filter((file) => !file.startsWith('tests/e2e/'))
  .map((file) => (file.endsWith('.ts') ? file : `${file}/**/*.test.ts`));

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Playwright compares it with a test's project, file and titles, with a space between them. */
export const BROWSER_TESTS_ONLY_IN_ALL = new RegExp(
  ONLY_IN_ALL.map(([name]) => partsOf(name))
    .filter(([place]) => place.startsWith('e2e/'))
    .map(([place, title]) => `${escaped(place.slice(4))}${title === null ? '' : ` ${escaped(title)}`}`)
    .join('|'),
);
