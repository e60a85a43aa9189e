import { LEVEL } from './densityGrid.ts';

const uniformBlock = `\
layout(std140) uniform densityUniforms {
  mat4 view;
  vec4 box;
  mat4 colors;
  mat4 moreColors;
} density;
`;

export interface DensityUniforms {
  /** Transforms Mercator's square to the screen, relative to the view's centre. */
  view: number[];
  /** The grid's west, south, east, north, relative to the view's centre. */
  box: [number, number, number, number];
  /** Colours of the steps, 0..1: the first four, and the others. */
  colors: number[];
  moreColors: number[];
}

export const densityUniforms = {
  name: 'density',
  vs: uniformBlock,
  fs: uniformBlock,
  props: {} as DensityUniforms,
  uniformTypes: {
    view: 'mat4x4<f32>',
    box: 'vec4<f32>',
    colors: 'mat4x4<f32>',
    moreColors: 'mat4x4<f32>',
  },
} as const;

export const VERTEX_SHADER = `\
#version 300 es
#define SHADER_NAME density-vertex

out vec2 vPlace;

void main(void) {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vPlace = vec2(corner.x, 1.0 - corner.y);
  gl_Position = density.view * vec4(mix(density.box.xy, density.box.zw, corner), 0.0, 1.0);
}
`;

export const FRAGMENT_SHADER = `\
#version 300 es
#define SHADER_NAME density-fragment

precision highp float;

uniform sampler2D levels;
in vec2 vPlace;
out vec4 fragColor;

vec4 colorOf(int step) {
  if (step < 1) return vec4(density.colors[0].rgb, 0.0);
  return step < 5 ? density.colors[step - 1] : density.moreColors[min(step, 6) - 5];
}

void main(void) {
  float level = texture(levels, vPlace).r * ${(255 / LEVEL).toFixed(6)};
  // a step begins at a half; its edge is soft over a pixel
  int below = int(level);
  float above = clamp((level - float(below) - 0.5) / max(fwidth(level), 0.0001) + 0.5, 0.0, 1.0);
  fragColor = mix(colorOf(below), colorOf(below + 1), above);
  if (fragColor.a == 0.0) discard;
}
`;
