import { remotePictures } from '../search/quicklooks/thumbnail.ts';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { endpoints, files as fileRoutes } from '../../contract/calls/endpoints.ts';
import { BODY_MAX_BYTES, SAVED_SCENE_BYTES } from '../../contract/limits.ts';
import type { Config } from '../base/settings/config.ts';
import type { Deps, Handlers } from '../accounts/handler.ts';
import { paymentHandlers } from '../orders/payments.ts';
import type { OrderDeps } from '../orders/supplier.ts';
import { searchHandlers } from '../search/search.calls.ts';
import type { Language } from '../../contract/languages.ts';
import { filled, languageOf, mailText } from '../base/messages.ts';
import { plainPage } from '../base/page.ts';
import { Refusal, refusalReply } from '../base/refusal.ts';
import { answerError } from '../base/answerError.ts';
import { registerCalls } from './router.ts';
import { oneHost, type ServerApp, type ServerEnv } from '../base/request.ts';
import { toBegin, whilePresent } from '../base/spells.ts';
import { lineOf } from '../accounts/identify.rules.ts';
import { accountHandlers } from '../accounts/accounts.calls.ts';
import { apiKeyHandlers } from '../accounts/apiKeys.calls.ts';
import { deliveryRoutes } from '../orders/delivery.routes.ts';
import { exportFileRoutes } from '../exports/exportFiles.routes.ts';
import { HEALTH, healthRoutes } from './health.ts';
import { imageryHandlers, tileRoutes } from '../imagery/imagery.calls.ts';
import { imageryExportHandlers } from '../exports/imageryExports.calls.ts';
import { orderHandlers } from '../orders/orders.calls.ts';
import { estimateOf } from '../orders/pricing.rules.ts';
import { passwordResetHandlers } from '../accounts/passwordReset.calls.ts';
import { placeHandlers } from '../places/places.calls.ts';
import { assetHandlers, assetRoutes } from '../stac/assets.routes.ts';
import { quicklookRoutes } from '../search/quicklooks/quicklooks.routes.ts';
import { registrationHandlers } from '../accounts/registration.calls.ts';
import { aoiFactHandlers } from '../saved/aoiFacts.calls.ts';
import { savedAoiHandlers } from '../saved/savedAois.calls.ts';
import { watchHandlers } from '../watches/watches.calls.ts';
import { watchNewsHandlers } from '../watches/watchNews.calls.ts';
import { unsubscribeRoutes } from '../watches/unsubscribe.routes.ts';
import { savedSearchHandlers } from '../saved/savedSearches.calls.ts';
import { sceneExportHandlers } from '../exports/sceneExports.calls.ts';
import { stacRoutes } from '../stac/api/stac.routes.ts';
import { settingsHandlers } from './publicSettings.ts';
import { taskingHandlers } from '../orders/tasking.calls.ts';
import { openapiRoute } from './openapi.ts';
import { noRobots, securityHeaders } from './security.ts';

/** Doesn't compile if a call of the contract has no handler (law 5). */
function handlersOf(deps: OrderDeps): Handlers {
  return {
    ...accountHandlers(deps),
    ...apiKeyHandlers(deps),
    ...registrationHandlers(deps),
    ...passwordResetHandlers(deps),
    ...settingsHandlers(deps),
    ...searchHandlers(deps),
    ...assetHandlers(deps),
    ...orderHandlers(deps),
    ...paymentHandlers(deps),
    ...taskingHandlers(deps),
    ...savedAoiHandlers(deps),
    ...aoiFactHandlers(deps, estimateOf),
    ...savedSearchHandlers(deps),
    ...watchHandlers(deps),
    ...watchNewsHandlers(deps),
    ...sceneExportHandlers(deps),
    ...placeHandlers(),
    ...imageryHandlers(deps),
    ...imageryExportHandlers(deps),
  };
}

/** Refuses a larger body without reading all of it. */
function limitedBody(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new Refusal(
        'tooLarge',
        { megabytes: Math.round((10 * maxSize) / 1024 / 1024) / 10 },
        { status: 413 },
      );
    },
  });
}

/**
 * Of the STAC API, whose bodies are read on the thread that answers calls, and of a body that doesn't say its size, which arrives before it
 * can be counted. 10,000 vertices with all their digits take 400 KB.
 */
const SMALL_BODY_BYTES = 512 * 1024;

/** Only the call that saves a search, with its result, may have a larger body (decision 8). */
function limitedBodies({ searchCap }: Config): MiddlewareHandler {
  const others = limitedBody(BODY_MAX_BYTES);
  const small = limitedBody(SMALL_BODY_BYTES);
  const savedSearch = limitedBody(BODY_MAX_BYTES + searchCap * SAVED_SCENE_BYTES);
  const { path } = endpoints.saveSearch;
  return (c, next) => {
    const isUnsized = c.req.header('transfer-encoding') !== undefined;
    if (isUnsized || c.req.path.startsWith('/stac/')) return small(c, next);
    return (c.req.path === path ? savedSearch : others)(c, next);
  };
}

/** Without TRUST_PROXY all users behind a proxy share one count of attempts; its operator learns it from the log. */
function noticeProxy({ config, log }: Pick<Deps, 'config' | 'log'>): MiddlewareHandler {
  let noticed = config.trustProxy;
  return async (c, next) => {
    if (!noticed && c.req.header('x-forwarded-for') !== undefined) {
      noticed = true;
      log.warn('X-Forwarded-For is ignored: if a proxy of yours sends it, set TRUST_PROXY=on');
    }
    await next();
  };
}

/** Of requests that arrive together few begin in each turn of the loop, by turns of accounts and addresses; /health never waits. */
const inTurn =
  ({ config }: Pick<Deps, 'config'>): MiddlewareHandler<ServerEnv> =>
  async (c, next) => {
    c.set('arrived', performance.now());
    if (c.req.path === HEALTH) return next();
    const who = lineOf(c, config);
    return whilePresent(who, async () => {
      await toBegin(who, c.req.raw.signal);
      await next();
    });
  };

/** No URL of the server has a NUL, and the database can't look one up. */
const noNul: MiddlewareHandler = async (c, next) => (c.req.url.includes('%00') ? c.notFound() : next());

/** The page of an unknown address, with the way home. */
function lostPage(language: Language, app: string) {
  const text = (key: string) => filled(mailText('notFound', key, language), { app });
  return plainPage(
    language,
    text('title'),
    html`<p>${text('text')}</p>
      <p><a href="/">${text('home')}</a></p>`,
  );
}

/**
 * The reference server: every call of the contract, the files beside it, and the built client.
 * @param more.client serves the client's files (static.ts); none in tests of the calls
 * @param more.measure times every call (metrics.ts)
 * @param more.ending refuses calls while the server ends (ending.ts)
 * @returns an app that answers requests without a port (`app.request`)
 */
export function createApp(
  deps: OrderDeps,
  {
    client,
    measure,
    ending,
  }: Partial<Record<'client' | 'measure' | 'ending', MiddlewareHandler | undefined>> = {},
): ServerApp {
  const app: ServerApp = new Hono();
  if (measure) app.use(measure);
  app.use(inTurn(deps));
  app.onError((error, c) => answerError(error, c, deps));
  app.notFound((c) => {
    const language = languageOf(c.req.header('accept-language'));
    // a person followed a link; programs ask for anything
    if (c.req.method === 'GET' && c.req.header('accept')?.includes('text/html'))
      return c.html(lostPage(language, deps.config.appName), 404);
    return c.json(refusalReply('notFound', language), 404);
  });
  app.use(securityHeaders(deps.config));
  app.use(noRobots);
  if (ending) app.use(ending);
  app.use(oneHost);
  app.use(noNul);
  app.use(noticeProxy(deps));
  app.use(limitedBodies(deps.config));
  /** This server serves its own client (decision 34). */
  app.get(fileRoutes.clientConfig, (c) => {
    c.header('cache-control', 'no-cache');
    const { inspect, saveSession } = deps.config;
    return c.json({ serviceBase: '', ...(inspect && { inspect }), ...(saveSession && { saveSession }) });
  });
  app.route('/', healthRoutes(deps));
  registerCalls(app, handlersOf(deps), deps);
  app.route('/', openapiRoute(deps));
  app.route('/', deliveryRoutes(deps));
  app.route('/', unsubscribeRoutes(deps));
  app.route('/', tileRoutes(deps));
  app.route('/', exportFileRoutes(deps));
  app.route('/', quicklookRoutes({ ...deps, remote: remotePictures(deps.config) }));
  app.route('/', assetRoutes(deps));
  app.route('/', stacRoutes(deps));
  if (client) app.use(client);
  return app;
}
