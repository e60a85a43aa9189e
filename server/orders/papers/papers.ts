import type { CreditMovement } from '../../../contract/accounts.ts';
import type { Language } from '../../../contract/languages.ts';
import { openThread } from '../../base/thread.ts';
import type { OrderKind } from '../orders.queries.ts';
import type { BillContent } from '../receipt.ts';

/** A payment record; cost and tax in integer cents. */
export interface Payment {
  id: number;
  orderNum: string;
  cost: number;
  at: Date;
  orderName: string;
  kind: OrderKind;
  lines: number;
  /** Secret of the order's files. */
  secret: string;
  /** Number of the receipt; null in orders that were completed before receipts had one. */
  receipt: string | null;
  tax: number;
}

export interface ReceiptTask {
  kind: 'receipt';
  language: Language;
  of: BillContent;
  /** Fingerprint of the key that signs it. */
  key: string;
}
export type StatementTask = Pick<BillContent, 'seller' | 'buyer'> & {
  kind: 'statement';
  language: Language;
  /** ISO 8601 UTC. */
  at: string;
  /** YYYY-MM; null for all time. */
  month: string | null;
} & ({ book: 'orders'; rows: Payment[] } | { book: 'credits'; rows: CreditMovement[] });
/** A PDF to write. */
export type PaperTask = ReceiptTask | StatementTask;
/** Writes a PDF: the same task gives the same file. */
export type WritePaper = (task: PaperTask) => Promise<Uint8Array>;

/** A thread that starts with its first PDF, which takes 100 ms or more, and doesn't keep the process alive while idle. */
export function openPapers(): WritePaper {
  const thread = openThread<PaperTask>(new URL('papers.worker.ts', import.meta.url), 'papers', 'long');
  return (task) => thread.ask(task);
}
