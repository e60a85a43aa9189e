/** Everything lies on one plane and is drawn in the layers' order; depth tests would only flicker. */
export const FLAT = { depthCompare: 'always', depthWriteEnabled: false, cullMode: 'none' } as const;
