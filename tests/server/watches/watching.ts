import type { SearchCondition } from '../../../contract/search.ts';
import type { SaveWatchRequest } from '../../../contract/watches/watches.ts';
import { openQuicklooks } from '../../../server/search/quicklooks/quicklookStore.ts';
import { collectFound } from '../../../server/watches/collecting.ts';
import { lookThroughArrivals } from '../../../server/watches/matching.ts';
import { callDueHooks } from '../../../server/watches/webhooks.ts';
import type { TestServer } from '../support/harness.ts';
import { square } from '../search/sceneFixtures.ts';

const AOI = 'POLYGON ((103.7 1.2, 104 1.2, 104 1.5, 103.7 1.2))';
/** Covers the area. */
export const OVER = square(103.6, 1.1, 104.1, 1.6);
/** In the bounding box of the area, outside the triangle itself. */
export const BESIDE = square(103.7, 1.4, 103.75, 1.49);
export const CONDITION: SearchCondition = {
  aoiWkt: AOI,
  acquisitionDateFrom: '2026-01-01',
  acquisitionDateTo: '2026-06-30',
  maxCloudCover: 20,
  maxOffNadirAngle: 15,
  sensorType: 'OPTICAL',
  satList: [],
};

/** A caller with a saved search. */
export async function openWatcher(app: TestServer) {
  const who = await app.signIn();
  const { token } = who;
  const saved = await app.call(
    'saveSearch',
    {
      body: {
        name: 'Harbour',
        aoiGeom: AOI,
        dumpJson: { condition: CONDITION, result: [], resultStatus: {} },
      },
    },
    { token },
  );
  const searchId = saved.reply.data?.id ?? 0;
  const request = (settings: Partial<SaveWatchRequest> = {}): SaveWatchRequest => ({
    source: { searchId },
    name: 'Harbour',
    maxCloudCover: 20,
    maxOffNadirAngle: 15,
    mail: true,
    webhookUrl: null,
    pace: 'once',
    quiet: null,
    ...settings,
  });
  return {
    ...who,
    searchId,
    request,
    save: async (settings: Partial<SaveWatchRequest> = {}) =>
      (await app.call('saveWatch', { body: request(settings) }, { token })).reply,
    watches: async () => (await app.call('watches', {}, { token })).reply.data ?? [],
    tries: async (id: number) =>
      (await app.call('watchTries', { params: { id } }, { token })).reply.data ?? [],
    news: async () => (await app.call('news', {}, { token })).reply.data ?? [],
    secret: async () => (await app.call('hookSecret', {}, { token })).reply.data?.secret ?? '',
  };
}

/** One round of the loops of watches: looks at new scenes, makes deliveries and calls due webhooks. */
export async function runWatches({ deps }: TestServer): Promise<void> {
  await lookThroughArrivals({ ...deps, quicklooks: openQuicklooks(deps) });
  await collectFound(deps);
  await callDueHooks(deps);
}
