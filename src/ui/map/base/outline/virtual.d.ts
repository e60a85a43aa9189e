/** Made by `scripts/outline/plugin.ts` when the client is built. */
declare module 'virtual:outline' {
  /** The address of the blocks' folder, with a slash at its end. */
  export const base: string;
  /** The names of the blocks that are there. */
  export const blocks: readonly string[];
}
