/** Renderers that draw on the processor. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * Whether WebGL here is drawn by the processor: there the smoothing of edges makes a frame three times as dear, on a
 * graphics card it costs next to nothing.
 */
export function isSoftwareGl(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = gl?.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof renderer === 'string' && SOFTWARE.test(renderer);
}
