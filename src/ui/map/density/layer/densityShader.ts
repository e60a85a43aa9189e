import { LEVEL } from './densityGrid.ts';

export const VERTEX_SHADER = `\
#version 300 es

uniform vec4 corners[4];
out vec2 vPlace;

void main(void) {
  vPlace = vec2(gl_VertexID & 1, 1 - (gl_VertexID >> 1));
  gl_Position = corners[gl_VertexID];
}
`;

export const FRAGMENT_SHADER = `\
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
