import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '../../../contract/calls/endpoints.ts';
import type { Row } from '../../../contract/calls/row.ts';
import { contractTargets } from '../../../lab/cost/contractTargets.ts';
import { planOf, type Step } from '../../../lab/cost/plan.ts';
import { stacOperations, stacTargets, unknownTo } from '../../../lab/cost/stacTargets.ts';
import { requestOf, type World } from '../../../lab/cost/targets.ts';
import { randomOf } from '../../../server/simulator/archive/random.ts';
import {
  bodyOf,
  PARAMETERS,
  parametersOf,
  searchOfAddress,
  searchOfBody,
} from '../../../server/stac/requests/parameters.ts';

const WORLD: World = { productIds: ['ALPHA', 'BRAVO'], fields: { layerId: 1, dsId: 1, searchId: 1 } };
const targets = [...contractTargets, ...stacTargets];

function firstSteps(seed: string): Step[] {
  const plan = planOf(targets, randomOf(seed));
  return Array.from({ length: 30 }, () => plan.next().value as Step);
}

test('a seed always gives the same steps and requests, another seed others', () => {
  expect(firstSteps('1')).toEqual(firstSteps('1'));
  expect(firstSteps('2')).not.toEqual(firstSteps('1'));
  const target = targets.find(({ call }) => call === 'saveAoi')!;
  const made = (seed: string) => requestOf(target, 'saveAoi body.geom=dense', seed, WORLD).body;
  expect(made('1')).toBe(made('1'));
  expect(made('2')).not.toBe(made('1'));
});

test('every call with a body or a query has factors, and so has every parameter of the STAC API', () => {
  const without = (Object.entries(endpoints) as [EndpointName, Row][])
    .filter(([, { body, query }]) => body !== undefined || query !== undefined)
    .filter(([call]) => !contractTargets.some((one) => one.call === call && one.slots.length > 0));
  expect(without).toEqual([]);
  expect(stacOperations.flatMap(({ names }) => unknownTo(names))).toEqual([]);
});

test("each factor's request is one that the contract allows", () => {
  for (const target of contractTargets) {
    const row: Row = endpoints[target.call as EndpointName];
    for (const { name, variants } of target.slots) {
      // the same bytes are added to every body, and megabytes take long to read
      if (name === 'bytes' && target.call !== 'renameExportTask') continue;
      for (const variant of Object.keys(variants)) {
        // lists of other texts than `unknown`
        if (variant === 'known' || variant === 'same') continue;
        const combo = `${target.call} ${name}=${variant}`;
        const { path, body } = requestOf(target, combo, '1', WORLD);
        const query = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
        expect(row.query?.safeParse(query).error?.issues, combo).toBeUndefined();
        expect(row.body?.safeParse(JSON.parse(body!)).error?.issues, combo).toBeUndefined();
      }
    }
  }
});

test("each factor's request is one that the STAC API allows", async () => {
  const known = [...PARAMETERS.search, 'aggregations'];
  for (const target of stacTargets.filter(({ call }) => /search|aggregate/.test(call)))
    for (const { name, variants } of target.slots)
      for (const variant of Object.keys(variants)) {
        // some of the drawn outlines cross themselves: the check of an area is a cost too, whatever it says
        if (/^(?:outline|areas|relations)$/.test(variant)) continue;
        const combo = `${target.call} ${name}=${variant}`;
        const { path, body } = requestOf(target, combo, '1', WORLD);
        const read =
          body === undefined
            ? searchOfAddress(parametersOf(`http://localhost${path}`, known))
            : searchOfBody(bodyOf(body), known);
        await expect(read, combo).resolves.toBeDefined();
      }
});
