import { secretOf } from '../database/secrets.ts';
import { fingerprintOf, publicPem, receiptKey, verifyReceipt } from '../orders/receipt.ts';
import { counted, OperatorError, type Command, type CommandContext } from './command.ts';

/** Other files that are named; the rest are counted. */
const OTHERS_SHOWN = 10;

/** Whether a receipt is this server's, and the files beside it are what was delivered. */
async function check({ deps, words, print }: CommandContext): Promise<void> {
  const [file = ''] = words;
  const key = receiptKey(await secretOf(deps.db, 'receipts'));
  const { receipt, faults, others } = await verifyReceipt(file, key).catch((error: unknown) => {
    throw new OperatorError(
      `${file} can't be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  if (receipt) {
    const number = receipt.version === 2 ? `${receipt.number} ` : '';
    print(`Receipt ${number}of ${receipt.orderNum}, ${receipt.orderName}, issued ${receipt.issued}`);
    print(`Key ${receipt.key.fingerprint}`);
  }
  for (const name of others.slice(0, OTHERS_SHOWN)) print(`not of the receipt: ${name}`);
  if (others.length > OTHERS_SHOWN) print(`and ${counted(others.length - OTHERS_SHOWN, 'other file')}`);
  for (const fault of faults) print(`differs: ${fault}`);
  if (faults.length > 0) throw new OperatorError(`${counted(faults.length, 'difference')}: not as delivered`);
  if (receipt?.version === 2)
    print(`The lines and the tax add up to ${receipt.currency} ${receipt.total.toFixed(2)}.`);
  print(`The signature fits, and ${counted(receipt?.files.length ?? 0, 'file')} are as delivered.`);
}

/** The key by which others verify receipts. */
async function showKey({ deps, print }: CommandContext): Promise<void> {
  const key = receiptKey(await secretOf(deps.db, 'receipts'));
  for (const line of publicPem(key).trimEnd().split('\n')) print(line);
  print(`SHA-256 ${fingerprintOf(key)}`);
}

/** `operator verify`, `operator receipt-key`. */
export const receiptCommands: readonly Command[] = [
  {
    name: 'verify',
    usage: 'FILE',
    meaning: "Checks a receipt's sums, and compares it with this server's key and the files beside it",
    run: check,
  },
  {
    name: 'receipt-key',
    meaning: 'Shows the public key that signs receipts, and its fingerprint',
    run: showKey,
  },
];
