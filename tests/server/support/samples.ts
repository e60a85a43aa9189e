import type { EndpointName, Endpoints } from '../../../contract/calls/endpoints.ts';
import type { CallInput } from '../../../contract/calls/row.ts';
import { writeWkt } from '../../../src/geo/wkt/wkt.ts';
import { registration, WRONG_CODE } from '../accounts/codes.ts';
import { square } from '../search/sceneFixtures.ts';

const AOI = writeWkt(square(103.8, 1.2, 103.9, 1.3));
const CONDITION = {
  aoiWkt: AOI,
  acquisitionDateFrom: '2026-01-01',
  acquisitionDateTo: '2026-12-31',
  maxCloudCover: 100,
  maxOffNadirAngle: 45,
  sensorType: 'OPTICAL',
  satList: [],
} as const;
const SCENE_ORDER = {
  productIds: ['ALPHA'],
  aoiWkt: AOI,
  productLevel: 'L2A',
  cropByAoi: true,
} as const;
/** A new acquisition. */
export const ACQUISITION = {
  orderName: 'Harbour',
  aoiWkt: AOI,
  sourceCode: 'S',
  taskingWindowStart: '2027-01-01',
  taskingWindowEnd: '2027-01-31',
  maxCloudCover: 30,
  maxOffNadirAngle: 45,
  resolution: 0.5,
  productMode: 'MONO',
  productLevel: 'L1',
  cropByAoi: true,
  projection: 'LAT_LON',
} as const;
const EXPORT = {
  taskName: 'Harbour',
  dsId: 1,
  aoi: AOI,
  outMode: 'bbox',
  outResolution: 0.5,
  outProj: 'EPSG:3857',
} as const;
const DUMP = {
  condition: { ...CONDITION, satList: ['SV2-03'] },
  result: [{ id: 'ALPHA' }],
  resultStatus: { numberMatched: 1, searchedAt: '2026-11-20T08:00:00Z', note: 'Harbour' },
};
const WATCH = {
  source: { searchId: 1 },
  name: 'Harbour',
  maxCloudCover: 20,
  maxOffNadirAngle: 15,
  mail: true,
  webhookUrl: null,
  pace: 'once',
  quiet: null,
} as const;
const EMAIL = 'sample@example.com';

type Samples = { readonly [K in EndpointName]: CallInput<Endpoints[K]> };

/** A valid request for every call: a new call does not compile without one. */
export const samples = {
  sendRegisterCode: { body: { email: EMAIL } },
  register: { body: registration({ email: EMAIL }) },
  sendResetCode: { body: { email: EMAIL } },
  resetPassword: { body: { email: EMAIL, vcode: WRONG_CODE } },
  login: { body: { uname: EMAIL, upass: 'not the password' } },
  changePassword: { body: { opwd: 'wrong', npwd: 'a new password', npwdr: 'a new password' } },
  currentUser: {},
  logout: {},
  credits: {},
  dailyUsage: { query: { t1: '2026-01-01', t2: '2026-01-02' } },
  payRecords: { query: { cpage: 1 } },
  creditMovements: { query: { cpage: 1 } },
  statement: { query: { book: 'credits', format: 'csv' } },
  searchScenes: { body: { ...CONDITION, satList: ['SV2-03'] } },
  relaxedSearch: { body: { ...CONDITION, satList: ['SV2-03'] } },
  coverage: { query: { sensorType: 'OPTICAL', from: '2026-08-21', to: '2026-11-21', level: 2 } },
  nearestCovered: { body: { ...CONDITION, satList: ['SV2-03'] } },
  clearShares: { body: { aoiWkt: AOI, productIds: ['ALPHA'] } },
  coverageCalendar: { body: { ...CONDITION, satList: ['SV2-03'], lastDay: '2026-11-21' } },
  itemAssets: { query: { productId: 'ALPHA' } },
  saveQuote: { body: { kind: 'tasking', form: ACQUISITION } },
  taskingPrice: { body: ACQUISITION },
  taskingSubmit: { body: ACQUISITION },
  archiveOrders: { query: { cpage: 1 } },
  cancelArchiveOrder: { params: { orderNum: 'A20260101-0001' } },
  taskingOrders: { query: { cpage: 1 } },
  cancelTaskingOrder: { params: { orderNum: 'T20260101-0001' } },
  submitOutcome: { body: { key: 'k'.repeat(32) } },
  earlierOrders: {
    body: {
      aoiWkt: AOI,
      productLevel: 'L1',
      cropByAoi: true,
      productIds: ['ALPHA'],
      tasking: { sourceCode: 'S', windowStart: '2027-01-01', windowEnd: '2027-01-31' },
    },
  },
  deliveriesOver: { body: { aoiWkt: AOI } },
  orderDetails: { params: { orderNum: 'GT-20260101-0001' } },
  savedAois: {},
  aoiFacts: { body: { ids: [1] } },
  savedAoi: { params: { id: 1 } },
  deleteAoi: { params: { id: 1 } },
  saveAoi: { body: { name: 'Harbour', geom: AOI } },
  savedSearches: {},
  deleteSearch: { params: { id: 1 } },
  savedSearch: { params: { id: 1 } },
  imageryLayers: {},
  layerVector: { params: { layerId: 1 } },
  imageryExportPrice: { body: EXPORT },
  imageryExportSubmit: { body: EXPORT },
  exportTasks: {},
  renameExportTask: { body: { id: 1, name: 'Harbour' } },
  layerValues: {
    body: { layerId: 1, west: 11_550_000, north: 147_000, pixel: 10, width: 64, height: 64, bands: [0] },
  },
  cancelImageryExport: { params: { taskNum: 'E20261121-AAAAAAAA' } },
  imageryExports: { query: { cpage: 1 } },
  settings: {},
  places: { query: { q: 'Singap' } },
  placeOfArea: { query: { west: 103.72, south: 1.22, east: 103.94, north: 1.36 } },
  archivePrice: { body: { ...SCENE_ORDER, productIds: ['ALPHA'] } },
  archiveSubmit: {
    body: {
      ...SCENE_ORDER,
      productIds: ['ALPHA'],
      orderName: 'Harbour',
      projection: 'UTM',
      contractNum: 'C-1',
      agreedPrice: 0,
    },
  },
  saveSearch: { body: { name: 'Harbour', aoiGeom: AOI, dumpJson: DUMP } },
  sharedSearch: { params: { skey: '0123456789abcdef0123' } },
  apiKeys: {},
  createApiKey: {
    body: {
      name: 'Harbour',
      scopes: ['search'],
      sandbox: false,
      endsOn: '2027-05-22',
      monthlyLimit: 2_000_000,
    },
  },
  revokeApiKey: { params: { id: 1 } },
  watches: {},
  watchTries: { params: { id: 1 } },
  watchResult: { params: { id: 1 } },
  saveWatch: { body: WATCH },
  pauseWatch: { body: { id: 1, isPaused: true } },
  deleteWatch: { params: { id: 1 } },
  previewWatch: { body: { source: { searchId: 1 }, maxCloudCover: 20, maxOffNadirAngle: 15 } },
  testHook: { body: { url: 'https://127.0.0.1/hook' } },
  hookSecret: {},
  replayDelivery: { params: { id: 1 } },
  news: {},
  readNews: { body: { ids: [1] } },
  submitExportTask: { body: { name: 'Harbour', type: 'GeoJSON', productIds: ['ALPHA'], aoiWkt: AOI } },
} as const satisfies Samples;
