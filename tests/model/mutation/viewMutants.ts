import { childrenOf, isSyntax, type Operator, type Syntax } from './sourceMutants.ts';

/** A field or a name that is printed. */
interface Printed {
  node: Syntax;
  /** The object that it belongs to, with the function that writes it: values of one group are of one kind. */
  group: string;
  name: string;
}

/** Views that a view is given. */
const VIEW_NAMES = new Set(['children', 'icon', 'actions', 'footer']);
/** Attributes whose value is read or heard. */
const PRINTING = new Set(['label', 'title', 'text', 'value', 'hint', 'term', 'message', 'aria-label']);

const inner = (node: Syntax, field: string) => node[field] as Syntax;
const nameOf = (node: Syntax): string => (node.type === 'Identifier' ? String(node['name']) : '');
const isTranslate = (node: Syntax) =>
  node.type === 'CallExpression' && ['t', 'translate'].includes(nameOf(inner(node, 'callee')));
const isFormat = (node: Syntax) =>
  node.type === 'CallExpression' && nameOf(inner(node, 'callee')).startsWith('format');

function parametersOf(node: Syntax): Syntax | undefined {
  const given = isTranslate(node) ? (node['arguments'] as Syntax[])[1] : undefined;
  return given?.type === 'ObjectExpression' ? given : undefined;
}

/** The parameters of a sentence with two neighbours in each other's places. */
function swapped(parameters: Syntax, text: string): string[] {
  const fields = (parameters['properties'] as Syntax[]).filter(({ type }) => type === 'Property');
  const code = (node: Syntax) => text.slice(node.start, node.end);
  const keyed = (field: Syntax, value: Syntax) =>
    `${code(inner(field, 'key'))}: ${code(inner(value, 'value'))}`;
  return fields.slice(1).flatMap((other, at) => {
    const one = fields[at]!;
    if (code(inner(one, 'value')) === code(inner(other, 'value'))) return [];
    return [
      text.slice(parameters.start, one.start) +
        keyed(one, other) +
        text.slice(one.end, other.start) +
        keyed(other, one) +
        text.slice(other.end, parameters.end),
    ];
  });
}

/** The patterns of a program that take objects apart, with the names that each gives. */
function patternsIn(program: Syntax): { start: number; names: Set<string> }[] {
  const found: { start: number; names: Set<string> }[] = [];
  const look = (node: Syntax) => {
    if (node.type === 'ObjectPattern') {
      const values = (node['properties'] as Syntax[]).flatMap(({ value }) =>
        isSyntax(value) ? [value] : [],
      );
      found.push({ start: node.start, names: new Set(values.map(nameOf).filter((name) => name !== '')) });
    }
    for (const child of childrenOf(node)) look(child);
  };
  look(program);
  return found;
}

/** What a program prints: what stands in an element, in an attribute that is read, in a sentence, or is formatted. */
function printedIn(program: Syntax, text: string): Printed[] {
  const patterns = patternsIn(program);
  const found = new Map<number, Printed>();
  const print = (node: Syntax | undefined, by: string): void => {
    if (node === undefined || found.has(node.start)) return;
    const code = text.slice(node.start, node.end);
    if (VIEW_NAMES.has(code)) return;
    if (node.type === 'MemberExpression' && node['computed'] !== true) {
      const object = inner(node, 'object');
      const group = `${text.slice(object.start, object.end)} ${by}`;
      if (/^[\w.!?]+$/.test(code))
        found.set(node.start, { node, group, name: nameOf(inner(node, 'property')) });
    } else if (node.type === 'Identifier') {
      const from = patterns.findLast(({ start, names }) => start < node.start && names.has(code));
      if (from !== undefined) found.set(node.start, { node, group: `{${from.start}} ${by}`, name: code });
    } else if (node.type === 'ConditionalExpression') {
      print(inner(node, 'consequent'), by);
      print(inner(node, 'alternate'), by);
    } else if (node.type === 'LogicalExpression') print(inner(node, 'right'), by);
    else if (node.type === 'TemplateLiteral')
      for (const one of node['expressions'] as Syntax[]) print(one, by);
    else if (node.type === 'TSNonNullExpression') print(inner(node, 'expression'), by);
  };
  const look = (node: Syntax, parent: Syntax | null) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const one of node['children'] as Syntax[])
        if (one.type === 'JSXExpressionContainer') print(inner(one, 'expression'), '');
    if (node.type === 'JSXAttribute' && isSyntax(node['value']) && parent !== null) {
      const [attribute, value] = [String(inner(node, 'name')['name']), inner(node, 'value')];
      // controls of one kind have values of one kind
      const by = attribute === 'value' ? String(inner(parent, 'name')['name']) : '';
      if (PRINTING.has(attribute) && value.type === 'JSXExpressionContainer')
        print(inner(value, 'expression'), by);
    }
    for (const field of (parametersOf(node)?.['properties'] ?? []) as Syntax[])
      if (field.type === 'Property' && field['shorthand'] !== true) print(inner(field, 'value'), '');
    if (isFormat(node))
      for (const one of node['arguments'] as Syntax[]) print(one, nameOf(inner(node, 'callee')));
    for (const child of childrenOf(node)) look(child, node);
  };
  look(program, null);
  return [...found.values()];
}

/**
 * Breaks what views print: two parameters of a sentence change places, and a printed field is replaced by the next one of the same
 * object that is written in the same way.
 */
export const VIEWS: Operator = {
  of: (program, text) => {
    const printed = printedIn(program, text);
    const instead = new Map<Syntax, string>();
    const sentences = new Set<Syntax>();
    for (const { node, group, name } of printed) {
      const names = [...new Set(printed.filter((one) => one.group === group).map((one) => one.name))];
      const other = names[(names.indexOf(name) + 1) % names.length]!;
      if (other !== name) instead.set(node, text.slice(node.start, node.end - name.length) + other);
    }
    const look = (node: Syntax) => {
      const parameters = parametersOf(node);
      if (parameters !== undefined) sentences.add(parameters);
      for (const child of childrenOf(node)) look(child);
    };
    look(program);
    return (node) => {
      const other = instead.get(node);
      return [...(other === undefined ? [] : [other]), ...(sentences.has(node) ? swapped(node, text) : [])];
    };
  },
  isWhole: false,
};
