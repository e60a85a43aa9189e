import type { Texture } from '@luma.gl/core';

const uniformBlock = `\
layout(std140) uniform footprintsUniforms {
  vec4 line;
  vec4 casing;
  vec4 fill;
  float lineWidth;
  float casingWidth;
  float pixelRatio;
  float opacity;
} footprints;
`;

export interface FootprintUniforms {
  line: [number, number, number, number];
  casing: [number, number, number, number];
  fill: [number, number, number, number];
  /** CSS pixels. */
  lineWidth: number;
  casingWidth: number;
  pixelRatio: number;
  opacity: number;
  footprintStates: Texture;
}

/** What the footprints' shaders are told for each draw. */
export const footprintUniforms = {
  name: 'footprints',
  vs: uniformBlock,
  fs: uniformBlock,
  props: {} as FootprintUniforms,
  uniformTypes: {
    line: 'vec4<f32>',
    casing: 'vec4<f32>',
    fill: 'vec4<f32>',
    lineWidth: 'f32',
    casingWidth: 'f32',
    pixelRatio: 'f32',
    opacity: 'f32',
  },
} as const;

export const VERTEX_SHADER = `\
#version 300 es
#define SHADER_NAME footprints-vertex

in vec3 positions;
in vec3 positions64Low;
uniform sampler2D footprintStates;
out vec4 vSides;
flat out float vFilled;

void main(void) {
#ifdef TRIANGLES
  int primitive = gl_VertexID / 3;
  int corner = gl_VertexID - primitive * 3;
#else
  int primitive = gl_VertexID >> 2;
  int corner = gl_VertexID & 3;
#endif
  ivec2 at = ivec2(primitive & 1023, primitive >> 10);
  int state = int(texelFetch(footprintStates, at, 0).r * 255.0 + 0.5);
  vFilled = (state & 3) == 1 ? 1.0 : 0.0;

  // a side's own value is 0 along it and 1 at the corners away from it; a side within the shape never nears 0
#ifdef TRIANGLES
  int sides = state >> 2;
  vec3 weights = vec3(corner == 0, corner == 1, corner == 2);
  vec3 outlined = vec3(sides & 1, (sides >> 1) & 1, (sides >> 2) & 1);
  vSides = vec4(mix(vec3(1.0), weights, outlined), 1.0);
#else
  float across = corner == 1 || corner == 2 ? 1.0 : 0.0;
  float along = corner >= 2 ? 1.0 : 0.0;
  vSides = vec4(across, 1.0 - across, along, 1.0 - along);
#endif

  int number = primitive + 1;
  geometry.worldPosition = positions;
  geometry.pickingColor = vec3(number & 255, (number >> 8) & 255, (number >> 16) & 255);
  gl_Position = project_position_to_clipspace(positions, positions64Low, vec3(0.0), geometry.position);
  DECKGL_FILTER_GL_POSITION(gl_Position, geometry);
  vec4 none = vec4(0.0);
  DECKGL_FILTER_COLOR(none, geometry);
  // hidden: all corners in one place beyond the far plane
  if ((state & 3) == 0) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
}
`;

export const FRAGMENT_SHADER = `\
#version 300 es
#define SHADER_NAME footprints-fragment

precision highp float;

in vec4 vSides;
flat in float vFilled;
out vec4 fragColor;

void main(void) {
  // distance to each side in CSS pixels: its value over how fast that grows on the screen
  vec4 dx = dFdx(vSides);
  vec4 dy = dFdy(vSides);
  vec4 distances = vSides / max(sqrt(dx * dx + dy * dy), vec4(1e-7));
  float inside = min(min(distances.x, distances.y), min(distances.z, distances.w)) / footprints.pixelRatio;

  float soft = 0.5 / footprints.pixelRatio;
  float rim = 0.5 * (footprints.casingWidth - footprints.lineWidth);
  float inCasing = 1.0 - smoothstep(footprints.casingWidth - soft, footprints.casingWidth + soft, inside);
  float inLine = 1.0 - smoothstep(rim + footprints.lineWidth - soft, rim + footprints.lineWidth + soft, inside);
  if (rim > 0.0) inLine *= smoothstep(rim - soft, rim + soft, inside);

  vec4 fill = vec4(footprints.fill.rgb, footprints.fill.a * vFilled);
  vec4 color = footprints.casingWidth > footprints.lineWidth ? mix(fill, footprints.casing, inCasing) : fill;
  color = mix(color, footprints.line, inLine);
  color.a *= footprints.opacity;
  geometry.uv = vec2(0.0);
  fragColor = color;
  DECKGL_FILTER_COLOR(fragColor, geometry);
}
`;
