import type { Page } from 'playwright';
import { onBenchPage, SCENES_AREA } from './support/benchPage.ts';

const COUNT = 5_000;
/** Repetitions of each action; the first includes compiling the page's code. */
const ROUNDS = 5;
/** Steps of a fast scroll through the whole list. */
const SCROLLS = 40;

/** The actions on the list, each run in the page. */
const ACTIONS = [
  'scroll',
  'sortByCloud',
  'sortByShare',
  'filter',
  'groupByDay',
  'groupBySatellite',
  'chooseAll',
] as const;

/** The page's longest task during an action, ms (0: none over 50), and the most rendered rows. */
interface ActionFigures {
  longestTask: number;
  mostRows: number;
}

function measureAction(page: Page, action: (typeof ACTIONS)[number]): Promise<ActionFigures> {
  return page.evaluate(
    async ({ what, scrolls }) => {
      const { results } = window.portal.getSnapshot().children;
      const list = document.getElementById('results');
      if (results === undefined || list === null) throw new Error('no results');
      const tasks: number[] = [];
      const watch = new PerformanceObserver((found) =>
        tasks.push(...found.getEntries().map(({ duration }) => duration)),
      );
      watch.observe({ entryTypes: ['longtask'] });
      let mostRows = 0;
      const frame = () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() =>
            setTimeout(() => {
              mostRows = Math.max(mostRows, list.querySelectorAll('[role="row"]').length);
              resolve();
            }, 0),
          );
        });
      if (what === 'scroll')
        for (let step = 1; step <= scrolls; step++) {
          list.scrollTop = (list.scrollHeight * step) / scrolls;
          await frame();
        }
      else if (what === 'chooseAll') results.send({ type: 'shown.toggled' });
      else if (what === 'filter') results.send({ type: 'filters.changed', patch: { maxCloudCover: 10 } });
      else if (what === 'groupByDay') results.send({ type: 'viewOptions.changed', patch: { group: 'day' } });
      else if (what === 'groupBySatellite')
        results.send({ type: 'viewOptions.changed', patch: { group: 'satellite' } });
      else
        results.send({
          type: 'viewOptions.changed',
          patch: { sort: what === 'sortByCloud' ? 'cloud' : 'share' },
        });
      await frame();
      // long tasks are reported some time after they ended
      await new Promise((resolve) => setTimeout(resolve, 300));
      watch.disconnect();
      // restores the list
      results.send({ type: 'choice.cleared' });
      results.send({ type: 'filters.cleared' });
      results.send({ type: 'viewOptions.changed', patch: { group: 'none', sort: 'date' } });
      list.scrollTop = 0;
      await frame();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { longestTask: Math.round(Math.max(0, ...tasks)), mostRows };
    },
    { what: action, scrolls: SCROLLS },
  );
}

/** Scrolls, sorts, filters, groups and selects 5,000 scenes in list and map. Median and worst time, ms. */
export function benchResultsList() {
  return onBenchPage(`?scenes=${COUNT}&spread=4&list`, async (page) => {
    await page.evaluate((geometry) => {
      window.portal.send({ type: 'aoi.drawn', geometry });
      window.portal.getSnapshot().children.search?.send({ type: 'search.requested' });
    }, SCENES_AREA);
    await page.waitForFunction(
      () => window.portal.getSnapshot().children.results?.getSnapshot().context.shares !== null,
    );
    await page.waitForSelector('#results [role="row"]');
    const measured: Record<string, { median: number; worst: number; mostRows: number }> = {};
    for (const action of ACTIONS) {
      const rounds: ActionFigures[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await measureAction(page, action));
      const tasks = rounds.map(({ longestTask }) => longestTask).toSorted((a, b) => a - b);
      measured[action] = {
        median: tasks[ROUNDS >> 1] ?? Number.NaN,
        worst: tasks.at(-1) ?? Number.NaN,
        mostRows: Math.max(...rounds.map(({ mostRows }) => mostRows)),
      };
    }
    return { count: COUNT, longestTaskMs: measured };
  });
}
