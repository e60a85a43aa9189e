export const ImageLoader = {};
export const registerLoaders = (): void => {};
export const load = async (address: unknown): Promise<never> => {
  throw new Error(`nothing loads ${String(address)}: pass a layer its data, or a fetch`);
};
