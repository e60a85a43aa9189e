import type * as z from 'zod/mini';

/** Whether a value fits a schema and is what the schema would give back; false may also mean that it is not known. */
type Fits = (value: unknown) => boolean;

/** What of a schema's own description is read here. */
interface Def {
  type: string;
  checks?: readonly { _zod: { def: { check: string; minimum?: unknown; maximum?: unknown } } }[];
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

/** Lengths that the checks of a text or a list allow, null when there is a check of another kind. */
function lengthsOf({ checks = [] }: Def): { min: number; max: number } | null {
  const lengths = { min: 0, max: Infinity };
  for (const { _zod } of checks) {
    const { check, minimum, maximum } = _zod.def;
    if (check === 'min_length' && typeof minimum === 'number') lengths.min = Math.max(lengths.min, minimum);
    else if (check === 'max_length' && typeof maximum === 'number')
      lengths.max = Math.min(lengths.max, maximum);
    else return null;
  }
  return lengths;
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
    // a name that is not the schema's would be left out of what the schema gives back
    for (const name in value) if (!parts.has(name)) return false;
    for (const [name, fits] of fields) if (!fits(Reflect.get(value, name))) return false;
    return true;
  };
}

function fitsArray(def: Def): Fits | null {
  const element = def.element === undefined ? null : fitsOf(def.element);
  const lengths = lengthsOf(def);
  if (element === null || lengths === null) return null;
  return (value) => {
    if (!Array.isArray(value) || value.length < lengths.min || value.length > lengths.max) return false;
    for (const one of value) if (!element(one)) return false;
    return true;
  };
}

/** Records with any text as key; the prototype of a value from JSON adds no keys. */
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
  const lengths = lengthsOf(def);
  if (lengths === null || def.format !== undefined || def.coerce === true) return null;
  return (value) => typeof value === 'string' && value.length >= lengths.min && value.length <= lengths.max;
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

/** By the schema's kind; null for what is not known here. */
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
 * A quick look whether a value, fresh from JSON, is exactly what the schema would give back: then the schema itself need
 * not copy thousands of scenes property by property. It is made from the schema's own description, so that there is one
 * contract; what it does not know it leaves to the schema by answering false.
 */
export function fitsExactly(schema: z.ZodMiniType, value: unknown): boolean {
  const fits = known.get(schema) ?? fitsOf(schema) ?? NEVER;
  known.set(schema, fits);
  return fits(value);
}
