import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { PRODUCT_LEVELS } from '../../contract/limits.ts';
import { centsOf, dollarsOf, taxCents } from '../../contract/orders/money.ts';
import { finalPriceCents, levelFactor } from '../../contract/orders/price.ts';
import { checksumOfFile } from '../base/files/folder.ts';

const receiptFile = z.strictObject({
  name: z.string(),
  bytes: z.number(),
  /** Hexadecimal. */
  sha256: z.string(),
  /** Size of an image's pixels on the ground, metres. */
  pixelMetres: z.optional(z.number()),
});
type ReceiptFile = z.infer<typeof receiptFile>;

/** What was delivered; all that receipts of version 1 say. */
const delivered = {
  type: z.literal('groundtrack:receipt'),
  orderNum: z.string(),
  orderName: z.string(),
  /** ISO 8601 UTC. */
  ordered: z.string(),
  issued: z.string(),
  productIds: z.array(z.string()),
  productLevel: z.string(),
  projection: z.string(),
  clippedToAoi: z.boolean(),
  simulated: z.boolean(),
  files: z.array(receiptFile),
};
const factor = z.number().check(z.gte(0));
/** A line and its factors: price = unitPrice ($/km²) × levelFactor × valuationArea (km²) × discount, rounded half up to cents. */
const receiptLine = z.strictObject({
  /** Absent if the line is of a new acquisition, or of a whole order that has no lines. */
  productId: z.optional(z.string()),
  satellite: z.optional(z.string()),
  acquired: z.optional(z.string()),
  gsd: z.optional(z.number()),
  unitPrice: factor,
  levelFactor: factor,
  valuationArea: factor,
  discount: factor,
  price: factor,
});
/** What was bought, from whom, and for how much; US dollars with two decimals. */
const bill = {
  /** R-YYYY-NNNNNN. */
  number: z.string(),
  kind: z.enum(['archive', 'tasking']),
  seller: z.strictObject({ name: z.string(), address: z.array(z.string()), registration: z.string() }),
  buyer: z.strictObject({ name: z.string(), company: z.string(), email: z.string() }),
  contractNum: z.optional(z.string()),
  /** Number of the quote that the order names. */
  quote: z.optional(z.string()),
  /** The accepted terms; without a hash if another site serves them. */
  terms: z.strictObject({ url: z.string(), sha256: z.optional(z.string()) }),
  /** km². */
  aoiArea: z.optional(z.number()),
  lines: z.array(receiptLine).check(z.minLength(1)),
  sum: factor,
  tax: z.strictObject({ percent: factor, amount: factor }),
  total: factor,
  currency: z.literal('USD'),
};
const signature = {
  key: z.strictObject({
    algorithm: z.literal('Ed25519'),
    /** SubjectPublicKeyInfo in DER, base64. */
    publicKey: z.string(),
    /** SHA-256 of the DER, hexadecimal. */
    fingerprint: z.string(),
  }),
  /** Over the receipt without this field, in the canonical form of RFC 8785; base64. */
  signature: z.string(),
};
/** Orders of the sandbox, which are never billed, and all orders before version 2. */
const receipt1 = z.strictObject({ version: z.literal(1), ...delivered, ...signature });
const receipt2 = z.strictObject({ version: z.literal(2), ...delivered, ...bill, ...signature });
const receipt = z.union([receipt1, receipt2]);
/** What an order delivered and, from version 2 on, what it cost, signed by the server. */
export type Receipt = z.infer<typeof receipt>;
type Bill = z.infer<typeof receipt2>;
type Added = 'key' | 'signature' | 'type' | 'version';
export type BillContent = Omit<Bill, Added>;
export type DeliveredContent = Omit<z.infer<typeof receipt1>, Added>;
export type ReceiptContent = DeliveredContent | BillContent;

/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410 §7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The signing key of a secret. @param secret 32 bytes, base64url */
export function receiptKey(secret: string): KeyObject {
  const seed = Buffer.from(secret, 'base64url');
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

const derOf = (key: KeyObject): Buffer => createPublicKey(key).export({ format: 'der', type: 'spki' });

/** The fingerprint of a key: SHA-256 of its SubjectPublicKeyInfo, hexadecimal. */
export function fingerprintOf(key: KeyObject): string {
  return createHash('sha256').update(derOf(key)).digest('hex');
}

/** The public key in PEM, as openssl reads it. */
export function publicPem(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString();
}

/** Canonical JSON (RFC 8785): sorted names, no spaces; numbers and texts as JavaScript writes them. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

function signedBytes({ signature: _, ...signed }: Receipt): Buffer {
  return Buffer.from(canonical(signed));
}

/** The text of a signed receipt. The same content and key give the same text. */
export function writeReceipt(of: ReceiptContent, key: KeyObject): string {
  const signed = {
    type: 'groundtrack:receipt',
    version: 'number' in of ? 2 : 1,
    ...of,
    key: {
      algorithm: 'Ed25519',
      publicKey: derOf(key).toString('base64'),
      fingerprint: fingerprintOf(key),
    },
    signature: '',
  } as Receipt;
  signed.signature = sign(null, signedBytes(signed), key).toString('base64');
  return `${JSON.stringify(signed, null, 2)}\n`;
}

/** Reads a receipt. @returns null if the text is none */
export function readReceipt(text: string): Receipt | null {
  try {
    const read = receipt.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Whether the receipt is unchanged since this key signed it. */
export function isSignedBy(of: Receipt, key: KeyObject): boolean {
  return verify(null, signedBytes(of), createPublicKey(key), Buffer.from(of.signature, 'base64'));
}

/** What a receipt and the files beside it are worth. */
export interface Verified {
  receipt: Receipt | null;
  /** One sentence each, without a full stop; empty if everything is as it was delivered. */
  faults: string[];
  /** Files beside the receipt that it doesn't name. */
  others: string[];
}

async function faultOf(folder: string, { name, bytes, sha256 }: ReceiptFile): Promise<string | null> {
  // a receipt must not send the reader elsewhere
  if (path.basename(name) !== name) return `${name} is not the name of a file beside the receipt`;
  const file = path.join(folder, name);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return `${name} is missing`;
  if (found.size !== bytes) return `${name} has ${found.size} bytes, delivered were ${bytes}`;
  const { sha256: actual } = await checksumOfFile(file);
  return actual === sha256 ? null : `${name} has the SHA-256 ${actual}, delivered was ${sha256}`;
}

/** Whether the factors multiply out to each line, the lines add up to the sum, and with the tax to the total. */
function faultsOfSums({ lines, productLevel, sum, tax, total }: Bill): string[] {
  const level = PRODUCT_LEVELS.find((known) => known === productLevel);
  if (level === undefined) return [`${productLevel} is not a product level`];
  const faults: string[] = [];
  const check = (what: string, stated: number, is: number): void => {
    if (stated !== is) faults.push(`${what} is ${is}, the receipt says ${stated}`);
  };
  for (const [at, line] of lines.entries()) {
    check(`the level factor of line ${at + 1}`, line.levelFactor, levelFactor(level));
    check(`the price of line ${at + 1}`, line.price, dollarsOf(finalPriceCents(line, level)));
  }
  const cents = lines.reduce((all, { price }) => all + centsOf(price), 0);
  check('the sum of the lines', sum, dollarsOf(cents));
  check('the tax', tax.amount, dollarsOf(taxCents(centsOf(sum), tax.percent)));
  check('the total', total, dollarsOf(centsOf(sum) + centsOf(tax.amount)));
  return faults;
}

/**
 * Checks a receipt's sums, and compares it with this server's key and with the files in its folder.
 * @param file path of the receipt
 * @throws Error if it can't be read
 */
export async function verifyReceipt(file: string, key: KeyObject): Promise<Verified> {
  const receipt = readReceipt(await readFile(file, 'utf8'));
  if (receipt === null) return { receipt, faults: [`${path.basename(file)} is not a receipt`], others: [] };
  const faults: string[] = [];
  if (receipt.key.fingerprint !== fingerprintOf(key))
    faults.push(
      `the receipt names the key ${receipt.key.fingerprint}, this server's is ${fingerprintOf(key)}`,
    );
  if (!isSignedBy(receipt, key))
    faults.push('the signature does not fit: the receipt was changed, or another key signed it');
  if (receipt.version === 2) faults.push(...faultsOfSums(receipt));
  const folder = path.dirname(file);
  for (const named of receipt.files) {
    const fault = await faultOf(folder, named);
    if (fault !== null) faults.push(fault);
  }
  const names = new Set([path.basename(file), ...receipt.files.map(({ name }) => name)]);
  const beside = await readdir(folder, { withFileTypes: true });
  const others = beside.filter((entry) => entry.isFile() && !names.has(entry.name)).map(({ name }) => name);
  return { receipt, faults, others: others.sort() };
}
