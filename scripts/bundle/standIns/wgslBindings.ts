/** No shader for WebGPU has bindings to find. */
export const WGSL_BINDABLE_VARIABLE_PATTERN = '';
export const MODULE_WGSL_BINDING_DECLARATION_REGEXES = [];
export const WGSL_BINDING_DECLARATION_REGEXES = [];
export const WGSL_EXPLICIT_BINDING_DECLARATION_REGEXES = [];
export const getFirstWGSLAutoBindingDeclarationMatch = (): null => null;
export const getShaderBindingDebugRowsFromWGSL = (): never[] => [];
export const getWGSLBindingDeclarationMatches = (): never[] => [];
export const hasWGSLAutoBinding = (): boolean => false;
export const maskWGSLComments = (source: string): string => source;
export const replaceWGSLBindingDeclarationMatches = (source: string): string => source;
