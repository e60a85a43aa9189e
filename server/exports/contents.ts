import JSZip from 'jszip';
import type { ExportType } from '../../contract/exportFormats.ts';
import type { SceneProperties } from '../../contract/search.ts';
import type { DbfField, DbfValue } from '../../src/geo/write/dbf.ts';
import { featureCollectionOf, type AreaFeature } from '../../src/geo/write/geojson.ts';
import { writeShapefile } from '../../src/geo/write/shp.ts';
import { areaOfWkt } from '../base/areas/areas.ts';
import type { QuicklookStore } from '../search/quicklooks/quicklookStore.ts';
import type { ExportJob } from './sceneExports.queries.ts';
import type { FullScene } from '../search/scenes.ts';
import type { ScenePixels } from '../search/scenePixels.ts';
import { productFileStem } from '../base/fileName.ts';
import { placedPreview, type ZipFile } from './preview.ts';
import { PREVIEW_ATTRIBUTE, SCENE_ATTRIBUTES } from './sceneAttributes.ts';

/** The input of an export. */
export interface ExportSource {
  job: ExportJob;
  /** The scenes of the job, in order; empty for an AOI export. */
  scenes: readonly FullScene[];
  quicklooks: QuicklookStore;
  scenePixels: Pick<ScenePixels, 'fillsFootprint'>;
  /** Called after each scene's picture. @throws to stop the export */
  onStep(done: number): Promise<void>;
}

type Contents = Uint8Array | string;

/** Zips the files with a fixed date, so that an export repeated after a crash has the same bytes. */
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

/** Decision 3's properties except the picture's URL, which grants access and must not be shared in a file. */
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

/** Unique file names of products, whose ids may differ only in characters not allowed in file names. */
function stemsOf(scenes: readonly FullScene[]): string[] {
  const used = new Set<string>();
  return scenes.map(({ facts }) => {
    const plain = productFileStem(facts.productId);
    let stem = plain;
    // some file systems ignore case
    for (let n = 2; used.has(stem.toLowerCase()); n++) stem = `${plain}_${n}`;
    used.add(stem.toLowerCase());
    return stem;
  });
}

async function previewsAndShapefile(source: ExportSource): Promise<Contents> {
  const { job, scenes, quicklooks, scenePixels, onStep } = source;
  const stems = stemsOf(scenes);
  const pictures: ZipFile[] = [];
  const features: { geometry: FullScene['geometry']; values: DbfValue[] }[] = [];
  for (const [index, scene] of scenes.entries()) {
    const webp = await quicklooks.pictureOf(scene, 'download');
    const stem = `previews/${stems[index]}`;
    const fillsFootprint = scenePixels.fillsFootprint(scene);
    if (webp) pictures.push(...(await placedPreview({ scene, fillsFootprint }, webp, stem)));
    features.push({ geometry: scene.geometry, values: [...valuesOf(scene), webp ? `${stem}.jpg` : null] });
    await onStep(index + 1);
  }
  const shape = shapefile('scenes', features, [...SCENE_ATTRIBUTES, PREVIEW_ATTRIBUTE], job);
  return zipOf([...shape, ...pictures], job.createdAt);
}

/** The AOI as GeoJSON, WKT and shapefile. */
async function aoiFiles({ job }: ExportSource): Promise<Contents> {
  const { geometry, wkt, areaKm2 } = await areaOfWkt(job.aoiWkt ?? '');
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

/** The content of an export's file (docs/exports.md). Idempotent. @throws Error if it fails */
export async function exportContents(source: ExportSource): Promise<Contents> {
  return WRITERS[source.job.type](source);
}
