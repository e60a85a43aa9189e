import type { TaskingForm } from '../../../contract/orders/orders.ts';
import type { Footprint } from '../../../contract/search.ts';
import type { Aoi } from '../../../src/geo/aoi.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import { polygonsOf } from '../../../src/geo/area/areaGeometry.ts';
import { billedArea } from '../../../src/geo/area/billedArea.ts';
import { boundsOf } from '../../../src/geo/entry/bbox.ts';
import { passesOver, type Pass } from '../../../src/geo/orbit/passes.ts';
import type { FullScene } from '../../search/scenes.ts';
import { nextTurn } from '../../base/spells.ts';
import { cloudCover } from './climate.ts';
import { supplierOf, taskableSatellites, type SimulatedSatellite } from './constellation.ts';
import { randomOf } from './random.ts';
import { rounded } from './frames.ts';

const DAY_MS = 86_400_000;
/** Planning horizon of the simulated supplier, days. */
const PLANNED_DAYS = 366;
/** Time between the two images of a stereo pair, ms. */
const STEREO_MS = 60_000;

/** The fields of a tasking order that its acquisition needs. */
export interface TaskedOrder {
  orderNum: string;
  form: TaskingForm;
  aoi: Aoi;
}

/** No pass of the window is as clear as requested, so the order fails (decision 25). */
export class NoClearPass extends Error {
  override name = 'NoClearPass';
}

/** The selected pass with its cloud cover. */
interface ChosenPass {
  satellite: SimulatedSatellite;
  pass: Pass;
  /** Percent. */
  cloud: number;
}

/** The usable passes of a UTC day, in chronological order; each is computed in a turn of its own. */
async function passesOfDay(order: TaskedOrder, satellites: readonly SimulatedSatellite[], day: number) {
  const { aoi, form } = order;
  const passes: Omit<ChosenPass, 'cloud'>[] = [];
  for (const satellite of satellites) {
    const swathKm = satellite.modes[0]?.swathKm ?? 0;
    const { elements, sensorType } = satellite;
    const request = { elements, sensorType, swathKm, area: aoi.geometry, from: day, to: day + DAY_MS };
    // within the satellite's own pointing limit
    const offNadirMax = Math.min(form.maxOffNadirAngle, satellite.offNadir[1]);
    for (const pass of passesOver({ ...request, offNadirMax })) {
      passes.push({ satellite, pass });
      await nextTurn();
    }
    await nextTurn();
  }
  return passes.sort((a, b) => a.pass.at - b.pass.at);
}

/**
 * The first pass of the window that is clear enough. Cloud cover is seeded with the order's number, so that a
 * delivery repeated after a crash has the same.
 * @throws NoClearPass if there is none
 */
async function firstClear(order: TaskedOrder): Promise<ChosenPass> {
  const { form, aoi, orderNum } = order;
  const satellites = taskableSatellites(form.sourceCode, form.resolution);
  const sky = randomOf(`${orderNum} sky`);
  const latitude = (aoi.bbox[1] + aoi.bbox[3]) / 2;
  const first = Date.parse(`${form.taskingWindowStart}T00:00:00Z`);
  const last = Math.min(
    Date.parse(`${form.taskingWindowEnd}T00:00:00Z`),
    first + (PLANNED_DAYS - 1) * DAY_MS,
  );
  for (let day = first; day <= last; day += DAY_MS) {
    for (const { satellite, pass } of await passesOfDay(order, satellites, day)) {
      const cloud = cloudCover(sky, latitude, new Date(pass.at).getUTCMonth());
      if (cloud <= form.maxCloudCover) return { satellite, pass, cloud };
    }
  }
  throw new NoClearPass(`no clear pass for ${orderNum}`);
}

/** The imaged rectangle: upper left, lower left, lower right, upper right. */
function footprintAround(aoi: Aoi): Footprint {
  const box = billedArea(aoi.geometry, false);
  if (box.type === 'MultiPolygon') return box;
  const [west, south, east, north] = boundsOf(box);
  if (polygonsOf(box)[0]?.[0]?.length !== 5) return box;
  const corners = [
    [west, north],
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  return { type: 'Polygon', coordinates: [corners] };
}

/**
 * Decision 25: the simulated images of a tasking order, taken on the first clear pass of its window: one, or
 * two for STEREO. Deterministic.
 * @throws NoClearPass if the window has none
 */
export async function acquisitionsOf(order: TaskedOrder): Promise<FullScene[]> {
  const { form, aoi } = order;
  const { satellite, pass, cloud } = await firstClear(order);
  const geometry = footprintAround(aoi);
  const gsd = Math.min(...satellite.modes.map((mode) => mode.gsd));
  const looks = form.productMode === 'STEREO' ? [-STEREO_MS / 2, STEREO_MS / 2] : [0];
  return looks.map((shift, index) => {
    const acquisitionDate = new Date(Math.floor((pass.at + shift) / 1000) * 1000).toISOString();
    const second = acquisitionDate.replace(/[-:]/g, '').slice(0, 15);
    const view = looks.length > 1 ? `_${index + 1}` : '';
    return {
      geometry,
      quicklookHref: null,
      item: null,
      importRoot: null,
      facts: {
        productId: `${satellite.idPrefix}_${second}_T${order.orderNum.slice(-4)}${view}`,
        acquisitionDate,
        satellite: satellite.name,
        satCode: satellite.code,
        sensor: satellite.sensor,
        sensorType: satellite.sensorType,
        gsd: Math.max(gsd, form.resolution),
        cloudCover: cloud,
        offNadirAngle: rounded(pass.offNadirDeg, 1),
        sunElevation: rounded(pass.sunElevationDeg, 1),
        area: rounded(areaKm2(geometry), 2),
        orbitDirection: pass.isAscending ? 'Ascending' : 'Descending',
        sideLookDirection: null,
        imagingMode: satellite.modes[0]?.name ?? null,
        productMode: form.productMode,
        sourceCode: form.sourceCode,
        supplier: supplierOf(form.sourceCode),
        simulated: true,
      },
    };
  });
}
