/** Names of renderers that use the CPU. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let tried: { isMissing: boolean; isSoftware: boolean } | undefined;

/** Tests WebGL once, on a separate canvas. */
function tryGl() {
  if (tried !== undefined) return tried;
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = gl?.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  tried = { isMissing: gl === null, isSoftware: typeof renderer === 'string' && SOFTWARE.test(renderer) };
  return tried;
}

/** Whether the CPU renders WebGL. Antialiasing then triples the frame time; on a GPU it is almost free. */
export const isSoftwareGl = (): boolean => tryGl().isSoftware;

/** Whether maps can't be drawn: WebGL 2 is disabled, or there are no graphics (remote sessions). */
export const isGlMissing = (): boolean => tryGl().isMissing;

/** Makes the next query test WebGL again. */
export function forgetGl(): void {
  tried = undefined;
}

/** Why the map can't be used yet, or at all; a key of the catalogue. */
export const mapReason = (): string => (isGlMissing() ? 'map.missing.tool' : 'map.notReady');
