import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** Reads sources for what is said in them: comments above definitions, and the code of small ones. */

/** A node of a syntax tree, as far as these pages look into it. */
interface Syntax {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}
export interface Source {
  file: string;
  text: string;
  body: Syntax;
  comments: { type: string; value: string; start: number; end: number }[];
}

/** A source file, if it is there. */
export function sourceOf(file: string): Source[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  return [{ file, text, body: program as unknown as Syntax, comments }];
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';

function* within(node: Syntax): Generator<Syntax> {
  yield node;
  for (const inner of Object.values(node).flat()) if (isSyntax(inner)) yield* within(inner);
}

/** The words of a comment, without its stars and slashes, in one line. */
const words = (comment: string) =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join(' ')
    .trim();

/** What stands in comments right above a place of a source. */
function commentAbove({ text, comments }: Source, start: number): string {
  let from = start;
  const above: string[] = [];
  for (const comment of comments.toReversed()) {
    if (comment.end > from || text.slice(comment.end, from).trim() !== '') continue;
    above.unshift(words(comment.value));
    from = comment.start;
  }
  return above.join(' ');
}

/** The entries of `setup({KIND: {…}})` by name: what is said above each, and its code. */
export function entriesOf(
  sources: readonly Source[],
  kind: string,
): Map<string, { comment: string; code: string }> {
  const found = new Map<string, { comment: string; code: string }>();
  for (const source of sources) {
    const calls = [...within(source.body)].filter(
      ({ type, callee }) => type === 'CallExpression' && isSyntax(callee) && callee['name'] === 'setup',
    );
    // what is spread into the block has no entry of its own here
    const properties = (node: unknown) =>
      isSyntax(node)
        ? ((node['properties'] ?? []) as Syntax[]).filter(({ type }) => type === 'Property')
        : [];
    const keyOf = ({ key }: Syntax) =>
      isSyntax(key) ? String((key['name'] ?? key['value']) as string | undefined) : '';
    for (const call of calls)
      for (const block of properties((call['arguments'] as Syntax[])[0]).filter((one) => keyOf(one) === kind))
        for (const entry of properties(block['value'])) {
          const value = entry['value'] as Syntax;
          const code = source.text.slice(value.start, value.end).replaceAll(/\s+/g, ' ');
          found.set(keyOf(entry), { comment: commentAbove(source, entry.start), code });
        }
  }
  return found;
}

/** What is said above an exported definition; undefined where there is none of that name. */
function commentOfExport(source: Source, name: string): string | undefined {
  const definition = (source.body['body'] as Syntax[]).find(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !isSyntax(declaration)) return false;
    const ids = ((declaration['declarations'] ?? [declaration]) as Syntax[]).map(({ id }) => id);
    return ids.some((id) => isSyntax(id) && id['name'] === name);
  });
  return definition === undefined ? undefined : commentAbove(source, definition.start);
}

/** What a machine is for: the comment above its definition. */
export function purposeOf(sources: readonly Source[], name: string): string {
  return (
    sources
      .map((source) => commentOfExport(source, `${name}Machine`))
      .find((comment) => comment !== undefined) ?? ''
  );
}

/** The files that a source takes names from, by those names. */
function importsOf({ file, body }: Source): Map<string, string> {
  const found = new Map<string, string>();
  for (const { type, source, specifiers } of body['body'] as Syntax[]) {
    const from = isSyntax(source) ? String(source['value']) : '';
    if (type !== 'ImportDeclaration' || !from.startsWith('.')) continue;
    for (const { local } of specifiers as Syntax[])
      if (isSyntax(local)) found.set(String(local['name']), path.join(path.dirname(file), from));
  }
  return found;
}

/** Functions that a piece of code calls, each with what is said above it where it is defined. */
export function commentsOfCalls(sources: readonly Source[], code: string): [string, string][] {
  const called = new Set([...code.matchAll(/(?<![.\w])([a-z]\w*)\(/g)].map(([, name]) => name ?? ''));
  return [...called].flatMap((name): [string, string][] => {
    const files = sources.flatMap((source) => sourceOf(importsOf(source).get(name) ?? ''));
    const comment = files.map((source) => commentOfExport(source, name)).find((one) => one !== undefined);
    return comment === undefined || comment === '' ? [] : [[name, comment]];
  });
}
