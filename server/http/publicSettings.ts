import { extensions } from '../../contract/calls/extensions.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { DELIVERY_STEPS } from '../../contract/orders/product.ts';
import type { Handlers } from '../accounts/handler.ts';
import { sharedRead } from '../database/sharedRead.ts';
import { filledPercent } from '../search/scenes.store.ts';
import type { SceneDeps } from '../search/scenePixels.ts';
import { TARIFF } from '../orders/tariff.rules.ts';
import { googleTiles } from './googleTiles.ts';

/** Decision 2: the public settings of this deployment. */
export function settingsHandlers(deps: SceneDeps): Pick<Handlers, 'settings'> {
  const { config } = deps;
  const google = googleTiles(config, deps.clock, deps.log);
  return {
    async settings() {
      const percent = await sharedRead(deps.db.pool, 'archive percent', () => filledPercent(deps.db.pool));
      return {
        result: SUCCESS,
        data: {
          appName: config.appName,
          registrationAllowed: config.registrationAllowed,
          apis: config.apis,
          satellites: [...deps.satellites],
          basemaps: { OSM: config.osm, GMAP: await google() },
          searchCap: config.searchCap,
          analyticsUrl: config.analyticsUrl,
          termsUrl: config.termsUrl,
          deliverySeconds: DELIVERY_STEPS * config.supplierStepSeconds,
          deliveryPixels: config.deliveryPixels,
          extensions: Object.keys(extensions),
          tariff: TARIFF,
          ...(config.taxPercent > 0 && { taxPercent: config.taxPercent }),
          ...(percent === null ? {} : { archivePercent: percent }),
          ...(config.samples ? { samples: [...deps.scenePixels.offered] } : {}),
        },
      };
    },
  };
}
