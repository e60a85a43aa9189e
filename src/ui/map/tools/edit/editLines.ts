import type { Position } from 'geojson';
import { lonOf, latOf, type AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import type { Mark } from '../../kernel/draw.ts';
import type { EditSketch } from '../../layers/editing.ts';
import type { Handle } from './handles.ts';
import { pixelOf, type Viewport } from '../../kernel/viewport.ts';
import type { Hold } from './hold.ts';
import { changed, geometryOf, stretchOf, vertexCount, type EditShape } from './shape.ts';

/** Maximum vertices for which the mask follows the pointer; for larger shapes it is updated on release. */
const MASKED_MAX = 500;
/** Minimum distance of the drawn vertices of a large shape moved as a whole, pixels. */
const THINNED_FROM = 500;
const THINNED_TO = 3;

const closed = (positions: readonly Position[]): Position[] => [...positions, positions[0]!];

/** Thins a ring to vertices at least this far apart. */
function thinned(positions: readonly Position[], view: Viewport): Position[] {
  let last: { x: number; y: number } | null = null;
  return positions.filter((at) => {
    const here = pixelOf(view, at);
    if (last !== null && Math.hypot(here.x - last.x, here.y - last.y) < THINNED_TO) return false;
    last = here;
    return true;
  });
}

/** Builds the lines of an edited shape; unchanged parts keep their arrays. */
export class EditLines {
  private readonly shape: EditShape;
  private readonly geometry: AreaGeometry;
  private readonly isLarge: boolean;
  private readonly isCut: boolean;
  private still: { hold: Handle | null; lines: Position[][] } | null = null;
  private light: { zoom: number; lines: Position[][] } | null = null;

  /** @param geometry the AOI's geometry, cut at 180° */
  constructor(shape: EditShape, geometry: AreaGeometry) {
    this.shape = shape;
    this.geometry = geometry;
    this.isLarge = vertexCount(shape) > THINNED_FROM;
    this.isCut = shape.some(({ positions }) => positions.some((at) => lonOf(at) > 180));
  }

  sketch(hold: Hold | null, view: Viewport, handles: readonly Mark[], marks: readonly Mark[]): EditSketch {
    return {
      still: this.stillLines(hold),
      moving: this.movingLines(hold, view),
      area: this.areaOf(hold),
      handles,
      marks,
    };
  }

  private areaOf(hold: Hold | null): AreaGeometry {
    const change = hold?.verdict === null ? hold.change : null;
    // the mask requires areas cut at 180°
    const follows = change !== null && !this.isCut && vertexCount(this.shape) <= MASKED_MAX;
    const next = follows ? changed(this.shape, change) : null;
    return next === null ? this.geometry : geometryOf(next);
  }

  /** All lines except the section that a held vertex changes. */
  private stillLines(hold: Hold | null): readonly Position[][] {
    const handle = hold === null || hold.change === null ? null : hold.handle;
    if (this.still !== null && this.still.hold === handle) return this.still.lines;
    const lines =
      handle?.kind === 'whole'
        ? []
        : this.shape.map(({ positions }, ring) => {
            if (handle === null || handle.ring !== ring) return closed(positions);
            const count = positions.length;
            const first = handle.vertex + 1;
            const kept = handle.kind === 'middle' ? count : count - 1;
            return Array.from({ length: kept }, (_, step) => positions[(first + step) % count]!);
          });
    this.still = { hold: handle, lines };
    return lines;
  }

  private movingLines(hold: Hold | null, view: Viewport): readonly Position[][] {
    const change = hold?.change ?? null;
    if (change === null) return [];
    if (change.kind !== 'shift') return [[...(stretchOf(this.shape, change)?.after ?? [])]];
    if (this.light === null || this.light.zoom !== view.zoom)
      this.light = {
        zoom: view.zoom,
        lines: this.shape.map(({ positions }) => closed(this.isLarge ? thinned(positions, view) : positions)),
      };
    return this.light.lines.map((line) =>
      line.map((at): Position => [lonOf(at) + change.lon, latOf(at) + change.lat]),
    );
  }
}
