import type { Page } from 'playwright';
import { onBenchPage, SCENES_AREA } from '../support/benchPage.ts';
import type { PanPlace, PanTimes } from './footprintsPan.ts';

const REPLY_COUNT = 5_000;

/** Runs per reply; the first includes compiling the page's code. */
const REPLIES = 7;

/**
 * Milliseconds from a reply's last byte (before parsing) until its rows and footprints are on the screen, and
 * the longest task in between (0: none over 50 ms). `handedOver` excludes the GPU's work, which software GL
 * does on the CPU.
 */
async function replyToDrawn(page: Page, view: 'density' | 'outlines') {
  const shown = await page.evaluate(
    async ({ replies, footprints, area }) => {
      const { mapHandle, portal, measure } = window;
      portal.getSnapshot().children.preferences?.send({ type: 'footprints.chosen', footprints });
      const { aoi, search } = portal.getSnapshot().children;
      if (mapHandle === null || aoi === undefined || search === undefined) throw new Error('no map');
      const tasks: PerformanceEntry[] = [];
      const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
      portal.send({ type: 'aoi.drawn', geometry: area });
      mapHandle.fit([98, -3, 110, 6]);
      await mapHandle.map.once('idle');
      watch.observe({ entryTypes: ['longtask'] });
      const shown: { listed: number; handedOver: number; drawn: number; longestTask: number }[] = [];
      for (let round = 0; round < replies; round++) {
        const drawing = measure.whenDrawn(mapHandle);
        const listing = measure.whenListed();
        search.send({ type: 'search.requested' });
        const [{ handedOver, drawn }, listed] = await Promise.all([drawing, listing]);
        const reply = performance.getEntriesByName('reply').at(-1)?.startTime ?? Number.NaN;
        // long tasks are reported some time after they ended
        await new Promise((resolve) => setTimeout(resolve, 500));
        const longest = tasks
          .filter(({ startTime, duration }) => startTime + duration > reply && startTime < drawn)
          .map(({ duration }) => duration);
        shown.push({
          listed: Math.round(listed - reply),
          handedOver: Math.round(Math.max(listed, handedOver) - reply),
          drawn: Math.round(Math.max(listed, drawn) - reply),
          longestTask: Math.round(Math.max(0, ...longest)),
        });
        portal.getSnapshot().children.results?.send({ type: 'results.left' });
        await measure.whenAtRest();
      }
      watch.disconnect();
      return shown;
    },
    { replies: REPLIES, footprints: view, area: SCENES_AREA },
  );
  const median = (name: keyof (typeof shown)[number]) =>
    shown.map((one) => one[name]).toSorted((a, b) => a - b)[shown.length >> 1] ?? Number.NaN;
  return {
    first: shown[0],
    median: {
      listed: median('listed'),
      handedOver: median('handedOver'),
      drawn: median('drawn'),
      longestTask: median('longestTask'),
    },
  };
}

const WORLD: PanPlace = { spread: 180, center: [20, 15], zoom: 1.2, isFilled: true };
const CITY: PanPlace = { spread: 0.15, center: [103.85, 1.28], zoom: 10, isFilled: false };

/**
 * deck.gl's GeoJsonLayer takes half a minute for one frame of 100,000 footprints, so it is left out there; a million at a
 * world view are drawn as density alone, as the map does.
 */
const PANS = [
  [
    'oneThousand',
    1_000,
    { baseMap: 10, footprints: 20, density: 20, fillAlone: 10, geoArrow: 10, geoJson: 10, rounds: 3 },
    WORLD,
  ],
  [
    'tenThousand',
    10_000,
    { baseMap: 10, footprints: 20, density: 20, fillAlone: 10, geoArrow: 10, geoJson: 3, rounds: 2 },
    WORLD,
  ],
  [
    'hundredThousand',
    100_000,
    { baseMap: 10, footprints: 60, density: 60, fillAlone: 10, geoArrow: 3, geoJson: 0, rounds: 1 },
    WORLD,
  ],
  [
    'oneMillion',
    1_000_000,
    { baseMap: 10, footprints: 0, density: 60, fillAlone: 0, geoArrow: 0, geoJson: 0, rounds: 1 },
    WORLD,
  ],
  [
    'tenThousandOverCity',
    10_000,
    { baseMap: 10, footprints: 3, density: 20, fillAlone: 0, geoArrow: 0, geoJson: 0, rounds: 3 },
    CITY,
  ],
] as const;

async function pans(page: Page) {
  const measured: Record<string, PanTimes> = {};
  for (const [name, count, frames, place] of PANS)
    measured[name] = await page.evaluate(
      async ({ many, wanted, where }) => {
        const { mapHandle, measure } = window;
        if (mapHandle === null) throw new Error('no map');
        return measure.panTimes(mapHandle, many, wanted, where);
      },
      { many: count, wanted: frames, where: { ...place, center: [...place.center] as [number, number] } },
    );
  return measured;
}

type Layer = Exclude<keyof PanTimes, 'count'>;

/** The ratio of the p95 values of two layers in one run. */
function ratio(times: PanTimes | undefined, over: Layer, under: Layer): number {
  const p95 = (layer: Layer) => times?.[layer]?.p95 ?? Number.NaN;
  return Math.round((p95(over) / p95(under)) * 100) / 100;
}

/**
 * Footprints on the real map in Chromium, ms: from reply to drawn for 5,000; p50 and p95 of picking and of a
 * frame while panning over 1,000, 10,000 and 100,000, compared with deck.gl's own layers.
 */
export async function benchFootprints() {
  return onBenchPage(`?scenes=${REPLY_COUNT}&spread=4&list`, async (page) => {
    const density = await replyToDrawn(page, 'density');
    const outlines = await replyToDrawn(page, 'outlines');
    const panning = await pans(page);
    return {
      replyToDrawn: { count: REPLY_COUNT, ...density, outlines: outlines.median },
      panning,
      ratios: {
        geoJsonToFootprints: ratio(panning['tenThousand'], 'geoJson', 'footprints'),
        geoArrowToFootprints: ratio(panning['hundredThousand'], 'geoArrow', 'footprints'),
        footprintsToFillAlone: ratio(panning['hundredThousand'], 'footprints', 'fillAlone'),
        cityOutlinesToDensity: ratio(panning['tenThousandOverCity'], 'footprints', 'density'),
      },
    };
  });
}
