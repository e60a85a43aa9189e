/** Builds the client, `dist`, if a source is newer. */
export function ensureClient(): Promise<void>;
/** Builds the server's programs, `dist-server`, if a source is newer. */
export function ensureServer(): Promise<void>;
