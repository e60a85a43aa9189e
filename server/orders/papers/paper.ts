import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { create } from 'fontkit';
import Pdf from 'pdfkit';
import subsetFont from 'subset-font';
import { paperTexts } from '../../base/messages.ts';
import { LANGUAGES, type Language } from '../../../contract/languages.ts';

/** A4 and its margins of 15 mm, points. */
const PAGE = { width: 595.28, height: 841.89, margin: 42.52 } as const;
/** Room for the foot, points. */
const FOOT = 24;
const INK = { plain: '#16202B', quiet: '#55616E', line: '#DCE0E5' } as const;
const WEIGHTS = { plain: 400, bold: 600 } as const;
/** Sizes of text in a table, points. */
const [CELL, SMALL] = [9.75, 8.25];
/** Room above and below a row. */
const ROW_PAD = 8;
/** A line's height over the size of its text. */
const LEADING = 1.35;

interface TextStyle {
  /** Points. */
  size?: number;
  isBold?: boolean;
  isQuiet?: boolean;
  align?: 'left' | 'right' | 'centre';
}

/** A column of a table; x and width in points from the left margin. */
export interface Column {
  label: string;
  x: number;
  width: number;
  align?: 'right';
}
/** A cell: its text, and a quiet second line. */
export interface Cell {
  text: string;
  isBold?: boolean;
  isQuiet?: boolean;
  below?: string;
}

/** A4 pages that are written from top to bottom; lengths in points, x from the left margin. */
export interface Paper {
  readonly width: number;
  readonly doc: PDFKit.PDFDocument;
  /** Where the next thing is written, from the top of the page. */
  y: number;
  /** Writes text, broken at the width, at `y` or another height. @returns its height */
  text(text: string, x: number, width: number, style?: TextStyle, y?: number): number;
  /** A line across the page at `y`. */
  rule(colour?: string): void;
  /** Begins a page unless this height is left. @returns whether it did */
  room(height: number): boolean;
  /** Rows with a head that every page repeats, unless no column has a label; no row is broken. */
  table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): void;
  /** Writes a foot on each page. @returns the file */
  end(foot: (page: number, pages: number) => readonly [string, string, string]): Promise<Uint8Array>;
}

/** A file that has some characters of a typeface. */
interface Face {
  file: string;
  ranges: readonly (readonly [first: number, last: number])[];
}

const require = createRequire(import.meta.url);

/** The faces of a variable typeface of fontsource, by the ranges in which its files divide the characters. @param entry its package.json */
function facesOf(entry: string): Face[] {
  const folder = path.dirname(entry);
  const name = path.basename(folder);
  const ranges = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >;
  return Object.entries(ranges).map(([part, text]) => ({
    file: path.join(folder, 'files', `${name}-${part.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: text.split(',').map((range) => {
      const [first, last = first] = range.slice(2).split('-');
      return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)] as const;
    }),
  }));
}

let known: Face[] | undefined;
/** Inter first; what it lacks is Noto Sans SC's. Latin is Inter's alone, so that figures look alike. */
function faceOf(character: string): Face | undefined {
  known ??= [
    ...facesOf(require.resolve('@fontsource-variable/inter/package.json')),
    ...facesOf(require.resolve('@fontsource-variable/noto-sans-sc/package.json')),
  ];
  const code = character.codePointAt(0)!;
  return known.find(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last));
}

/** ASCII, and what dates, figures and hashes add. */
const ALWAYS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at))}–—−·…年月日`;

/** What is written for a character that no face has. */
const MISSING = '?';

/** What a font has of its characters; the ranges of a face name more. */
function charactersOf(font: Buffer): readonly number[] {
  try {
    return create(font).characterSet;
  } catch {
    return [];
  }
}

interface CutFont {
  font: Buffer;
  characters: readonly number[];
}

/**
 * How a text is set. Kerning moves a point below the figure before it, so that it is hardly seen in an amount.
 * pdfkit hands features to fontkit, which turns off those that are false.
 */
const settingOf = (text: string): Pick<PDFKit.Mixins.TextOptions, 'features'> =>
  /\d/.test(text) ? { features: { kern: false } as object as [] } : {};

/** Characters of a face as a TrueType font of one weight. */
async function fontOf(file: string, characters: string, wght: number): Promise<CutFont> {
  const options = { targetFormat: 'truetype', variationAxes: { wght } } as const;
  const font = await subsetFont(readFileSync(file), characters, options);
  return { font, characters: charactersOf(font) };
}

/** Fonts of what every paper of a language has: to cut one out takes 40 ms, and a Chinese paper has twenty. */
const lasting = new Map<string, Promise<CutFont>>();

/** Registers fonts with the characters of a text. @returns the name of the font that has one, for each weight */
async function fontsFor(
  doc: PDFKit.PDFDocument,
  language: Language,
  texts: string,
): Promise<Map<string, string>> {
  const always = new Set(paperTexts(language) + ALWAYS + MISSING);
  const more = new Set([...texts].filter((character) => !always.has(character)));
  const fonts = new Map<string, string>();
  for (const characters of [always, more]) {
    const byFace = new Map<Face, string>();
    for (const character of characters) {
      const face = faceOf(character);
      if (face) byFace.set(face, (byFace.get(face) ?? '') + character);
    }
    for (const [{ file }, ofFace] of byFace)
      for (const [weight, wght] of Object.entries(WEIGHTS)) {
        const name = `${path.basename(file)} ${weight}${characters === more ? ' more' : ''}`;
        const kept = characters === more ? undefined : `${language} ${name}`;
        const cut = (kept && lasting.get(kept)) || fontOf(file, ofFace, wght);
        const { font, characters: had } = await cut;
        // one that failed is not kept
        if (kept) lasting.set(kept, cut);
        doc.registerFont(name, font);
        for (const code of had) fonts.set(weight + String.fromCodePoint(code), name);
      }
  }
  return fonts;
}

/**
 * Opens a paper.
 * @param texts what is written on it beside the words of papers: its fonts have these characters alone
 * @param at its time, so that the same paper is the same file
 */
export async function openPaper({
  title,
  language,
  texts,
  at,
}: {
  title: string;
  language: Language;
  texts: string;
  at: Date;
}): Promise<Paper> {
  const { width: pageWidth, height, margin } = PAGE;
  const doc = new Pdf({
    size: [pageWidth, height],
    margin: 0,
    bufferPages: true,
    lang: LANGUAGES[language].page,
    displayTitle: true,
    info: { Title: title, CreationDate: at },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Uint8Array>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))));
  const fonts = await fontsFor(doc, language, texts);
  const width = pageWidth - 2 * margin;

  /** Parts of a text in one font each. */
  function runsOf(text: string, isBold: boolean): { font: string; text: string }[] {
    const runs: { font: string; text: string }[] = [];
    const weight = isBold ? 'bold' : 'plain';
    for (const given of text) {
      const character = fonts.has(weight + given) ? given : MISSING;
      const font = fonts.get(weight + character)!;
      const last = runs.at(-1);
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  }
  const widthOf = (text: string, size: number, isBold: boolean): number =>
    runsOf(text, isBold).reduce(
      (sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text, settingOf(run.text)),
      0,
    );
  /** Broken after spaces, hyphens and Chinese characters; longer words anywhere. */
  function broken(text: string, most: number, size: number, isBold: boolean): string[] {
    const pieces = text
      .split(/(?<=[\s\-_/\u2E80-\u9FFF\uFF00-\uFFEF])/)
      .flatMap((piece) => (widthOf(piece, size, isBold) > most ? [...piece] : [piece]));
    const lines: string[] = [];
    let line = '';
    for (const piece of pieces) {
      if (line !== '' && widthOf((line + piece).trimEnd(), size, isBold) > most) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += piece;
    }
    return [...lines, line];
  }

  const linesOf = (text: string, most: number, size: number, isBold: boolean): string[] =>
    text.split('\n').flatMap((part) => broken(part, most, size, isBold));

  const paper: Paper = {
    width,
    doc,
    y: margin,
    text(text, x, most, { size = 9, isBold = false, isQuiet = false, align = 'left' } = {}, y = paper.y) {
      const lines = linesOf(text, most, size, isBold);
      for (const [at, line] of lines.entries()) {
        const free = most - widthOf(line, size, isBold);
        let left = margin + x + { left: 0, centre: free / 2, right: free }[align];
        for (const run of runsOf(line, isBold)) {
          doc
            .font(run.font)
            .fontSize(size)
            .fillColor(isQuiet ? INK.quiet : INK.plain);
          const baseline = y + (at * LEADING + 1) * size;
          const setting = settingOf(run.text);
          doc.text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic', ...setting });
          left += doc.widthOfString(run.text, setting);
        }
      }
      return lines.length * size * LEADING;
    },
    rule(colour = INK.line) {
      doc
        .moveTo(margin, paper.y)
        .lineTo(margin + width, paper.y)
        .lineWidth(0.75)
        .stroke(colour);
    },
    room(wanted) {
      if (paper.y + wanted <= height - margin - FOOT) return false;
      doc.addPage();
      paper.y = margin;
      return true;
    },
    table(columns, rows) {
      const head = () => {
        if (columns.every(({ label }) => label === '')) return paper.rule();
        const lines = Math.max(...columns.map(({ label }) => label.split('\n').length));
        for (const { label, x, width: most, align } of columns) {
          const top = paper.y + (lines - label.split('\n').length) * SMALL * LEADING;
          paper.text(label, x, most, { size: SMALL, isQuiet: true, ...(align && { align }) }, top);
        }
        paper.y += lines * SMALL * LEADING + 6;
        paper.rule(INK.plain);
      };
      const cellsOf = (row: readonly Cell[]) =>
        columns.map(({ x, width: most, align = 'left' as const }, at) => {
          const { text, below = '', isBold = false, isQuiet = false } = row[at]!;
          const high = linesOf(text, most, CELL, isBold).length * CELL * LEADING;
          const rest = below === '' ? 0 : 2 + linesOf(below, most, SMALL, false).length * SMALL * LEADING;
          return { x, most, align, text, below, isBold, isQuiet, high, rest };
        });
      const write = (cells: ReturnType<typeof cellsOf>) => {
        const y = paper.y + ROW_PAD;
        for (const { x, most, align, text, below, isBold, isQuiet, high } of cells) {
          paper.text(text, x, most, { size: CELL, isBold, isQuiet, align }, y);
          if (below !== '') paper.text(below, x, most, { size: SMALL, isQuiet: true, align }, y + high + 2);
        }
      };
      paper.room(90);
      head();
      for (const cells of rows.map(cellsOf)) {
        const high = Math.max(...cells.map((cell) => cell.high + cell.rest)) + 2 * ROW_PAD;
        if (paper.room(high)) head();
        write(cells);
        paper.y += high;
        paper.rule();
      }
    },
    end(foot) {
      const { count } = doc.bufferedPageRange();
      const edge = 130;
      for (let page = 0; page < count; page++) {
        doc.switchToPage(page);
        const y = height - margin - 11;
        const [left, middle, right] = foot(page + 1, count);
        const style = { size: SMALL, isQuiet: true } as const;
        paper.text(left, 0, edge, style, y);
        paper.text(middle, edge, width - 2 * edge, { ...style, align: 'centre' }, y);
        paper.text(right, width - edge, edge, { ...style, align: 'right' }, y);
      }
      doc.end();
      return ended;
    },
  };
  return paper;
}

/** The portal's mark, as src/ui/shared/kit/layout/Logo.tsx has it, 30 points wide. */
export function drawMark({ doc, y }: Paper): void {
  doc
    .save()
    .translate(PAGE.margin, y)
    .scale(30 / 36);
  doc.roundedRect(0, 0, 36, 36, 8).fill('#2B4FD8');
  doc.circle(18, 18, 10.6).lineWidth(1.5).strokeOpacity(0.6).stroke('#FFFFFF');
  doc.strokeOpacity(1).lineWidth(2.3).lineCap('round');
  doc.path('M2.6 23.5C10.4 23.5 10.2 11.9 18 11.9s7.6 11.6 15.4 11.6').stroke('#FFFFFF');
  doc.circle(18, 11.9, 3).fill('#FFFFFF');
  doc.restore();
}

/** A frame around what follows, over the whole width. */
export function drawFrame({ doc, y, width }: Paper, height: number): void {
  doc.roundedRect(PAGE.margin, y, width, height, 6).lineWidth(0.75).stroke(INK.line);
}

/** 1234.5 as '1,234.50'. */
export function figureText(value: number, least = 0, most = 10): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: least, maximumFractionDigits: most });
}

/** Dollars as '$1,234.50'. */
export const dollarText = (dollars: number): string =>
  `${dollars < 0 ? '−' : ''}$${figureText(Math.abs(dollars), 2, 2)}`;

/** '27 Nov 2026'. Intl abbreviates September to four letters in en-GB. */
export function dayText(at: string, language: Language): string {
  const format = { timeZone: 'UTC', dateStyle: 'medium' } as const;
  return new Intl.DateTimeFormat(LANGUAGES[language].locale, format)
    .format(new Date(at))
    .replace('Sept', 'Sep');
}
