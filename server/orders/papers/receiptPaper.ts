import { paperText } from '../../base/messages.ts';
import type { BillContent } from '../receipt.ts';
import {
  dayText,
  dollarText,
  drawFrame,
  drawMark,
  figureText,
  openPaper,
  type Cell,
  type Paper,
} from './paper.ts';
import type { ReceiptTask } from './papers.ts';

/** Enough of a hash to compare it by eye. */
const shortened = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-8)}`;

type Words = (name: string, params?: Record<string, string>) => string;

/** The seller with the portal's mark, and the kind and number of the paper at the right. */
export function paperHead(paper: Paper, seller: BillContent['seller'], title: string, number: string): void {
  const [left, right] = [40, 200];
  const top = paper.y;
  drawMark(paper);
  paper.text(title, paper.width - right, right, { size: 21, isBold: true, align: 'right' }, top - 2);
  paper.text(number, paper.width - right, right, { size: 9.75, isQuiet: true, align: 'right' }, top + 25);
  paper.y += paper.text(seller.name, left, 260, { size: 10.5, isBold: true });
  for (const line of [...seller.address, seller.registration].filter(Boolean))
    paper.y += paper.text(line, left, 260, { isQuiet: true });
  paper.y = Math.max(paper.y, top + 42) + 32;
}

/** The buyer, and beside it what else is known. */
export function paperFacts(
  paper: Paper,
  label: string,
  buyer: BillContent['buyer'],
  facts: readonly (readonly [string, string | undefined])[],
): void {
  const top = paper.y;
  let left = top + paper.text(label, 0, 240, { size: 8.25, isQuiet: true }) + 4;
  left += paper.text(buyer.name, 0, 240, { size: 9.75, isBold: true }, left);
  for (const line of [buyer.company, buyer.email].filter(Boolean)) left += paper.text(line, 0, 240, {}, left);
  for (const [name, value] of facts) {
    if (value === undefined) continue;
    paper.text(name, 258, 90, { isQuiet: true });
    paper.y += paper.text(value, 348, paper.width - 348, {}) + 4;
  }
  paper.y = Math.max(paper.y, left) + 24;
}

function subtitle({ kind, productLevel, projection, clippedToAoi, aoiArea }: BillContent, words: Words) {
  const clip = aoiArea === undefined ? 'clippedPlain' : 'clipped';
  return [
    words(kind, { level: productLevel, projection }),
    words(clippedToAoi ? clip : 'whole', { area: figureText(aoiArea ?? 0, 2) }),
  ].join(' · ');
}

function rowsOf({ lines, kind }: BillContent, words: Words, day: (at: string) => string): Cell[][] {
  return lines.map((line, at) => [
    { text: String(at + 1) },
    {
      text: line.productId ?? words(kind === 'tasking' ? 'acquisition' : 'wholeOrder'),
      isBold: true,
      below: [
        line.satellite,
        line.acquired && day(line.acquired),
        line.gsd === undefined ? undefined : `${figureText(line.gsd)} m`,
      ]
        .filter(Boolean)
        .join(' · '),
    },
    { text: `$${figureText(line.unitPrice, 2)}` },
    { text: figureText(line.levelFactor, 2) },
    { text: figureText(line.valuationArea, 2) },
    { text: figureText(line.discount, 2, 15) },
    { text: dollarText(line.price), isBold: true },
  ]);
}

function writeSums(paper: Paper, { sum, tax, total, currency }: BillContent, words: Words): void {
  paper.room(80);
  paper.y += 10;
  const row = (label: string, amount: number, style: { size: number; isBold?: boolean }) => {
    paper.text(label, 200, 190, { ...style, isQuiet: style.isBold !== true, align: 'right' });
    paper.y += paper.text(dollarText(amount), 390, paper.width - 390, { ...style, align: 'right' }) + 6;
  };
  row(words('sum'), sum, { size: 9 });
  row(words('tax', { percent: figureText(tax.percent) }), tax.amount, { size: 9 });
  row(words('total', { currency }), total, { size: 13.5, isBold: true });
  paper.y += 18;
}

/** A receipt as PDF: it states nothing that its JSON doesn't. */
export async function receiptPaper({ of, language, key }: ReceiptTask): Promise<Uint8Array> {
  const words: Words = (name, params) => paperText(`receipt.${name}`, language, params);
  const day = (at: string): string => dayText(at, language);
  const json = `${of.orderNum}_receipt.json`;
  const title = words('numbered', { number: of.number });
  const paper = await openPaper({ title, language, at: new Date(of.issued), texts: JSON.stringify(of) });
  paperHead(paper, of.seller, words('title'), of.number);
  paperFacts(paper, words('buyer'), of.buyer, [
    [words('date'), `${day(of.issued)}${language === 'en' ? ', ' : ' '}${of.issued.slice(11, 16)} UTC`],
    [words('order'), of.orderNum],
    [words('quote'), of.quote],
    [words('contractNum'), of.contractNum],
    [words('terms'), of.terms.url],
    [words('termsSha256'), of.terms.sha256 && shortened(of.terms.sha256)],
  ]);
  paper.y += paper.text(of.orderName, 0, paper.width, { size: 11.25, isBold: true }) + 2;
  paper.y += paper.text(subtitle(of, words), 0, paper.width, { isQuiet: true }) + 10;
  const end = { align: 'right' } as const;
  paper.table(
    [
      { label: words('number'), x: 0, width: 18 },
      { label: words('scene'), x: 18, width: 205 },
      { label: words('unitPrice'), x: 225, width: 62, ...end },
      { label: words('levelFactor'), x: 292, width: 32, ...end },
      { label: words('valuationArea'), x: 328, width: 56, ...end },
      { label: words('discount'), x: 388, width: 50, ...end },
      { label: words('price'), x: 440, width: paper.width - 440, ...end },
    ],
    rowsOf(of, words, day),
  );
  writeSums(paper, of, words);
  paper.room(90);
  paper.y += paper.text(words('files'), 0, paper.width, { size: 11.25, isBold: true }) + 2;
  paper.y += paper.text(words('filesNote'), 0, paper.width, { size: 8.25, isQuiet: true }) + 6;
  paper.table(
    [
      { label: '', x: 0, width: 370 },
      { label: '', x: 380, width: paper.width - 380, ...end },
    ],
    of.files.map(({ name, bytes, sha256 }) => [
      { text: name, below: sha256 },
      { text: words('bytes', { bytes: figureText(bytes) }), isQuiet: true },
    ]),
  );
  paper.room(100);
  paper.y += 24;
  drawFrame(paper, 56);
  const top = paper.y + 10;
  const most = paper.width - 120;
  let y = top + paper.text(words('signed', { seller: of.seller.name }), 12, most, { isBold: true }, top) + 2;
  y += paper.text(words('same', { file: json }), 12, most, { size: 8.25, isQuiet: true }, y) + 1;
  paper.text(words('check', { file: json }), 12, most, { size: 8.25, isQuiet: true }, y);
  for (const [at, text] of ['Ed25519', words('key', { key: shortened(key) })].entries())
    paper.text(text, paper.width - 142, 130, { size: 8.25, isQuiet: true, ...end }, top + at * 13);
  return paper.end((page, pages) => [
    title,
    of.simulated ? words('simulated') : '',
    paperText('page', language, { page, pages }),
  ]);
}
