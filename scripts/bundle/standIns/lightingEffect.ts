/** deck.gl's default effect, without lights or shadows. */
export default class LightingEffect {
  readonly id = 'lighting-effect';
  setup(): void {}
  setProps(): void {}
  preRender(): void {}
  getShaderModuleProps(): object {
    return {};
  }
  cleanup(): void {}
}
