import { useEffect } from 'react';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { readAreaWkt } from '../../../geo/wkt/wkt.ts';
import { analysedLayer, analysisAoi } from '../../../machines/analytics/analytics.selectors.ts';
import { usePage } from './page.tsx';
import { sketchStore } from '../drawing/sketchStore.ts';
import { EMPTY_PICTURE } from '../picture/pictureParts.ts';
import type { MapHandle } from '../canvas/mapHandle.ts';

/** Draws the AOI and the sketch on a map of the analytics page, and moves its camera if it leads. */
export function useAnalysisPicture(mapHandle: MapHandle, leads: boolean): void {
  const { actor } = usePage();
  useEffect(() => {
    if (!leads) return undefined;
    const begin = actor.getSnapshot();
    const [area, layer] = [analysisAoi(begin), analysedLayer(begin)];
    if (area !== null) mapHandle.fit(viewBoundsOf(area.geometry));
    else if (layer?.footprint !== undefined)
      mapHandle.fit(viewBoundsOf(readAreaWkt(layer.footprint, ['POLYGON', 'MULTIPOLYGON'])));
    const requested = actor.on('camera.requested', ({ bbox }) => mapHandle.fit(bbox));
    return () => requested.unsubscribe();
  }, [mapHandle, actor, leads]);
  useEffect(() => {
    let shown: readonly unknown[] = [];
    const show = () => {
      const next = [analysisAoi(actor.getSnapshot())?.geometry ?? null, sketchStore.get()] as const;
      if (next.every((one, at) => one === shown[at]) && shown.length > 0) return;
      shown = next;
      const picture = { ...EMPTY_PICTURE, ground: 'imagery', aoi: next[0], sketch: next[1] } as const;
      mapHandle.canvas.show(picture);
    };
    show();
    const changed = actor.subscribe(show);
    const leave = sketchStore.on(show);
    return () => {
      changed.unsubscribe();
      leave();
    };
  }, [mapHandle, actor]);
}
