import sharp from 'sharp';
import { WGS84_PRJ } from '../../src/geo/write/shp.ts';
import { boxCorners, cornersOf } from '../search/sceneView.ts';
import type { FullScene } from '../search/scenes.ts';

const JPEG_QUALITY = 88;

/** The upper left corner of a picture, and the steps per pixel to the right and down, degrees. */
interface Placement {
  origin: readonly [number, number];
  right: readonly [number, number];
  down: readonly [number, number];
}

/** A picture of ours fills the footprint, any other its bounding box, north up. */
function placementOf({ scene, fillsFootprint }: PlacedScene, width: number, height: number): Placement {
  const { upperLeft, upperRight, lowerLeft } = (fillsFootprint ? cornersOf : boxCorners)(scene.geometry);
  const step = (to: readonly [number, number], pixels: number) =>
    [(to[0] - upperLeft[0]) / pixels, (to[1] - upperLeft[1]) / pixels] as const;
  return { origin: upperLeft, right: step(upperRight, width), down: step(lowerLeft, height) };
}

/** ESRI world file: the affine transform; its last two lines are the centre of the upper left pixel. */
function worldFile({ origin, right, down }: Placement): string {
  const middle = [origin[0] + (right[0] + down[0]) / 2, origin[1] + (right[1] + down[1]) / 2];
  return `${[...right, ...down, ...middle].map((value) => value.toFixed(14)).join('\n')}\n`;
}

/** GDAL's sidecar file with transform and coordinate system, because GDAL ignores the .prj of a JPEG. */
function auxiliaryFile({ origin, right, down }: Placement): string {
  const transform = [origin[0], right[0], down[0], origin[1], right[1], down[1]];
  return `<PAMDataset>
  <SRS dataAxisToSRSAxisMapping="2,1">EPSG:4326</SRS>
  <GeoTransform>${transform.map((value) => value.toFixed(14)).join(', ')}</GeoTransform>
</PAMDataset>
`;
}

/** A scene, and whether its picture fills the footprint. */
interface PlacedScene {
  scene: Pick<FullScene, 'geometry'>;
  fillsFootprint: boolean;
}

export interface ZipFile {
  name: string;
  content: Uint8Array | string;
}

/**
 * A preview as a georeferenced JPEG, with world file, .prj and GDAL's .aux.xml.
 * @param webp the preview
 * @param stem path of the files in the zip, without extension
 */
export async function placedPreview(placed: PlacedScene, webp: Uint8Array, stem: string): Promise<ZipFile[]> {
  const { data, info } = await sharp(webp)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer({ resolveWithObject: true });
  const placement = placementOf(placed, info.width, info.height);
  return [
    { name: `${stem}.jpg`, content: data },
    { name: `${stem}.jgw`, content: worldFile(placement) },
    { name: `${stem}.prj`, content: WGS84_PRJ },
    { name: `${stem}.jpg.aux.xml`, content: auxiliaryFile(placement) },
  ];
}
