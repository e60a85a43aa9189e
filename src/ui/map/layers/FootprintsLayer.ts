import {
  Layer,
  picking,
  project32,
  type DefaultProps,
  type LayerContext,
  type LayerProps,
  type UpdateParameters,
} from '@deck.gl/core';
import type { Texture } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import type { OutlineSymbol, Rgba } from '../symbols.ts';
import type { FootprintMesh } from './footprintMesh.ts';
import { FRAGMENT_SHADER, footprintUniforms, VERTEX_SHADER } from './footprintsShader.ts';

/** How one footprint is drawn; the outline's sides come in the bits above. */
export const FOOTPRINT_STATE = { hidden: 0, filled: 1, outlined: 2 } as const;
/** Bits that a state takes. */
const STATE_BITS = 2;
/** Primitives in a row of the state texture; a multiple of 4, the alignment of WebGL's rows. */
const ROW = 1024;

interface FootprintsLayerOwnProps {
  mesh: FootprintMesh;
  /** A FOOTPRINT_STATE for each footprint. A new array is read again; the positions stay where they are. */
  states: Uint8Array;
  symbol: OutlineSymbol;
}
export type FootprintsLayerProps = FootprintsLayerOwnProps & LayerProps;

const unit = ([red, green, blue, opacity]: Rgba): [number, number, number, number] => [
  red / 255,
  green / 255,
  blue / 255,
  opacity / 255,
];

/**
 * Fills and outlines footprints in one pass: indexed triangles, 4 vertices a quad, the outline from the distance to the
 * sides in the fragment shader (decision record 031). Strokes as geometry of their own cost many times more.
 */
export class FootprintsLayer extends Layer<FootprintsLayerOwnProps> {
  static override layerName = 'FootprintsLayer';
  static override defaultProps: DefaultProps<FootprintsLayerProps> = {
    mesh: { type: 'object', value: null as never, compare: false },
    states: { type: 'object', value: null as never, compare: false },
    symbol: { type: 'object', value: null as never, compare: true },
  };
  declare state: { model: Model; states: Texture };

  override getShaders() {
    return super.getShaders({
      vs: VERTEX_SHADER,
      fs: FRAGMENT_SHADER,
      defines: this.props.mesh.corners === 3 ? { TRIANGLES: 1 } : {},
      modules: [project32, picking, footprintUniforms],
    });
  }

  override initializeState(_context: LayerContext): void {
    const attributes = this.getAttributeManager();
    if (attributes === null) throw new Error('a layer without attributes');
    attributes.remove(['instancePickingColors']);
    attributes.add({
      indices: {
        size: 1,
        isIndexed: true,
        noAlloc: true,
        update: (attribute) => {
          attribute.value = this.props.mesh.indices;
        },
      },
      positions: {
        size: 3,
        type: 'float64',
        fp64: this.use64bitPositions(),
        noAlloc: true,
        update: (attribute) => {
          attribute.value = this.props.mesh.positions;
        },
      },
    });
    const model = new Model(this.context.device, {
      ...this.getShaders(),
      id: this.props.id,
      topology: 'triangle-list',
      bufferLayout: attributes.getBufferLayouts({ isInstanced: false }),
      isIndexed: true,
    });
    this.setState({ model });
  }

  override getNumInstances(): number {
    return this.props.mesh.owners.length;
  }

  override updateState(update: UpdateParameters<this>): void {
    super.updateState(update);
    const { props, oldProps } = update;
    if (props.mesh !== oldProps.mesh) this.getAttributeManager()?.invalidateAll();
    if (props.mesh !== oldProps.mesh || props.states !== oldProps.states) this.writeStates();
  }

  /** One byte a primitive: its footprint's state, and which of its sides are outline. */
  private writeStates(): void {
    const { owners, outlines } = this.props.mesh;
    const height = Math.max(1, Math.ceil(owners.length / ROW));
    const bytes = new Uint8Array(ROW * height);
    owners.forEach((owner, at) => {
      bytes[at] = (this.props.states[owner] ?? 0) | ((outlines[at] ?? 0) << STATE_BITS);
    });
    const { states } = this.state;
    if (states !== undefined && states.height === height) {
      states.writeData(bytes, { width: ROW, height });
      this.setNeedsRedraw();
      return;
    }
    states?.destroy();
    this.setState({
      states: this.context.device.createTexture({
        id: `${this.props.id}-states`,
        format: 'r8unorm',
        width: ROW,
        height,
        data: bytes,
        sampler: { minFilter: 'nearest', magFilter: 'nearest' },
      }),
    });
  }

  override draw(): void {
    const { model, states } = this.state;
    const { mesh, symbol, opacity } = this.props;
    if (mesh.owners.length === 0) return;
    model.setVertexCount(mesh.indices.length);
    model.shaderInputs.setProps({
      footprints: {
        line: unit(symbol.line),
        casing: unit(symbol.casing),
        fill: unit(symbol.fill),
        lineWidth: symbol.lineWidth,
        casingWidth: Math.max(symbol.casingWidth, symbol.lineWidth),
        pixelRatio: this.context.device.getDefaultCanvasContext().cssToDeviceRatio(),
        opacity,
        footprintStates: states,
      },
    });
    model.draw(this.context.renderPass);
  }

  override finalizeState(context: LayerContext): void {
    super.finalizeState(context);
    this.state.states?.destroy();
  }
}
