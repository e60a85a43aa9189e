import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import {
  baseTilesMachine,
  firstView,
  lostBase,
  secondsUntilRetry,
  viewCopyright,
  withheldBase,
} from '../../../src/machines/map/baseTiles.machine.ts';

it("Google's attribution of the visible area shows on either side of a comparison", async () => {
  const osm = { tiles: ['https://osm.example/{z}/{x}/{y}'], attribution: '© OSM', maxZoom: 19 };
  const machine = baseTilesMachine.provide({
    actors: { fetchCopyright: fromPromise(async ({ input }) => `${input.address} ${input.view.zoom}`) },
  });
  const sources = { OSM: osm, GMAP: { ...osm, attributionUrl: 'of-google' } };
  // the left side is OSM
  const tiles = createActor(machine, {
    input: { sources, base: 'OSM', now: () => new Date(0) },
  }).start();
  tiles.send({ type: 'view.rested', view: { bbox: [103, 1, 104, 2], zoom: 12 } });
  expect(viewCopyright(tiles.getSnapshot())).toBeNull();
  tiles.send({ type: 'credit.needed', base: 'GMAP' });
  await waitFor(tiles, (snapshot) => viewCopyright(snapshot) !== null);
  expect(viewCopyright(tiles.getSnapshot())).toEqual({ base: 'GMAP', text: 'of-google 12' });
  tiles.send({ type: 'credit.needed', base: null });
  expect(viewCopyright(tiles.getSnapshot())).toBeNull();
  tiles.stop();
});

it('§2 Map defaults: zoom 18; where the built-in map is the base map, a zoom at which it shows something', () => {
  const tiled = { tiles: ['https://osm.example/{z}/{x}/{y}'], attribution: '© OSM', maxZoom: 19 };
  const sources = { OSM: tiled, GMAP: { ...tiled, tiles: [] } };
  const zoomOf = (base: 'OSM' | 'GMAP', all = sources) => {
    const tiles = createActor(baseTilesMachine, {
      input: { sources: all, base, now: () => new Date(0) },
    });
    tiles.start();
    const { longitude, latitude, zoom } = firstView(tiles.getSnapshot());
    expect([longitude, latitude]).toEqual([103.85, 1.28]);
    tiles.stop();
    return zoom;
  };
  expect(zoomOf('OSM')).toBe(18);
  expect(zoomOf('GMAP')).toBe(11);
  // the service refused the portal before the map was there
  expect(zoomOf('OSM', { ...sources, OSM: { ...tiled, refusal: 403 } as typeof tiled })).toBe(11);
});

it('tiles that are late by more than 4 s give way to the built-in map, until one comes', () => {
  const clock = new SimulatedClock();
  const tiled = { tiles: ['https://osm.example/{z}/{x}/{y}'], attribution: '© OSM', maxZoom: 19 };
  const tiles = createActor(baseTilesMachine, {
    clock,
    input: { sources: { OSM: tiled, GMAP: tiled }, base: 'OSM', now: () => new Date(0) },
  }).start();
  // the map itself may take its time
  clock.increment(60_000);
  tiles.send({ type: 'tiles.asked', base: 'OSM' });
  clock.increment(3999);
  expect([lostBase(tiles.getSnapshot()), firstView(tiles.getSnapshot()).zoom]).toEqual([null, 18]);
  clock.increment(1);
  expect([lostBase(tiles.getSnapshot()), firstView(tiles.getSnapshot()).zoom]).toEqual(['OSM', 11]);
  // the map keeps asking
  expect(withheldBase(tiles.getSnapshot())).toBeNull();
  tiles.send({ type: 'tiles.drawn', base: 'OSM' });
  expect(lostBase(tiles.getSnapshot())).toBeNull();
  tiles.stop();
});

it('seconds until the next try are counted up, and never below none', () => {
  const left = (ms: number) =>
    secondsUntilRetry({ context: { retryAt: 1_000_000 + ms, now: () => new Date(1_000_000) } } as never);
  expect([left(30_030), left(30_000), left(1), left(0), left(-5_000)]).toEqual([31, 30, 1, 0, 0]);
});
