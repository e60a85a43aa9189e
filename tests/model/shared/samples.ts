import { extensions } from '../../../contract/calls/extensions.ts';
import { CallError } from '../../../contract/calls/callError.ts';
import type { User } from '../../../contract/accounts.ts';
import type { OrderDetails } from '../../../contract/orders/orderDetails.ts';
import type {
  EarlierOrder,
  OfferedPrice,
  OrderItem,
  PriceResult,
  SubmitMade,
} from '../../../contract/orders/orders.ts';
import type { FormQuote } from '../../../contract/orders/quote.ts';
import type { Scene, SearchCondition } from '../../../contract/search.ts';
import type { Settings } from '../../../contract/settings.ts';
import { TARIFF } from '../../../server/orders/tariff.rules.ts';
import { aoiOf, type Aoi, type AreaGeometry } from '../../../src/geo/aoi.ts';
import type { Kept } from '../../../src/machines/shared/kept.ts';
import type { SubmitMemory } from '../../../src/machines/orders/pricedForm.rules.ts';
import type { Pass } from '../../../src/geo/orbit/passes.ts';
import { boxAt } from '../../fixtures/box.ts';

export const smallArea = boxAt(103.7, 1.2, 0.3);
/** About 1.1 million km²: above utype 1's limit. */
export const largeArea = boxAt(100, 0, 10);
/** Not a rectangle: a whole delivery covers more than a cut-out. */
export const cornerArea: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [103.7, 1.2],
      [104, 1.2],
      [104, 1.5],
      [103.7, 1.2],
    ],
  ],
};
/** Crosses itself. */
export const badArea: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ],
  ],
};
export const smallAoi = aoiOf(smallArea);
/**
 * A round area east of Singapore.
 * @param radius degrees
 * @param coarse the number of vertices with six decimals; the others have seven
 */
export function roundAoi(corners: number, radius: number, coarse = 0): Aoi {
  const ring = Array.from({ length: corners + 1 }, (_, at) => {
    const angle = ((at % corners) / corners) * 2 * Math.PI;
    const place = [103.85 + radius * Math.cos(angle), 1.35 + radius * Math.sin(angle)];
    return place.map((degrees) => Number(degrees.toFixed(at > 0 && at <= coarse ? 6 : 7)));
  });
  return aoiOf({ type: 'Polygon', coordinates: [ring] });
}
export const cornerAoi = aoiOf(cornerArea);
export const largeAoi = aoiOf(largeArea);
/** The area of a map square given by its south-west corner and size, in degrees. */
export const squareAoi = (west: number, south: number, size: number) => aoiOf(boxAt(west, south, size));

/** The lower right half of such a square. */
export const cornerOf = (west: number, south: number, size: number) => {
  const [ring = []] = boxAt(west, south, size).coordinates as [number, number][][];
  return aoiOf({ type: 'Polygon', coordinates: [[...ring.slice(0, 3), ring[0]!]] });
};

export const user: User = {
  email: 'mei.lin@harbourline.example',
  firstName: 'Mei',
  lastName: 'Lin',
  company: 'Harbourline',
  token: 'a-token',
  utype: 1,
  puc: false,
};

export const settings: Settings = {
  appName: 'Groundtrack',
  registrationAllowed: true,
  apis: { order_archive: true, order_tasking: true, imagery_export: true },
  satellites: [
    { name: 'SV-2 01', code: 'SV2-01', gsd: 0.5, sensorType: 'OPTICAL' },
    // orbit elements known, swath unknown
    { name: 'OB-3', code: 'OB-3', gsd: 0.9, sensorType: 'OPTICAL', tle: { line1: '1', line2: '2' } },
  ],
  basemaps: {
    OSM: { tiles: [], attribution: '© OpenStreetMap contributors', maxZoom: 19 },
    GMAP: { tiles: [], attribution: '© Google', maxZoom: 20 },
  },
  searchCap: 5000,
  analyticsUrl: '/aimf/index.html',
  termsUrl: './docs/terms_order.pdf',
  extensions: Object.keys(extensions),
};

/** As the server says them, extensions included. */
export const serverSettings: Settings = {
  ...settings,
  satellites: settings.satellites.map((satellite) => ({
    ...satellite,
    simulated: true,
    swathKm: 12,
    supplier: 'one',
  })),
  deliverySeconds: 50,
  deliveryPixels: 16e6,
  tariff: TARIFF,
  samples: [
    {
      productId: 'LC80200392015216LGN00',
      name: 'Landsat 8',
      gsd: 30,
      sensorType: 'OPTICAL',
      place: { en: 'Alabama', zh: '亚拉巴马州' },
      aoiWkt: smallAoi.wkt,
      acquisitionDateFrom: '2015-08-04',
      acquisitionDateTo: '2015-08-04',
    },
  ],
};
/** As the server says who is signed in. */
export const knownUser: User = { ...user, token: null };

export function scene(id: string, supplier: string): Scene {
  return {
    type: 'Feature',
    id,
    geometry: smallArea,
    properties: {
      productId: id,
      acquisitionDate: '2026-11-14T03:22:05Z',
      satellite: 'SV-2 03',
      satCode: 'SV2-03',
      sensor: 'PMS',
      sensorType: 'OPTICAL',
      gsd: 0.5,
      cloudCover: 3,
      offNadirAngle: 8.4,
      sunElevation: 62.1,
      area: 1100,
      orbitDirection: 'descending',
      sideLookDirection: null,
      imagingMode: 'strip',
      productMode: 'MONO',
      sourceCode: 'S',
      supplier,
      quicklookUrl: null,
      simulated: true,
      attribution: null,
      source: null,
    },
  };
}
export const scenes = [scene('A', 'one'), scene('B', 'one'), scene('C', 'two')];

export const condition: SearchCondition = {
  aoiWkt: smallAoi.wkt,
  acquisitionDateFrom: '2026-08-21',
  acquisitionDateTo: '2026-11-21',
  maxCloudCover: 20,
  maxOffNadirAngle: 15,
  sensorType: 'OPTICAL',
  satList: [],
  gsd: 1,
};

export const pass: Pass = {
  at: Date.parse('2026-11-26T05:30:00Z'),
  offNadirDeg: 4.2,
  centreOffNadirDeg: 5.1,
  sunElevationDeg: 61,
  isAscending: false,
  side: 'Right',
  track: [],
  swath: [],
};

export const price: PriceResult = {
  unitPrice: 10,
  aoiArea: 100,
  valuationArea: 100,
  discount: 1,
  finalPrice: 100_000,
};

/** As the server prices a new acquisition, and an archive order of two scenes. */
export const taskingPrice: PriceResult = { ...price, minimumArea: 25 };
export const scenePrice: PriceResult = {
  ...taskingPrice,
  lines: ['A', 'B'].map((productId) => ({
    productId,
    unitPrice: 10,
    valuationArea: 50,
    finalPrice: 50_000,
  })),
};

/** As it is offered before anything was quoted. */
export const offeredScenePrice: OfferedPrice = { ...scenePrice, readySeconds: 50 };

/** An order that had part of the same before. */
export const earlierOrder: EarlierOrder = {
  orderNum: 'GT-20261120-0031',
  ctime: '2026-11-20T09:00:00.000Z',
  productLevel: 'L3A',
  productIds: ['A'],
};

export const formQuote: FormQuote = {
  orderName: 'Harbour',
  contractNum: '',
  aoi: { geometry: smallArea, areaKm2: smallAoi.areaKm2 },
  billed: null,
  scenes: [],
  tasking: null,
  productLevel: 'L1',
  projection: 'LAT_LON',
  cropByAoi: true,
  appendL1: false,
  price,
  termsUrl: './docs/terms_order.pdf',
};

/** A new acquisition that can be ordered for only two more days. */
export const soonQuote: FormQuote = {
  ...formQuote,
  tasking: {
    satellite: 'OB-3',
    windowStart: '2026-11-24',
    windowEnd: '2026-12-08',
    maxCloudCover: 30,
    maxOffNadirAngle: 45,
    resolution: 0.9,
    productMode: 'MONO',
  },
};

export function order(orderNum: string, status: number): OrderItem {
  return {
    id: 1,
    orderNum,
    orderName: 'Harbour',
    status,
    ctime: '2026-11-20T08:00:00Z',
    downloadUrl: status === 7 ? ['https://portal.example/web/delivery/1/x/A_L1.zip'] : [],
    finalPrice: 100_000,
    productIds: ['A'],
    simulated: true,
    history: [{ status: 1, at: '2026-11-20T08:00:00Z' }],
    valuationArea: 100,
  };
}

/** An archive order of two scenes over `smallAoi`, after every step up to its status. */
export function orderDetails(orderNum: string, status: number): OrderDetails {
  const { orderName, ctime, simulated } = order(orderNum, status);
  const steps = [1, 3, 4, 5, 6, 7].filter((step) => step <= status);
  return {
    kind: 'archive',
    page: 2,
    orderNum,
    orderName,
    status,
    ctime,
    simulated,
    supplier: 'one',
    aoiWkt: smallAoi.wkt,
    productLevel: 'L1',
    projection: 'LAT_LON',
    cropByAoi: true,
    appendL1: false,
    contractNum: null,
    price,
    quote: null,
    terms: null,
    scenes: ['a', 'b'].map((id) => ({
      scene: scene(id, 'one'),
      isSold: true,
      line: null,
      pixelMetres: status === 7 ? 0.5 : null,
    })),
    tasking: null,
    history: steps.map((step, at) => ({ status: step, at: `2026-11-20T08:0${at}:00Z`, cause: null })),
    files: [],
  };
}

/** The page of an order, beside the address. */
export const orderPageInput = {
  satellites: settings.satellites,
  now: () => new Date('2026-11-22T08:00:00Z'),
};

/** Each way in which a call can fail. No catalogue has the key of this refusal, so that its text is shown. */
export const failures = {
  refused: new CallError('refused', 'The server says no.', {
    result: 0,
    message: 'The server says no.',
    messageKey: 'saysNo',
    messageParams: {},
  }),
  silent: new CallError('refused'),
  offline: new CallError('offline'),
  malformed: new CallError('malformed'),
  unauthorized: new CallError('unauthorized', 'Invalid token', { result: 0, message: 'Invalid token' }),
};
const changedTo = (newPrice: PriceResult) =>
  new CallError('refused', 'price changed', {
    result: 0,
    message: 'price changed',
    messageKey: 'priceDiffers',
    messageParams: {},
    data: { price: newPrice },
  });
export const scenePriceChanged = changedTo({ ...scenePrice, finalPrice: 120_000 });
export const taskingPriceChanged = changedTo({ ...taskingPrice, finalPrice: 120_000 });

/** Keys of submits have digits, as those that the portal draws: what has letters alone is kept in a saved session. */
export const makeKey = (): string => '0k'.repeat(16);

/** A tab that keeps nothing. */
export const nothingKept: Kept = { read: () => null, write: () => {} };
/** A tab that has kept this before it was reloaded. */
export const keptBefore = (value: object): Kept => ({ read: () => value, write: () => {} });
/** A browser that remembers no submit without an answer. */
export const noSubmits: SubmitMemory = {
  find: () => null,
  list: () => [],
  remember: () => {},
  forget: () => {},
  wasSent: () => false,
  noteSent: () => {},
};
/** A form of a back end without keys, to which the same was sent a moment ago. */
export const sentUnkeyed = { isKeyed: false, submits: { ...noSubmits, wasSent: () => true } };
/** A browser that remembers one of this form, whose reply may still come for a second. */
export const unansweredSubmit = (form: string): SubmitMemory => {
  const submit = { form, key: 'u'.repeat(32), wait: 1000 };
  return { ...noSubmits, find: () => submit, list: () => [submit] };
};
export const submitMade: SubmitMade = {
  kind: 'archive',
  num: 'GT-20261121-0001',
  name: 'Harbour',
  status: 1,
  ctime: '2026-11-21T08:00:00Z',
  finalPrice: 100_000,
};
export const exportMade: SubmitMade = {
  kind: 'imageryExport',
  num: 'E20261121-AAAAAAAA',
  name: 'Harbour',
  status: 1,
  ctime: '2026-11-21T08:00:00Z',
  credits: 3,
};
