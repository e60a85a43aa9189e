/** Names of renderers that use the CPU. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * Whether WebGL is rendered by the CPU: there antialiasing triples the time of a frame, on a GPU it costs next to nothing.
 */
export function isSoftwareGl(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = gl?.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof renderer === 'string' && SOFTWARE.test(renderer);
}
