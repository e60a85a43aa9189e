/** Drawn in the layers' order alone: everything lies on one plane, where depths would only flicker. */
export const FLAT = { depthCompare: 'always', depthWriteEnabled: false, cullMode: 'none' } as const;
