import { EXPORT_RECORDS_MAX, VALUES } from '../../../contract/limits.ts';
import { PLACE_QUERY } from '../../../contract/places.ts';
import { AOI_FACTS_MAX } from '../../../contract/saved.ts';
import { endpoints, type EndpointName } from '../../../contract/calls/endpoints.ts';
import { Caller, everythingIn } from './caller.ts';
import { worldLayer } from './fairness.ts';

/** Positions of the largest area that every call takes. */
const CORNERS = 9_800;

/** An outline around Singapore whose corners lie on two circles, as WKT. */
export function largestArea(corners = CORNERS): string {
  const ring = Array.from({ length: corners }, (_, at) => {
    const [angle, radius] = [(at / corners) * 2 * Math.PI, at % 2 === 0 ? 0.3 : 0.29];
    return `${(103.8 + radius * Math.cos(angle)).toFixed(7)} ${(1.3 + radius * Math.sin(angle)).toFixed(7)}`;
  });
  return `POLYGON((${[...ring, ring[0]].join(',')}))`;
}

/** Every call of the contract, each with the largest request that it takes. */
export type CallsAtLimits = Readonly<Record<EndpointName, () => Promise<string>>>;

const WORLD = { west: '-180', south: '-90', east: '180', north: '90' };
const UNKNOWN_KEY = 'x'.repeat(32);
const UNKNOWN_ID = '999999999';
const WATCH = {
  name: 'All',
  maxCloudCover: 100,
  maxOffNadirAngle: 45,
  mail: true,
  webhookUrl: null,
  pace: 'once',
  quiet: null,
};

/** @param loud a signed-in caller with as many saved areas as there may be */
export async function callsAtLimits(loud: Caller): Promise<CallsAtLimits> {
  const aoiWkt = largestArea();
  const condition = everythingIn(aoiWkt);
  const found = endpoints.searchScenes.reply.parse(
    JSON.parse(await loud.send(endpoints.searchScenes, condition)),
  );
  const features = found.features ?? [];
  const productIds = features
    .filter(({ properties }) => properties.supplier === features[0]?.properties.supplier)
    .slice(0, EXPORT_RECORDS_MAX)
    .map(({ id }) => id);
  const order = { productIds, aoiWkt, productLevel: 'L2A', cropByAoi: true };
  const tasking = {
    aoiWkt,
    sourceCode: 'S',
    taskingWindowStart: '2099-01-01',
    taskingWindowEnd: '2099-02-01',
    maxCloudCover: 30,
    maxOffNadirAngle: 45,
    resolution: 0.5,
    productMode: 'MONO',
    productLevel: 'L1',
    cropByAoi: true,
    projection: 'LAT_LON',
  };
  const search = {
    name: 'All',
    aoiGeom: aoiWkt,
    dumpJson: { condition, result: features.map(({ id }) => ({ id })), resultStatus: {} },
  };
  const saved = endpoints.saveSearch.reply.parse(JSON.parse(await loud.send(endpoints.saveSearch, search)));
  const searches = endpoints.savedSearches.reply.parse(JSON.parse(await loud.send(endpoints.savedSearches)));
  const areas = endpoints.savedAois.reply.parse(JSON.parse(await loud.send(endpoints.savedAois)));
  const layerId = await worldLayer(loud);
  const clip = { dsId: layerId, aoi: aoiWkt, outMode: 'polygon', outResolution: 0.5, outProj: 'EPSG:3857' };
  const credentials = { uname: 'nobody@groundtrack.example', upass: 'a'.repeat(64) };
  const leaving = new Caller(loud.url);
  /** Makes a call: `{…}` of its path and its query are replaced. */
  const send = (name: EndpointName, body?: unknown, named: Record<string, string> = {}) => {
    const { method, path } = endpoints[name];
    const used = Object.entries(named).filter(([key]) => path.includes(`{${key}}`));
    const query = new URLSearchParams(Object.entries(named).filter(([key]) => !path.includes(`{${key}}`)));
    const filled = used.reduce((address, [key, value]) => address.replace(`{${key}}`, value), path);
    return () => loud.send({ method, path: query.size === 0 ? filled : `${filled}?${query}` }, body);
  };
  return {
    sendRegisterCode: send('sendRegisterCode', { email: credentials.uname }),
    register: send('register', {
      email: credentials.uname,
      upass: credentials.upass,
      firstName: 'a'.repeat(32),
      lastName: 'a'.repeat(32),
      regType: 2,
      company: 'a'.repeat(64),
      industry: '',
      nature: '',
      vcode: '123456',
    }),
    sendResetCode: send('sendResetCode', { email: credentials.uname }),
    resetPassword: send('resetPassword', { email: credentials.uname, vcode: '123456' }),
    login: send('login', credentials),
    changePassword: send('changePassword', {
      opwd: credentials.upass,
      npwd: credentials.upass,
      npwdr: credentials.upass,
    }),
    currentUser: send('currentUser'),
    logout: async () => {
      await leaving.logIn('demo2@groundtrack.example');
      return leaving.send(endpoints.logout);
    },
    credits: send('credits'),
    dailyUsage: send('dailyUsage', undefined, { t1: '2000-01-01', t2: '2100-01-01' }),
    payRecords: send('payRecords', undefined, { cpage: '1' }),
    creditMovements: send('creditMovements', undefined, { cpage: '1' }),
    statement: send('statement', undefined, { book: 'orders', format: 'pdf' }),
    searchScenes: send('searchScenes', condition),
    clearShares: send('clearShares', { aoiWkt, productIds: features.map(({ id }) => id) }),
    coverageCalendar: send('coverageCalendar', { ...condition, lastDay: condition.acquisitionDateTo }),
    itemAssets: send('itemAssets', undefined, { productId: features[0]?.id ?? '' }),
    relaxedSearch: send('relaxedSearch', condition),
    nearestCovered: send('nearestCovered', condition),
    archivePrice: send('archivePrice', order),
    saveQuote: send('saveQuote', { kind: 'archive', form: order }),
    // refused after all work: the price is another one
    archiveSubmit: send('archiveSubmit', {
      ...order,
      projection: 'UTM',
      orderName: 'All',
      contractNum: 'a',
      agreedPrice: 1,
    }),
    taskingPrice: send('taskingPrice', tasking),
    taskingSubmit: send('taskingSubmit', { ...tasking, orderName: 'All', agreedPrice: 1 }),
    submitOutcome: send('submitOutcome', { key: UNKNOWN_KEY }),
    archiveOrders: send('archiveOrders', undefined, { cpage: '1' }),
    taskingOrders: send('taskingOrders', undefined, { cpage: '1' }),
    cancelArchiveOrder: send('cancelArchiveOrder', undefined, { orderNum: UNKNOWN_KEY }),
    cancelTaskingOrder: send('cancelTaskingOrder', undefined, { orderNum: UNKNOWN_KEY }),
    earlierOrders: send('earlierOrders', order),
    deliveriesOver: send('deliveriesOver', { aoiWkt }),
    orderDetails: send('orderDetails', undefined, { orderNum: UNKNOWN_KEY }),
    apiKeys: send('apiKeys'),
    // refused after all work: the list is full, or the key unknown
    createApiKey: send('createApiKey', {
      name: 'a'.repeat(32),
      scopes: ['search', 'order', 'exports'],
      sandbox: false,
      endsOn: null,
      monthlyLimit: null,
    }),
    revokeApiKey: send('revokeApiKey', undefined, { id: '999999999' }),
    saveAoi: send('saveAoi', { name: 'Area', geom: aoiWkt }),
    savedAois: send('savedAois'),
    aoiFacts: send('aoiFacts', {
      ids: (areas.data ?? []).slice(0, AOI_FACTS_MAX).map(({ id }) => id),
    }),
    savedAoi: send('savedAoi', undefined, { id: String(areas.data?.[0]?.id ?? 1) }),
    deleteAoi: send('deleteAoi', undefined, { id: '999999999' }),
    saveSearch: send('saveSearch', search),
    savedSearches: send('savedSearches'),
    savedSearch: send('savedSearch', undefined, { id: String(searches.data?.[0]?.id ?? 1) }),
    sharedSearch: send('sharedSearch', undefined, { skey: saved.data?.skey ?? UNKNOWN_KEY }),
    watches: send('watches'),
    watchTries: send('watchTries', undefined, { id: UNKNOWN_ID }),
    watchResult: send('watchResult', undefined, { id: UNKNOWN_ID }),
    saveWatch: send('saveWatch', { ...WATCH, source: { id: Number(UNKNOWN_ID) } }),
    pauseWatch: send('pauseWatch', { id: Number(UNKNOWN_ID), isPaused: true }),
    deleteWatch: send('deleteWatch', undefined, { id: UNKNOWN_ID }),
    previewWatch: send('previewWatch', {
      source: { searchId: searches.data?.[0]?.id ?? 1 },
      maxCloudCover: 100,
      maxOffNadirAngle: 45,
    }),
    testHook: send('testHook', { url: 'https://127.0.0.1/' }),
    hookSecret: send('hookSecret'),
    replayDelivery: send('replayDelivery', undefined, { id: UNKNOWN_ID }),
    news: send('news'),
    readNews: send('readNews', {}),
    deleteSearch: send('deleteSearch', undefined, { id: '999999999' }),
    imageryLayers: send('imageryLayers'),
    layerVector: send('layerVector', undefined, { layerId: String(layerId) }),
    layerValues: send('layerValues', {
      layerId,
      west: 11_550_000,
      north: 165_000,
      pixel: 20,
      width: VALUES.side,
      height: VALUES.side,
      bands: [0, 1, 2],
    }),
    imageryExportPrice: send('imageryExportPrice', clip),
    imageryExportSubmit: send('imageryExportSubmit', { ...clip, taskName: 'All' }),
    imageryExports: send('imageryExports', undefined, { cpage: '1' }),
    cancelImageryExport: send('cancelImageryExport', undefined, { taskNum: UNKNOWN_KEY }),
    exportTasks: send('exportTasks'),
    renameExportTask: send('renameExportTask', { id: 999_999_999, name: 'All' }),
    submitExportTask: send('submitExportTask', { name: 'Area', type: 'aoi', productIds: [], aoiWkt }),
    settings: send('settings'),
    coverage: send('coverage', undefined, {
      sensorType: 'OPTICAL',
      from: '1990-01-01',
      to: '2026-12-31',
      level: '3',
    }),
    places: send('places', undefined, { q: 'a'.repeat(PLACE_QUERY.max) }),
    placeOfArea: send('placeOfArea', undefined, WORLD),
  };
}
