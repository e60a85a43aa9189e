import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { aoiOf } from '../../src/geo/aoi.ts';
import { mapMachine, type CameraWanted } from '../../src/machines/map.machine.ts';

test('the map goes to a typed area, and to one that crosses 180° by its narrowest span (decision 19)', () => {
  const wanted: CameraWanted[] = [];
  const map = createActor(mapMachine, { input: { view: null } });
  map.on('camera.wanted', (event) => wanted.push(event));
  map.start();
  const box = (west: number, east: number) =>
    aoiOf({
      type: 'Polygon',
      coordinates: [
        [
          [west, -18],
          [east, -18],
          [east, -16],
          [west, -16],
          [west, -18],
        ],
      ],
    });
  map.send({ type: 'aoi.changed', aoi: box(103, 104), origin: 'typed' });
  map.send({ type: 'aoi.changed', aoi: box(177, 182), origin: 'typed' });
  // what one drew is in sight already
  map.send({ type: 'aoi.changed', aoi: box(10, 11), origin: 'drawn' });
  expect(wanted.map((event) => event.bbox)).toEqual([
    [103, -18, 104, -16],
    [177, -18, 182, -16],
  ]);
});
