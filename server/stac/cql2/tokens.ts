import { Cql2Error, DEPTH_MAX, TEXT_MAX } from './cql2.ts';

/** A token of CQL2 text; `text` of a word is as written. */
interface Token {
  kind: 'word' | 'name' | 'string' | 'number' | 'mark' | 'end';
  text: string;
  /** Position in the text, from 0. */
  at: number;
}

/** OGC 21-065r2 annex B: identifierStart and identifierPart, character literals with either escape of a quote. */
const TOKEN =
  /\s*(?:(?<word>[\p{L}_:][\p{L}\p{M}\p{N}_:.]*)|"(?<name>(?:[^"]|"")*)"|'(?<string>(?:''|\\'|[^'])*)'|(?<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|(?<mark><>|<=|>=|[-<>=+*/%^(),]))/uy;

/**
 * Reads CQL2 text as tokens.
 * @throws Cql2Error at a character that begins no token
 */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN.source, TOKEN.flags);
  const length = text.trimEnd().length;
  while (pattern.lastIndex < length) {
    const from = pattern.lastIndex;
    const groups = pattern.exec(text)?.groups;
    if (!groups)
      throw new Cql2Error(`unexpected character at ${from + /^\s*/.exec(text.slice(from))![0].length + 1}`);
    const [kind, found] = Object.entries(groups).find(([, value]) => value !== undefined)!;
    tokens.push({ kind: kind as Token['kind'], text: unescaped(kind, found), at: from });
  }
  tokens.push({ kind: 'end', text: '', at: length });
  return tokens;
}

function unescaped(kind: string, text: string): string {
  if (kind === 'string') return text.replaceAll(/''|\\'/g, "'");
  return kind === 'name' ? text.replaceAll('""', '"') : text;
}

/** The tokens of a filter, read one after the other. */
export class Tokens {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    if (text.length > TEXT_MAX) throw new Cql2Error('the filter is too long');
    this.#tokens = tokensOf(text);
  }

  get next(): Token {
    return this.#tokens[this.#at]!;
  }

  /** The token after the next one. */
  get second(): Token {
    return this.#tokens[Math.min(this.#at + 1, this.#tokens.length - 1)]!;
  }

  take(): Token {
    const token = this.next;
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  isMark(text: string): boolean {
    return this.next.kind === 'mark' && this.next.text === text;
  }

  isWord(word: string): boolean {
    return this.next.kind === 'word' && this.next.text.toLowerCase() === word;
  }

  /** Takes the next token if it is this mark or word. */
  skip(text: string): boolean {
    if (!this.isMark(text) && !this.isWord(text)) return false;
    this.#at++;
    return true;
  }

  expect(text: string): void {
    if (!this.skip(text)) this.fail(`expected ${text}`);
  }

  fail(reason: string): never {
    const { kind, at } = this.next;
    throw new Cql2Error(`${reason} ${kind === 'end' ? 'at the end' : `at ${at + 1}`}`);
  }

  /** Reads something nested. */
  nested<T>(read: () => T): T {
    if (++this.#depth > DEPTH_MAX) throw new Cql2Error('the filter is nested too deeply');
    const value = read();
    this.#depth--;
    return value;
  }
}
