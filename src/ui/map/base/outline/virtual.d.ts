/** Made by `scripts/outline/plugin.ts` when the client is built. */
declare module 'virtual:outline' {
  /** Address of the blocks' folder, ending with a slash. */
  export const base: string;
  /** The names of the existing blocks. */
  export const blocks: readonly string[];
}
