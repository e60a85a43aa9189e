import { expect, it } from 'vitest';
import { actorRows } from '../../../src/machines/session/actors.ts';
import { wireSharedPage } from '../../../src/wiring/sharedPage.ts';

it('every actor that runs on the page of a shared search has its machine there', () => {
  const call = Object.assign(() => Promise.reject(new Error('not called')), {
    base: '',
    sceneFields: {},
    settings: {},
    has: () => true,
  });
  const wired = wireSharedPage(call);
  const visited = actorRows.filter(({ visitors }) => visitors !== undefined).map(({ name }) => name);
  expect(Object.keys(wired)).toEqual(expect.arrayContaining(visited));
});
