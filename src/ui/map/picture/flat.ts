/** Everything is on one plane and drawn in layer order; depth tests would cause flicker. */
export const FLAT = { depthCompare: 'always', depthWriteEnabled: false, cullMode: 'none' } as const;
