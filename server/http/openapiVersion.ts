/**
 * The version of the OpenAPI document. Whoever changes the document raises it: the first number if a client made from the last one could fail,
 * the second for what is new, the third for words alone. The digest is that of the document with this version (tests/server/http/openapi.test.ts).
 */
export const OPENAPI = { version: '1.3.0', digest: 'd9e838d533b0d4b0' } as const;
