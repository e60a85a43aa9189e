import type { CustomLayerInterface, CustomRenderMethodInput, Map as MapLibre } from 'maplibre-gl';
import { WORLD } from '../../../../geo/scenes/mercator.ts';
import type { Rgba } from '../../kernel/symbols.ts';
import { type Grid, LEVEL } from './densityGrid.ts';

/** A grid and the step of each of its cells (densityGrid.ts). */
interface CountedGrid {
  grid: Grid;
  levels: Uint8Array;
}

/** What is drawn. */
export interface Density {
  counted: readonly CountedGrid[];
  /** Colours of the steps, palest first. */
  colors: readonly Rgba[];
}

type Gl = WebGL2RenderingContext;

function compiled(gl: Gl): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX_SHADER],
    [gl.FRAGMENT_SHADER, FRAGMENT_SHADER],
  ] as const) {
    const shader = gl.createShader(kind);
    // null in a lost context; the layer is added again to the restored one
    if (shader === null) continue;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  return program;
}

function textureOf(gl: Gl, { grid, levels }: CountedGrid): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, grid.columns, grid.rows, 0, gl.RED, gl.UNSIGNED_BYTE, levels);
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
  for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
    gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
  return texture;
}

/**
 * The grid's corners on the screen, in clip space: lower left, lower right, upper left, upper right. Worked out in
 * double precision, because single precision is visibly coarse at high zooms.
 * @param matrix transforms Mercator's square of side 1, y to the south
 */
function cornersOf({ west, north, cell, columns, rows }: Grid, matrix: ArrayLike<number>): number[] {
  const [east, south] = [west + columns * cell, north - rows * cell];
  const m = (at: number): number => matrix[at] ?? 0;
  return [south, north].flatMap((northing) =>
    [west, east].flatMap((easting) => {
      const [x, y] = [easting / WORLD, 1 - northing / WORLD];
      return [0, 1, 2, 3].map((row) => m(row) * x + m(4 + row) * y + m(12 + row));
    }),
  );
}

/**
 * Shades grids of counted footprints, one quad each, whose texture holds the steps (decision 170). It is drawn
 * by the map, so that the names of places lie above it.
 */
export class DensityLayer implements CustomLayerInterface {
  readonly id: string;
  readonly type = 'custom';
  private readonly map: MapLibre;
  private density: Density | null = null;
  private gl: Gl | null = null;
  private program: WebGLProgram | null = null;
  private readonly textures = new Map<Uint8Array, WebGLTexture>();

  constructor(map: MapLibre, id: string) {
    this.map = map;
    this.id = id;
  }

  /** Whether there is a density to draw. */
  get isShown(): boolean {
    return this.density !== null;
  }

  /** Draws another density, or none; what is on the GPU already is kept. */
  show(density: Density | null): void {
    if (density === this.density) return;
    this.density = density;
    this.map.triggerRepaint();
  }

  /** Called again when a lost context has been restored, with another one. */
  onAdd(_map: MapLibre, gl: Gl | WebGLRenderingContext): void {
    if (!(gl instanceof WebGL2RenderingContext)) throw new Error('the density needs WebGL 2');
    this.gl = gl;
    this.program = compiled(gl);
    this.textures.clear();
  }

  render(_gl: unknown, { defaultProjectionData }: CustomRenderMethodInput): void {
    const { gl, program, density } = this;
    if (gl === null || program === null) return;
    this.forgetOthers(gl);
    if (density === null) return;
    const { counted, colors } = density;
    const place = (name: string) => gl.getUniformLocation(program, name);
    gl.useProgram(program);
    gl.bindVertexArray(null);
    gl.activeTexture(gl.TEXTURE0);
    gl.uniform4fv(
      place('colors'),
      colors.flat().map((value) => value / 255),
    );
    for (const one of counted) {
      gl.uniform4fv(place('corners'), cornersOf(one.grid, defaultProjectionData.mainMatrix));
      const texture = this.textures.get(one.levels) ?? textureOf(gl, one);
      this.textures.set(one.levels, texture);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
  }

  /** Frees the textures of what is no longer shown. */
  private forgetOthers(gl: Gl): void {
    const shown = new Set(this.density?.counted.map(({ levels }) => levels));
    for (const [levels, texture] of this.textures)
      if (!shown.has(levels)) {
        gl.deleteTexture(texture);
        this.textures.delete(levels);
      }
  }

  onRemove(): void {
    this.density = null;
    if (this.gl !== null) this.forgetOthers(this.gl);
    this.gl?.deleteProgram(this.program);
  }
}

const VERTEX_SHADER = `\
#version 300 es

uniform vec4 corners[4];
out vec2 vPlace;

void main(void) {
  vPlace = vec2(gl_VertexID & 1, 1 - (gl_VertexID >> 1));
  gl_Position = corners[gl_VertexID];
}
`;

const FRAGMENT_SHADER = `\
#version 300 es

precision highp float;

uniform sampler2D levels;
uniform vec4 colors[6];
in vec2 vPlace;
out vec4 fragColor;

vec4 colorOf(int step) {
  return step < 1 ? vec4(colors[0].rgb, 0.0) : colors[min(step, 6) - 1];
}

void main(void) {
  float level = texture(levels, vPlace).r * ${(255 / LEVEL).toFixed(6)};
  // a step begins at a half; its edge is soft over a pixel
  int below = int(level);
  float above = clamp((level - float(below) - 0.5) / max(fwidth(level), 0.0001) + 0.5, 0.0, 1.0);
  vec4 color = mix(colorOf(below), colorOf(below + 1), above);
  if (color.a == 0.0) discard;
  // the map blends premultiplied colours
  fragColor = vec4(color.rgb * color.a, color.a);
}
`;
