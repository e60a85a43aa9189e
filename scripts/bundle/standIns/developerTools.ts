export const loadWebGLDeveloperTools = async (): Promise<void> => {};
export const makeDebugContext = <T>(gl: T): T => gl;
