/** An element of a coordinate system's WKT: a keyword and what its brackets hold. */
export interface WktNode {
  /** In upper case. */
  keyword: string;
  /** Texts (quoted, or plain words such as EAST), numbers and elements, in order. */
  values: (string | number | WktNode)[];
}

const TOKEN = /\s*(?:"((?:[^"]|"")*)"|([A-Za-z_]\w*)|([-+]?[\d.]+(?:e[-+]?\d+)?)|([[\](),]))/iy;

/**
 * Parses the WKT of a coordinate system (ISO 19162, and its predecessors by GDAL and ESRI), with square or
 * round brackets. A system of heights may follow it.
 * @returns null if the text isn't an element
 */
export function wktNodeOf(text: string): WktNode | null {
  const root: WktNode = { keyword: '', values: [] };
  const open: WktNode[] = [root];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const token = TOKEN.exec(text);
    if (token === null) return null;
    const [, quoted, word, number, sign] = token;
    const values = open.at(-1)!.values;
    if (quoted !== undefined) values.push(quoted.replaceAll('""', '"'));
    else if (word !== undefined) values.push(word);
    else if (number !== undefined) values.push(Number(number));
    else if (sign === '[' || sign === '(') {
      const keyword = values.pop();
      if (typeof keyword !== 'string') return null;
      const node: WktNode = { keyword: keyword.toUpperCase(), values: [] };
      values.push(node);
      open.push(node);
    } else if (sign !== ',') {
      open.pop();
      if (open.length === 0) return null;
    }
  }
  const [only, ...others] = root.values;
  const isRest = others.every((other) => typeof other === 'object' && other.keyword.startsWith('VERT'));
  return open.length === 1 && isRest && typeof only === 'object' ? only : null;
}

/** The first element with one of these keywords directly inside a node. */
export function childOf(node: WktNode, ...keywords: string[]): WktNode | undefined {
  return childrenOf(node, ...keywords)[0];
}

/** All elements with one of these keywords directly inside a node. */
export function childrenOf(node: WktNode, ...keywords: string[]): WktNode[] {
  return node.values.filter(
    (value): value is WktNode => typeof value === 'object' && keywords.includes(value.keyword),
  );
}

/** The first text of a node: its name. */
export function nameOf(node: WktNode): string {
  return node.values.find((value) => typeof value === 'string') ?? '';
}

/** The numbers directly inside a node. */
export function numbersOf(node: WktNode): number[] {
  return node.values.filter((value) => typeof value === 'number');
}
