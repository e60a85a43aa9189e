const uniformBlock = `\
layout(std140) uniform footprintsUniforms {
  mat4 view;
  vec4 middle;
  vec4 line;
  vec4 casing;
  vec4 fill;
  mat4 tones;
  mat4 moreTones;
  float lineWidth;
  float casingWidth;
  float pixelRatio;
  float opacity;
  float leftOut;
} footprints;
`;

type Four = [number, number, number, number];

export interface FootprintUniforms {
  /** Transforms Mercator's square to the screen, relative to the middle. */
  view: number[];
  /** The view's centre in Mercator's square: x, y, and their remainders beyond float32. */
  middle: Four;
  /** 0..1. */
  line: Four;
  casing: Four;
  fill: Four;
  /** Four colours each. */
  tones: number[];
  moreTones: number[];
  /** CSS pixels. */
  lineWidth: number;
  casingWidth: number;
  pixelRatio: number;
  opacity: number;
  /** Bits of the states that are skipped. */
  leftOut: number;
}

export const footprintUniforms = {
  name: 'footprints',
  vs: uniformBlock,
  fs: uniformBlock,
  props: {} as FootprintUniforms,
  uniformTypes: {
    view: 'mat4x4<f32>',
    middle: 'vec4<f32>',
    line: 'vec4<f32>',
    casing: 'vec4<f32>',
    fill: 'vec4<f32>',
    tones: 'mat4x4<f32>',
    moreTones: 'mat4x4<f32>',
    lineWidth: 'f32',
    casingWidth: 'f32',
    pixelRatio: 'f32',
    opacity: 'f32',
    leftOut: 'f32',
  },
} as const;

export const VERTEX_SHADER = `\
#version 300 es
#define SHADER_NAME footprints-vertex

in vec4 positions;
in uvec4 marks;
out vec3 vSides;
flat out vec4 vLine;
flat out vec4 vFill;
flat out float vIsQuad;

void main(void) {
  int primitive = gl_VertexID >> 2;
  int corner = gl_VertexID & 3;
  uint state = marks.x;
  int tone = int(marks.y) - 1;
  uint shape = marks.z;

  // a quad: how far along each way; a triangle: 1 at a side's opposite corner, 0 along a side on the outline, 1 along others
  vIsQuad = shape < 16u ? 1.0 : 0.0;
  vSides = shape < 16u
    ? vec3(corner == 1 || corner == 2, corner >= 2, 0.5)
    : mix(vec3(1.0), vec3(corner == 0, corner == 1, corner == 2), vec3(shape & 1u, (shape >> 1) & 1u, (shape >> 2) & 1u));

  vLine = footprints.line;
  vFill = footprints.fill;
  if (tone >= 0) {
    vLine = tone < 4 ? footprints.tones[tone & 3] : footprints.moreTones[tone & 3];
    vFill = vec4(vLine.rgb, footprints.fill.a * 2.0);
  }

  int number = primitive + 1;
  geometry.pickingColor = vec3(number & 255, (number >> 8) & 255, (number >> 16) & 255);
  vec2 place = (positions.xy - footprints.middle.xy) + (positions.zw - footprints.middle.zw);
  gl_Position = footprints.view * vec4(place, 0.0, 1.0);
  DECKGL_FILTER_GL_POSITION(gl_Position, geometry);
  vec4 none = vec4(0.0);
  DECKGL_FILTER_COLOR(none, geometry);
  // not drawn: all corners in one place beyond the far plane
  if ((state & uint(footprints.leftOut)) != 0u) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
}
`;

export const FRAGMENT_SHADER = `\
#version 300 es
#define SHADER_NAME footprints-fragment

precision highp float;

in vec3 vSides;
flat in vec4 vLine;
flat in vec4 vFill;
flat in float vIsQuad;
out vec4 fragColor;

void main(void) {
  // distance to each side in CSS pixels: its value over how fast that grows on the screen
  vec3 dx = dFdx(vSides);
  vec3 dy = dFdy(vSides);
  vec3 values = vIsQuad > 0.5 ? min(vSides, 1.0 - vSides) : vSides;
  vec3 distances = values * inversesqrt(max(dx * dx + dy * dy, vec3(1e-14)));
  float inside = min(min(distances.x, distances.y), distances.z) / footprints.pixelRatio;

  float soft = 0.5 / footprints.pixelRatio;
  float rim = 0.5 * (footprints.casingWidth - footprints.lineWidth);
  float inLine = 1.0 - smoothstep(rim + footprints.lineWidth - soft, rim + footprints.lineWidth + soft, inside);
  vec4 color = vFill;
  if (rim > 0.0) {
    inLine *= smoothstep(rim - soft, rim + soft, inside);
    float inCasing = 1.0 - smoothstep(footprints.casingWidth - soft, footprints.casingWidth + soft, inside);
    color = mix(color, footprints.casing, inCasing);
  }
  color = mix(color, vLine, inLine);
  color.a *= footprints.opacity;
  // the middle of a bare outline is still picked, but not blended into the map
  if (color.a == 0.0 && !bool(picking.isActive)) discard;
  geometry.uv = vec2(0.0);
  fragColor = color;
  DECKGL_FILTER_COLOR(fragColor, geometry);
}
`;
