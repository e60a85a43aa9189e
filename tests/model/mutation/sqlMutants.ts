import type { Operator } from './sourceMutants.ts';

/** A position in a statement: the word or sign there, and how many parentheses and `case`s are open around it. */
interface Token {
  text: string;
  start: number;
  end: number;
  depth: number;
}

/** Strings of SQL, inserted code and comments are tokens without parts. */
const TOKENS = /'(?:[^']|'')*'|"[^"]*"|\$\{|\}|--[^\n]*|\$?\w[\w.]*|[()]|[^\s\w()]/g;

/** The end of the code that a template inserts from `start` on. */
function endOfInserted(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') open += 1;
    if (text[at] === '}' && --open === 0) return at + 1;
  }
  return text.length;
}

function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  TOKENS.lastIndex = 0;
  for (let match = TOKENS.exec(sql); match !== null; match = TOKENS.exec(sql)) {
    const word = match[0].toLowerCase();
    const end = word === '${' ? endOfInserted(sql, match.index) : match.index + word.length;
    TOKENS.lastIndex = end;
    if (word === ')' || word === 'end') depth -= 1;
    if (!word.startsWith('--')) tokens.push({ text: word, start: match.index, end, depth });
    if (word === '(' || word === 'case') depth += 1;
  }
  return tokens;
}

const BEGINS = new Set(['where', 'on', 'having']);
const ENDS = new Set(
  'where on having group order limit offset returning union except intersect for join left right inner full cross window do set ;'.split(
    ' ',
  ),
);
const STATEMENT = /^\s*(?:with|select|insert|update|delete|merge)\b/i;
/** A part of a statement that another one inserts. */
const FRAGMENT =
  /^\s*(?:where\b|(?:left )?join\b|(?:and )?[\w.]+ (?:[<=>]+ ?[\w$:'({.]|is (?:not )?(?:null|distinct)|in \())/;
/** After these, and after signs, inserted code belongs to the condition; elsewhere it is what follows. */
const OPEN_WORDS = new Set(
  'and or not is in like between from any all distinct where on then else when'.split(' '),
);

/** The conditions of a statement, each from its first character to its last: those between `and`s, and those that stand alone. */
export function conditionsOf(sql: string): { start: number; end: number }[] {
  if (!STATEMENT.test(sql) && !FRAGMENT.test(sql)) return [];
  const tokens = tokensOf(sql);
  const found: { start: number; end: number }[] = [];
  /** Whether a token is inserted code that follows a whole condition: `where id = $1 ${ORDER}`. */
  const isTail = (at: number) => {
    const before = tokens[at - 1]?.text ?? '';
    return tokens[at]!.text === '${' && /[\w)'"{]$/.test(before) && !OPEN_WORDS.has(before);
  };
  const clauseFrom = (first: number) => {
    const depth = tokens[first]?.depth ?? 0;
    const parts: { first: number; last: number }[] = [{ first, last: first - 1 }];
    let [isBetween, isAlternative, isAfter] = [false, false, false];
    for (let at = first; at < tokens.length; at += 1) {
      const { text, depth: own } = tokens[at]!;
      if (own < depth || (own === depth && ENDS.has(text))) break;
      const isAnd = own === depth && text === 'and' && !isBetween;
      if (own === depth && (text === 'between' || text === 'and')) isBetween = text === 'between';
      if (own === depth && text === 'or') isAlternative = true;
      if (isAnd) parts.push({ first: at + 1, last: at });
      isAfter = !isAnd && (isAfter || (own === depth && at > first && isTail(at)));
      if (!isAnd && !isAfter) parts.at(-1)!.last = at;
    }
    // `a and b or c` is one condition
    const whole = [{ first, last: parts.at(-1)!.last }];
    for (const part of isAlternative ? whole : parts)
      if (part.last >= part.first && tokens[part.first]!.text !== 'true')
        found.push({ start: tokens[part.first]!.start, end: tokens[part.last]!.end });
  };
  if (!STATEMENT.test(sql) && !BEGINS.has(tokens[0]?.text ?? '') && !/^\s*(?:left |join)/i.test(sql))
    clauseFrom(tokens[0]?.text === 'and' ? 1 : 0);
  for (const [at, { text }] of tokens.entries()) {
    // `on conflict` and `distinct on` have no condition
    const isClause =
      BEGINS.has(text) && tokens[at + 1]?.text !== 'conflict' && tokens[at - 1]?.text !== 'distinct';
    if (isClause) clauseFrom(at + 1);
  }
  return found;
}

/**
 * Leaves out one condition at a time of each statement: `c` becomes `((c) or true)`, so that its parameters stay known to the
 * database. What a template inserts is broken where it is written.
 */
export const SQL: Operator = {
  of: (_, text) => (node) => {
    if (node.type !== 'TemplateLiteral' && typeof node['value'] !== 'string') return [];
    const quote = text[node.start];
    const sql = text.slice(node.start + 1, node.end - 1);
    return conditionsOf(sql).map(
      ({ start, end }) =>
        `${quote}${sql.slice(0, start)}((${sql.slice(start, end)}) or true)${sql.slice(end)}${quote}`,
    );
  },
  isWhole: true,
};
