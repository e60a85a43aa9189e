import { expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { following, type PictureLayer } from '../../../src/ui/map/kernel/layer.ts';
import { Picture } from '../../../src/ui/map/kernel/picture.ts';
import { LAYERS } from '../../../src/ui/map/layers.ts';

/** A layer that counts how often it is painted. */
const layerAt = (place: number) => {
  const paint = vi.fn<PictureLayer<null>['paint']>(() => []);
  return {
    id: String(place),
    place,
    subscribe: () => [],
    read: () => null,
    code: () => Promise.resolve({}),
    paint,
  };
};

it('each layer of the map has its own id and its own place', () => {
  expect(new Set(LAYERS.map(({ id }) => id)).size).toBe(LAYERS.length);
  expect(new Set(LAYERS.map(({ place }) => place)).size).toBe(LAYERS.length);
});

it('layers are painted in the order of their places, whatever the order in which they are shown', async () => {
  const [upper, lower] = [layerAt(2), layerAt(1)];
  const picture = new Picture();
  for (const layer of [upper, lower]) picture.take(layer, layer.id);
  await picture.load();
  picture.paint();
  expect(lower.paint.mock.invocationCallOrder[0]).toBeLessThan(upper.paint.mock.invocationCallOrder[0]!);
});

it('only a layer that has read something else is painted again', async () => {
  const [changing, resting] = [layerAt(1), layerAt(2)];
  const picture = new Picture();
  const scenes = [{}, {}];
  picture.take(changing, [scenes, 'a']);
  picture.take(resting, [scenes, 'a']);
  await picture.load();
  picture.paint();
  expect(picture.take(resting, [scenes, 'a'])).toBeUndefined();
  expect(picture.take(changing, [scenes, 'b'])).toEqual({ before: [scenes, 'a'] });
  picture.paint();
  expect([changing.paint.mock.calls.length, resting.paint.mock.calls.length]).toEqual([2, 1]);
});

it('another ground paints every layer again', async () => {
  const layer = layerAt(1);
  const picture = new Picture();
  picture.take(layer, 'read');
  await picture.load();
  picture.paint();
  expect([picture.takeGround('pale'), picture.takeGround('imagery')]).toEqual([false, true]);
  picture.paint();
  expect(layer.paint.mock.lastCall?.[1]).toBe('imagery');
});

it('a picture without content needs no deck.gl', () => {
  const picture = new Picture();
  picture.take(layerAt(1), null);
  expect(picture.isEmpty()).toBe(true);
  picture.take(layerAt(2), []);
  expect(picture.isEmpty()).toBe(false);
});

it('a layer follows an actor that starts, changes and stops while it is shown', () => {
  const machine = createMachine({ on: { turn: {} } });
  const listeners = new Set<() => void>();
  let child: ReturnType<typeof createActor<typeof machine>> | undefined;
  const changed = vi.fn<() => void>();
  const end = following(
    (look) => {
      listeners.add(look);
      return () => listeners.delete(look);
    },
    () => child,
    changed,
  );
  const told = () => {
    for (const look of listeners) look();
  };
  told();
  expect(changed).not.toHaveBeenCalled();
  child = createActor(machine).start();
  told();
  child.send({ type: 'turn' });
  expect(changed).toHaveBeenCalledTimes(2);
  const old = child;
  child = undefined;
  told();
  old.send({ type: 'turn' });
  expect(changed).toHaveBeenCalledTimes(3);
  end();
  expect(listeners.size).toBe(0);
});
