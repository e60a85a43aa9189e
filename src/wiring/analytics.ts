import { hasExtensions } from '../../contract/calls/extensionNames.ts';
import { type Actor, createActor, fromPromise } from 'xstate';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { analyticsMachine, type ExportFormat, type Shown } from '../machines/analytics/analytics.machine.ts';
import { ownImagesMachine } from '../machines/analytics/ownImages.machine.ts';
import {
  assetOfUrl,
  deliveriesOver,
  namedAsset,
  productOfAsset,
} from '../machines/imagery/delivered.rules.ts';
import { analysisTiff } from '../raster/analysisTiff.ts';
import { pixelsOf } from '../raster/samples.ts';
import * as accounts from '../services/accounts.ts';
import * as analytics from '../services/analytics.ts';
import { readAnalyticsStart } from '../services/browser/analyticsStart.ts';
import * as browser from '../services/browser/browser.ts';
import { joinSession } from '../services/browser/session.ts';
import { type Call, dataOf, makeCall } from '../services/call/call.ts';
import { listLayers, tileAddress } from '../services/imagery.ts';
import { fetchAssets } from '../services/search.ts';
import { fetchClientConfig, fetchSettings } from '../services/settings.ts';
import { addPortalTexts, addTexts } from '../ui/shared/i18n/language.ts';
import { requestedInspector } from './inspector/requestedInspector.ts';
import { storedPreferences, wiredPreferences } from './preferences.ts';
import { wireUpload } from './aoi.ts';
import { analyser, imageWorker } from './workerActors.ts';

/** A file name of letters, digits and hyphens. */
function fileName({ draft, layerName }: Shown, ending: string): string {
  const what =
    draft.task === 'classes' ? 'classes' : `${draft.index}${draft.task === 'change' ? '-change' : ''}`;
  const layer = layerName
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${layer === '' ? 'layer' : layer}-${what}.${ending}`;
}

function save(shown: Shown | null, format: ExportFormat): void {
  if (shown === null) return;
  const { draft, layerName, earlierName, analysis, picture } = shown;
  if (format === 'png') {
    browser.saveBlob(fileName(shown, 'png'), picture);
    return;
  }
  const message = [
    draft.task,
    ...(draft.task === 'classes' ? [] : [draft.index]),
    layerName,
    earlierName ?? '',
  ];
  const bytes = analysisTiff(
    analysis.grid,
    analysis.values,
    draft.task === 'classes' ? 'classes' : 'numbers',
    message.filter((word) => word !== '').join(', '),
  );
  browser.saveBlob(fileName(shown, 'tif'), new Blob([bytes], { type: 'image/tiff' }));
}

/**
 * The analytics page with its real services.
 * @param imageUrl address of the image that was seen in the portal
 */
export function wireAnalytics(call: Call, imageUrl: string | null) {
  const { actors, running } = imageWorker();
  const named = assetOfUrl(imageUrl);
  return analyticsMachine.provide({
    actors: {
      preferences: wiredPreferences,
      upload: wireUpload(call),
      ownImages: ownImagesMachine.provide({
        actors: {
          ...actors,
          loadDeliveries: fromPromise(async ({ input, signal }) => {
            const body = { aoiWkt: input.areaWkt };
            const over = dataOf(await call(endpoints.deliveriesOver, { body }, { signal }));
            if (named === null) return deliveriesOver(over);
            const found = await fetchAssets(call, productOfAsset(named), signal).catch(() => null);
            return [...deliveriesOver(over), ...(found === null ? [] : namedAsset(found, named))];
          }),
        },
      }),
      openAnalytics: fromPromise(async ({ signal }) => {
        const [user, layers, settings] = await Promise.all([
          accounts.fetchUser(call, signal),
          listLayers(call, signal),
          fetchSettings(call, signal),
        ]);
        const isRead = hasExtensions(settings, 'layerValues');
        const own = layers.list.flatMap((layer) =>
          isRead && typeof layer.id === 'number' ? { ...layer, id: layer.id } : [],
        );
        return { user, layers: own, settings };
      }),
      analyse: analyser(async ({ layerId, bands, image }, grid, signal) => {
        if (image !== null) return running().valuesOn(image, grid, bands, signal);
        const values = await analytics.fetchValues(call, { layerId, bands, ...grid }, signal);
        return pixelsOf(values, grid.width * grid.height);
      }),
    },
    actions: { saveResult: (_, { shown, format }) => save(shown, format) },
  });
}

/** The page's actor and what else its views need. */
export interface AnalyticsPage {
  actor: Actor<typeof analyticsMachine>;
  /** URL of a layer's tiles, with {layer}, {z}, {x} and {y}. */
  tiles: string;
}

/** Starts the AI analytics page with the session that the portal left in sessionStorage. */
export async function openAnalyticsPage(): Promise<AnalyticsPage> {
  const preferences = storedPreferences();
  await Promise.all([
    addPortalTexts(),
    addTexts((language) => import(`../../contract/messages/${language}/analytics.json`)),
  ]);
  const { serviceBase, sceneFields, settings, ...allowed } = await fetchClientConfig();
  const inspector = await requestedInspector(allowed, null);
  const token = browser.readToken();
  const start = readAnalyticsStart();
  const nothing = () => {};
  const actor: Actor<typeof analyticsMachine> = createActor(
    wireAnalytics(
      makeCall({
        serviceBase,
        sceneFields,
        settings,
        token: browser.readToken,
        language: () => actor.getSnapshot().children.preferences?.getSnapshot().context.language ?? 'en',
        onUnauthorized: () => actor.send({ type: 'session.expired' }),
        onOffline: nothing,
        onAnswered: nothing,
      }),
      start.imageUrl,
    ),
    {
      ...inspector,
      input: {
        preferences,
        hasSession: browser.hasSessionStorage() && token !== null,
        ...start,
        baseMap: browser.readBaseMap(),
      },
    },
  );
  joinSession(() => actor.send({ type: 'session.expired' }));
  return {
    actor: actor.start(),
    tiles: tileAddress(serviceBase, browser.readToken() ?? ''),
  };
}
