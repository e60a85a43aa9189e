const flat = (name: string) => ({
  name,
  props: {},
  vs: 'vec3 lighting_getLightColor(vec3 color, vec3 camera, vec3 position, vec3 normal) { return color; }',
});

/** A material that looks the same in any light. */
export const gouraudMaterial = flat('gouraudMaterial');
export const phongMaterial = flat('phongMaterial');
