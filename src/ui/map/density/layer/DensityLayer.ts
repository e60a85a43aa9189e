import {
  Layer,
  type DefaultProps,
  type LayerProps,
  type UpdateParameters,
  type Viewport,
} from '@deck.gl/core';
import type { Texture } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { isInView, viewOf } from '../../footprints/FootprintsLayer.ts';
import type { Rgba } from '../../picture/symbols.ts';
import type { Grid } from '../coverage.ts';
import { DENSITY_STEPS } from '../../../../machines/map/footprints.rules.ts';
import { densityUniforms, FRAGMENT_SHADER, VERTEX_SHADER } from './densityShader.ts';

interface DensityLayerOwnProps {
  grid: Grid;
  /** The step of each cell (densityGrid.ts). */
  levels: Uint8Array;
  /** Colours of the steps, palest first. */
  colors: readonly Rgba[];
}
export type DensityLayerProps = DensityLayerOwnProps & LayerProps;

/** Eight colours as two matrices of four, 0..1. */
function matricesOf(colors: readonly Rgba[]): [number[], number[]] {
  const all = Array.from({ length: 8 }, (_, at) => colors[at] ?? colors[DENSITY_STEPS.length - 1]!).flat();
  const units = all.map((value) => value / 255);
  return [units.slice(0, 16), units.slice(16)];
}

/** Shades a grid of counted footprints: one quad whose texture holds the steps (decision 170). */
export class DensityLayer extends Layer<DensityLayerOwnProps> {
  static override layerName = 'DensityLayer';
  static override defaultProps: DefaultProps<DensityLayerProps> = {
    grid: { type: 'object', value: null as never, compare: false },
    levels: { type: 'object', value: null as never, compare: false },
    colors: { type: 'object', value: [] as never, compare: false },
  };
  declare state: { model: Model; texture?: Texture };

  override getShaders() {
    return super.getShaders({ vs: VERTEX_SHADER, fs: FRAGMENT_SHADER, modules: [densityUniforms] });
  }

  override initializeState(): void {
    this.getAttributeManager()?.remove(['instancePickingColors']);
    const model = new Model(this.context.device, {
      ...this.getShaders(),
      id: this.props.id,
      topology: 'triangle-strip',
      vertexCount: 4,
      disableWarnings: true,
    });
    this.setState({ model });
  }

  /** deck.gl only checks that there are primitives. */
  override getNumInstances(): number {
    return 1;
  }

  /** Drops unused shader modules such as the projection, which cost time at every draw. */
  override setShaderModuleProps(): void {}

  override updateState(update: UpdateParameters<this>): void {
    super.updateState(update);
    const { props, oldProps } = update;
    if (props.levels !== oldProps.levels) this.writeTexture();
    this.setNeedsRedraw();
  }

  private writeTexture(): void {
    const { grid, levels } = this.props;
    this.state.texture?.destroy();
    const texture = this.context.device.createTexture({
      format: 'r8unorm',
      width: grid.columns,
      height: grid.rows,
      data: levels,
      sampler: {
        minFilter: 'linear',
        magFilter: 'linear',
        addressModeU: 'clamp-to-edge',
        addressModeV: 'clamp-to-edge',
      },
    });
    this.state.model.setBindings({ levels: texture });
    this.setState({ texture });
  }

  override draw({ shaderModuleProps }: { shaderModuleProps: { project: { viewport: Viewport } } }): void {
    const { grid, colors } = this.props;
    const { viewport } = shaderModuleProps.project;
    const [east, south] = [grid.west + grid.columns * grid.cell, grid.north - grid.rows * grid.cell];
    if (!isInView([grid.west, south, east, grid.north], viewport.viewProjectionMatrix)) return;
    const [x = 0, y = 0] = viewport.center;
    const [first, others] = matricesOf(colors);
    this.state.model.shaderInputs.setProps({
      density: {
        view: viewOf(viewport).view,
        box: [grid.west - x, south - y, east - x, grid.north - y],
        colors: first,
        moreColors: others,
      },
    });
    this.state.model.draw(this.context.renderPass);
  }

  override finalizeState(context: Parameters<Layer['finalizeState']>[0]): void {
    super.finalizeState(context);
    this.state.texture?.destroy();
  }
}
