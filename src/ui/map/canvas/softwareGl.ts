/** Names of renderers that use the CPU. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether the CPU renders WebGL. Antialiasing then triples the frame time; on a GPU it is almost free. */
export function isSoftwareGl(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = gl?.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof renderer === 'string' && SOFTWARE.test(renderer);
}
