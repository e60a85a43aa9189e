import { useEffect, useMemo } from 'react';
import type { AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import { usePortal, type ActorName, type useActorIf } from '../../shared/actors.tsx';
import { following, type End, type PictureLayer } from './layer.ts';
import type { MapHandle } from './mapHandle.ts';
import type { Ground } from './symbols.ts';

/** Draws layers on the base map when an actor, the hover or a sketch changes, without React rendering. */
export function usePicture<From>(
  { canvas }: MapHandle,
  layers: readonly PictureLayer<From>[],
  from: From,
  ground: Ground,
): void {
  useEffect(() => canvas.setGround(ground), [canvas, ground]);
  useEffect(() => {
    const ends = layers.flatMap((layer) => {
      const show = () => canvas.show(layer, layer.read(from));
      show();
      return layer.subscribe(from, show);
    });
    return () => {
      for (const end of ends) end();
    };
  }, [canvas, layers, from]);
}

/** What the layers of the portal's maps read from. */
export interface PortalSources {
  /** A child of the portal by name; undefined while it isn't running. */
  actor<Name extends ActorName>(name: Name): ReturnType<typeof useActorIf<Name>>;
  /** Calls back when the child changes, starts or stops. */
  follow(name: ActorName, changed: () => void): End;
  /** Extents of the imagery on the map, which neither density nor fills cover. */
  imageryBoxes: readonly AreaGeometry[];
}

export function usePortalSources(imageryBoxes: readonly AreaGeometry[]): PortalSources {
  const portal = usePortal();
  return useMemo(() => {
    const actor: PortalSources['actor'] = (name) => portal.getSnapshot().children[name];
    const onPortal = (look: () => void): End => {
      const subscription = portal.subscribe(look);
      return () => subscription.unsubscribe();
    };
    return {
      actor,
      follow: (name, changed) => following(onPortal, () => actor(name), changed),
      imageryBoxes,
    };
  }, [portal, imageryBoxes]);
}
