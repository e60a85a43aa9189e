import {
  Layer,
  picking,
  type DefaultProps,
  type LayerContext,
  type LayerProps,
  type UpdateParameters,
  type Viewport,
} from '@deck.gl/core';
import { Buffer, type Device } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { Matrix4 } from '@math.gl/core';
import type { OutlineSymbol, Rgba } from '../../kernel/symbols.ts';
import { SCENE_STATE, type SceneMarks, markBytes, takeMarks } from './footprintMarks.ts';
import { indicesOf, ownerOf, type FootprintMesh } from './footprintMesh.ts';
import { FRAGMENT_SHADER, footprintUniforms, VERTEX_SHADER } from './footprintsShader.ts';

/** Maximum number of tones in a layer. */
export const TONES_MAX = 8;

interface FootprintsLayerOwnProps {
  mesh: FootprintMesh;
  /** State and tone of each scene; read again when the arrays or the version change. */
  marks: SceneMarks;
  /** Indexes of the footprints to draw, selected or not; null for all that are not selected. */
  only: Uint32Array | null;
  symbol: OutlineSymbol;
  /** Line colours by tone, at most TONES_MAX; default: the symbol's own colour. */
  tones: readonly Rgba[];
  /** Whether areas are filled rather than only outlined. */
  isFilled: boolean;
}
export type FootprintsLayerProps = FootprintsLayerOwnProps & LayerProps;

const unit = ([red, green, blue, opacity]: Rgba): [number, number, number, number] => [
  red / 255,
  green / 255,
  blue / 255,
  opacity / 255,
];

/** Eight colours as two matrices of four; missing tones get the symbol's line. */
function toneMatrices(tones: readonly Rgba[], line: Rgba): [number[], number[]] {
  const all = Array.from({ length: TONES_MAX }, (_, at) => unit(tones[at] ?? line));
  return [all.slice(0, 4).flat(), all.slice(4).flat()];
}

/** Transforms Mercator's square to the screen relative to the view's centre, so that float32 suffices. */
export function viewOf({ viewProjectionMatrix, center }: Pick<Viewport, 'viewProjectionMatrix' | 'center'>) {
  const [x = 0, y = 0] = center;
  const middle: [number, number, number, number] = [
    Math.fround(x),
    Math.fround(y),
    x - Math.fround(x),
    y - Math.fround(y),
  ];
  return { view: [...new Matrix4(viewProjectionMatrix).translate([x, y, 0])], middle };
}

/** Whether a box of Mercator's square may intersect the screen in this copy of the world. */
export function isInView(bounds: FootprintMesh['bounds'], viewProjectionMatrix: number[]): boolean {
  const matrix = new Matrix4(viewProjectionMatrix);
  const [west, south, east, north] = bounds;
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ].map(([x = 0, y = 0]) => matrix.transform([x, y, 0, 1]));
  // invisible if all corners are beyond the same edge
  return ![0, 1].some(
    (axis) =>
      corners.every((corner) => corner[axis]! > corner[3]!) ||
      corners.every((corner) => corner[axis]! < -corner[3]!),
  );
}

/**
 * Fills and outlines footprints in one pass: indexed triangles, 4 vertices per quad, the outline from the
 * distance to the sides in the fragment shader (record 031). Separate stroke geometry costs many times more.
 */
export class FootprintsLayer extends Layer<FootprintsLayerOwnProps> {
  static override layerName = 'FootprintsLayer';
  static override defaultProps: DefaultProps<FootprintsLayerProps> = {
    mesh: { type: 'object', value: null as never, compare: false },
    marks: { type: 'object', value: null as never, compare: false },
    only: { type: 'object', value: null, compare: false },
    symbol: { type: 'object', value: null as never, compare: true },
    tones: { type: 'object', value: [] as never, compare: false },
    isFilled: { type: 'boolean', value: true },
  };
  declare state: {
    model: Model;
    buffers?: FootprintBuffers;
    indices?: Buffer;
    vertexCount: number;
  };

  override getShaders() {
    return super.getShaders({
      vs: VERTEX_SHADER,
      fs: FRAGMENT_SHADER,
      modules: [picking, footprintUniforms],
    });
  }

  override initializeState(context: LayerContext): void {
    // the buffers are shared between layers, so deck.gl must not manage them
    this.getAttributeManager()?.remove(['instancePickingColors']);
    const model = new Model(context.device, {
      ...this.getShaders(),
      id: this.props.id,
      topology: 'triangle-list',
      bufferLayout: [
        { name: 'positions', format: 'float32x4' },
        { name: 'marks', format: 'uint8x4' },
      ],
      disableWarnings: true,
    });
    this.setState({ model, vertexCount: 0 });
  }

  /** deck.gl only checks that there are primitives. */
  override getNumInstances(): number {
    return this.props.mesh.shapes.length;
  }

  /** Drops unused shader modules such as the projection, which cost time at every draw. */
  override setShaderModuleProps(...[props]: Parameters<Layer['setShaderModuleProps']>): void {
    if ('picking' in props) super.setShaderModuleProps({ picking: props['picking'] });
  }

  override updateState(update: UpdateParameters<this>): void {
    super.updateState(update);
    const { props, oldProps } = update;
    const isOtherMesh = props.mesh !== oldProps.mesh;
    if (isOtherMesh) {
      const buffers = FootprintBuffers.of(this.context.device, props.mesh);
      this.state.buffers?.release();
      this.state.model.setAttributes({ positions: buffers.positions, marks: buffers.marks });
      this.setState({ buffers });
    }
    if (isOtherMesh || props.only !== oldProps.only) this.writeIndices();
    this.state.buffers?.take(props.marks);
    this.setNeedsRedraw();
  }

  private writeIndices(): void {
    const { mesh, only } = this.props;
    const data = indicesOf(mesh, only ?? undefined);
    this.state.indices?.destroy();
    if (data.length === 0) {
      this.setState({ indices: undefined, vertexCount: 0 });
      return;
    }
    const indices = this.context.device.createBuffer({ usage: Buffer.INDEX, indexType: 'uint32', data });
    this.state.model.setIndexBuffer(indices);
    this.state.model.setVertexCount(data.length);
    this.setState({ indices, vertexCount: data.length });
  }

  /** The footprint of a picked primitive. */
  override decodePickingColor(color: Uint8Array): number {
    const primitive = super.decodePickingColor(color);
    return primitive < 0 ? primitive : ownerOf(this.props.mesh, primitive);
  }

  override draw({ shaderModuleProps }: { shaderModuleProps: { project: { viewport: Viewport } } }): void {
    const { model, vertexCount } = this.state;
    const { mesh, only, symbol, tones, isFilled, opacity } = this.props;
    // in one of several copies of the world
    const { viewport } = shaderModuleProps.project;
    if (vertexCount === 0 || !isInView(mesh.bounds, viewport.viewProjectionMatrix)) return;
    const fill = unit(symbol.fill);
    const [first, second] = toneMatrices(tones, symbol.line);
    model.shaderInputs.setProps({
      footprints: {
        ...viewOf(viewport),
        line: unit(symbol.line),
        casing: unit(symbol.casing),
        fill: isFilled ? fill : [fill[0], fill[1], fill[2], 0],
        tones: first,
        moreTones: second,
        lineWidth: symbol.lineWidth,
        casingWidth: Math.max(symbol.casingWidth, symbol.lineWidth),
        pixelRatio: this.context.device.getDefaultCanvasContext().cssToDeviceRatio(),
        opacity,
        leftOut: only === null ? SCENE_STATE.hidden | SCENE_STATE.chosen : SCENE_STATE.hidden,
      },
    });
    model.draw(this.context.renderPass);
  }

  override finalizeState(context: LayerContext): void {
    super.finalizeState(context);
    this.state.indices?.destroy();
    this.state.buffers?.release();
  }
}

/** Buffers of one mesh on one map, shared by the layers of ordinary, selected and hovered footprints. */
export class FootprintBuffers {
  readonly positions: Buffer;
  readonly marks: Buffer;
  private readonly bytes: Uint8Array;
  private taken: { states: Uint8Array; tones: Uint8Array; version: number } | null = null;
  private users = 0;

  private constructor(
    device: Device,
    private readonly mesh: FootprintMesh,
    private readonly forget: () => void,
  ) {
    this.bytes = markBytes(mesh);
    this.positions = device.createBuffer({ usage: Buffer.VERTEX, data: mesh.positions });
    this.marks = device.createBuffer({ usage: Buffer.VERTEX, data: this.bytes });
  }

  private static readonly known = new WeakMap<Device, Map<FootprintMesh, FootprintBuffers>>();

  /** The buffers of a mesh, reference-counted: created for the first user; every user must release them. */
  static of(device: Device, mesh: FootprintMesh): FootprintBuffers {
    const those = FootprintBuffers.known.get(device) ?? new Map<FootprintMesh, FootprintBuffers>();
    FootprintBuffers.known.set(device, those);
    const buffers = those.get(mesh) ?? new FootprintBuffers(device, mesh, () => those.delete(mesh));
    those.set(mesh, buffers);
    buffers.users += 1;
    return buffers;
  }

  release(): void {
    this.users -= 1;
    if (this.users > 0) return;
    this.forget();
    this.positions.destroy();
    this.marks.destroy();
  }

  /** Uploads the marks that have changed. */
  take(marks: SceneMarks): void {
    const { taken } = this;
    const isSame =
      taken?.states === marks.states && taken.tones === marks.tones && taken.version === marks.version;
    if (isSame) return;
    this.taken = { ...marks };
    const part = takeMarks(this.bytes, this.mesh, marks);
    if (part !== null) this.marks.write(this.bytes.subarray(...part), part[0]);
  }
}
