/** The parts of an OpenAPI 3.1 document that the API reference shows. */
export interface OpenApi {
  info: { title: string; version: string; description?: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description?: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface OpenApiOperation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  parameters?: readonly (Parameter | Reference)[];
  requestBody?: { content: Content };
  security: readonly Readonly<Record<string, unknown>>[];
  responses: Readonly<Record<string, Response | Reference>>;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

type Content = Readonly<Record<string, { schema?: Schema; example?: unknown }>>;

export interface Response {
  description: string;
  headers?: Readonly<Record<string, { description?: string } | Reference>>;
  content?: Content;
}

/** JSON Schema 2020-12, as far as the contract's schemas use it. */
export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  prefixItems?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}
