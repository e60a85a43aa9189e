import * as z from 'zod/mini';

/** The parts of a schema's definition that are read here. */
interface Def {
  reverseTransform?: unknown;
  shape?: Readonly<Record<string, z.ZodMiniType>>;
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  options?: readonly z.ZodMiniType[];
}
/** Writes a value for the wire: money in dollars instead of cents. All else is left as it is. */
export type ToWire = (value: unknown) => unknown;

function objectWriter(shape: NonNullable<Def['shape']>): ToWire | null {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const write = writerOf(field);
    return write === null ? [] : [{ name, write }];
  });
  if (fields.length === 0) return null;
  return (value) => {
    const written: Record<string, unknown> = { ...(value as object) };
    for (const { name, write } of fields) if (name in written) written[name] = write(written[name]);
    return written;
  };
}

/** @returns null if no value of the schema has money */
function writerOf(schema: z.ZodMiniType): ToWire | null {
  const { reverseTransform, shape, innerType, element, options } = schema.def as Def;
  const isCodec = reverseTransform !== undefined;
  // the schema itself finds which of its options a value is
  if (isCodec || options?.some((one) => writerOf(one) !== null)) return (value) => z.encode(schema, value);
  if (shape !== undefined) return objectWriter(shape);
  const inner = innerType ?? element;
  const write = inner === undefined ? null : writerOf(inner);
  if (write === null) return null;
  if (element !== undefined) return (list) => (list as unknown[]).map(write);
  return (value) => (value === undefined || value === null ? value : write(value));
}

/** Of values without money. */
export const asItIs: ToWire = (value) => value;
const writers = new WeakMap<z.ZodMiniType, ToWire>();

/** How the bodies or replies of a schema are written, found out once. @throws (when writing) if money is no number of cents */
export function toWire(schema: z.ZodMiniType): ToWire {
  const write = writers.get(schema) ?? writerOf(schema) ?? asItIs;
  writers.set(schema, write);
  return write;
}
