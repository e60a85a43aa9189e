import { expect, test } from 'vitest';
import { models } from '../session/models.ts';
import { keepPrinted } from './pathData.ts';
import { recorded } from './pathFile.ts';
import { longValuesOf, scenarioOf } from './scenario.ts';
import { smallAoi } from '../shared/samples.ts';

const recordedOf = (name: string, events: Parameters<typeof recorded>[3]) => {
  const model = models.find((one) => one.name === name)!;
  return recorded(model, 'one', Object.keys(model.variants)[0]!, events);
};

test('no word that is typed as a password stands in a scenario, but an empty one is told from it', async () => {
  const login = (uname: string, upass: string) => ({ type: 'login.submitted', uname, upass });
  const text = scenarioOf(await recordedOf('auth', [login('mei', ''), login('mei', 'harbour-2026')]));
  expect(text).toContain('**When** “login submitted” (uname "mei", upass "")');
  expect(text).toContain('**When** “login submitted” (uname "mei", upass "•••")');
  expect(text).not.toContain('harbour-2026');
});

test('what stands by its fingerprint in a scenario is written whole below, with its name among the samples', async () => {
  const printed = keepPrinted();
  const wide = { ...smallAoi, wkt: `${smallAoi.wkt} ` };
  const taken = (aoi: object) => ({ type: 'aoi.changed', aoi, origin: 'drawn' });
  const scenario = scenarioOf(await recordedOf('search', [taken(smallAoi), taken(wide)]));
  const [first, second] = [...new Set(scenario.match(/aoi "object #\w+"/g))];
  const print = (said = '') => said.slice('aoi "'.length, -1);
  const values = longValuesOf(scenario, printed);
  expect(values).toContain(
    `- \`${print(first)}\`, \`smallAoi\` of tests/model/shared/samples.ts:\n  \`${JSON.stringify(smallAoi)}\``,
  );
  expect(values).toContain(`- \`${print(second)}\`:\n  \`${JSON.stringify(wide)}\``);
  expect(longValuesOf('no fingerprint', printed)).toBe('');
});
