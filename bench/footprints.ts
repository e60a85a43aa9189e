import type { Page } from 'playwright';
import { onBenchPage } from './benchPage.ts';
import type { PanTimes, Spread } from './footprintsPan.ts';

const REPLY_COUNT = 5_000;

/** Runs per reply; the first includes compiling the page's code. */
const REPLIES = 7;

/**
 * Milliseconds from a reply's last byte (before parsing) until its rows and footprints are on the screen, and
 * the longest task in between (0: none over 50 ms). `handedOver` excludes the GPU's work, which software GL
 * does on the CPU.
 */
async function replyToDrawn(page: Page) {
  const shown = await page.evaluate(
    async ({ count, replies }) => {
      const { mapHandle, portal, measure } = window;
      const { aoi, search } = portal.getSnapshot().children;
      if (mapHandle === null || aoi === undefined || search === undefined) throw new Error('no map');
      const tasks: PerformanceEntry[] = [];
      const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
      const corners: [number, number][] = [
        [100, 0],
        [108, 0],
        [108, 4],
        [100, 4],
        [100, 0],
      ];
      portal.send({ type: 'aoi.drawn', geometry: { type: 'Polygon', coordinates: [corners] } });
      mapHandle.fit([98, -3, 110, 6]);
      await mapHandle.map.once('idle');
      watch.observe({ entryTypes: ['longtask'] });
      const shown: { listed: number; handedOver: number; drawn: number; longestTask: number }[] = [];
      for (let round = 0; round < replies; round++) {
        const drawing = measure.whenDrawn(mapHandle, count);
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
    { count: REPLY_COUNT, replies: REPLIES },
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

/** deck.gl's GeoJsonLayer takes many seconds for a frame of 100,000 footprints. */
const PANS = [
  ['oneThousand', 1_000, { baseMap: 10, footprints: 20, fillAlone: 10, geoJson: 10, rounds: 3 }],
  ['tenThousand', 10_000, { baseMap: 10, footprints: 20, fillAlone: 10, geoJson: 5, rounds: 3 }],
  ['hundredThousand', 100_000, { baseMap: 10, footprints: 60, fillAlone: 30, geoJson: 3, rounds: 1 }],
] as const;

async function pans(page: Page) {
  const measured: Record<string, PanTimes> = {};
  for (const [name, count, frames] of PANS)
    measured[name] = await page.evaluate(
      async ({ many, wanted }) => {
        const { mapHandle, measure } = window;
        if (mapHandle === null) throw new Error('no map');
        return measure.panTimes(mapHandle, many, wanted);
      },
      { many: count, wanted: frames },
    );
  return measured;
}

/** Ratios of the p95 values of one run. */
function ratio(over: Spread | undefined, under: Spread | undefined): number {
  return Math.round(((over?.p95 ?? Number.NaN) / (under?.p95 ?? Number.NaN)) * 100) / 100;
}

/**
 * Footprints on the real map in Chromium, ms: from reply to drawn for 5,000; p50 and p95 of picking and of a
 * frame while panning over 1,000, 10,000 and 100,000, compared with deck.gl's own layers.
 */
export async function benchFootprints() {
  return onBenchPage(`?scenes=${REPLY_COUNT}&spread=4&list`, async (page) => {
    const reply = await replyToDrawn(page);
    const panning = await pans(page);
    return {
      replyToDrawn: { count: REPLY_COUNT, ...reply },
      panning,
      ratios: {
        geoJsonToFootprints: ratio(panning['tenThousand']?.geoJson, panning['tenThousand']?.footprints),
        footprintsToFillAlone: ratio(
          panning['hundredThousand']?.footprints,
          panning['hundredThousand']?.fillAlone,
        ),
      },
    };
  });
}
