import type * as z from 'zod/mini';

/** Whether a value fits a schema and parsing would return it unchanged; false may also mean unknown. */
type Fits = (value: unknown) => boolean;

/** The parts of a schema's definition that we read. */
interface Def {
  type: string;
  checks?: readonly {
    _zod: {
      def: { check: string; minimum?: unknown; maximum?: unknown; format?: unknown; pattern?: unknown };
    };
  }[];
  format?: unknown;
  coerce?: unknown;
  catchall?: unknown;
  shape?: Readonly<Record<string, Described>>;
  innerType?: Described;
  element?: Described;
  options?: readonly Described[];
  keyType?: Described;
  valueType?: Described;
  entries?: Readonly<Record<string, unknown>>;
  values?: readonly unknown[];
}
interface Described {
  def: unknown;
}

/** What the checks of a text or list allow; null if there is any other kind of check. */
function boundsOf({ checks = [] }: Def): { min: number; max: number; patterns: RegExp[] } | null {
  const bounds = { min: 0, max: Infinity, patterns: [] as RegExp[] };
  for (const { _zod } of checks) {
    const { check, minimum, maximum, format, pattern } = _zod.def;
    if (check === 'min_length' && typeof minimum === 'number') bounds.min = Math.max(bounds.min, minimum);
    else if (check === 'max_length' && typeof maximum === 'number')
      bounds.max = Math.min(bounds.max, maximum);
    else if (format === 'regex' && pattern instanceof RegExp && !pattern.global)
      bounds.patterns.push(pattern);
    else return null;
  }
  return bounds;
}

function fitsObject({ shape = {}, catchall }: Def): Fits | null {
  if (catchall !== undefined) return null;
  const parts = new Map<string, Fits>();
  for (const [name, schema] of Object.entries(shape)) {
    const fits = fitsOf(schema);
    if (fits === null) return null;
    parts.set(name, fits);
  }
  const fields = [...parts];
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    // parsing would drop a property that the schema doesn't define
    for (const name in value) if (!parts.has(name)) return false;
    for (const [name, fits] of fields) if (!fits(Reflect.get(value, name))) return false;
    return true;
  };
}

function fitsArray(def: Def): Fits | null {
  const element = def.element === undefined ? null : fitsOf(def.element);
  const bounds = boundsOf(def);
  if (element === null || bounds === null) return null;
  return (value) => {
    if (!Array.isArray(value) || value.length < bounds.min || value.length > bounds.max) return false;
    for (const one of value) if (!element(one)) return false;
    return true;
  };
}

/** Records with any text as key; values from JSON have no inherited keys. */
function fitsRecord({ keyType, valueType }: Def): Fits | null {
  const inner = valueType === undefined ? null : fitsOf(valueType);
  const keys = keyType?.def as Def | undefined;
  if (inner === null || keys?.type !== 'string' || !isPlain(keys)) return null;
  return (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(inner);
}

function fitsUnion({ options = [] }: Def): Fits | null {
  const all = options.map(fitsOf);
  const known = all.filter((fits) => fits !== null);
  return known.length < all.length ? null : (value) => known.some((fits) => fits(value));
}

function fitsText(def: Def): Fits | null {
  const bounds = boundsOf(def);
  if (bounds === null || def.format !== undefined || def.coerce === true) return null;
  const { min, max, patterns } = bounds;
  return (value) =>
    typeof value === 'string' &&
    value.length >= min &&
    value.length <= max &&
    patterns.every((pattern) => pattern.test(value));
}

function fitsInner({ innerType }: Def, empty: null | undefined): Fits | null {
  const inner = innerType === undefined ? null : fitsOf(innerType);
  return inner === null ? null : (value) => value === empty || inner(value);
}

function fitsOneOf(values: readonly unknown[]): Fits {
  const all = new Set(values);
  return (value) => all.has(value);
}

const isPlain = ({ checks = [], format, coerce }: Def) =>
  checks.length === 0 && format === undefined && coerce !== true;

/** By kind of schema; null for unsupported definitions. */
const KINDS: Readonly<Record<string, (def: Def) => Fits | null>> = {
  object: (def) => (isPlain(def) ? fitsObject(def) : null),
  array: fitsArray,
  record: (def) => (isPlain(def) ? fitsRecord(def) : null),
  union: (def) => (isPlain(def) ? fitsUnion(def) : null),
  string: fitsText,
  number: (def) => (isPlain(def) ? Number.isFinite : null),
  boolean: (def) => (isPlain(def) ? (value) => typeof value === 'boolean' : null),
  nullable: (def) => (isPlain(def) ? fitsInner(def, null) : null),
  optional: (def) => (isPlain(def) ? fitsInner(def, undefined) : null),
  literal: (def) => (isPlain(def) ? fitsOneOf(def.values ?? []) : null),
  enum: (def) => (isPlain(def) ? fitsOneOf(Object.values(def.entries ?? {})) : null),
};

function fitsOf(schema: Described): Fits | null {
  const def = schema.def as Def;
  return KINDS[def.type]?.(def) ?? null;
}

const known = new WeakMap<object, Fits>();
const NEVER: Fits = () => false;

/**
 * Fast check whether parsing a value, fresh from JSON, would return it unchanged; then the schema need not
 * copy thousands of scenes. It reads the schema's own definition, so there is only one contract. It returns
 * false for anything it doesn't support, which leaves the value to the schema.
 */
export function fitsExactly(schema: z.ZodMiniType, value: unknown): boolean {
  const fits = known.get(schema) ?? fitsOf(schema) ?? NEVER;
  known.set(schema, fits);
  return fits(value);
}
