import { type DefaultProps, Layer } from '@deck.gl/core';
import { BitmapLayer, type BitmapLayerProps } from '@deck.gl/layers';
import { Matrix4 } from '@math.gl/core';
import earcut, { flatten } from 'earcut';
import type { Scene } from '../../../../../contract/search.ts';
import { latOf, lonOf, polygonsOf, type AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import { mercatorX, mercatorY } from '../../../../geo/scenes/mercator.ts';
import { quadMatrix } from '../../../../geo/scenes/quadMatrix.ts';
import { type Corner, quicklookCorners } from '../../../../geo/scenes/quicklookCorners.ts';
import { memoBy } from '../../../../geo/memo.ts';
import { FLAT } from '../../kernel/draw.ts';
import { isStill } from '../../kernel/mapHandle.ts';
import { FADE_MS } from './mosaicFade.ts';

interface PictureMesh {
  vertexCount: number;
  /** Degrees. */
  positions: Float64Array;
  indices: Uint32Array;
  /** From the picture's upper left corner, 0..1. */
  texCoords: Float32Array;
}

/** The triangles of an area, and where its corners lie in the quicklook of a scene. */
function meshOf(scene: Scene, area: AreaGeometry): PictureMesh {
  const corners = quicklookCorners(scene.geometry);
  const west = Math.min(...corners.map(([lon]) => lon));
  // an area of the other side of 180° lies in the same copy of the world as the picture
  const near = (lon: number) => (lon < west - 180 ? lon + 360 : lon);
  const flat = ([lon, lat]: Corner): Corner => [mercatorX(lon), -mercatorY(lat)];
  const [upperLeft, upperRight, lowerRight, lowerLeft] = corners;
  const toPicture = new Matrix4(
    quadMatrix(1, 1, [flat(upperLeft), flat(upperRight), flat(lowerRight), flat(lowerLeft)]),
  ).invert();
  const positions: number[] = [];
  const texCoords: number[] = [];
  const indices: number[] = [];
  for (const rings of polygonsOf(area)) {
    const first = positions.length / 3;
    const open = rings.map((ring) => ring.slice(0, -1).map((at) => [near(lonOf(at)), latOf(at)]));
    const { vertices, holes, dimensions } = flatten(open);
    for (const at of earcut(vertices, holes, dimensions)) indices.push(first + at);
    for (const [lon = 0, lat = 0] of open.flat()) {
      positions.push(lon, lat, 0);
      const [x = 0, y = 0, , w = 1] = toPicture.transform([...flat([lon, lat]), 0, 1]);
      texCoords.push(x / w, y / w);
    }
  }
  return {
    vertexCount: indices.length,
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
    texCoords: Float32Array.from(texCoords),
  };
}

type Fetch = (url: string, context: object) => unknown;
const { value: load } = (Layer.defaultProps as unknown as { fetch: { value: Fetch } }).fetch;

/** Side of the hatching and distance of its lines, pixels of a picture. */
const HATCH = { side: 512, step: 8 };

/** What a part shows whose quicklook can't be loaded. */
function hatching(): HTMLCanvasElement {
  const { side, step } = HATCH;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const pen = canvas.getContext('2d');
  if (pen === null) return canvas;
  pen.strokeStyle = '#7C8794';
  pen.lineWidth = 1;
  for (let at = -side; at < side; at += step) {
    pen.moveTo(at, side);
    pen.lineTo(at + side, 0);
  }
  pen.stroke();
  return canvas;
}
const fetchOrHatch: Fetch = async (url, context) => {
  try {
    return await load(url, context);
  } catch {
    return hatching();
  }
};

/** A quicklook, whole or clipped to an area, that fades in when it has come. */
class ClippedPicture extends BitmapLayer<{ mesh: PictureMesh | null }> {
  static override layerName = 'ClippedPicture';
  static override defaultProps: DefaultProps<BitmapLayerProps & { mesh: PictureMesh | null }> = {
    mesh: { type: 'object', value: null, compare: false },
    fetch: { type: 'function', value: fetchOrHatch },
  };
  declare state: BitmapLayer['state'] & { since?: number };

  protected override _createMesh() {
    return (this.props.mesh ?? super['_createMesh']()) as ReturnType<BitmapLayer['_createMesh']>;
  }

  override draw(options: Parameters<BitmapLayer['draw']>[0]): void {
    const { image, opacity } = this.props;
    if (!image) return;
    this.state.since ??= performance.now();
    const share = isStill() ? 1 : Math.min(1, (performance.now() - this.state.since) / FADE_MS);
    // as deck.gl corrects an opacity
    this.setShaderModuleProps({ layer: { opacity: (opacity * share) ** (1 / 2.2) } });
    super.draw(options);
    if (share < 1) this.setNeedsRedraw();
  }
}

const EVERYWHERE = {};

/** Where a picture lies, made once: deck.gl uploads other arrays anew. */
const placeOf = memoBy((scene: Scene) =>
  memoBy((area: AreaGeometry | typeof EVERYWHERE) => {
    const [upperLeft, upperRight, lowerRight, lowerLeft] = quicklookCorners(scene.geometry);
    const bounds: BitmapLayerProps['bounds'] = [lowerLeft, upperLeft, upperRight, lowerRight];
    return { mesh: 'type' in area ? meshOf(scene, area) : null, bounds };
  }),
);

/**
 * A scene's quicklook over its footprint.
 * @param role tells several pictures of one scene apart
 * @param area where it is seen; null for everywhere
 * @param opacity 0..1
 * @returns null if the scene has no quicklook
 */
export function pictureLayer(
  role: string,
  scene: Scene,
  area: AreaGeometry | null,
  opacity: number,
): ClippedPicture | null {
  const { quicklookUrl } = scene.properties;
  return quicklookUrl === null
    ? null
    : new ClippedPicture({
        id: `deck-${role}-${scene.id}`,
        image: quicklookUrl,
        opacity,
        ...placeOf(scene)(area ?? EVERYWHERE),
        parameters: FLAT,
      });
}
