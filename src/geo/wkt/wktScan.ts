import { AOI_VERTICES_MAX } from '../../../contract/limits.ts';
import { GeometryError } from '../geometryError.ts';

/** Why a text is not WKT: the key of a short message next to line and column. */
type WktCause =
  | 'noText'
  | 'typeUnknown'
  | 'bracketExpected'
  | 'bracketUnclosed'
  | 'numberExpected'
  | 'numberInfinite'
  | 'ordinatesUneven'
  | 'ringOpen'
  | 'tooFewPoints'
  | 'emptyGeometry'
  | 'textAfterEnd';

/** Nesting of each type's brackets; a collection holds whole geometries. */
const DEPTHS: Readonly<Record<string, number>> = {
  POINT: 0,
  LINESTRING: 1,
  MULTIPOINT: 1,
  POLYGON: 2,
  MULTILINESTRING: 2,
  MULTIPOLYGON: 3,
  GEOMETRYCOLLECTION: -1,
};
/** Bounds the recursion of nested collections. */
const NESTING_MAX = 32;

/** The type of a WKT text, in capitals without Z and M. */
interface WktHead {
  type: string;
  empty: boolean;
}

const TYPE = new RegExp(`^(${Object.keys(DEPTHS).join('|')})(ZM|Z|M)?$`);
const WORD = /[A-Za-z]+/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?=[\s,()]|$)/y;
const SPACE = /\s*/y;

/**
 * Reads WKT (OGC 06-103r4 §7) token by token, to report the place and cause of an error. Rings must be closed
 * and have at least 4 positions; numbers must be finite; all positions must have the same number of
 * ordinates.
 */
class WktScanner {
  private at = 0;
  private positions = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  scan(): WktHead {
    if (this.text.trim() === '') throw this.error('noText', 0);
    const head = this.geometry(0);
    this.space();
    if (this.at < this.text.length) throw this.error('textAfterEnd');
    return head;
  }

  private geometry(nesting: number): WktHead {
    this.space();
    const start = this.at;
    const [, type = '', joined] = TYPE.exec(this.word()) ?? [];
    const depth = DEPTHS[type];
    if (depth === undefined || nesting > NESTING_MAX) throw this.error('typeUnknown', start);
    let dimension = joined;
    let next = this.word();
    if (dimension === undefined && /^(?:ZM|Z|M)$/.test(next)) {
      dimension = next;
      next = this.word();
    }
    if (next === 'EMPTY') return { type, empty: true };
    if (next !== '') throw this.error('bracketExpected', this.at - next.length);
    const before = this.positions;
    if (depth === -1) this.list(() => void this.geometry(nesting + 1));
    else this.body(type, depth, dimension === undefined ? 0 : 2 + dimension.length);
    return { type, empty: this.positions === before };
  }

  /** @param ordinates the number in the head; 0 if it has none and the first position decides */
  private body(type: string, depth: number, ordinates: number): void {
    let expected = ordinates;
    const rings = type.endsWith('POLYGON');
    const points = type === 'MULTIPOINT';
    const level = (left: number): void => {
      if (left > 1) {
        const members: boolean[] = [];
        this.list(() => {
          members.push(!this.emptyMember());
          if (members.at(-1) === true) level(left - 1);
        });
        // holes of nothing
        if (rings && left === 2 && members[0] === false && members.includes(true))
          throw this.error('emptyGeometry', this.at - 1);
        return;
      }
      const found: string[] = [];
      const read = () => {
        const numbers = this.position();
        if (expected === 0) expected = numbers.length;
        if (numbers.length !== expected) throw this.error('ordinatesUneven');
        // heights and measures may differ where the ring closes
        found.push(numbers.slice(0, 2).join(' '));
      };
      const bracketed = () => {
        if (points && this.emptyMember()) return;
        if (points && this.peek() === '(') this.list(read, true);
        else read();
      };
      this.list(bracketed, depth === 0);
      if (rings) this.checkRing(found);
    };
    level(Math.max(depth, 1));
  }

  /** Skips EMPTY, which may stand for any member of a geometry. @returns whether it was there */
  private emptyMember(): boolean {
    if (!/[a-z]/i.test(this.peek())) return false;
    const start = this.at;
    if (this.word() !== 'EMPTY') throw this.error('bracketExpected', start);
    return true;
  }

  /** Called after the ring's closing bracket. */
  private checkRing(found: string[]): void {
    if (found[0] !== found[found.length - 1]) throw this.error('ringOpen', this.at - 1);
    if (found.length < 4) throw this.error('tooFewPoints', this.at - 1);
  }

  /** `( item , item … )`, or a single item in brackets. */
  private list(item: () => void, single = false): void {
    if (this.peek() !== '(') throw this.error('bracketExpected');
    this.at++;
    item();
    const goesOn = () => !single && this.peek() === ',';
    while (goesOn()) {
      this.at++;
      item();
    }
    if (this.peek() !== ')') throw this.error('bracketUnclosed');
    this.at++;
  }

  private position(): number[] {
    this.positions++;
    const numbers: number[] = [];
    for (let next = this.peek(); next !== ',' && next !== ')' && next !== ''; next = this.peek()) {
      if (numbers.length === 4) throw this.error('ordinatesUneven');
      NUMBER.lastIndex = this.at;
      const token = NUMBER.exec(this.text)?.[0];
      if (token === undefined) throw this.error('numberExpected');
      const value = Number(token);
      if (!Number.isFinite(value)) throw this.error('numberInfinite');
      numbers.push(value);
      this.at += token.length;
    }
    if (numbers.length < 2) throw this.error('numberExpected');
    if (this.positions > 2 * AOI_VERTICES_MAX)
      throw new GeometryError('tooManyVertices', { vertices: this.positions, max: AOI_VERTICES_MAX });
    return numbers;
  }

  private word(): string {
    this.space();
    WORD.lastIndex = this.at;
    const word = WORD.exec(this.text)?.[0] ?? '';
    this.at += word.length;
    return word.toUpperCase();
  }

  private peek(): string {
    this.space();
    return this.text.charAt(this.at);
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.text);
    this.at = SPACE.lastIndex;
  }

  private error(cause: WktCause, at: number = this.at): GeometryError {
    const before = this.text.slice(0, at).split(/\r\n|\r|\n/);
    const column = (before[before.length - 1]?.length ?? 0) + 1;
    return new GeometryError('wktIncorrect', { line: before.length, column, cause });
  }
}

/**
 * Checks that a text is WKT.
 * @throws GeometryError wktIncorrect {line, column, cause}, tooManyVertices
 */
export function scanWkt(text: string): WktHead {
  return new WktScanner(text).scan();
}
