import { crc32, deflateSync } from 'node:zlib';
import { type Form, type Row, stamp, text } from './rows.ts';

type Order = Row & { orderNum: string; status: number; downloadUrl?: string[] | null };
type User = { email: string; [field: string]: unknown };
type Point = [number, number];

const day = 86_400_000;
const point = (pair: string): Point => {
  const [x = 0, y = 0] = pair.trim().split(/\s+/).map(Number);
  return [x, y];
};
const polygons = (wkt: string) =>
  wkt
    .split(/\)\s*\)\s*,/)
    .map((polygon) => (polygon.match(/[^()]*\d[^()]*/g) ?? []).map((ring) => ring.split(',').map(point)));

const ringArea = (ring: Point[]) => {
  const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180);
  const strips = ring.map(([x, y], i) => {
    const [px, py] = ring.at(i - 1) ?? [x, y];
    return (((x - px) * Math.PI) / 180) * (sine(y) + sine(py));
  });
  return Math.abs(strips.reduce((sum, strip) => sum + strip, 0) * 6371 ** 2) / 2;
};
/** Square kilometres of a WKT Polygon or MultiPolygon, less its holes. */
const areaOf = (wkt: string) =>
  polygons(wkt)
    .flatMap((rings) => rings.map((ring, i) => (i === 0 ? 1 : -1) * ringArea(ring)))
    .reduce((sum, part) => sum + part, 0);

const fleet = [
  { satCode: 'SV1', satellite: 'SV-1', sensor: 'PMS', gsd: 0.5 },
  { satCode: 'OB1', satellite: 'OB-1', sensor: 'MSS', gsd: 0.8 },
  { satCode: 'BJ3', satellite: 'BJ-3', sensor: 'PMS', gsd: 0.3 },
] as const;
const sensorTypes = ['OPTICAL', 'OPTICAL', 'SAR', 'OPTICAL', 'NIGHT', 'OPTICAL', 'VIDEO', 'HYPERSPECTRAL'];

const scene = (k: number, ring: Point[], now: number) => {
  const satellite = fleet[k % 3] ?? fleet[0];
  const acquisitionDate = stamp(now - (now % day) - k * 2 * day - k * 1_111_000);
  const sensorType = text(sensorTypes[k % 8]);
  const sar = sensorType === 'SAR';
  return {
    productId: `${satellite.satCode}_${acquisitionDate.slice(0, 10).replaceAll('-', '')}_${k + 1}`,
    acquisitionDate,
    ...satellite,
    sensorType,
    cloudCover: sar ? null : (k * 7) % 30,
    offNadirAngle: (k * 5) % 20,
    sunElevation: sar ? null : 40 + (k % 30),
    area: Number(ringArea(ring).toFixed(2)),
    orbitDirection: k % 2 ? 'ASCENDING' : 'DESCENDING',
    sideLookDirection: k % 3 ? 'RIGHT' : 'LEFT',
    imagingMode: sar ? 'SPOTLIGHT' : 'STRIP',
  };
};

const limit = (most: number) => (value: number) => Math.min(Math.max(value, -most), most);

/** Forty scenes, one every two days back from today; each holds a vertex of the AOI, so it intersects the AOI. */
export const search = (condition: Form, now: number) => {
  const vertices = polygons(text(condition['aoiWkt'])).flat(2);
  const extent = (values: number[]) => Math.max(Math.max(...values) - Math.min(...values), 0.02);
  const [width, height] = [extent(vertices.map(([x]) => x)), extent(vertices.map(([, y]) => y))];
  const { acquisitionDateFrom, acquisitionDateTo, maxCloudCover, maxOffNadirAngle, sensorType } = condition;
  const fits = (found: ReturnType<typeof scene>) =>
    found.acquisitionDate.slice(0, 10) >= text(acquisitionDateFrom) &&
    found.acquisitionDate.slice(0, 10) <= text(acquisitionDateTo ?? '9999') &&
    (found.cloudCover ?? 0) <= Number(maxCloudCover ?? 100) &&
    found.offNadirAngle <= Number(maxOffNadirAngle ?? 90) &&
    found.sensorType === (sensorType ?? found.sensorType);
  return Array.from({ length: 40 }, (_, k) => k).flatMap((k) => {
    const [x, y] = vertices[k % vertices.length] ?? [0, 0];
    const [west, east] = [x - width * (0.1 + (k % 7) / 10), x + width * (0.1 + (k % 5) / 5)].map(limit(180));
    const [south, north] = [y - height * (0.1 + (k % 4) / 4), y + height * (0.1 + (k % 6) / 8)].map(
      limit(90),
    );
    const corners = [west, south, east, south, east, north, west, north, west, south];
    const ring = [0, 2, 4, 6, 8].map((i): Point => [corners[i] ?? 0, corners[i + 1] ?? 0]);
    const found = scene(k, ring, now);
    const sparse = { ...found, gsd: null, cloudCover: null, sunElevation: undefined, imagingMode: undefined };
    const properties = k % 12 === 7 ? null : k % 6 === 5 ? sparse : found;
    const geometry = { type: 'Polygon', coordinates: [ring] };
    return fits(found) ? [{ type: 'Feature', id: found.productId, geometry, properties }] : [];
  });
};

const chunk = (name: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
};
/** A PNG of 256 by 256 pixels; its palette has one colour, so its rows are zeros. */
export const tile = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  chunk('IHDR', Buffer.from([0, 0, 1, 0, 0, 0, 1, 0, 8, 3, 0, 0, 0])),
  chunk('PLTE', Buffer.from([70, 120, 90])),
  chunk('IDAT', deflateSync(Buffer.alloc(256 * 257))),
  chunk('IEND', Buffer.alloc(0)),
]);
export const zip = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1');

export const square = 'POLYGON((103.8 1.25,103.9 1.25,103.9 1.35,103.8 1.35,103.8 1.25))';
/** Rows that say nothing which a client could show. */
export const unreadable = [{ geometry: null }, null];
export const layers = [
  { id: 1, name: 'Singapore', description: 'Cloud-free mosaic', serviceType: 'TMS', existVec: 1 },
  { id: 2, name: 'Johor', description: null, serviceType: 'TMS', existVec: 0 },
];

const unitPrices: Record<string, number> = { S: 12, C: 10, CA: 14, A: 16 };
/** Dollars and square kilometres; the level factor and the final price are the client's. */
export const price = ({ aoiWkt, sourceCode }: Form) => {
  const aoiArea = areaOf(text(aoiWkt));
  const unitPrice = unitPrices[text(sourceCode)] ?? 12;
  return { unitPrice, aoiArea, valuationArea: Math.max(aoiArea, 25), discount: 0.9 };
};
/** Credits of an imagery export, the more the finer. */
export const exportCost = ({ aoi, outResolution }: Form) =>
  Math.ceil((2 * areaOf(text(aoi))) / Number(outResolution ?? 0.5));

/** Credits of each day from t1 to t2. */
export const usage = (t1: string | undefined, t2: string | undefined) => {
  const [first, last] = [Date.parse(text(t1)) / day, Date.parse(text(t2)) / day];
  const length = Math.min(Math.max(last - first + 1, 0), 366) || 0;
  return Array.from({ length }, (_, i) => ({ creditTotal: ((first + i) * 7) % 20 }));
};

export type Account = ReturnType<typeof newAccount>;
export const newAccount = (user: User) => ({
  user,
  credits: 0,
  archive: [] as Order[],
  tasking: [] as Order[],
  payments: [] as Row[],
  aois: [] as Row[],
  searches: [] as Row[],
  sceneTasks: [] as Row[],
  imageryTasks: [] as { taskNum: string; [field: string]: unknown }[],
});

export const demoAccount = (url: string, now: number): Account => {
  const ctime = stamp(now - 3 * day);
  const dumpJson = JSON.stringify({ result: search({ aoiWkt: square }, now).slice(0, 8), resultStatus: 1 });
  const [one, two] = [`${url}/files/A0001_1.zip`, `${url}/files/A0001_2.zip`];
  const name = { email: 'demo@example.com', firstName: 'Demo', lastName: 'User' };
  return {
    ...newAccount({ ...name, company: null, utype: 2, puc: 1 }),
    credits: 1000,
    archive: [
      { id: 1, orderNum: 'A0001', orderName: 'Harbour', status: 7, ctime, downloadUrl: [one, two] },
      { id: 2, orderNum: 'A0002', orderName: 'Airport', status: 1, ctime },
    ],
    payments: [
      { id: 1, orderNum: 'A0001', cost: 12.5 },
      { id: 2, orderNum: 'A0002', cost: 99 },
    ],
    searches: [{ id: 1, name: 'Singapore', ctime, aoiGeom: square, skey: 'k3y0f0ne', dumpJson }],
    sceneTasks: [
      { id: 1, name: 'Harbour', status: 1, expiredTime: stamp(now + 7 * day), outPathRel: '/files/a.zip' },
      { id: 2, name: 'Airport', status: 0, expiredTime: null },
    ],
  };
};
