import { parseSync } from 'vite';

/** One operator, condition or constant of a rule that is replaced. */
export interface SourceMutant {
  id: number;
  file: string;
  line: number;
  /** The original code and its replacement. */
  was: string;
  is: string;
}

export interface Syntax {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}
export const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';

const COMPARED: Readonly<Record<string, string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const RECKONED: Readonly<Record<string, string[]>> = { '-': ['+'], '*': ['/'], '/': ['*'] };
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
/** Types are not rules; a loop with a mutated condition may never end. */
const SKIPPED = new Set(['ForStatement', 'WhileStatement', 'DoWhileStatement']);
const KEPT_TYPES = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

/** Functions for which the order of arguments is of no matter. */
const SYMMETRIC = new Set(
  'Math.max Math.min Math.hypot Object.is isSameCondition isSameQuestion boundsMeet around isAlike sharedAreaKm2'.split(
    ' ',
  ),
);
/** Values that are easily confused: names, fields and literals. */
const PLAIN = new Set(['Identifier', 'MemberExpression', 'Literal']);

/** The code with two neighbours of a list in each other's places, if both are plain values. */
function swapped(node: Syntax, text: string, [one, other]: readonly (Syntax | undefined)[]): string[] {
  if (one === undefined || other === undefined || !PLAIN.has(one.type) || !PLAIN.has(other.type)) return [];
  const [first, second] = [text.slice(one.start, one.end), text.slice(other.start, other.end)];
  if (first === second) return [];
  const between = text.slice(one.end, other.start);
  return [text.slice(node.start, one.start) + second + between + first + text.slice(other.end, node.end)];
}

/** An object whose first two fields have each other's values, if both are plain. */
function swappedFields(node: Syntax, text: string): string[] {
  const [one, other] = (node['properties'] as Syntax[]).filter(({ type }) => type === 'Property');
  const [first, second] = [one?.['value'] as Syntax | undefined, other?.['value'] as Syntax | undefined];
  if (one === undefined || other === undefined || one['shorthand'] === true || other['shorthand'] === true)
    return [];
  return swapped(node, text, [first, second]);
}

/** Possible replacements for an expression. */
function insteadOf(node: Syntax, text: string): string[] {
  const part = (inner: unknown) => text.slice((inner as Syntax).start, (inner as Syntax).end);
  const { type, operator } = node;
  if (type === 'BinaryExpression') {
    const others = COMPARED[String(operator)] ?? RECKONED[String(operator)] ?? [];
    return others.map((other) => `(${part(node['left'])}) ${other} (${part(node['right'])})`);
  }
  if (type === 'LogicalExpression' && operator !== '??') {
    return [`(${part(node['left'])}) ${operator === '&&' ? '||' : '&&'} (${part(node['right'])})`];
  }
  if (type === 'ConditionalExpression')
    return [`!(${part(node['test'])}) ? ${part(node['consequent'])} : ${part(node['alternate'])}`];
  if (type === 'UnaryExpression' && operator === '!') return [`!!(${part(node['argument'])})`];
  if (type === 'AwaitExpression') return [`(${part(node['argument'])})`];
  if (type === 'CallExpression' && !SYMMETRIC.has(part(node['callee'])))
    return swapped(node, text, node['arguments'] as Syntax[]);
  if (type === 'ObjectExpression') return swappedFields(node, text);
  if (type === 'Literal' && typeof node['value'] === 'number') return [`(${part(node)} + 1)`];
  if (type === 'Literal' && typeof node['value'] === 'boolean') return [String(node['value'] !== true)];
  return [];
}

/** The parts of a node, in the order of the source; names of fields are none. */
export const childrenOf = (node: Syntax): Syntax[] =>
  Object.entries(node)
    .filter(([field]) => field !== 'key' || node['computed'] === true)
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isSyntax)
    .toSorted((one, other) => one.start - other.start);

/** What is broken in a source. */
export interface Operator {
  /** The replacements of each node of a program. */
  of: (program: Syntax, text: string) => (node: Syntax) => string[];
  /** Whether constants of a module, and what loops hold, are broken too: each mutant then needs a worker of its own. */
  isWhole: boolean;
}
const RULES: Operator = { of: (_, text) => (node) => insteadOf(node, text), isWhole: false };

/**
 * A source that contains every mutant next to the original code; the global `__mutant` selects one by id, and
 * `__reached` collects those that run. Module constants are not mutated, because they are evaluated once,
 * before a mutant is selected, unless the operator is for them.
 * @param isLeftOut whether a mutant, by its index in the file, is counted but not in the code
 */
export function mutated(
  file: string,
  text: string,
  firstId: number,
  isLeftOut: (index: number) => boolean = () => false,
  operator: Operator = RULES,
): { code: string; mutants: SourceMutant[] } {
  const mutants: SourceMutant[] = [];
  const { program } = parseSync(file, text);
  const replacements = operator.of(program as unknown as Syntax, text);
  const rewritten = (node: Syntax, isInside: boolean): string => {
    if (
      (SKIPPED.has(node.type) && !operator.isWhole) ||
      (node.type.startsWith('TS') && !KEPT_TYPES.has(node.type))
    )
      return text.slice(node.start, node.end);
    const inside = isInside || FUNCTIONS.has(node.type);
    let own = '';
    let at = node.start;
    for (const child of childrenOf(node)) {
      // a shorthand's key and value have the same position
      if (child.start < at) continue;
      own += text.slice(at, child.start) + rewritten(child, inside);
      at = child.end;
    }
    own += text.slice(at, node.end);
    if (!inside || node.type === 'Program') return own;
    const was = text.slice(node.start, node.end);
    return replacements(node).reduce((code, is) => {
      const index = mutants.length;
      const id = firstId + index;
      mutants.push({ id, file, line: text.slice(0, node.start).split('\n').length, was, is });
      if (isLeftOut(index)) return code;
      return `(globalThis.__isMutant(${id}) ? (${is}) : ${code})`;
    }, own);
  };
  return { code: rewritten(program as unknown as Syntax, operator.isWhole), mutants };
}
