export const ImageLoader = null;
export const registerLoaders = (): void => {};

/** Loads a picture: deck.gl is given nothing else by its address. @throws Error if it can't be loaded */
export async function load(url: string): Promise<ImageBitmap> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  return createImageBitmap(await reply.blob(), { premultiplyAlpha: 'none' });
}
