export const DEFAULT_SPECTOR_PROPS = {};
export const loadSpectorJS = async (): Promise<null> => null;
export const initializeSpectorJS = (): null => null;
