import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  formatArea,
  formatBytes,
  formatCoordinates,
  formatDate,
  formatDateRange,
  formatDayOfYear,
  formatDegrees,
  formatGsd,
  formatMinute,
  formatMoney,
  formatMonth,
  formatPercent,
  formatShare,
  formatTime,
  formatTimestamp,
  inOneLine,
} from '../../../src/ui/shared/i18n/formats.ts';
import { FILE_ERROR_CODES } from '../../../src/geo/geometryError.ts';
import { filesOf, paramsIn, PLURAL, ROOT, sources, textsOf } from './catalogue.ts';
import {
  addPortalTexts,
  applyLanguage,
  shownLanguage,
  translate,
} from '../../../src/ui/shared/i18n/language.ts';

const en = textsOf('en');
const zh = textsOf('zh');
const exists = (key: string) => en.has(key) || en.has(`${key}_other`);

/** Duplicate names within a group of a language file: JSON.parse silently keeps the last one. */
function doubledNames(file: string): string[] {
  const doubled: string[] = [];
  const groups: Set<string>[] = [];
  const text = readFileSync(join(ROOT, file), 'utf8');
  for (const [token, name] of text.matchAll(/"((?:[^"\\]|\\.)*)"(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') groups.push(new Set());
    else if (token === '}') groups.pop();
    else if (name !== undefined) {
      if (groups.at(-1)?.has(name) === true) doubled.push(name);
      groups.at(-1)?.add(name);
    }
  }
  return doubled;
}

describe('the language files', () => {
  test.each([...filesOf('en'), ...filesOf('zh')])('%s has no duplicate keys', (file) => {
    expect(doubledNames(file)).toEqual([]);
  });

  test('English and Chinese have the same keys', () => {
    // a plural counts once: English has two forms, Chinese one
    const keysOf = (texts: Map<string, string>) => [
      ...new Set([...texts.keys()].map((key) => key.replace(PLURAL, ''))),
    ];
    expect(keysOf(zh).toSorted()).toEqual(keysOf(en).toSorted());
  });

  test('both languages use the same parameters for every key', () => {
    for (const [key, text] of zh) expect([key, paramsIn(text)]).toEqual([key, paramsIn(en.get(key) ?? '')]);
  });

  test('no text is empty', () => {
    const empty = [...en, ...zh].filter(([, text]) => text.trim() === '').map(([key]) => key);
    expect(empty).toEqual([]);
  });

  test('Chinese texts contain no English sentence', () => {
    // names, units and codes stay Latin; three Latin words in a row without Chinese are untranslated
    const left = [...zh].filter(
      ([, text]) => !/\p{Script=Han}/u.test(text) && /[A-Za-z]+ [a-z]+ [a-z]+/.test(text),
    );
    expect(left).toEqual([]);
  });

  test.each([
    ['English', en, ['one', 'other']],
    ['Chinese', zh, ['other']],
  ])('every plural has the forms of %s', (_, texts, forms) => {
    const bases = [...en.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, ''));
    for (const base of bases)
      for (const form of forms) expect([...texts.keys()]).toContain(`${base}_${form}`);
  });
});

describe('the keys that the product uses', () => {
  const used = sources('src').flatMap(({ path, text }) =>
    [
      ...text.matchAll(/\bt\(\s*'([^']+)'/g),
      ...text.matchAll(/\bkey: '([^']+)'/g),
      ...text.matchAll(/'(errors\.[\w.]+)'/g),
    ].map((match) => ({ path, key: match[1] ?? '' })),
  );

  test('every key in the sources exists', () => {
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter(({ key }) => key.includes('.') && !exists(key))).toEqual([]);
  });

  test('every key prefix in the sources has a group', () => {
    const prefixes = sources('src').flatMap(({ path, text }) =>
      [...text.matchAll(/(?:\bt\(\s*|key: )`([\w.]+\.)\$\{/g)].map((match) => ({
        path,
        prefix: match[1] ?? '',
      })),
    );
    const lost = prefixes.filter(({ prefix }) => ![...en.keys()].some((key) => key.startsWith(prefix)));
    expect(prefixes.length).toBeGreaterThan(0);
    expect(lost).toEqual([]);
  });

  test('every geometry error has a message', () => {
    const source = readFileSync(join(ROOT, 'src/geo/geometryError.ts'), 'utf8');
    const codes = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map((match) => match[1] ?? '');
    expect(codes.length).toBeGreaterThan(5);
    expect(codes.filter((code) => !exists(`errors.geometry.${code}`))).toEqual([]);
    expect(FILE_ERROR_CODES.filter((code) => !exists(`errors.file.${code}`))).toEqual([]);
  });
});

describe('the messages of the specification, word for word', () => {
  test.each([
    ['errors.loginFailed', 'Login failed'],
    ['errors.loginEmpty', 'Please enter your email and password'],
    ['errors.missingToken', 'invalid token'],
    ['errors.invalidToken', 'Invalid token'],
    ['errors.registerFailed', 'Failed to register'],
    ['errors.codeNotSent', 'Failed to send verify code'],
    ['errors.resetFailed', 'Failed to reset'],
    ['errors.passwordShort', 'Password cannot be shorter than 8 characters'],
    ['errors.passwordInconsistent', 'The re-entered password is inconsistent'],
    ['errors.emailInvalid', 'Invalid e-mail.'],
    ['errors.emailMissing', 'Please enter the email address'],
    ['errors.precheckFailed', 'Precheck failed'],
    ['errors.submitFailed', 'submit failed'],
    ['errors.orderSubmitFailed', 'Submit failed'],
    ['errors.operationFailed', 'Operation failed'],
    ['errors.saveFailed', 'save failed'],
    ['errors.searchSaveFailed', 'Save failed'],
    ['errors.exportSubmitFailed', 'Failed to submit the export task.'],
    ['errors.aoiNotFound', 'AOI not found'],
    ['errors.incomplete', 'Incomplete information'],
    ['errors.aoiMissing', 'Please set the AOI'],
    ['errors.datesMissing', 'Please select a date range'],
    ['errors.nothingSelected', 'No data has been selected'],
    ['errors.tristereo', 'TRISTEREO is not supported'],
    ['errors.oneSatellite', 'Only one satellite must be selected'],
    ['errors.satelliteUnsupported', 'The satellite is not supported temporarily'],
    ['errors.startNotFuture', 'The time frame must be some time in the future'],
    ['errors.oneLayer', 'Please select only one layer for export'],
    ['errors.aoiNotDrawn', 'Please draw AOI first'],
    ['errors.creditsShort', 'The credits is not enough'],
    ['errors.browserUnsupported', 'Browser not supported.'],
    ['errors.geometry.wktIncorrect', 'The WKT format is incorrect!'],
    ['errors.geometry.typeIncorrect', 'Type incorrect. The allowed type is: {{allowed}}'],
    ['errors.geometry.coordinatesInvalid', 'Invalid latitude and longitude coordinates.'],
    ['errors.geometry.inputInvalid', 'Invalid input.'],
    ['errors.file.geometryType', 'Format error, unsupported geometry type: {{type}}'],
    ['errors.file.singleFeature', 'Format error, require single feature'],
    ['errors.file.geojsonType', 'Format error, unsupported geojson type: {{type}}'],
    ['errors.file.noShp', 'No .shp file found in the archive'],
    ['errors.file.noKml', 'No KMZ .kml: No KML file found in the KMZ archive'],
    ['notice.noResult', 'No result'],
    ['notice.operationSuccess', 'Operation success'],
    ['notice.submitSuccess', 'submit success'],
    ['notice.saveSuccess', 'save success'],
    ['notice.shareLinkCopied', 'Share link copied.'],
    ['notice.passwordChanged', 'Password changed successfully'],
    ['errors.noAssociatedData', 'no associated data'],
  ])('the text of %s is "%s"', (key, text) => {
    expect(en.get(key)).toBe(text);
  });

  test("over the area cap: 'Area over limit' with the limit", () => {
    expect(en.get('errors.areaOverLimit')).toMatch(/^Area over limit.*\{\{limit\}\}/);
  });

  test("more scenes than can be shown: 'Too many items in the current list. Unable to load all at once.'", () => {
    expect(en.get('errors.tooManyItems')).toMatch(
      /^Too many items in the current list\. Unable to load all at once\./,
    );
  });

  test("a refused password change: 'Failed: ' plus message", () => {
    expect(en.get('errors.passwordChangeFailed')).toBe('Failed: {{message}}');
  });

  test('the title of the log-in panel is the app name plus the word Login', () => {
    expect(en.get('auth.loginTitle')).toBe('{{appName}} Login');
  });
});

describe('the displayed language', () => {
  afterEach(() => applyLanguage('en'));

  test('texts follow the language', async () => {
    await applyLanguage('en');
    expect([shownLanguage(), translate('auth.loginTitle', { appName: 'Groundtrack' })]).toEqual([
      'en',
      'Groundtrack Login',
    ]);
    await applyLanguage('zh');
    expect([shownLanguage(), translate('auth.loginTitle', { appName: 'Groundtrack' })]).toEqual([
      'zh',
      'Groundtrack 登录',
    ]);
  });

  test('a count has thousands separators and selects the plural', async () => {
    await addPortalTexts();
    await applyLanguage('en');
    const facts = (count: number) => translate('search.aoiFacts', { area: '5.00 km²', count });
    expect([facts(1), facts(999), facts(10_000)]).toEqual([
      '5.00 km² · 1 vertex',
      '5.00 km² · 999 vertices',
      '5.00 km² · 10,000 vertices',
    ]);
    await applyLanguage('zh');
    expect(facts(10_000)).toBe('5.00 km² · 10,000 个顶点');
  });

  test('of two language choices in a row the last one wins, whichever file loads first', async () => {
    // a fresh page with English loaded and Chinese not yet
    vi.resetModules();
    const page = await import('../../../src/ui/shared/i18n/language.ts');
    await page.applyLanguage('en');
    await Promise.all([page.applyLanguage('zh'), page.applyLanguage('en')]);
    expect(page.shownLanguage()).toBe('en');
  });

  test('text from the server is never interpreted as markup or a parameter', async () => {
    await applyLanguage('en');
    expect(translate('errors.passwordChangeFailed', { message: '<b>{{x}} $t(auth.login)</b>' })).toBe(
      'Failed: <b>{{x}} $t(auth.login)</b>',
    );
  });

  test('a percentage is 100 only from 99.95 on, and 0 only for nothing', () => {
    const shown = [0, 1e-7, 0.99, 1, 1.5, 36.6, 98.4, 99.4, 99.94, 99.95, 100].map(formatShare);
    expect(shown).toEqual(['0', '<1', '<1', '1', '2', '37', '98', '99', '99', '100', '100']);
    expect([formatPercent(0.4), formatPercent(99.9), formatPercent(3.25, 1)]).toEqual(['<1%', '99%', '3.3%']);
  });

  test('a size below 1 KB is in bytes', () => {
    expect([0, 408, 999, 1000, 849_600, 12_400_000, 1_200_000_000].map(formatBytes)).toEqual([
      '0\u00a0B',
      '408\u00a0B',
      '999\u00a0B',
      '1\u00a0KB',
      '850\u00a0KB',
      '12.4\u00a0MB',
      '1.2\u00a0GB',
    ]);
  });

  test('numbers and dates have the designed format in English; no line breaks within a date or before a unit', async () => {
    await applyLanguage('en');
    expect([
      formatArea(708.99),
      formatArea(1234567.891),
      formatDate('2026-11-14'),
      formatDayOfYear('2026-10-30'),
      formatMonth('2026-09'),
      formatDateRange('2026-08-20', '2026-11-20'),
      formatDateRange('2026-08-20', '2026-11-20', true),
      formatDateRange('2025-12-20', '2026-02-20', false, true),
      formatDateRange('2026-11-20T01:00:00Z', '2026-11-20T09:30:00Z'),
      formatDateRange('2026-11-20', '2026-11-20', true),
      formatTime('2026-11-14T03:22:05Z'),
      formatTimestamp('2026-11-14T03:22:05Z'),
      formatMinute('2026-11-14T03:22:05Z'),
      formatMinute('2026-11-14'),
      formatMoney(631710),
      formatPercent(3),
      formatDegrees(8.4),
      formatGsd(0.5),
      formatCoordinates(103.9021, 1.2864),
      formatCoordinates(-70.5, -33.25),
    ]).toEqual([
      '708.99\u00a0km²',
      '1,234,567.89\u00a0km²',
      '14\u00a0Nov\u00a02026',
      '30\u00a0Oct',
      'Sep',
      '20\u00a0Aug\u00a0– 20\u00a0Nov',
      '20\u00a0Aug\u00a0– 20\u00a0Nov\u00a02026',
      '20\u00a0Dec\u00a02025\u00a0– 20\u00a0Feb\u00a02026',
      '20\u00a0Nov',
      '20\u00a0Nov\u00a02026',
      '03:22\u00a0UTC',
      '2026-11-14 03:22:05\u00a0UTC',
      '14\u00a0Nov\u00a02026 03:22\u00a0UTC',
      '14\u00a0Nov\u00a02026',
      '$6,317.10',
      '3%',
      '8.4°',
      '0.5\u00a0m',
      '1.2864° N 103.9021° E',
      '33.2500° S 70.5000° W',
    ]);
  });

  test('numbers and dates have the designed format in Chinese', async () => {
    await applyLanguage('zh');
    expect([
      formatArea(708.99),
      formatDate('2026-11-14'),
      formatDayOfYear('2026-10-30'),
      formatMonth('2026-09-01'),
      formatDateRange('2026-08-20', '2026-11-20'),
      formatDateRange('2026-08-20', '2026-11-20', true),
      formatDateRange('2026-08-20', '2026-11-20', false, true),
      formatDateRange('2025-12-20', '2026-02-20', false, true),
      formatMinute('2026-11-14T03:22:05Z'),
      formatMoney(631710),
    ]).toEqual([
      '708.99\u00a0km²',
      '2026年11月14日',
      '10月30日',
      '9月',
      '8月20日–11月20日',
      '2026年8月20日–11月20日',
      '8/20–11/20',
      '2025/12/20–2026/2/20',
      '2026-11-14 03:22\u00a0UTC',
      '$6,317.10',
    ]);
  });

  test('sentences in one line: a space after a full stop, none after a full-width one', () => {
    expect(inOneLine('L1: LAT_LON.', false, 'Ready.')).toBe('L1: LAT_LON. Ready.');
    expect(inOneLine('L1：LAT_LON。', '交付。', false)).toBe('L1：LAT_LON。交付。');
  });

  test('a date is the UTC day, whatever the offset of the time', () => {
    expect(formatDate('2026-11-14T23:30:00-03:00')).toBe('15\u00a0Nov\u00a02026');
  });
});
