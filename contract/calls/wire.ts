import * as z from 'zod/mini';

/** The parts of a schema's definition that hold other schemas. */
interface Def {
  type: string;
  shape?: Readonly<Record<string, Described>>;
  innerType?: Described;
  element?: Described;
  valueType?: Described;
  options?: readonly Described[];
}
interface Described {
  def: unknown;
}

/** Whether values of a schema are written otherwise than they are held. */
export function holdsMoney({ def }: Described): boolean {
  const { type, shape, innerType, element, valueType, options = [] } = def as Def;
  const inner = [...Object.values(shape ?? {}), innerType, element, valueType, ...options];
  // money is the contract's only codec
  return type === 'pipe' || inner.some((one) => one !== undefined && holdsMoney(one));
}

/** Writes a value for the wire: money in dollars instead of cents (contract/orders/money.ts). */
export type ToWire = (value: unknown) => unknown;

const known = new WeakMap<z.ZodMiniType, ToWire>();

/** How values of a schema are written; without money they are sent as they are. @throws if a value doesn't fit */
export function toWire(schema: z.ZodMiniType): ToWire {
  const made = known.get(schema) ?? (holdsMoney(schema) ? (value) => z.encode(schema, value) : (value) => value);
  known.set(schema, made);
  return made;
}
