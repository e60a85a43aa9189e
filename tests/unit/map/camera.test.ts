import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { mapMachine } from '../../../src/machines/map/map.machine.ts';
import type { CameraRequested } from '../../../src/machines/map/map.events.ts';
import { box } from '../../fixtures/box.ts';

test('the map goes to a typed area, and to one that crosses 180° by its narrowest span (decision 19)', () => {
  const requested: CameraRequested[] = [];
  const map = createActor(mapMachine, { input: { view: null, compare: null } });
  map.on('camera.requested', (event) => requested.push(event));
  map.start();
  const aoiBetween = (west: number, east: number) => aoiOf(box(west, -18, east, -16));
  map.send({ type: 'aoi.changed', aoi: aoiBetween(103, 104), origin: 'typed' });
  map.send({ type: 'aoi.changed', aoi: aoiBetween(177, 182), origin: 'typed' });
  // a drawn area is already visible
  map.send({ type: 'aoi.changed', aoi: aoiBetween(10, 11), origin: 'drawn' });
  expect(requested.map((event) => event.bbox)).toEqual([
    [103, -18, 104, -16],
    [177, -18, 182, -16],
  ]);
});

test('the map goes to the AOI on request, and stays where it is without one', () => {
  const requested: CameraRequested[] = [];
  const map = createActor(mapMachine, { input: { view: null, compare: null } });
  map.on('camera.requested', (event) => requested.push(event));
  map.start();
  map.send({ type: 'aoiView.requested' });
  expect(requested).toEqual([]);
  const coordinates = [
    [
      [10, 50],
      [11, 50],
      [11, 51],
      [10, 50],
    ],
  ];
  map.send({ type: 'aoi.changed', aoi: aoiOf({ type: 'Polygon', coordinates }), origin: 'drawn' });
  map.send({ type: 'aoiView.requested' });
  expect(requested.map(({ bbox }) => bbox)).toEqual([[10, 50, 11, 51]]);
});

test('decision 33: the map goes to the area that an address names, unless the address says where the map is', () => {
  const area = aoiOf(box(10, 50, 11, 51));
  const movedBy = (view: string | null, next: string | null | undefined) => {
    const requested: string[] = [];
    const map = createActor(mapMachine, { input: { view, compare: null } });
    map.on('*', ({ type }) => requested.push(type));
    map.start();
    if (next !== undefined)
      map.send({
        type: 'address.changed',
        address: { query: next === null ? {} : { view: next } },
      });
    map.send({ type: 'aoi.changed', aoi: area, origin: 'address' });
    return requested;
  };
  expect(movedBy(null, undefined)).toEqual(['camera.requested']);
  expect(movedBy('1.3,103.8,12', undefined)).toEqual([]);
  // browser history, back and forward
  expect(movedBy(null, '1.3,103.8,12')).toEqual(['view.requested']);
  expect(movedBy('1.3,103.8,12', null)).toEqual(['camera.requested']);
});
