import type { SnapshotFrom } from 'xstate';
import type { orderPageMachine } from '../../../machines/orders/page/orderPage.machine.ts';
import { orderAoi, orderScenes } from '../../../machines/orders/page/orderPage.selectors.ts';
import type { Scene } from '../../../../contract/search.ts';
import { editSketch } from '../editing/editStore.ts';
import { sketchStore } from '../drawing/sketchStore.ts';
import { memo } from '../picture/memo.ts';
import type { Picture } from '../picture/pictureParts.ts';

const idsOf = memo((scenes: readonly Scene[]) => scenes.map(({ id }) => id));
const NONE: readonly string[] = [];

/** The AOI and footprints of the open order; null without one, and while an AOI is drawn or edited. */
export function orderPicture(page: SnapshotFrom<typeof orderPageMachine>): Partial<Picture> | null {
  const [scenes, aoi] = [orderScenes(page), orderAoi(page)];
  if (scenes === null || aoi === null || sketchStore.get() !== null || editSketch.get() !== null) return null;
  return {
    aoi: aoi.geometry,
    scenes,
    shown: null,
    colored: null,
    chosen: idsOf(scenes),
    isNumbered: true,
    drawn: 'outlines',
    density: null,
    quicklooks: NONE,
    gap: null,
  };
}
