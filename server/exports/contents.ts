import JSZip from 'jszip';
import type { ExportType } from '../../contract/exportFormats.ts';
import type { SceneProperties } from '../../contract/search.ts';
import { aoiOf } from '../../src/geo/aoi.ts';
import type { DbfField, DbfValue } from '../../src/geo/write/dbf.ts';
import { featureCollectionOf } from '../../src/geo/write/geojson.ts';
import type { AreaFeature } from '../../src/geo/write/geojson.ts';
import { writeShapefile } from '../../src/geo/write/shp.ts';
import { readAreaWkt } from '../../src/geo/wkt/wkt.ts';
import { QUICKLOOK_SIZE } from '../catalogue/quicklooks/quicklook.ts';
import type { QuicklookStore } from '../catalogue/quicklooks/quicklookStore.ts';
import type { ExportJob } from '../db/exports/sceneExports.ts';
import type { FullScene } from '../db/search/scenes.ts';
import { productFileStem } from '../rules/fileName.ts';
import { placedPreview } from './preview.ts';
import type { ZipFile } from './preview.ts';
import { PREVIEW_ATTRIBUTE, SCENE_ATTRIBUTES } from './sceneAttributes.ts';

/** What an export is made from. */
export interface ExportSource {
  job: ExportJob;
  /** Those of the job, in its order; none for type aoi. */
  scenes: readonly FullScene[];
  quicklooks: QuicklookStore;
  /** Told after every scene whose picture is done. @throws to break the work off */
  onStep(done: number): Promise<void>;
}

type Contents = Uint8Array | string;

/** Everything packed; fixed dates, so that an export that is made again after a kill has the same bytes. */
async function zipOf(files: readonly ZipFile[], date: Date): Promise<Contents> {
  const zip = new JSZip();
  for (const { name, content } of files)
    zip.file(name, content, {
      date,
      compression: name.endsWith('.jpg') ? 'STORE' : 'DEFLATE',
      createFolders: false,
    });
  return zip.generateAsync({ type: 'nodebuffer', platform: 'UNIX' });
}

function shapefile(
  stem: string,
  features: Parameters<typeof writeShapefile>[0],
  fields: readonly DbfField[],
  job: ExportJob,
): ZipFile[] {
  const parts = writeShapefile(features, fields, job.createdAt.toISOString().slice(0, 10));
  return Object.entries(parts).map(([ending, content]: [string, Contents]) => ({
    name: `${stem}.${ending}`,
    content,
  }));
}

/** Decision 3's properties. The address of a picture is a right to see it, and not to be passed on in a file: null. */
function featureOf({ facts, geometry }: FullScene): AreaFeature {
  const properties: SceneProperties = { ...facts, quicklookUrl: null };
  return { id: facts.productId, geometry, properties };
}

function scenesGeoJson({ scenes }: ExportSource): Contents {
  return JSON.stringify(featureCollectionOf(scenes.map(featureOf)));
}

function valuesOf({ facts }: FullScene): DbfValue[] {
  return SCENE_ATTRIBUTES.map((attribute) => attribute.valueOf(facts));
}

function scenesShapefile({ job, scenes }: ExportSource): Promise<Contents> {
  const features = scenes.map((scene) => ({ geometry: scene.geometry, values: valuesOf(scene) }));
  return zipOf(shapefile('scenes', features, SCENE_ATTRIBUTES, job), job.createdAt);
}

/** File names for products, each of its own: ids that differ in odd characters alone would meet. */
function stemsOf(scenes: readonly FullScene[]): string[] {
  const used = new Set<string>();
  return scenes.map(({ facts }) => {
    const plain = productFileStem(facts.productId);
    let stem = plain;
    // some systems take upper and lower case for the same
    for (let n = 2; used.has(stem.toLowerCase()); n++) stem = `${plain}_${n}`;
    used.add(stem.toLowerCase());
    return stem;
  });
}

async function previewsAndShapefile(source: ExportSource): Promise<Contents> {
  const { job, scenes, quicklooks, onStep } = source;
  const stems = stemsOf(scenes);
  const pictures: ZipFile[] = [];
  const features: { geometry: FullScene['geometry']; values: DbfValue[] }[] = [];
  for (const [index, scene] of scenes.entries()) {
    const webp = await quicklooks.pictureOf(scene, QUICKLOOK_SIZE);
    const stem = `previews/${stems[index]}`;
    if (webp) pictures.push(...(await placedPreview(scene, webp, stem)));
    features.push({ geometry: scene.geometry, values: [...valuesOf(scene), webp ? `${stem}.jpg` : null] });
    await onStep(index + 1);
  }
  const shape = shapefile('scenes', features, [...SCENE_ATTRIBUTES, PREVIEW_ATTRIBUTE], job);
  return zipOf([...shape, ...pictures], job.createdAt);
}

/** The AOI three times over: as GeoJSON, as WKT and as a shapefile. */
function aoiFiles({ job }: ExportSource): Promise<Contents> {
  const { geometry, wkt, areaKm2 } = aoiOf(readAreaWkt(job.aoiWkt ?? '', ['POLYGON', 'MULTIPOLYGON']));
  const area = Math.round(areaKm2 * 1e6) / 1e6;
  const collection = featureCollectionOf([{ id: 'aoi', geometry, properties: { areaKm2: area } }]);
  const fields: DbfField[] = [{ name: 'AREA_KM2', type: 'N', decimals: 6 }];
  const files = [
    { name: 'aoi.geojson', content: JSON.stringify(collection) },
    { name: 'aoi.wkt', content: `${wkt}\n` },
    ...shapefile('aoi', [{ geometry, values: [area] }], fields, job),
  ];
  return zipOf(files, job.createdAt);
}

const WRITERS: Readonly<Record<ExportType, (source: ExportSource) => Contents | Promise<Contents>>> = {
  GeoJSON: scenesGeoJson,
  Shp: scenesShapefile,
  productIds: ({ scenes }) => scenes.map(({ facts }) => `${facts.productId}\n`).join(''),
  previewAndShp: previewsAndShapefile,
  aoi: aoiFiles,
};

/** The file of an export (docs/exports.md). Made again, it has the same bytes. @throws Error when it can't be made */
export async function exportContents(source: ExportSource): Promise<Contents> {
  return WRITERS[source.job.type](source);
}
