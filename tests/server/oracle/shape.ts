/** What the values of one place in a reply look like: their kinds, and the fields that may be absent. */
export interface Shape {
  kinds: Set<string>;
  fields: Map<string, Shape>;
  elements: Shape | null;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value;
}

const newShape = (): Shape => ({ kinds: new Set(), fields: new Map(), elements: null });

function add(shape: Shape, value: unknown): void {
  const isFirst = !shape.kinds.has('object');
  shape.kinds.add(kindOf(value));
  if (Array.isArray(value)) {
    shape.elements ??= newShape();
    for (const one of value) add(shape.elements, one);
  } else if (typeof value === 'object' && value !== null) {
    for (const name of new Set([...shape.fields.keys(), ...Object.keys(value)])) {
      const field = shape.fields.get(name) ?? newShape();
      // absent from the values before
      if (!isFirst && !shape.fields.has(name)) field.kinds.add('absent');
      shape.fields.set(name, field);
      add(field, Reflect.get(value, name));
    }
  }
}

/** The shape that covers all these values. */
export function shapeOf(values: readonly unknown[]): Shape {
  const shape = newShape();
  for (const value of values) add(shape, value);
  return shape;
}

/** Where a value is not of a shape: `[].areaKm2 is a number, never in the model`. */
export function misfits(shape: Shape, value: unknown, at = ''): string[] {
  const kind = kindOf(value);
  const place = at === '' ? 'it' : at.replace(/^\./, '');
  if (!shape.kinds.has(kind)) return [`${place} is ${kind}, in the model ${[...shape.kinds].join(' or ')}`];
  if (Array.isArray(value)) {
    const { elements } = shape;
    // empty in every sample: nothing is said about the elements
    if (elements === null || elements.kinds.size === 0)
      return value.length === 0 ? [] : [`${place} is empty in the model`];
    return [...new Set(value.flatMap((one) => misfits(elements, one, `${at}[]`)))];
  }
  if (typeof value !== 'object' || value === null) return [];
  const names = new Set([...shape.fields.keys(), ...Object.keys(value)]);
  return [...names].flatMap((name) => {
    const field = shape.fields.get(name);
    if (field === undefined) return [`${at}.${name} is not in the model`.replace(/^\./, '')];
    return misfits(field, Reflect.get(value, name), `${at}.${name}`);
  });
}

/** The class of a value: its kind, whether a list is empty, and which truth it is. */
export function classOf(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) && value.length === 0 ? 'empty list' : kindOf(value);
}
