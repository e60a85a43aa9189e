import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** Reads the comments above definitions, and the code of short ones. */

/** The fields of a syntax node that these pages use. */
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

/** A source file, if it exists. */
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

/** A comment's text on one line, without comment markers. */
const words = (comment: string) =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join(' ')
    .trim();

/** The comments directly above a position of a source. */
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

/** The entries of `setup({KIND: {…}})` by name, with comment and code. */
export function entriesOf(
  sources: readonly Source[],
  kind: string,
): Map<string, { comment: string; code: string }> {
  const found = new Map<string, { comment: string; code: string }>();
  for (const source of sources) {
    const calls = [...within(source.body)].filter(
      ({ type, callee }) => type === 'CallExpression' && isSyntax(callee) && callee['name'] === 'setup',
    );
    // entries that are spread into the block are not listed here
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

/** The comment above an exported definition; undefined if there is no export of that name. */
function commentOfExport(source: Source, name: string): string | undefined {
  const definition = (source.body['body'] as Syntax[]).find(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !isSyntax(declaration)) return false;
    const ids = ((declaration['declarations'] ?? [declaration]) as Syntax[]).map(({ id }) => id);
    return ids.some((id) => isSyntax(id) && id['name'] === name);
  });
  return definition === undefined ? undefined : commentAbove(source, definition.start);
}

/** A machine's purpose: the comment above its definition. */
export function purposeOf(sources: readonly Source[], name: string): string {
  return (
    sources
      .map((source) => commentOfExport(source, `${name}Machine`))
      .find((comment) => comment !== undefined) ?? ''
  );
}

/** The imported names of a source, with their files. */
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

/** The functions that a piece of code calls, with the comments above their definitions. */
export function commentsOfCalls(sources: readonly Source[], code: string): [string, string][] {
  const called = new Set([...code.matchAll(/(?<![.\w])([a-z]\w*)\(/g)].map(([, name]) => name ?? ''));
  return [...called].flatMap((name): [string, string][] => {
    const files = sources.flatMap((source) => sourceOf(importsOf(source).get(name) ?? ''));
    const comment = files.map((source) => commentOfExport(source, name)).find((one) => one !== undefined);
    return comment === undefined || comment === '' ? [] : [[name, comment]];
  });
}
