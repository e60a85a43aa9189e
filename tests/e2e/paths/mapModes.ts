import type { Portal } from '../pages/portal.ts';
import { Comparison } from '../pages/map/comparison.ts';
import { expect } from '../support/test.ts';
import type { Performer } from './performer.ts';
import { BOX, isIn } from './pageSetup.ts';

const CORNERS = [
  [700, 300],
  [900, 300],
  [900, 450],
] as const;

/** Drawing, editing, measuring, comparing: the modes of the map. */
export function mapModes(portal: Portal): Performer {
  const { page, map, measures, coordinates, t } = portal;
  const comparison = new Comparison(page, t);
  const drawing = (mode: 'box' | 'polygon') =>
    page.getByRole('group', { name: t(`map.draw.${mode}`), exact: true });
  const modes = {
    'ready.drawing.box': drawing('box'),
    'ready.drawing.polygon': drawing('polygon'),
    'ready.editing': map.editBar,
    'ready.measuring.distance': measures.bar('distance'),
    'ready.measuring.area': measures.bar('area'),
    'ready.comparing': comparison.divider,
  };
  const leave = async () => {
    if (await comparison.divider.isVisible()) await comparison.button('close').click();
    for (let tries = 0; tries < 3; tries++) await page.keyboard.press('Escape');
    for (const mode of Object.values(modes)) await expect(mode).toHaveCount(0);
    for (const key of ['clearMeasures', 'clearArea'] as const) await map.clear(key);
  };
  const acts: Record<string, () => Promise<void>> = {
    'edit.chosen': () => map.editArea.click(),
    'compare.toggled': async () => {
      if (await comparison.divider.isVisible()) await comparison.button('close').click();
      else await map.press('compare');
    },
    'mode.left': async () => {
      if (await comparison.divider.isVisible()) await comparison.button('close').click();
      else await page.keyboard.press('Escape');
    },
    'shape.completed': async () => {
      const isBox = await drawing('box').isVisible();
      if (isBox) await measures.click(CORNERS[0], CORNERS[2]);
      else await measures.measure(...CORNERS);
    },
    'measure.completed': () => measures.measure(CORNERS[0], CORNERS[1]),
    'measures.cleared': () => map.press('clearMeasures'),
  };
  return {
    machine: 'map',
    variants: ['a fresh map'],
    calls: {},
    begin: async () => {},
    leave,
    act: (event, before) => {
      if (event.type === 'draw.chosen')
        return () => map.press(event['mode'] === 'Box' ? 'rectangle' : 'polygon');
      if (event.type === 'measure.chosen') return () => map.press(event['mode'] === 1 ? 'distance' : 'area');
      // opening the coordinate dialog ends editing
      if (event.type === 'aoi.changed' && isIn(before, 'ready.editing')) return undefined;
      if (event.type === 'aoi.changed' && event['origin'] === 'typed')
        return async () => {
          await map.press('coordinates');
          await coordinates.enterBbox(BOX);
        };
      if (event.type === 'aoi.changed' && event['origin'] === 'cleared') return () => map.press('clearArea');
      return acts[event.type];
    },
    expectState: async (expected) => {
      for (const [state, indicator] of Object.entries(modes)) {
        if (isIn(expected, state)) await expect(indicator).toBeVisible();
        else await expect(indicator).toHaveCount(0);
      }
    },
  };
}
